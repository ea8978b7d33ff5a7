// HTTP itself: whole answers, errors of one shape everywhere, and methods that mean what HTTP says.
import { effectChecks } from "./effects.ts";
import { headChecks } from "./head.ts";
import { messageChecks } from "./messages.ts";
import { steadyChecks } from "./steady.ts";
import { negotiationChecks } from "./negotiation.ts";
import { methodChecks } from "./methods.ts";

export const protocolChecks = [
  ...messageChecks,
  ...steadyChecks,
  ...negotiationChecks,
  ...methodChecks,
  ...effectChecks,
  ...headChecks,
];
