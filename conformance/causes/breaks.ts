// Joins the causes of server errors: what operations share of the requests that broke them.
import { type Exchange, header, statusOf, valueOf } from "../client/exchange.ts";
import { messageIn } from "../client/bodies/message.ts";
import { readJson } from "../../src/json/read.ts";
import { mayBeJson, mediaFor } from "../../src/contract/media.ts";
import { groupsOf } from "../../src/memo.ts";
import { sentText } from "../bodies.ts";
import type { Result } from "../run.ts";
import type { Cause } from "./cause.ts";

/** A result that failed, with the exchanges that show it. */
export interface Failure {
  readonly result: Result;
  readonly exchanges: readonly Exchange[];
}

/** Makes one cause of server errors at which several operations break alike: what reads requests is mostly one place. */
export function joinBreaks(failures: readonly Failure[], causes: Map<Result, Cause>): void {
  const broken = failures.filter(({ result }) => causes.get(result)?.kind === "server-error");
  const byName = groupsOf(broken, ({ result }) => causes.get(result)?.name ?? "");
  const joined: { readonly names: string[]; readonly breaks: ReadonlySet<string | undefined> }[] = [];
  for (const [name, own] of byName) {
    const wrong = own.flatMap(({ exchanges }) => exchanges.filter((one) => statusOf(one) >= 500));
    // An answer to HEAD has no reason.
    const breaks = new Set(
      wrong.flatMap((one) => (one.request.method === "HEAD" ? (breakOf(one) ?? []) : [breakOf(one)])),
    );
    // An operation that also breaks at what is its own has a fault of its own.
    const isAlike = (other: ReadonlySet<string | undefined>): boolean =>
      breaks.size > 0 &&
      !breaks.has(undefined) &&
      !other.has(undefined) &&
      (isWithin(breaks, other) || isWithin(other, breaks));
    const known = joined.find((one) => isAlike(one.breaks));
    known?.names.push(name);
    if (known === undefined) joined.push({ names: [name], breaks });
  }
  for (const {
    names: [first = "", ...others],
  } of joined)
    for (const name of others.length > 0 ? [first, ...others] : [])
      for (const { result } of byName.get(name) ?? [])
        causes.set(result, { kind: "server-error", name: first, more: others.length });
}

const isWithin = (one: ReadonlySet<unknown>, other: ReadonlySet<unknown>): boolean =>
  [...one].every((value) => other.has(value));

/** True for a method that the operation does not have, which is mostly refused in one place for all paths. */
export function isOtherMethod({ operation, request: { method } }: Exchange): boolean {
  return operation !== undefined && ![operation.method, "HEAD"].includes(method);
}

/**
 * What of a request that broke a server other operations share: its method, its status, its query, a body that is no
 * object, a reason.
 */
function breakOf(exchange: Exchange): string | undefined {
  if (isOtherMethod(exchange)) return exchange.request.method;
  // What is not there behind a service, or not made yet, is missing to all of these operations.
  if (statusOf(exchange) > 500 && statusOf(exchange) <= 504) return String(statusOf(exchange));
  const text = sentText(exchange.request);
  const type = header(exchange.request.headers, "content-type");
  if (type !== undefined && mediaFor(exchange.operation?.body?.content ?? [], type) === undefined) return type;
  // Where a body cannot be read, it does not matter what it was to say.
  if ((type === undefined ? text !== "" : mayBeJson(type)) && !("value" in readJson(text))) return "what is no JSON";
  const isOther = text !== "" && !/^\s*\{[^]*\}\s*$/.test(text);
  const said = messageIn(exchange.response?.cut === undefined ? valueOf(exchange) : undefined);
  const isTelling =
    said !== undefined && said.includes(" ") && !/\b(?:internal|unknown|unexpected|wrong)\b/i.test(said);
  return isOther ? text : new URL(exchange.request.url).search || (isTelling ? said : undefined);
}
