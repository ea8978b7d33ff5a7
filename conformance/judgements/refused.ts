// Judges whether a request that the contract does not allow was refused as documented.
import type { Operation } from "../../src/contract/model.ts";
import { type Outcome, PASS, fail, inconclusive } from "../check.ts";
import { type Exchange, describeAnswer, header, isRefusal, isTurnedAway, statusOf } from "../client/exchange.ts";
import { isNamed } from "../../src/contract/responses.ts";
import { EXAMPLE } from "./rule.ts";
import { refusalStatuses } from "../operations.ts";

/** Refusals that are about the state of the service, not about what the request says. */
const CONFLICTS = new Set([409, 412, 423, 424, 428]);

/**
 * The outcome for a request that the contract does not allow. Any refusal will do: whether
 * its status is documented is another question.
 */
export function refused(exchange: Exchange, operation: Operation, what: string): Outcome {
  const named = refusalStatuses(operation);
  const status = statusOf(exchange);
  const expected = `${named.length > 0 ? named.join(" or ") : "a client error (4xx)"} for ${what}`;
  if (isTurnedAway(exchange) || !isRefusal(exchange)) return fail(expected, exchange);
  // Another status of a refusal is judged by status.refusal. A conflict is no judgement of the request itself.
  if (!CONFLICTS.has(status) || isNamed(status, named)) return PASS;
  // What it lacks is the condition itself.
  if (status === 428 && header(exchange.request.headers, "if-match") === undefined) return PASS;
  return inconclusive(`it was refused for another reason: ${describeAnswer(exchange)}`, EXAMPLE);
}
