// The broken stores that the suite must detect, and the conforming ones that must pass.
import { KEYS } from "./catalogue/auth/keys.ts";
import { REFUSALS } from "./catalogue/auth/refusals.ts";
import { ACCEPTED_BODIES } from "./catalogue/create/accepted-bodies.ts";
import { ACCEPTED_VALUES } from "./catalogue/create/accepted-values.ts";
import { ANSWERS } from "./catalogue/create/answers.ts";
import { NAMES } from "./catalogue/create/names.ts";
import { WRONG_REFUSALS } from "./catalogue/create/refusals.ts";
import { REFUSED_ITEMS } from "./catalogue/create/refused-items.ts";
import { STORED } from "./catalogue/create/stored.ts";
import { MEMBERS } from "./catalogue/errors/members.ts";
import { SHAPES } from "./catalogue/errors/shapes.ts";
import { IDENTIFIERS } from "./catalogue/fetch/identifiers.ts";
import { ITEMS } from "./catalogue/fetch/items.ts";
import { FILTERS } from "./catalogue/filters.ts";
import { LIFECYCLE } from "./catalogue/lifecycle.ts";
import { LISTS } from "./catalogue/lists.ts";
import { SIZES } from "./catalogue/parameters/sizes.ts";
import { VALUES } from "./catalogue/parameters/values.ts";
import { BODIES } from "./catalogue/protocol/bodies.ts";
import { CONDITIONAL } from "./catalogue/protocol/conditional.ts";
import { FRAMING } from "./catalogue/protocol/framing.ts";
import { INTERMITTENT } from "./catalogue/protocol/intermittent.ts";
import { METHODS } from "./catalogue/protocol/methods.ts";
import type { Fault } from "./fault.ts";

export type { Behaviour, Overrides } from "./behaviour.ts";
export { FAULT_CLASSES, type Fault, type FaultClass, type Variant } from "./fault.ts";
export { startReference, type Running } from "./server.ts";
export { VARIANTS } from "./variants.ts";

/** Sorted by class, in the order of `FAULT_CLASSES`. */
export const FAULTS: readonly Fault[] = [
  [KEYS, REFUSALS],
  [SIZES, VALUES],
  [FILTERS],
  [LISTS],
  [ANSWERS, NAMES, STORED, ACCEPTED_VALUES, ACCEPTED_BODIES, REFUSED_ITEMS, WRONG_REFUSALS],
  [ITEMS, IDENTIFIERS],
  [MEMBERS, SHAPES],
  [LIFECYCLE],
  [BODIES, FRAMING, METHODS, CONDITIONAL, INTERMITTENT],
].flat(2);
