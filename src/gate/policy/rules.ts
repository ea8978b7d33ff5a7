// The policy: what no witness can show. Each rule says what it is about, how much it weighs in each profile, what it sees
// and what to do. Rules see one part before and after, and never each other.
import { DOCUMENT_RULES } from "./rules/document.ts";
import { LIFECYCLE_RULES } from "./rules/lifecycle.ts";
import { OPERATION_RULES } from "./rules/operations.ts";
import { PARAMETER_RULES } from "./rules/parameters.ts";
import type { PolicyRule } from "./rules/rule.ts";
import { SCHEMA_RULES } from "./rules/schemas.ts";

export const POLICY_RULES: readonly PolicyRule[] = [
  ...DOCUMENT_RULES,
  ...OPERATION_RULES,
  ...LIFECYCLE_RULES,
  ...PARAMETER_RULES,
  ...SCHEMA_RULES,
];
