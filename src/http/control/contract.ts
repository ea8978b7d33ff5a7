// The contract of the control plane, spec/control.yaml. The build compiles it ahead, so that the first call need not wait
// for a YAML parser or for Ajv; a file that was changed since is simply read again.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contractOfCompiled } from "../../contract/compiled/read.ts";
import type { CompiledContract } from "../../contract/compiled/model.ts";
import type { Contract } from "../../contract/model.ts";
import { packageFile } from "../../document/package-file.ts";
import { digestOf } from "../../document/prepared.ts";

/** What findings call the document: the place it has in the repository and in the package. */
export const CONTROL_NAME = "spec/control.yaml";
/** What the build writes beside this module. */
const PREPARED = "control-contract.js";

/** What the build makes of the document, and what it made it of. */
interface PreparedControl {
  readonly digest: string;
  readonly contract: CompiledContract;
}

let loaded: Promise<Contract> | undefined;

/** The contract of the control plane. @throws Error when the package is incomplete */
export function loadControlContract(): Promise<Contract> {
  return (loaded ??= load());
}

async function load(): Promise<Contract> {
  const text = readFileSync(controlSpecPath(), "utf8");
  const path = preparedControlPath();
  const prepared = existsSync(path) ? (require(path) as PreparedControl) : undefined;
  if (prepared?.digest === digestOf(text)) return contractOfCompiled(prepared.contract);
  const { contractOf, parseDocumentText } = await import("../../contract/load.ts");
  return contractOf(await parseDocumentText(text, CONTROL_NAME));
}

/** The path of the document. @throws Error when the package is incomplete */
export function controlSpecPath(): string {
  const path = packageFile(CONTROL_NAME);
  if (path === undefined) throw new Error(`the package lacks its ${CONTROL_NAME}`);
  return path;
}

/** Where the build writes what it makes of the document. */
export function preparedControlPath(): string {
  return join(__dirname, PREPARED);
}
