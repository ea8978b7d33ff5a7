// Carries out what a request asks for, and notes what follows from it.
import { withRepairs } from "../../mock/answer/repairs.ts";
import type { Behaviour, MockRequest } from "../../mock/behaviour.ts";
import type { Visit } from "./visit.ts";

/** Carries out a request, and notes what it changes and what of it is not in the answer. */
export function carriedOut(visit: Visit, behaviour: Behaviour, request: MockRequest): ReturnType<Behaviour> {
  const { world } = visit;
  const { result, repairs } = withRepairs(() => behaviour(request, world));
  visit.repairs = repairs;
  visit.changes = world.outbox?.take();
  return result;
}
