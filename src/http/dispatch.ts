// The way of a request through the server: host, path, credential, method, operation; in this order.
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Refusal, refuse } from "../mock/refusal.ts";
import type { Visit } from "./endpoint.ts";
import { readHead } from "./request/head.ts";
import type { HostGuard } from "./request/host.ts";
import { CREDENTIAL_REFUSALS, type Place } from "./places.ts";
import { type Replies, send } from "./replies.ts";
import type { Router } from "./router.ts";
import { type Target, readTarget } from "./request/target.ts";

/** What the client expects of us before it goes on (RFC 9110, section 10.1.1). */
export type Expectation = "nothing" | "continue" | "unknown";

const REFUSALS = {
  target: refuse("malformed_request", "target", "the request target is not a path as RFC 9112 has it"),
  noHost: refuse("invalid_host", "header Host", "the Host header is missing"),
  hosts: refuse("invalid_host", "header Host", "the Host header is there more than once"),
  badHost: refuse("invalid_host", "header Host", "the Host header is not a host and an optional port"),
  foreign: refuse("foreign_host", "header Host", "this server does not answer for that host; --allowed-host adds one"),
  expectation: refuse("expectation_failed", "header Expect", "the only expectation that can be met is 100-continue"),
} as const satisfies Readonly<Record<string, Refusal>>;

/** Where requests can go. */
export interface Directory {
  /** By path template, the base path included. */
  readonly places: Router<Place>;
  readonly hosts: HostGuard;
  /** Answers what reaches no operation. */
  readonly replies: Replies;
  /** The answer to a path that is none of the places. */
  readonly unknownPath: Refusal;
}

/** Makes the record of a request. */
export function visitOf(req: IncomingMessage, res: ServerResponse, expectation: Expectation): Visit {
  return {
    req,
    res,
    head: readHead(req),
    status: 0,
    query: "",
    texts: NO_TEXTS,
    template: undefined,
    awaitsContinue: expectation === "continue",
    replies: undefined,
  };
}

const NO_TEXTS: readonly string[] = [];

/** Answers a request, or hands it to the operation that will. */
export function dispatch(directory: Directory, visit: Visit, expectation: Expectation): void {
  const { req } = visit;
  const target = readTarget(req.url ?? "");
  const refusal = judgeHost(directory.hosts, visit, target);
  if (refusal !== undefined || target === undefined) {
    directory.replies.refuse(visit, refusal ?? REFUSALS.target);
    return;
  }
  const method = req.method ?? "";
  const found = directory.places.find(target.path);
  if (found === undefined) {
    if (target.path === "*" && method === "OPTIONS") send(visit, 204, []);
    else directory.replies.refuse(visit, directory.unknownPath);
    return;
  }
  const place = found.value;
  visit.template = place.template;
  visit.query = target.query;
  visit.texts = found.texts;
  route(visit, place, method, expectation);
}

function route(visit: Visit, place: Place, method: string, expectation: Expectation): void {
  const entry = place.entry(method);
  // A preflight, or a plain question for what is allowed: no credential can come with the one, nor need the other.
  if (method === "OPTIONS" && (entry === undefined || isPreflight(visit.req))) {
    send(visit, 204, place.preflight);
    return;
  }
  const replies = entry?.replies ?? place.replies;
  visit.replies = replies;
  const judgement = (entry?.gatekeeper ?? place.gatekeeper).judge(visit);
  if (judgement !== "admitted") replies.refuse(visit, CREDENTIAL_REFUSALS[judgement]);
  else if (expectation === "unknown") replies.refuse(visit, REFUSALS.expectation);
  else if (entry === undefined) replies.refuse(visit, wrongMethod(method, place), ["Allow", place.allow]);
  else entry.endpoint.run(visit);
}

function judgeHost(hosts: HostGuard, { head }: Visit, target: Target | undefined): Refusal | undefined {
  if (head.host === undefined || head.host === "") return REFUSALS.noHost;
  if (head.hosts > 1) return REFUSALS.hosts;
  let verdict = hosts.judge(head.host);
  // The host in a target of absolute form is the one that counts (RFC 9112, section 3.2.2); both must be ours.
  if (verdict === "allowed" && target?.authority !== undefined) verdict = hosts.judge(target.authority);
  if (verdict === "malformed") return REFUSALS.badHost;
  return verdict === "foreign" ? REFUSALS.foreign : undefined;
}

function isPreflight(req: IncomingMessage): boolean {
  return req.headers.origin !== undefined && req.headers["access-control-request-method"] !== undefined;
}

function wrongMethod(method: string, place: Place): Refusal {
  return refuse("method_not_allowed", "method", `${method} is not allowed here; allowed are ${place.allow}`);
}
