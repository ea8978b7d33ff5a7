// What reading one schema object must know about those around it.
import type { Dialect } from "../../document/document.ts";
import type { Conjunction } from "../form/conjunction.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { Work } from "../work.ts";

export interface Surroundings {
  readonly dialect: Dialect;
  /** Pays for the reading. */
  readonly work: Work;
  /** The value at a pointer. */
  value(pointer: string): JsonValue | undefined;
  /** The schema at a pointer, as the conjunction of its parts. */
  conjunction(pointer: string): Conjunction;
  /** True if the values of the schema at a pointer are not sent in the current direction. */
  isSilentAt(pointer: string): boolean;
}

/** The conjunction of the schema some steps inside the current one. */
export type At = (...steps: (string | number)[]) => Conjunction;

/** True for a value that can be a schema. */
export function isSchema(value: JsonValue | undefined): boolean {
  return typeof value === "boolean" || isObject(value);
}
