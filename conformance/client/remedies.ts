// What the user can change so that a claim can be decided.
import type { Session } from "./target.ts";

/**
 * What would let the run create or change something that it did not.
 * @param otherwise the remedy if neither the user nor the budget prevented it
 */
export function writeRemedy(session: Session, otherwise = "a target on which creation works"): string {
  const { ending } = session.stop;
  if (ending !== undefined) return ending.needs;
  if (session.options.readOnly) return "a run without --read-only";
  return session.writesLeft === 0 ? "a larger --max-writes" : otherwise;
}
