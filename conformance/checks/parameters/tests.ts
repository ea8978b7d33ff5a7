// What the checks of parameters test in a document.
import type { Tested } from "../../requirements/tested.ts";

const OUTSIDE_PATHS = ["query", "header", "cookie"] as const;

/** A parameter that is a subject of the check, and keywords of its schema. */
export function ofParameter(...keywords: readonly string[]): Tested[] {
  return [
    { part: "parameter", in: OUTSIDE_PATHS, fields: ["self"], by: "subject" },
    { part: "parameter", in: OUTSIDE_PATHS, keywords, depth: 0, by: "subject" },
  ];
}

/** The same, when a wrong value must be refused. */
export function ofRefusal(...keywords: readonly string[]): Tested[] {
  return [...ofParameter(...keywords), { part: "response", status: ["400", "422"], fields: ["self", "description"] }];
}

/** A parameter whose meaning the check judges, including its description. */
export function ofMeaning(...keywords: readonly string[]): Tested[] {
  return [
    { part: "parameter", in: OUTSIDE_PATHS, fields: ["self", "description"], by: "subject" },
    { part: "parameter", in: OUTSIDE_PATHS, keywords: ["description"], by: "subject" },
    { part: "parameter", in: OUTSIDE_PATHS, keywords, depth: 0, by: "subject" },
  ];
}
