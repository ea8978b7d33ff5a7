// What the checks of fetching test in a document.
import { CONSTRAINTS, type Tested } from "../../requirements/tested.ts";

/** The path parameter that names the item. */
export const IDENTIFIER: Tested = { part: "parameter", in: ["path"], fields: ["self"] };

/** The schema of that parameter; one operation on the path tests it for all of them. */
export const FORM: readonly Tested[] = [
  IDENTIFIER,
  { part: "parameter", in: ["path"], keywords: CONSTRAINTS, by: "path" },
];

/** The answer for a missing item. */
export const MISSING: Tested = { part: "response", status: ["404"], fields: ["self", "description"] };
