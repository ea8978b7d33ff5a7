// The rules, in two tables. Each row has the claim, the reason and the fix. Ids are frozen. No rule is about style:
// Redocly and Spectral check that well.
import type { Rule } from "./model.ts";
import { OPERATION_RULES } from "./rules/operations.ts";
import { SCHEMA_RULES } from "./rules/schemas.ts";

export const RULES: readonly Rule[] = [...SCHEMA_RULES, ...OPERATION_RULES];
