// What the checks of fetching test of a document.
import { CONSTRAINTS, type Tested } from "../../requirements/tested.ts";

/** The path parameter that names the item. */
export const IDENTIFIER: Tested = { part: "parameter", in: ["path"], fields: ["self"] };

/** The schema of that parameter; one operation on the path tries it for all of them. */
export const FORM: readonly Tested[] = [
  IDENTIFIER,
  { part: "parameter", in: ["path"], keywords: CONSTRAINTS, by: "path" },
];

/** How an item that is not there is answered. */
export const MISSING: Tested = { part: "response", status: ["404"], fields: ["self", "description"] };
