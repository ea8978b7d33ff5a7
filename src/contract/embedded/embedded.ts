// The document that comes with the package. The build prepares it, so that `serve` can answer before loading a YAML
// parser or Ajv. A document that was edited since is read as usual.
import { readFileSync } from "node:fs";
import { buildContract } from "../build.ts";
import { refuseDocument } from "../../document/document.ts";
import type { Contract } from "../model.ts";
import { requiredFile } from "../../document/package-file.ts";
import { PREPARED_FILES, type Prepared, documentOf, preparedFor, preparedPath } from "../../document/prepared.ts";
import { SchemaSet, type ValidatorSource } from "../../schema/schema-set.ts";
import { validatorModule } from "../../schema/validator-runtime.ts";
import type { CompiledContract } from "../compiled/model.ts";
import { unitId } from "../../schema/compile/unit-id.ts";

/** The name of the embedded document in findings: its path in the repository and in the package. */
export const EMBEDDED_NAME = "spec/animal-store.yaml";

/** The path of the embedded document. @throws Error if the package is incomplete */
export const embeddedSpecPath = (): string => requiredFile(EMBEDDED_NAME);

/** The contract of the embedded document, prepared by the build unless the document has changed since. */
export async function loadEmbeddedContract(): Promise<Contract> {
  const text = readFileSync(embeddedSpecPath(), "utf8");
  const prepared = preparedFor(text);
  if (prepared !== undefined) return contractOf(prepared);
  const { contractOf: compile, parseDocumentText } = await import("../load.ts");
  return compile(await parseDocumentText(text, EMBEDDED_NAME));
}

function contractOf(prepared: Prepared): Contract {
  const makeValidators = require(preparedPath(PREPARED_FILES.validators)) as CompiledContract["validators"];
  const validators = makeValidators(validatorModule);
  const document = documentOf(prepared, EMBEDDED_NAME);
  const source: ValidatorSource = {
    validator: (pointer, direction) => {
      const validator = validators[prepared.names[unitId(pointer, direction)] ?? ""];
      if (validator === undefined) refuseDocument(document, pointer, "the build prepared no validator for this schema");
      return validator;
    },
  };
  return buildContract(document, new SchemaSet(document, source));
}
