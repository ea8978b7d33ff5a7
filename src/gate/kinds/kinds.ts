// Every kind of change that the gate reports, in one table. Exemptions, severities and dashboards use the names, so a
// name never changes its meaning.
import { POLICY_RULES, type PolicyKind } from "../policy/rules.ts";
import type { KindInfo } from "./model.ts";
import { SCHEMA_KINDS, type SchemaKind } from "./schema.ts";
import { WIRE_KINDS, type WireKind } from "./wire.ts";

export type Kind = WireKind | SchemaKind | PolicyKind;

/** Each kind with its meaning, in the order of `--rules`. */
export const KINDS: ReadonlyMap<string, KindInfo> = new Map<string, KindInfo>([
  ...Object.entries<KindInfo>(WIRE_KINDS),
  ...SCHEMA_KINDS,
  ...POLICY_RULES.map(({ id, meaning, fix, help = fix, isAlsoProved }) => {
    return [id, { meaning, help, ...(isAlsoProved === undefined ? {} : { isAlsoProved }) }] as const;
  }),
]);
