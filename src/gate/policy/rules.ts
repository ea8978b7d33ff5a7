// The policy: everything that no witness can show. Each rule has a subject, a severity in each profile, what it detects
// and how to fix it. A rule sees one part before and after, and no other rules.
import { DOCUMENT_RULES } from "./rules/document.ts";
import { LIFECYCLE_RULES } from "./rules/lifecycle.ts";
import { OPERATION_RULES } from "./rules/operations.ts";
import { PARAMETER_RULES } from "./rules/parameters.ts";
import type { PolicyRule } from "./rules/rule.ts";
import { SCHEMA_RULES } from "./rules/schemas.ts";

const ALL = [...DOCUMENT_RULES, ...OPERATION_RULES, ...LIFECYCLE_RULES, ...PARAMETER_RULES, ...SCHEMA_RULES];

/** The kinds of the changes that the policy finds. */
export type PolicyKind = (typeof ALL)[number]["id"];

export const POLICY_RULES: readonly (PolicyRule & { readonly id: PolicyKind })[] = ALL;
