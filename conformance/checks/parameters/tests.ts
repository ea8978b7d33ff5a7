// What the checks of parameters test of a document.
import type { Tested } from "../../requirements/tested.ts";

const OUTSIDE_PATHS = ["query", "header", "cookie"] as const;

/** A parameter, and keywords of its schema, where the check is asked of it. */
export function ofParameter(...keywords: readonly string[]): Tested[] {
  return [
    { part: "parameter", in: OUTSIDE_PATHS, fields: ["self"], by: "subject" },
    { part: "parameter", in: OUTSIDE_PATHS, keywords, depth: 0, by: "subject" },
  ];
}

/** The same, where a wrong value must be refused. */
export function ofRefusal(...keywords: readonly string[]): Tested[] {
  return [...ofParameter(...keywords), { part: "response", status: ["400", "422"], fields: ["self", "description"] }];
}

/** A parameter whose meaning the check looks at: its words too. */
export function ofMeaning(...keywords: readonly string[]): Tested[] {
  return [
    { part: "parameter", in: OUTSIDE_PATHS, fields: ["self", "description"], by: "subject" },
    { part: "parameter", in: OUTSIDE_PATHS, keywords: ["description"], by: "subject" },
    { part: "parameter", in: OUTSIDE_PATHS, keywords, depth: 0, by: "subject" },
  ];
}
