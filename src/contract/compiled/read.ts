// Makes a contract from one that was compiled ahead of time. Generates no code and reads no files.
import { type Validators, contractBy } from "../contract-by.ts";
import type { Contract } from "../model.ts";
import { COMPILED_FORM, type CompiledContract } from "./model.ts";
import { type Document, refuseDocument } from "../../document/document.ts";
import { readJson } from "../../json/read.ts";
import { isObject } from "../../json/value.ts";
import { unitId } from "../../schema/compile/unit-id.ts";
import { validatorModule } from "../../schema/validator-runtime.ts";

/** True for the default export of a module written by `animal-store compile`, in any format. */
export function isCompiled(value: unknown): value is CompiledContract {
  return typeof value === "object" && value !== null && "form" in value && "validators" in value;
}

/**
 * The contract in a module written by `animal-store compile`.
 * @throws TypeError for a module of another version
 */
export function contractOfCompiled(compiled: CompiledContract): Contract {
  const { form, file, dialect, names } = compiled;
  const reading = readJson(compiled.document, Infinity);
  if (form !== COMPILED_FORM || "fault" in reading || !isObject(reading.value)) {
    throw new TypeError("the compiled contract is of another version of animal-store; run animal-store compile again");
  }
  const locate = (): ReturnType<Document["locate"]> => ({ file, line: 1, column: 1 });
  const document: Document = Object.freeze({ file, dialect, root: reading.value, oddities: [], locate });
  const made = new Map(Object.entries(compiled.validators(validatorModule)));
  const byUnit = new Map(Object.entries(names).map(([unit, name]) => [unit, made.get(name)]));
  const validator: Validators["validator"] = (pointer, direction) =>
    byUnit.get(unitId(pointer, direction)) ??
    refuseDocument(document, pointer, "this schema was left out when the document was compiled");
  return contractBy({ warnings: [], validator, ensure: validator }, document, { lenient: true });
}
