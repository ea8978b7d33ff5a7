// Routes a request through the server: host, path, credential, method, operation; in this order.
import { type Refusal, refuse } from "../../mock/errors/refusal.ts";
import type { Turns } from "./turns.ts";
import type { Visit } from "./visit.ts";
import { readHead } from "../request/head.ts";
import type { HostGuard } from "../request/admission/host.ts";
import type { SessionReader } from "../request/session.ts";
import type { Worlds } from "../../mock/worlds.ts";
import type { OriginGuard } from "../request/admission/origin.ts";
import type { ConsolePages } from "../pages/console.ts";
import type { PathItem } from "./path-item.ts";
import { ownFile } from "../answer/file-desk.ts";
import type { Replies } from "../answer/replies.ts";
import { send } from "../answer/send.ts";
import { type Expectation, isPreflight, preflightLines, route } from "./route.ts";
import type { Incoming, Reply } from "../exchange.ts";
import type { Router } from "./router.ts";
import type { Upstream } from "../upstream.ts";
import { type WelcomePage, asksForPage } from "../pages/welcome.ts";
import { type Target, readTarget } from "../request/target.ts";

const REFUSALS = {
  target: refuse("malformed_request", "target", "the request target is not a path as RFC 9112 has it"),
  noHost: refuse("invalid_host", "header Host", "the Host header is missing"),
  hosts: refuse("invalid_host", "header Host", "the Host header is there more than once"),
  badHost: refuse("invalid_host", "header Host", "the Host header is not a host and an optional port"),
  foreign: refuse("foreign_host", "header Host", "this server does not answer for that host; --allowed-host adds one"),
  origin: refuse("foreign_origin", "header Origin", "pages of that origin may not use this mock; --origin allows one"),
  transferCoding: refuse("not_implemented", "header Transfer-Encoding", "the only transfer coding known is chunked"),
} as const satisfies Readonly<Record<string, Refusal>>;

/** Everything that requests can be routed to. */
export interface Directory {
  /** By path template, including the base path. */
  readonly paths: Router<PathItem>;
  readonly hosts: Pick<HostGuard, "judge">;
  readonly origins: OriginGuard;
  /** Receives each origin that is refused. */
  readonly onForeignOrigin: (origin: string) => void;
  /** Answers requests that reach no operation. */
  readonly replies: Replies;
  /** The answer for a path that is not in the document. */
  readonly unknownPath: Refusal;
  /** The path prefixes under which the mock serves. */
  readonly basePaths: readonly string[];
  readonly welcome: WelcomePage;
  /** Absent if there is no console. */
  readonly pages: ConsolePages | undefined;
  readonly sessions: SessionReader;
  readonly worlds: Worlds;
  /** Answers calls that control the mock; absent if there is no control plane. */
  readonly control: ControlGate | undefined;
  /** Answers some requests in place of the mock. */
  readonly upstream: Upstream | undefined;
  /** Lets requests act in worlds that other processes share; absent for a mock of its own. */
  readonly turns?: Turns | undefined;
}

/** The entrance to the control plane. */
export interface ControlGate {
  /** True for a path of the control plane. */
  owns(path: string): boolean;
  /** Sent by the console's own page with each call that changes something: any page of this origin has the same origin. */
  readonly proof: string;
  /** Answers a request whose host was already checked. */
  answer(visit: Visit, how: { readonly method: string; readonly expectation: Expectation }): void;
}

const INTERNAL = refuse("internal_error", "service", "the service could not answer");

/** Handles internal errors. @param directory returns the current one when an error occurs */
export function failing(
  onError: ((error: unknown, template: string | undefined) => void) | undefined,
  directory: () => Pick<Directory, "replies">,
): (visit: Visit, error: unknown) => void {
  return (visit, error) => {
    onError?.(error, visit.template);
    // Half an answer cannot be taken back, and the client must not take it for a complete one.
    if (visit.res.headersSent) {
      visit.res.destroy();
      return;
    }
    // Node would keep the reason phrase of the answer that failed.
    visit.res.statusMessage = "";
    (visit.replies ?? directory().replies).refuse(visit, INTERNAL);
  };
}

/** Creates the visit of a request. */
export function visitOf(directory: Directory, req: Incoming, res: Reply, expectation: Expectation): Visit {
  return {
    req,
    res,
    head: readHead(req, directory.sessions.header),
    session: undefined,
    sessionName: directory.sessions.header,
    world: directory.worlds.shared,
    status: 0,
    origin: undefined,
    path: "",
    query: "",
    texts: NO_TEXTS,
    template: undefined,
    awaitsContinue: expectation === "continue",
    replies: undefined,
    disturbance: undefined,
    alter: undefined,
    refusal: undefined,
    excused: undefined,
    operation: undefined,
    body: undefined,
    request: undefined,
    repairs: undefined,
    changes: undefined,
    began: performance.now(),
    isSilent: false,
  };
}

const NO_TEXTS: readonly string[] = [];

/** Answers a request, or passes it to its operation. */
export function dispatch(directory: Directory, visit: Visit, expectation: Expectation): void {
  const { req } = visit;
  const target = readTarget(req.url ?? "");
  const refusal =
    judgeHost(directory.hosts, visit, target) ?? (visit.head.transferCoded ? REFUSALS.transferCoding : undefined);
  if (refusal !== undefined || target === undefined) {
    directory.replies.refuse(visit, refusal ?? REFUSALS.target);
    return;
  }
  const method = req.method ?? "";
  const found = directory.paths.find(target.path);
  visit.path = target.path;
  visit.query = target.query;
  if (found === undefined && directory.control?.owns(target.path) === true) {
    directory.control.answer(visit, { method, expectation });
    return;
  }
  const origin = directory.origins.judge(visit.head.origin, visit.head.host);
  if (origin === "foreign") {
    visit.origin = null;
    directory.onForeignOrigin(visit.head.origin ?? "");
    directory.replies.refuse(visit, REFUSALS.origin);
    return;
  }
  if (origin === "allowed") visit.origin = visit.head.origin;
  const unclear = readSession(directory, visit, found?.value.entry(method)?.queryNames);
  if (unclear !== undefined) {
    directory.replies.refuse(visit, unclear);
    return;
  }
  if (found !== undefined) {
    visit.template = found.value.template;
    visit.texts = found.texts;
  }
  const entry = directory.upstream && found?.value.entry(method);
  const isPage = directory.upstream && found === undefined && directory.pages?.answer(visit, target.path);
  if (isPage === true) return;
  if (directory.upstream?.takes(entry?.operation) === true && !isPreflight(req)) {
    visit.operation = entry?.operation;
    directory.upstream.carry(visit, entry && (() => entry.endpoint.objectionTo(visit)));
    return;
  }
  if (found === undefined) {
    answerUnknownPath(directory, visit, target.path);
    return;
  }
  const item = found.value;
  const { worlds, turns } = directory;
  route(visit, item, { method, expectation, worlds, turns });
}

/**
 * Finds the session that a request names, and removes the name from the query. If the session exists, the request is
 * in its world from now on; a new one is created only for a client that was admitted.
 * @param taken the operation's own query parameters
 */
export function readSession(
  { sessions, worlds }: Pick<Directory, "sessions" | "worlds">,
  visit: Visit,
  taken: ReadonlySet<string> | undefined,
): Refusal | undefined {
  const choice = sessions.read(visit, taken?.has(sessions.header) === true);
  if (choice === undefined) return undefined;
  if ("kind" in choice) return choice;
  visit.query = choice.query;
  visit.session = choice.name;
  visit.world = worlds.known(choice.name) ?? visit.world;
  return undefined;
}

function answerUnknownPath(directory: Directory, visit: Visit, path: string): void {
  const { paths, replies, unknownPath, welcome, pages, basePaths } = directory;
  const { req, head } = visit;
  const file = req.method === "GET" || req.method === "HEAD" ? ownFile(visit, basePaths) : undefined;
  if (path === "*" && req.method === "OPTIONS") send(visit, 204, []);
  // A browser shows the page a 404 only if the preflight before it succeeded.
  else if (isPreflight(req)) send(visit, 204, preflightLines(visit, []));
  else if (file !== undefined) replies.file(visit, 200, file);
  else if (pages?.answer(visit, path) === true) return;
  else if (welcome.isAt(path) && asksForPage(req)) welcome.send(visit, head.host ?? "");
  else if (paths.find(otherSlash(path)) === undefined) replies.refuse(visit, unknownPath);
  else {
    const which = path.endsWith("/") ? "without the slash at the end" : "with a slash at the end";
    replies.refuse(visit, refuse("not_found", "path", `the document has no such path; it has this one ${which}`));
  }
}

/** The path with its trailing slash removed, or with one added. */
function otherSlash(path: string): string {
  return path.endsWith("/") ? path.slice(0, -1) : `${path}/`;
}

function judgeHost(hosts: Directory["hosts"], { head }: Visit, target: Target | undefined): Refusal | undefined {
  if (head.host === undefined || head.host === "") return REFUSALS.noHost;
  if (head.hosts > 1) return REFUSALS.hosts;
  let verdict = hosts.judge(head.host);
  // In an absolute-form target, the target's host is the one that counts (RFC 9112, section 3.2.2); both must be
  // allowed.
  if (verdict === "allowed" && target?.authority !== undefined) verdict = hosts.judge(target.authority);
  if (verdict === "malformed") return REFUSALS.badHost;
  return verdict === "foreign" ? REFUSALS.foreign : undefined;
}
