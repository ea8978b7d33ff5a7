// What the checks of creation test in a document.
import type { Tested } from "../../requirements/tested.ts";

/** Keywords of the properties that the check sets a value for. */
export function ofProperties(...keywords: readonly string[]): Tested[] {
  return [{ part: "request-body", keywords, depth: 1, by: "subject" }];
}

/** How an invalid body is refused. */
export const WRONG_BODY: Tested = { part: "response", status: ["400", "422"], fields: ["self", "description"] };

/** The media type of the body. */
export const MEDIA: Tested = { part: "media-type", side: "request", fields: ["self"] };

/** Properties that only the service may set. */
export const READ_ONLY: readonly Tested[] = [
  { part: "request-body", keywords: ["readOnly"] },
  { part: "response", keywords: ["readOnly"] },
];
