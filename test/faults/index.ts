// The broken stores that the conformance suite must find, and the conforming ones on which it must be silent.
import { AUTH } from "./catalogue/auth.ts";
import { FILTERS } from "./catalogue/filters.ts";
import { LISTS } from "./catalogue/lists.ts";
import { PARAMETERS } from "./catalogue/parameters.ts";
import type { Fault } from "./craft.ts";

export type { Behaviour, Overrides } from "./behaviour.ts";
export type { Fault, FaultClass } from "./craft.ts";
export { startReference, type Running } from "./server.ts";
export { VARIANTS, type Variant } from "./variants.ts";

export const FAULTS: readonly Fault[] = [...AUTH, ...PARAMETERS, ...FILTERS, ...LISTS];
