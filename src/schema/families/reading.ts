// What the reading of one schema object has to know of those around it.
import type { Dialect } from "../../document/document.ts";
import type { Conjunction } from "../normal/conjunction.ts";
import { type JsonValue, isObject } from "../../json/value.ts";

export interface Surroundings {
  readonly dialect: Dialect;
  /** What stands at a pointer. */
  value(pointer: string): JsonValue | undefined;
  /** The schema at a pointer as the conjunction of those that it consists of. */
  conjunction(pointer: string): Conjunction;
  /** True where the values of the schema at a pointer do not travel in the direction that is read for. */
  isSilentAt(pointer: string): boolean;
}

/** The conjunction of the schema that stands at some steps inside the one that is read. */
export type At = (...steps: (string | number)[]) => Conjunction;

/** True for what may stand where a schema is expected. */
export function isSchema(value: JsonValue | undefined): boolean {
  return typeof value === "boolean" || isObject(value);
}
