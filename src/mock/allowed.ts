// Whether the schema of an answer allows a value, and what is no worse by it than another one.
import type { JsonValue } from "../json/value.ts";
import type { Schema } from "../schema/model.ts";

export function allows(schema: Schema, value: JsonValue): boolean {
  return schema.accepts?.(value) ?? schema.validate(value).length === 0;
}

/** True if a value breaks its schema in more ways than another one. */
export function isWorse(schema: Schema | undefined, value: JsonValue, than: JsonValue | undefined): boolean {
  return schema !== undefined && !allows(schema, value) && schema.validate(value).length > schema.validate(than).length;
}
