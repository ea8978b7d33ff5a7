// Creation: what the schema allows is taken as it stands, kept, and given an identifier; the rest is refused.
import { acceptedChecks } from "./accepted.ts";
import { identityChecks } from "./identity.ts";
import { keyChecks } from "./keys.ts";
import { refusedChecks } from "./refused.ts";

export const createChecks = [...acceptedChecks, ...identityChecks, ...refusedChecks, ...keyChecks];
