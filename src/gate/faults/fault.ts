// What a fault is: a part of a document that cannot be understood.
import type { JsonObject } from "../../json/value.ts";
import { KEYWORDS } from "../../schema/keywords.ts";

/** A part of a document that cannot be understood. */
export interface Fault {
  /** The place to report. */
  readonly pointer: string;
  /** The place of the part to leave out. */
  readonly at: string;
  readonly message: string;
  /** The kind of that part: a keyword of a schema, a whole schema, another part of an operation, or words for people. */
  readonly leaves: "keyword" | "schema" | "part" | "nothing";
  /** True for a key that a map has twice: what stands below it is as unclear, and its other value is not known. */
  readonly isRepeated?: boolean;
}

/** True for a schema with constraints beside one keyword. Otherwise nothing is known about it without that keyword. */
export function saysMore(value: JsonObject, keyword: string): boolean {
  return Object.keys(value).some((name) => {
    const family = KEYWORDS.get(name)?.family;
    return name !== keyword && family !== undefined && family !== "annotation" && family !== "identity";
  });
}
