// Leads from the path of a request to the operation that answers: preflight, credential, method, world, situations; in
// this order: a client that is refused takes no room.
import { lineNames, linesWithout, type HeaderLines } from "../../contract/header-lines.ts";
import { type Refusal, refuse } from "../../mock/errors/refusal.ts";
import { MOST_SESSIONS, type Worlds } from "../../mock/worlds.ts";
import { headerOf } from "../request/head.ts";
import { disturb } from "./disturb.ts";
import type { Visit } from "./visit.ts";
import type { Turns } from "./turns.ts";
import type { Incoming } from "../exchange.ts";
import type { PathItem } from "./path-item.ts";
import { send } from "../answer/send.ts";
import { isHeaderName } from "../answer/lines.ts";

/** What the client expects of us before it continues (RFC 9110, section 10.1.1). */
export type Expectation = "nothing" | "continue" | "unknown";

const EXPECTATION = refuse(
  "expectation_failed",
  "header Expect",
  "the only expectation that can be met is 100-continue",
);

export const FULL = refuse(
  "too_many_sessions",
  "session",
  `there are ${MOST_SESSIONS} sessions, and all were used within the last minute; drop one, or use one again`,
);

/** How a request was made, and the worlds that it may enter. */
export interface Way {
  readonly method: string;
  readonly expectation: Expectation;
  readonly worlds: Worlds;
  /** Absent for a mock that shares its worlds with nobody. */
  readonly turns?: Turns | undefined;
}

/** Answers a request for a path: at once, or in a shared world when it is its turn. */
export function route(visit: Visit, item: PathItem, way: Way): void {
  if (way.turns === undefined) answer(visit, item, way);
  else way.turns.take(visit, item, { ...way, answer });
}

function answer(visit: Visit, item: PathItem, { method, expectation, worlds }: Way): void {
  const entry = item.entry(method);
  // A preflight, which cannot carry a credential, or a plain OPTIONS request, which needs none.
  if (method === "OPTIONS" && (entry === undefined || isPreflight(visit.req))) {
    send(visit, 204, isPreflight(visit.req) ? preflightLines(visit, item.preflight) : item.preflight);
    return;
  }
  const replies = entry?.replies ?? item.replies;
  visit.replies = replies;
  visit.operation = entry?.operation;
  const { gatekeeper } = entry ?? item;
  const judgement = gatekeeper.judge(visit);
  if (judgement !== "admitted") replies.refuse(visit, gatekeeper.refusals[judgement]);
  else if (expectation === "unknown") replies.refuse(visit, EXPECTATION);
  else if (entry === undefined) replies.refuse(visit, wrongMethod(method, item), ["Allow", item.allow]);
  else if (!enterWorld(visit, worlds)) replies.refuse(visit, FULL);
  else if (visit.isSilent || (visit.world.situations.isEmpty && visit.head.prefer === undefined))
    entry.endpoint.run(visit);
  else disturb(visit, entry, method);
}

/** Enters the world of the session that an admitted client names. @returns false if there are too many */
function enterWorld(visit: Visit, worlds: Worlds): boolean {
  if (visit.session === undefined) return true;
  const world = worlds.session(visit.session);
  if (world !== undefined) visit.world = world;
  return world !== undefined;
}

/** True if a browser asks whether a page may send a request (Fetch standard, section 3.2). */
export function isPreflight(req: Incoming): boolean {
  return headerOf(req, "origin") !== "" && headerOf(req, "access-control-request-method") !== "";
}

/** A token list as valid in a request header; anything else is not repeated. */
const HEADER_NAMES = /^[!#$%&'*+.^_`|~\w-]+(?:[ \t]*,[ \t]*[!#$%&'*+.^_`|~\w-]+)*$/;

/**
 * The preflight response: the page may send the method and the headers that it asks for. Whether the operation has the
 * method is left to the answer of the request itself, which the page can read.
 */
export function preflightLines({ req }: Visit, lines: HeaderLines): HeaderLines {
  const asked = (name: string): string => headerOf(req, `access-control-request-${name}`);
  const granted = [
    ...(isHeaderName(asked("method")) ? ["Access-Control-Allow-Methods", asked("method")] : []),
    ...(HEADER_NAMES.test(asked("headers")) ? ["Access-Control-Allow-Headers", asked("headers")] : []),
    ...(asked("private-network") === "true" ? ["Access-Control-Allow-Private-Network", "true"] : []),
  ];
  const names = lineNames(granted);
  return [...linesWithout(lines, (name) => names.has(name)), ...granted];
}

function wrongMethod(method: string, item: PathItem): Refusal {
  return refuse("method_not_allowed", "method", `${method} is not allowed here; allowed are ${item.allow}`);
}
