// Run by the build: compiles the contract of the control plane.
import { readFile, writeFile } from "node:fs/promises";
import { compiledFacts } from "../../contract/compiled/write.ts";
import { parseDocumentText } from "../../contract/load.ts";
import { digestOf } from "../../document/prepared.ts";
import { CONTROL_NAME, controlSpecPath, preparedControlPath } from "./contract.ts";

/** Writes it where the built modules look for it. @throws DocumentError if the document is invalid */
export async function prepareControl(): Promise<void> {
  const text = await readFile(controlSpecPath(), "utf8");
  const { facts, validators } = compiledFacts(await parseDocumentText(text, CONTROL_NAME));
  const contract = `{ ...${JSON.stringify(facts)}, validators: ${validators} }`;
  await writeFile(preparedControlPath(), `module.exports = { digest: "${digestOf(text)}", contract: ${contract} };\n`);
}
