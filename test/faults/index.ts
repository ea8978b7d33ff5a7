// The broken stores that the conformance suite must find, and the conforming ones on which it must be silent.
import { AUTH } from "./catalogue/auth.ts";
import { ACCEPTED } from "./catalogue/create/accepted.ts";
import { ANSWERS } from "./catalogue/create/answers.ts";
import { REFUSED } from "./catalogue/create/refused.ts";
import { STORED } from "./catalogue/create/stored.ts";
import { ERRORS } from "./catalogue/errors.ts";
import { FETCH } from "./catalogue/fetch.ts";
import { FILTERS } from "./catalogue/filters.ts";
import { LIFECYCLE } from "./catalogue/lifecycle.ts";
import { LISTS } from "./catalogue/lists.ts";
import { PARAMETERS } from "./catalogue/parameters.ts";
import { MESSAGES } from "./catalogue/protocol/messages.ts";
import { METHODS } from "./catalogue/protocol/methods.ts";
import type { Fault } from "./craft.ts";

export type { Behaviour, Overrides } from "./behaviour.ts";
export { FAULT_CLASSES, type Fault, type FaultClass } from "./craft.ts";
export { startReference, type Running } from "./server.ts";
export { VARIANTS, type Variant } from "./variants.ts";

export const FAULTS: readonly Fault[] = [
  ...AUTH,
  ...PARAMETERS,
  ...FILTERS,
  ...LISTS,
  ...ANSWERS,
  ...STORED,
  ...ACCEPTED,
  ...REFUSED,
  ...FETCH,
  ...ERRORS,
  ...LIFECYCLE,
  ...MESSAGES,
  ...METHODS,
];
