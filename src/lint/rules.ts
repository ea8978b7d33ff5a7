// The rules, in two tables. Each says what it claims of a document, what goes wrong where that is not so, and what to
// do. Ids are frozen. Of style there is nothing here: Redocly and Spectral judge that well.
import type { Rule } from "./model.ts";
import { OPERATION_RULES } from "./rules/operations.ts";
import { SCHEMA_RULES } from "./rules/schemas.ts";

export const RULES: readonly Rule[] = [...SCHEMA_RULES, ...OPERATION_RULES];
