// Validators that hand a value on to another: to judge few values takes little besides compiling, and documents say the same
// at hundreds of places.
import type { ErrorObject, ValidateFunction } from "ajv";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type { AnySchemaObject, DataValidationCxt } from "ajv/dist/types/index.js";
import { writeJson } from "../../json/write.ts";
import { judging } from "../judging.ts";

type Find = () => ValidateFunction;
type Told = ValidateFunction["errors"];

/** What stands for a unit: the validator that is found when a value comes to it. */
export function standIn(unit: SchemaEnv, find: Find, tell = (errors: Told): Told => errors): ValidateFunction {
  let real: ValidateFunction | undefined;
  const relay = (value: unknown, context?: DataValidationCxt): boolean => {
    real ??= find();
    const valid = real(value, context);
    // Whoever calls a validator reads these from it; the reasons, where there are any.
    if (!valid) known.errors = tell(real.errors) ?? null;
    if (real.evaluated !== undefined) known.evaluated = real.evaluated;
    return valid;
  };
  const known = Object.assign(relay, { schema: unit.schema, schemaEnv: unit, errors: null }) as ValidateFunction;
  return known;
}

/** The validator of a unit that says nothing but what another says. It counts as one that was compiled would. */
export function referring(unit: SchemaEnv, find: Find): ValidateFunction {
  return standIn(unit, () => {
    const real = find();
    const counted = (value: unknown, context?: DataValidationCxt): boolean => {
      if (--judging.left < 0) judging.exceeded();
      const valid = real(value, context);
      counted.errors = real.errors ?? null;
      return valid;
    };
    counted.errors = null as Told;
    return counted as ValidateFunction;
  });
}

/** True for a unit that is nothing but a reference. */
export function isReference({ schema }: SchemaEnv): boolean {
  return Object.keys(schema).every((key) => key === "$id" || key === "$ref" || key === "counted");
}

/** The validators of units that refer to nothing, by what the units say. */
export class EqualUnits {
  readonly #made = new Map<string, ValidateFunction>();

  /** @param make compiles the unit, unless another says the same */
  validator(unit: SchemaEnv, make: Find): ValidateFunction {
    const { $id: id = "", ...said } = unit.schema as AnySchemaObject;
    const text = writeJson(said);
    const known = this.#made.get(text);
    if (known === undefined) {
      const made = make();
      this.#made.set(text, made);
      return made;
    }
    const own = (known.schema as AnySchemaObject).$id ?? "";
    const rename = (error: ErrorObject): ErrorObject => {
      const { schemaPath } = error;
      return schemaPath.startsWith(own) ? { ...error, schemaPath: id + schemaPath.slice(own.length) } : error;
    };
    return standIn(
      unit,
      () => known,
      (errors) => errors?.map(rename),
    );
  }
}
