// The outcome of a claim that no recorded exchange is relevant to, and what would let the next run decide it.
import type { Operation } from "../../src/contract/model.ts";
import { type Outcome, inconclusive } from "../check.ts";
import { type Exchange, isTurnedAway } from "../client/exchange.ts";
import { writeRemedy } from "../client/remedies.ts";
import { CHANGE_EXISTING } from "../client/undecidable.ts";
import { actsOnMany, isSafe } from "../operations.ts";
import { resourceOf } from "../plan.ts";
import type { Session } from "../client/target.ts";

/** The outcome if nothing at all was sent to an operation. */
export function nothingSent(session: Session, operation: Operation): Outcome {
  if (!isSafe(operation) && session.plan.unmodelled.has(operation)) {
    const needs = "x-resource, in the document or in an overlay, that says what it does";
    return inconclusive("nothing was sent, as it may change something and nobody knows what it does", needs);
  }
  const resource = resourceOf(session.plan, operation);
  const hasOwn = resource !== undefined && session.createdOf(resource).length > 0;
  const needs = isSafe(operation)
    ? "a store that holds an item to ask for"
    : writeRemedy(session, hasOwn ? "a target on which the run can see that what it created is its own" : undefined);
  if (!isSafe(operation) && resource === undefined)
    return inconclusive(
      "nothing was sent, as what it changes was there before the run",
      session.stop.ending?.needs ?? CHANGE_EXISTING,
    );
  if (actsOnMany(resource, operation))
    return inconclusive(
      "nothing was sent, as it would act on other people's items too",
      session.stop.ending?.needs ?? CHANGE_EXISTING,
    );
  return inconclusive("nothing was sent to the operation", session.stop.ending?.needs ?? needs);
}

/**
 * The outcome of a claim that no exchange is relevant to.
 * @param own the exchanges of the operation, answered or not
 */
export function unseen(session: Session, operation: Operation, own: readonly Exchange[]): Outcome {
  if (own.length === 0) return nothingSent(session, operation);
  if (own.every(({ response }) => response === undefined))
    return inconclusive("no answer came", "a target that answers");
  return inconclusive("no answer that the claim is about was seen", toSee(session, own));
}

function toSee({ stop, options, record, keyring }: Session, own: readonly Exchange[]): string {
  if (stop.ending !== undefined) return stop.ending.needs;
  // If an operation was never asked with the key, no item of it was found, and the other exchanges show why. Usually
  // the first one does, which matters because a document can have thousands of claims.
  const asked = own.some(isKeyed) ? own : record;
  if (!asked.some((exchange) => isKeyed(exchange) && !isTurnedAway(exchange))) {
    return keyring.isEmpty ? "--key, or --key-env" : "a key that the target accepts";
  }
  return options.readOnly ? "a target that gives one, or a run without --read-only" : "a target that gives one";
}

/** True for an answered request that carried the key, if one is needed. */
function isKeyed({ intent, response }: Exchange): boolean {
  return intent !== "unauthenticated" && intent !== "foreign" && response !== undefined;
}
