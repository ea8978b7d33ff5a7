// Every kind of change that the gate knows, in one frozen table. Exemptions, severities and dashboards rest on the
// names: none is ever given another meaning.
import type { KindInfo } from "./model.ts";
import { POLICY_KINDS, type PolicyKind } from "./policy.ts";
import { SCHEMA_KINDS, type SchemaKind } from "./schema.ts";
import { WIRE_KINDS, type WireKind } from "./wire.ts";

export type Kind = WireKind | SchemaKind | PolicyKind;

/** Each kind with what it means, in the order in which `--rules` lists them. */
export const KINDS: ReadonlyMap<string, KindInfo> = new Map<string, KindInfo>([
  ...Object.entries<KindInfo>(WIRE_KINDS),
  ...SCHEMA_KINDS,
  ...Object.entries<KindInfo>(POLICY_KINDS),
]);
