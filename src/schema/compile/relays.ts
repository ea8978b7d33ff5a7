// Validators that pass a value on to another one. If few values are judged, compiling takes most of the time, and
// documents say the same in hundreds of places.
import type { ErrorObject, ValidateFunction } from "ajv";
import type { SchemaEnv } from "ajv/dist/compile/index.js";
import type { AnySchemaObject, DataValidationCxt } from "ajv/dist/types/index.js";
import { hasReference } from "../../document/document.ts";
import { writeJson } from "../../json/write.ts";
import { judging } from "../judging.ts";

type Find = () => ValidateFunction;
type Told = ValidateFunction["errors"];

interface Manner {
  /** Counts as a compiled unit would. */
  readonly isCounted?: boolean;
  /** Transforms the reasons. */
  readonly tell?: (errors: Told) => Told;
}

/** A stand-in for a unit: the validator is found when a value arrives. */
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

/** True for a unit that is only a reference; it has an id, and counts. */
export function isReference({ schema }: SchemaEnv): boolean {
  return Object.keys(schema).length === 3 && hasReference(schema);
}

/** The validators of units without references, by content. */
export class EqualUnits {
  readonly #made = new Map<string, ValidateFunction>();

  /** @param make compiles the unit, unless an equal one exists */
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
