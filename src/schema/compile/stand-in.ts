// A validator in place of a unit that is compiled when a value reaches it: most readers judge few values.
import type { ValidateFunction } from "ajv";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type { DataValidationCxt } from "ajv/dist/types/index.js";
import type { Judging } from "../judging.ts";

/** A stand-in for a unit. @param find compiles it, when a value arrives */
export function standIn(unit: SchemaEnv, judging: Judging, find: () => ValidateFunction): ValidateFunction {
  let real: ValidateFunction | undefined;
  const relay = (value: unknown, context?: DataValidationCxt): boolean => {
    real ??= find();
    const valid = real(value, context);
    const { errors, evaluated } = real;
    // Callers read the reasons and the evaluated names from the validator itself.
    if (!valid) {
      known.errors = errors ?? null;
      judging.refused(known, real);
    }
    if (evaluated !== undefined) known.evaluated = evaluated;
    return valid;
  };
  const known = Object.assign(relay, { schema: unit.schema, schemaEnv: unit, errors: null }) as ValidateFunction;
  return known;
}
