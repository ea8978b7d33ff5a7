// What the checks of credentials test in a document.
import type { Tested } from "../../requirements/tested.ts";

/** That a credential is required, and which one. */
export const CREDENTIAL: readonly Tested[] = [
  { part: "document", fields: ["security"] },
  { part: "operation", fields: ["security"] },
  { part: "security-scheme", fields: ["self", "description"] },
];

/** The same, and the answer to a request without it. */
export const REFUSAL: readonly Tested[] = [
  ...CREDENTIAL,
  { part: "response", status: ["401"], fields: ["self", "description"], by: "subject" },
];
