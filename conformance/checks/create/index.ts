// Creation: what the schema allows is accepted as it is, kept, and given an identifier; anything else is refused.
import { acceptedChecks } from "./accepted.ts";
import { identityChecks } from "./identity.ts";
import { idempotencyKey } from "./idempotent.ts";
import { keyChecks } from "./keys.ts";
import { refusedChecks } from "./refused.ts";
import { sequenceChecks } from "./sequences.ts";

export const createChecks = [
  ...acceptedChecks,
  ...identityChecks,
  ...refusedChecks,
  ...sequenceChecks,
  ...keyChecks,
  idempotencyKey,
];
