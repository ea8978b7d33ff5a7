// Answers to requests with a made-up path parameter: a 404 says nothing about the rest of the request.
import { type Outcome, inconclusive } from "../check.ts";
import { type Exchange, statusOf } from "../client/exchange.ts";
import type { Probe } from "../client/request.ts";

/** The outcome if a path with a made-up value was not found; undefined if the answer can be judged. */
export function undecidedPath({ operation, path = {} }: Probe, exchange: Exchange): Outcome | undefined {
  const isMadeUp = [...operation.path.matchAll(/\{([^}]+)\}/g)].some(([, name = ""]) => path[name] === undefined);
  if (!isMadeUp || (statusOf(exchange) !== 404 && statusOf(exchange) !== 410)) return undefined;
  return inconclusive("no item is known to exist", "a store that holds one, and an operation that lists it");
}
