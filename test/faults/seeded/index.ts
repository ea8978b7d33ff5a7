// Services in the style of those that people write, each with ten bugs or more of which only a second look shows the effect.
import { BANK } from "./bank.ts";
import { CLINIC } from "./clinic.ts";
import { DESK } from "./desk.ts";
import { FREIGHT } from "./freight.ts";

export { type Seeded, startSeeded } from "./host.ts";
export const SEEDED = [BANK, CLINIC, FREIGHT, DESK] as const;
