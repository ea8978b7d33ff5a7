// HTTP itself: complete answers, errors of one shape everywhere, and methods that mean what HTTP says.
import { effectChecks } from "./effects.ts";
import { head } from "./head.ts";
import { messageChecks } from "./messages.ts";
import { steady } from "./steady.ts";
import { negotiationChecks } from "./negotiation.ts";
import { methodChecks } from "./methods.ts";

export const protocolChecks = [...messageChecks, steady, ...negotiationChecks, ...methodChecks, ...effectChecks, head];
