// The contract of the control plane, spec/control.yaml. The build compiles it in advance, so that the first call need
// not load a YAML parser or Ajv. If the file has changed since, it is read again.
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contractOfCompiled } from "../../contract/compiled/read.ts";
import type { CompiledContract } from "../../contract/compiled/model.ts";
import type { Contract } from "../../contract/model.ts";
import { requiredFile } from "../../document/package-file.ts";
import { digestOf } from "../../document/prepared.ts";

/** The name of the document in findings: its path in the repository and in the package. */
export const CONTROL_NAME = "spec/control.yaml";
/** The file that the build writes next to this module. */
const PREPARED = "control-contract.js";

/** The compiled document, and the text that it was compiled from. */
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
export const controlSpecPath = (): string => requiredFile(CONTROL_NAME);

/** Where the build writes the compiled document. */
export function preparedControlPath(): string {
  return join(__dirname, PREPARED);
}
