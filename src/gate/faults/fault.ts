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
  /**
   * The kind of that part: a schema keyword, a whole schema, another part of an operation, or text for people; or, of what
   * contradicts the rest, `names` of a list, or the `closing` of a part that has to allow more.
   */
  readonly leaves: "keyword" | "schema" | "part" | "nothing" | "names" | "closing";
  /** Those to leave out, or to allow. */
  readonly names?: Set<string>;
  /** True for a key that a map has twice: neither of its values, with everything inside, is certain. */
  readonly isRepeated?: boolean;
}

/** True for a contradiction: the document it is in is judged as it is meant, and nothing is uncertain. */
export const isContradiction = ({ leaves }: Fault): boolean => leaves === "names" || leaves === "closing";

/** True if a schema still has constraints without one of its keywords. If not, nothing is known about its values. */
export function saysMore(value: JsonObject, keyword: string): boolean {
  return Object.keys(value).some((name) => {
    const family = KEYWORDS.get(name)?.family;
    return name !== keyword && family !== undefined && family !== "annotation" && family !== "identity";
  });
}
