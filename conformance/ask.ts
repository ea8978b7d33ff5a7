// Ready-made questions that many checks share: a valid request to any operation, and readings of the record.
import { type JsonObject, type JsonValue, isObject } from "../src/contract/json.ts";
import type { Operation } from "../src/contract/model.ts";
import { showScalar } from "../src/contract/wire.ts";
import type { Resource } from "../src/resource/model.ts";
import { type Check, type Outcome, PASS, type Subject, fail, inconclusive } from "./check.ts";
import { type Exchange, type HeaderPairs, isRefusal, statusOf, valueOf } from "./exchange.ts";
import { type Plan, bodySchema, isNamed, refusalStatuses } from "./plan.ts";
import { knownItems } from "./population.ts";
import type { Probe } from "./request.ts";
import { sampleValue } from "./sample.ts";
import type { Target } from "./target.ts";

/** A request that the contract allows: an item that is known to exist, a body made from the schema. */
export function validProbe(target: Target, operation: Operation): Probe {
  const { plan, session } = target;
  const schema = bodySchema(operation);
  const resource = resourceOf(plan, operation);
  const parameter = resource?.identifier.parameter;
  const [item] = resource === undefined ? [] : [...knownItems(session, resource).values()];
  const id = resource === undefined ? undefined : item?.[resource.identifier.property];
  return {
    operation,
    ...(parameter === undefined || id === undefined ? {} : { path: { [parameter.name]: showScalar(id) } }),
    ...(schema === undefined
      ? {}
      : { json: sampleValue(plan.contract.document, schema.pointer, () => session.options.marker) }),
  };
}

/** The resource that an operation acts on. */
export function resourceOf(plan: Plan, operation: Operation): Resource | undefined {
  return plan.resources.find(({ operations }) => Object.values(operations).includes(operation));
}

/** A probe of one item by its identifier. */
export function itemProbe(resource: Resource, operation: Operation, id: JsonValue): Probe {
  const parameter = resource.identifier.parameter;
  return { operation, ...(parameter === undefined ? {} : { path: { [parameter.name]: showScalar(id) } }) };
}

/** The items of a list's answer; undefined where it is no list of objects. */
export function itemsOf(exchange: Exchange): readonly JsonObject[] | undefined {
  const value = valueOf(exchange);
  return Array.isArray(value) && value.every(isObject) ? (value as readonly JsonObject[]) : undefined;
}

/** The query that asks a list for as many items as it may show at once. */
export function largestPage(resource: Resource): HeaderPairs {
  const { pageSize } = resource;
  if (pageSize?.maximum === undefined) return [];
  return [[pageSize.parameter.name, String(pageSize.maximum)]];
}

/** How many items a list may show at once; infinite where the document does not bound it. */
export function largestCount(resource: Resource): number {
  return resource.pageSize === undefined
    ? Number.POSITIVE_INFINITY
    : (resource.pageSize.maximum ?? Number.POSITIVE_INFINITY);
}

/** The outcome for a request that the contract does not allow: it must be refused, as documented where it is. */
export function refused(exchange: Exchange, operation: Operation, what: string): Outcome {
  const named = refusalStatuses(operation);
  const status = statusOf(exchange);
  const wanted = named.length > 0 ? named.join(" or ") : "a client error (4xx)";
  const expected = `${wanted} for ${what}`;
  if (status === 415 && named.length > 0 && what.includes("media type")) return PASS;
  if (!isRefusal(exchange) || status === 401 || status === 403) return fail(expected, String(status), exchange);
  if (named.length > 0 && !isNamed(status, named)) return fail(expected, String(status), exchange);
  return PASS;
}

/** A check on what was recorded: every selected exchange of an operation is judged on its own. */
export interface RecordCheck extends Omit<Check, "run" | "stage" | "applies"> {
  /** Which operations it is asked of. */
  applies(plan: Plan): readonly Subject[];
  /** Which of the operation's exchanges the claim is about. */
  select(exchange: Exchange, plan: Plan): boolean;
  /** What is wrong with one of them: what was expected and what was seen; undefined when nothing is. */
  judge(exchange: Exchange, plan: Plan): readonly [expected: string, seen: string] | undefined;
}

/** Makes a check of the record. A claim that no exchange speaks to is inconclusive, never a pass. */
export function recordCheck(check: RecordCheck): Check {
  return {
    ...check,
    stage: "record",
    run: (subject, target) => Promise.resolve(judgeRecord(check, subject, target)),
  };
}

const SHOWN_FAILURES = 3;

function judgeRecord(check: RecordCheck, { operation }: Subject, target: Target): Outcome {
  const { session, plan } = target;
  const relevant = session.record.filter(
    (exchange) =>
      exchange.operation === operation &&
      exchange.intent !== "foreign" &&
      exchange.response !== undefined &&
      exchange.request.method === operation.method &&
      check.select(exchange, plan),
  );
  if (relevant.length === 0) {
    return inconclusive("no answer that the claim is about was seen", "a run that may send more requests");
  }
  const failures = relevant.flatMap((exchange) => {
    const wrong = check.judge(exchange, plan);
    return wrong === undefined ? [] : [{ exchange, wrong }];
  });
  relevant.slice(0, SHOWN_FAILURES).forEach((exchange) => target.look(exchange));
  const [first] = failures;
  if (first === undefined) return PASS;
  const [expected, seen] = first.wrong;
  const times = failures.length === 1 ? "" : ` (in ${failures.length} of ${relevant.length} answers)`;
  return fail(expected, `${seen}${times}`, ...failures.slice(0, SHOWN_FAILURES).map(({ exchange }) => exchange));
}

/** Every operation that is served, as subjects; `pointer` gives the place of the claim. */
export function eachOperation(
  plan: Plan,
  where: (operation: Operation) => boolean = () => true,
  pointer: (operation: Operation) => string = (operation) => operation.pointer,
): Subject[] {
  return plan.operations.filter(where).map((operation) => ({ operation, pointer: pointer(operation) }));
}

/** The pointer of a response's description, or of the operation where there is none. */
export function responsePointer(operation: Operation, status: string): string {
  return operation.responses.find((response) => response.status === status)?.pointer ?? operation.pointer;
}
