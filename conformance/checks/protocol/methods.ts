// Methods and paths beyond the documented ones: refused as errors of the contract's own shape, and without effect.
import { showViolations } from "../../../src/schema/violation.ts";
import type { Operation } from "../../../src/contract/model.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { absentProbe, isItemOf, itemProbe } from "../../probes/item.ts";
import { type Plan, type ResourceOperation, resourceOf } from "../../plan.ts";
import {
  type AnyCheck,
  type Outcome,
  PASS,
  type Subject,
  blame,
  defineCheck,
  fail,
  inconclusive,
  worst,
} from "../../check.ts";
import {
  type Exchange,
  describeAnswer,
  headerOf,
  jsonOf,
  mediaTypeOf,
  statusOf,
  valueOf,
} from "../../client/exchange.ts";
import { anItem } from "../../items/create.ts";
import { marksOf } from "../../items/marks.ts";
import { ownItems } from "../../items/known.ts";
import { rareFilterValue } from "../../probes/filter-values.ts";
import type { Probe } from "../../client/request.ts";
import { sideBySide } from "../../client/side-by-side.ts";
import { sampleBody } from "../../items/body.ts";
import type { CreatedItem } from "../../items/created.ts";
import type { Session, Target } from "../../client/target/target.ts";
import { type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";

const OF_BODY = { cause: { kind: "error-body" } } as const;

/** Judges an answer that no operation describes: it must be an error of the contract's own shape. */
function contractError(plan: Plan, exchange: Exchange, statuses: readonly number[], expected: string): Outcome {
  const status = statusOf(exchange);
  if (!statuses.includes(status)) return fail(expected, describeAnswer(exchange), exchange);
  const { error } = plan;
  if (error === undefined) return PASS;
  if (mediaTypeOf(exchange) !== error.media.name)
    return blame(fail(`an error in ${error.media.name}`, describeAnswer(exchange), exchange), OF_BODY);
  const reading = jsonOf(exchange);
  const violations = "fault" in reading ? undefined : error.schema.validate(reading.value);
  if (violations === undefined || violations.length > 0) {
    const seen = violations === undefined ? "no JSON" : showViolations(violations);
    return blame(fail("the error body of the document", seen, exchange), OF_BODY);
  }
  const value = valueOf(exchange);
  const field = error.status?.property ?? "";
  const own = isObject(value) ? value[field] : undefined;
  const wanted = `${field}: ${status}`;
  return own === undefined || own === status ? PASS : fail(wanted, `${field}: ${writeJson(own)}`, exchange);
}

/** A target that asks for a key before it looks at the path or the method has not said anything about either. */
function withoutKey(target: Target, exchange: Exchange): Outcome | undefined {
  const { key } = target.session.options;
  const asked = target.plan.operations.some(({ security }) => security.length > 0);
  if (key !== undefined || !asked || ![401, 403].includes(statusOf(exchange))) return undefined;
  return inconclusive("the target asks for a key first, and none was given", "--key, or --key-env");
}

/** A path at the top, and one below an operation's own, that no path of the document matches. */
function unknownPaths({ contract }: Plan, { path }: Operation): string[] {
  const known = contract.operations.map(({ path: template }) => stepsOf(template));
  const matches = (steps: readonly string[], template: readonly string[]): boolean =>
    steps.length === template.length && template.every((step, index) => step.includes("{") || step === steps[index]);
  const below = (start: readonly string[], name: string): string => {
    let steps = [...start, name];
    while (known.some((template) => matches(steps, template))) steps = [...steps, name];
    return `/${steps.join("/")}`;
  };
  const own = stepsOf(path.replaceAll(/\{[^}]+\}/g, "1"));
  return [below([], "no-such-path-of-the-document"), below([...own, "1"], "no-such-path")];
}

function stepsOf(path: string): string[] {
  return path.split("/").filter((step) => step !== "");
}

const unknownPath = defineCheck<Subject>({
  id: "protocol.unknown-path",
  family: "protocol",
  level: "should",
  claim: "an unknown path should be answered with 404 and an error body",
  basis: "RFC 9110 section 15.5.5; spec/decisions.md#unknown-path",
  stage: "main",
  tests: [],
  applies: (plan) => plan.operations.slice(0, 1).map((operation) => ({ operation, pointer: "/paths" })),
  run: async ({ operation }, target) => {
    const outcomes = await sideBySide(unknownPaths(target.plan, operation), async (rawPath) => {
      const exchange = await target.ask({ operation, method: "GET", rawPath, intent: "foreign" });
      return withoutKey(target, exchange) ?? contractError(target.plan, exchange, [404], "404 for an unknown path");
    });
    return worst(outcomes);
  },
});

export interface PathSubject extends Subject {
  readonly resource?: Resource;
}

/** One subject for each path of the document on which something could be tried without harm. */
export function paths(plan: Plan): PathSubject[] {
  const seen = new Set<string>();
  return plan.operations.flatMap((operation) => {
    const resource = resourceOf(plan, operation);
    const harmless = !operation.path.includes("{") || resource?.operations.create !== undefined;
    if (seen.has(operation.path) || !harmless) return [];
    seen.add(operation.path);
    const pointer = operation.pointer.slice(0, operation.pointer.lastIndexOf("/"));
    return [{ operation, pointer, about: operation.path, ...(resource === undefined ? {} : { resource }) }];
  });
}

export function methodsOf(plan: Plan, path: string): Set<string> {
  return new Set(plan.contract.operations.filter((operation) => operation.path === path).map(({ method }) => method));
}

/** What is tried on an item's path, on an item of the run's own. */
const ON_ITEM = ["OPTIONS", "PUT", "PATCH", "DELETE", "POST"] as const;
/** What is tried elsewhere: nothing that could empty a collection. */
const ELSEWHERE = ["OPTIONS", "PATCH", "PUT"] as const;

/** What came of the methods that the document does not list for a path. */
export interface Unlisted {
  /** How many requests there were, answered or not. */
  readonly sent: number;
  readonly exchanges: readonly Exchange[];
  /** The item that they were tried on, as it was fetched before; absent where there is none to fetch. */
  readonly before?: Exchange;
  readonly id?: JsonValue;
}

/** Sends each method that the document does not list for the path, once in a run. */
export function sendUnlisted(target: Target, subject: PathSubject): Promise<Unlisted> {
  return target.session.once(`unlisted ${subject.operation.path}`, async () => {
    const { session, plan } = target;
    const { operation, resource } = subject;
    const { create, fetch } = resource?.operations ?? {};
    const onItem = resource !== undefined && create !== undefined && isItemOf(resource, operation);
    const id = onItem ? (await ownItem(target, { resource, operation: create }, 2)).id : undefined;
    const watched = onItem && fetch !== undefined && id !== undefined;
    const send = (probe: Probe): Promise<Exchange> => session.send(probe);
    const probes = unlistedProbes(session, plan, subject, id);
    const asking = probes.filter(isOptions);
    const looks = watched ? [itemProbe(resource, fetch, id)] : [];
    const answers = await sideBySide([...looks, ...asking], send);
    const before = watched ? answers[0] : undefined;
    const then: Exchange[] = [];
    // One after another, as they act on one item: what changes it must be told apart.
    for (const probe of probes.filter((one) => !isOptions(one))) then.push(await send(probe));
    return {
      sent: probes.length,
      // Whether requests are answered at all is for protocol.whole-answers to say.
      exchanges: [...answers.slice(looks.length), ...then].filter(({ response }) => response !== undefined),
      ...(before === undefined ? {} : { before }),
      ...(id === undefined ? {} : { id }),
    };
  });
}

const isOptions = ({ method }: Probe): boolean => method === "OPTIONS";

/**
 * An item of the run's own, by its place among them: methods that act on it disturb no other check. Not one of the last:
 * those are made to be changed or removed.
 */
export async function ownItem(
  target: Target,
  creator: ResourceOperation,
  place: number,
): Promise<Pick<CreatedItem, "id">> {
  return ownItems(target.session, creator.resource).at(place) ?? (await anItem(target, creator));
}

function unlistedProbes(
  session: Session,
  plan: Plan,
  { operation, resource }: PathSubject,
  id: JsonValue | undefined,
): Probe[] {
  const listed = methodsOf(plan, operation.path);
  const creator = resource?.operations.create;
  let json: JsonValue =
    creator === undefined ? {} : sampleBody(plan.contract.document, creator, marksOf(session, "unlisted"));
  const rare = resource === undefined ? undefined : rareFilterValue(plan, resource);
  if (rare !== undefined && isObject(json)) json = { ...json, [rare.filter.property]: rare.value };
  if (resource === undefined || id === undefined) return probesOf({ operation }, json, ELSEWHERE, listed);
  const probes = probesOf(itemProbe(resource, operation, id), json, ON_ITEM, listed);
  const missing = { ...absentProbe(resource, operation), intent: "foreign" as const };
  return listed.has("DELETE") ? probes : [...probes, { ...missing, method: "DELETE" }];
}

function probesOf(base: Probe, json: JsonValue, methods: readonly string[], listed: ReadonlySet<string>): Probe[] {
  return methods
    .filter((method) => !listed.has(method))
    .map((method) => ({
      ...base,
      method,
      intent: "foreign",
      ...(method === "DELETE" || method === "OPTIONS" ? {} : { json, mediaType: "application/json" }),
    }));
}

/** The outcome where no answer to a method that is not listed was seen. */
function nothingSaid({ sent }: Pick<Unlisted, "sent">): Outcome {
  return sent === 0 ? everyMethodListed() : inconclusive("no answer came", "a target that answers");
}

function everyMethodListed(): Outcome {
  return inconclusive("every method is listed", "a path with fewer methods");
}

const unlisted = defineCheck<PathSubject>({
  id: "protocol.unlisted-method",
  family: "protocol",
  level: "should",
  claim: "an undocumented method should be refused with an error body",
  basis: "RFC 9110 section 15.5.6; spec/decisions.md#wrong-method",
  fault: "F210",
  stage: "changing",
  writes: true,
  tests: [],
  applies: paths,
  run: async (subject, target) => {
    const { exchanges, ...rest } = await sendUnlisted(target, subject);
    if (exchanges.length === 0) return nothingSaid(rest);
    exchanges.forEach((exchange) => target.look(exchange));
    const judged = exchanges.filter((exchange) => exchange.request.method !== "OPTIONS" || statusOf(exchange) >= 400);
    const outcomes = judged.map(
      (exchange) =>
        withoutKey(target, exchange) ??
        contractError(target.plan, exchange, [404, 405, 501], `405, 404 or 501 for ${exchange.request.method}`),
    );
    return outcomes.length > 0 ? worst(outcomes) : everyMethodListed();
  },
});

const allow = defineCheck<PathSubject>({
  id: "protocol.allow",
  family: "protocol",
  level: "should",
  claim: "a 405 should list the methods of the path in Allow",
  basis: "RFC 9110 section 15.5.6",
  stage: "changing",
  writes: true,
  tests: [],
  applies: paths,
  run: async (subject, target) => {
    const { exchanges, ...rest } = await sendUnlisted(target, subject);
    if (exchanges.length === 0) return nothingSaid(rest);
    exchanges.forEach((exchange) => target.look(exchange));
    const listed = methodsOf(target.plan, subject.operation.path);
    return worst(
      exchanges.filter((exchange) => statusOf(exchange) === 405).map((exchange) => allowed(exchange, listed)),
    );
  },
});

function allowed(exchange: Exchange, listed: ReadonlySet<string>): Outcome {
  const value = headerOf(exchange, "allow");
  if (value === undefined) return fail("Allow", "no Allow on a 405", exchange);
  const names = value.split(",").map((name) => name.trim().toUpperCase());
  const missing = [...listed].find((method) => !names.includes(method));
  if (missing !== undefined) return fail(`${missing} in Allow`, `Allow: ${value}`, exchange);
  const { method } = exchange.request;
  return names.includes(method) ? fail(`no ${method} in Allow`, `Allow: ${value}`, exchange) : PASS;
}

export const methodChecks: readonly AnyCheck[] = [unknownPath, unlisted, allow];
