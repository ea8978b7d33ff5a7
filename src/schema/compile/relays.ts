// Validators that hand a value on to another: to judge few values takes little besides compiling, and documents say the same
// at hundreds of places.
import type { ErrorObject, ValidateFunction } from "ajv";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type { AnySchemaObject, DataValidationCxt } from "ajv/dist/types/index.js";
import { hasReference } from "../../document/document.ts";
import { writeJson } from "../../json/write.ts";
import { judging } from "../judging.ts";

type Find = () => ValidateFunction;
type Told = ValidateFunction["errors"];

interface Manner {
  /** Counts as a unit that was compiled would. */
  readonly isCounted?: boolean;
  /** What becomes of the reasons. */
  readonly tell?: (errors: Told) => Told;
}

/** What stands for a unit: the validator that is found when a value comes to it. */
export function standIn(unit: SchemaEnv, find: Find, { isCounted, tell }: Manner = {}): ValidateFunction {
  let real: ValidateFunction | undefined;
  const relay = (value: unknown, context?: DataValidationCxt): boolean => {
    real ??= find();
    if (isCounted === true && --judging.left < 0) judging.exceeded();
    const valid = real(value, context);
    const { errors, evaluated } = real;
    // Callers read the reasons and the evaluated names from the validator itself.
    if (!valid) known.errors = (tell === undefined ? errors : tell(errors)) ?? null;
    if (evaluated !== undefined) known.evaluated = evaluated;
    return valid;
  };
  const known = Object.assign(relay, { schema: unit.schema, schemaEnv: unit, errors: null }) as ValidateFunction;
  return known;
}

/** True for a unit that is nothing but a reference: it has an id, and counts. */
export function isReference({ schema }: SchemaEnv): boolean {
  return Object.keys(schema).length === 3 && hasReference(schema);
}

/** The validators of units that refer to nothing, by what the units say. */
export class EqualUnits {
  readonly #made = new Map<string, ValidateFunction>();

  /** @param make compiles the unit, unless another says the same */
  validator(unit: SchemaEnv, make: Find): ValidateFunction {
    const { $id: id = "", ...said } = unit.schema as AnySchemaObject;
    const text = writeJson(said);
    const known = this.#made.get(text);
    if (known !== undefined) {
      const own = (known.schema as AnySchemaObject).$id ?? "";
      const rename = (error: ErrorObject) => ({ ...error, schemaPath: error.schemaPath.replace(own, id) });
      return standIn(unit, () => known, { tell: (errors) => errors?.map(rename) });
    }
    const made = make();
    this.#made.set(text, made);
    return made;
  }
}
