// Finds out before the suite runs whether there is anything to verify. It sends a few valid requests that change
// nothing and one without a key. If no path of the document exists there, it looks for the base URL where the paths do
// exist.
import { inferResources } from "../../src/resource/infer.ts";
import type { Contract, Operation } from "../../src/contract/model.ts";
import { type Carrier, type Exchange, isSuccess, mediaTypeOf, statusOf } from "../client/exchange.ts";
import { NO_CREDENTIAL } from "../client/target/credential.ts";
import { type Redactor, redactorFor } from "../client/target/redaction.ts";
import type { Probe } from "../client/request.ts";
import { Session, Target, type TargetOptions } from "../client/target.ts";
import { Undecidable, orUndecidable } from "../client/undecidable.ts";
import { bodyFault } from "../judgements/body.ts";
import { validProbe } from "../items/operation.ts";
import { type Plan, makePlan } from "../plan.ts";
import { describedResponse, protection } from "../operations.ts";
import { type About, type Obstacle, isDescribed, obstacleOf } from "./obstacle.ts";

/** The result of the preflight: the obstacle, if there is one, and the redactor for what it shows. */
export interface Preflight {
  readonly obstacle?: Obstacle;
  readonly redactor: Redactor;
  readonly requests: number;
}

/** The most operations to try. */
const ASKED = 4;
/** The most other base URLs to try. */
const TRIED = 10;

/** Finds out whether there is anything to verify. It sends only GET. */
export async function preflight(contract: Contract, options: TargetOptions, transport: Carrier): Promise<Preflight> {
  const today = new Date().toISOString().slice(0, 10);
  const plan = makePlan(contract, inferResources(contract), today, options.baseUrl);
  const session = new Session(plan, { ...options, readOnly: true }, transport);
  const exchanges = (await Promise.all(askable(plan).map((operation) => ask(session, operation)))).flat();
  const answers = exchanges.filter(({ response }) => response !== undefined);
  const redactor = (): Redactor => {
    const received = session.secrets.values([], options.marker);
    return redactorFor(options, [...exchanges, ...session.record], received);
  };
  const about = { baseUrl: options.baseUrl, hasKey: !session.keyring.isEmpty, redactor: redactor() };
  const seen = unanswered(exchanges, about) ?? obstacleOf(answers, about);
  const obstacle =
    seen === undefined
      ? await catchAll(session, answers)
      : await withRemedy(seen, { session, options, transport, answers });
  return { redactor: redactor(), requests: session.requests, ...(obstacle === undefined ? {} : { obstacle }) };
}

/** GET operations, those on a path without parameters first: their answers do not depend on stored items. */
function askable({ operations, resources }: Plan): Operation[] {
  const reads = operations.filter(({ method }) => method === "GET");
  const lists = new Set(resources.flatMap(({ operations: own }) => own.list ?? []));
  const rank = (operation: Operation): number =>
    operation.path.includes("{") ? 2 : lists.has(operation) && protection(operation).length > 0 ? 0 : 1;
  const sorted = reads.toSorted((a, b) => rank(a) - rank(b));
  // A missing item says nothing about the path, so such operations are tried only if there are no others.
  const firm = sorted.filter((operation) => rank(operation) < 2);
  return (firm.length > 0 ? firm : sorted).slice(0, ASKED);
}

async function ask(session: Session, operation: Operation): Promise<Exchange[]> {
  const probe = async (): Promise<Probe> => ({ ...validProbe(new Target(session), operation), intent: "valid" });
  const sent = await orUndecidable(probe().then((valid) => session.send(valid)));
  if (!(sent instanceof Undecidable)) return [sent];
  // There is no valid request, or the answer was 429, which the session has recorded.
  return session.record.filter((exchange) => exchange.operation === operation).slice(-1);
}

/** None of the requests got an answer, although something listens. */
function unanswered(exchanges: readonly Exchange[], { baseUrl, redactor }: About): Obstacle | undefined {
  const [first] = exchanges;
  if (first === undefined || exchanges.some(({ response }) => response !== undefined)) return undefined;
  const why = redactor.text(first.failure ?? "unknown reason");
  const what = `No request to ${baseUrl} was answered: ${why}`;
  return {
    kind: "unreachable",
    what,
    todo: "Check the base URL, and whether the service is healthy.",
    exchanges: [first],
  };
}

/** If an unknown path gets the same answer as all others, the target is not an API, or not this one. */
async function catchAll(session: Session, answers: readonly Exchange[]): Promise<Obstacle | undefined> {
  const [first] = answers;
  if (first?.operation === undefined || answers.some((answer) => !isSuccess(answer) || fits(session, answer)))
    return undefined;
  const probe: Probe = { operation: first.operation, rawPath: "/no-such-path-of-the-document", intent: "foreign" };
  const stray = await attempt(session, probe);
  const same = [...answers, ...stray].every((one) => statusOf(one) === statusOf(first) && bytes(one) === bytes(first));
  if (stray.length === 0 || !same) return undefined;
  return {
    kind: "other-api",
    what: `Every request gets the same ${statusOf(first)} ${mediaTypeOf(first)}, even one to a path that does not exist`,
    todo: "Check that this is the API of the document, and that the base URL is right.",
    exchanges: [first, ...stray],
  };
}

async function attempt(session: Session, probe: Probe): Promise<Exchange[]> {
  const sent = await orUndecidable(session.send(probe));
  return sent instanceof Undecidable || sent.response === undefined ? [] : [sent];
}

const bytes = ({ response }: Exchange): string => Buffer.from(response?.body ?? []).toString("latin1");

/** True for a success that matches the document. */
function fits({ plan }: Session, exchange: Exchange): boolean {
  const content = describedResponse(exchange)?.content ?? [];
  if (!isSuccess(exchange) || !isDescribed(exchange)) return false;
  try {
    return bodyFault(plan.contract.document, exchange, content) === undefined;
  } catch (error) {
    if (error instanceof Undecidable) return true;
    throw error;
  }
}

interface Around {
  readonly session: Session;
  readonly options: TargetOptions;
  readonly transport: Carrier;
  readonly answers: readonly Exchange[];
}

/** Confirms an obstacle with another request: the same one without a key, or below another base URL. */
async function withRemedy(obstacle: Obstacle, around: Around): Promise<Obstacle> {
  if (obstacle.kind === "key") return withoutKey(obstacle, around);
  if (obstacle.kind !== "base-path" && obstacle.kind !== "web-page" && obstacle.kind !== "other-api") return obstacle;
  const found = await otherBase(around);
  if (found === undefined) return obstacle;
  const { baseUrl, exchange } = found;
  return {
    kind: "base-path",
    what: `The base URL is not right. ${obstacle.what}; ${baseUrl} answers ${statusOf(exchange)} as the document says`,
    todo: `Give ${baseUrl} as the base URL.`,
    exchanges: [...obstacle.exchanges.slice(0, 1), exchange],
  };
}

/** Whether the same request is answered without a key: then the key is the problem. */
async function withoutKey(obstacle: Obstacle, { session, answers }: Around): Promise<Obstacle> {
  const operation = answers[0]?.operation;
  if (session.keyring.isEmpty || operation === undefined) return obstacle;
  const probe: Probe = { operation, credential: NO_CREDENTIAL, intent: "unauthenticated" };
  const [open] = await attempt(session, probe);
  if (open === undefined || !isSuccess(open)) return obstacle;
  const what = `${obstacle.what}; without a key it is answered ${statusOf(open)}`;
  return { ...obstacle, what, exchanges: [...obstacle.exchanges.slice(0, 1), open] };
}

/** Another base URL on the same host that answers as the document describes, or at least requires a key as it does. */
async function otherBase({
  session,
  options,
  transport,
  answers,
}: Around): Promise<{ readonly baseUrl: string; readonly exchange: Exchange } | undefined> {
  const operation = answers[0]?.operation;
  if (operation === undefined) return undefined;
  for (const baseUrl of candidates(session.plan, options.baseUrl)) {
    const other = new Session(session.plan, { ...options, baseUrl, readOnly: true }, transport);
    const [exchange] = await attempt(other, { operation, intent: "valid" });
    if (exchange === undefined) continue;
    session.record.push(exchange);
    const asksForKey = statusOf(exchange) === 401 && protection(operation).length > 0;
    // Whether the body is right is for the suite to judge.
    if ((isSuccess(exchange) && isDescribed(exchange)) || asksForKey) return { baseUrl, exchange };
  }
  return undefined;
}

/** Where the API may be instead: the servers of the document, one prefix more, one prefix less, the usual prefixes. */
function candidates({ contract, operations }: Plan, baseUrl: string): string[] {
  const { origin, pathname } = new URL(baseUrl);
  const path = pathname.replace(/\/+$/, "");
  const prefixes = contract.servers.map(({ basePath }) => basePath.replace(/\/+$/, ""));
  const doubled = operations.find((operation) => path.endsWith(operation.path) && operation.path !== "/");
  const paths = [
    ...(doubled === undefined ? [] : [path.slice(0, -doubled.path.length)]),
    ...prefixes,
    ...prefixes.map((prefix) => path + prefix),
    path.slice(0, Math.max(0, path.lastIndexOf("/"))),
    ...["", "/api", "/v1", "/api/v1", "/v2", "/api/v2"],
  ];
  return [...new Set(paths)]
    .filter((other) => other !== path)
    .slice(0, TRIED)
    .map((other) => origin + other);
}
