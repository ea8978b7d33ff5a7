// Judges whether a request that the contract does not allow was refused as documented.
import type { Operation } from "../../src/contract/model.ts";
import { type Outcome, PASS, fail } from "../check.ts";
import { type Exchange, isRefusal, isTurnedAway, statusOf } from "../client/exchange.ts";
import { isNamed } from "../../src/contract/responses.ts";
import { refusalStatuses } from "../plan.ts";

/**
 * The outcome for a request that the contract does not allow. If the document names statuses for it, the refusal must
 * have one of them.
 */
export function refused(exchange: Exchange, operation: Operation, what: string): Outcome {
  const named = refusalStatuses(operation);
  const status = statusOf(exchange);
  const expected = `${named.length > 0 ? named.join(" or ") : "a client error (4xx)"} for ${what}`;
  const isOther = isTurnedAway(exchange) || !isRefusal(exchange);
  if (isOther || (named.length > 0 && !isNamed(status, named))) return fail(expected, exchange);
  return PASS;
}
