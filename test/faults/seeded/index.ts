// Services in the style of those that people write, each with ten bugs or more of which only a second look shows the effect.
import { Keyring } from "../../../conformance/client/target/keyring.ts";
import { BANK } from "./bank.ts";
import { CLINIC } from "./clinic.ts";
import { DESK } from "./desk.ts";
import { FREIGHT } from "./freight.ts";
import { KEYS } from "./host.ts";
import { LIBRARY } from "./library.ts";
import { STOCK } from "./stock.ts";

export { type Seeded, startSeeded } from "./host.ts";

/** The keys of a second user. */
export const OTHER = new Keyring({ key: Object.keys(KEYS)[1] });
export const SEEDED = [BANK, CLINIC, FREIGHT, DESK, STOCK, LIBRARY] as const;
