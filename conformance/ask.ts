// Ready-made questions that many checks share: a valid request to any operation, and readings of the record.
import { type JsonObject, type JsonValue, exactInteger, isObject } from "../src/contract/json.ts";
import { showViolations } from "../src/contract/violation.ts";
import type { Operation } from "../src/contract/model.ts";
import { showScalar } from "../src/contract/wire.ts";
import type { Resource } from "../src/resource/model.ts";
import { type Check, type Outcome, PASS, type Subject, Undecidable, fail, inconclusive } from "./check.ts";
import { type Exchange, type HeaderPairs, describeAnswer, isRefusal, statusOf, valueOf } from "./exchange.ts";
import { type Plan, bodySchema, isNamed, isSafe, refusalStatuses, resourceOf } from "./plan.ts";
import { knownItems, marksOf, ownItems } from "./population.ts";
import type { Probe } from "./request.ts";
import { sampleBody } from "./body.ts";
import { chosenIdentifier } from "./identifier.ts";
import type { Marks } from "./sample.ts";
import type { Session, Target, TargetOptions } from "./target.ts";
import { toWrite, unseen } from "./missing.ts";

export { resourceOf } from "./plan.ts";

/**
 * A request that the contract allows: an item that is known to exist, a body made from the schema.
 * @throws Undecidable for an operation that changes items while the run has none of its own, and for one that adds an
 *   item whose identifier has to be chosen where none is surely free
 */
export function validProbe(target: Target, operation: Operation): Probe {
  const { session } = target;
  const text = session.nextName();
  if (chosenPart(session, operation, text) === undefined)
    throw new Undecidable("no identifier can be chosen that is surely free", "a schema that allows more of them");
  return { operation, ...place(session, operation), ...bodyOf(session, operation, { text }) };
}

/** The path of an item that exists; one of the run's own wherever the operation may change it. */
function place(session: Session, operation: Operation): Pick<Probe, "path" | "intent"> {
  const resource = resourceOf(session.plan, operation);
  const parameter = resource?.identifier.parameter;
  if (resource === undefined || parameter === undefined || !isItemOf(resource, operation)) return {};
  const mayAsk = (id: JsonValue | undefined): boolean =>
    id !== undefined && unreachable(resource, operation, id) === undefined;
  const own = ownItems(session, resource).find((item) => mayAsk(item.id));
  const known = [...knownItems(session, resource).values()].map((item) => item[resource.identifier.property]);
  const id = own?.id ?? (isSafe(operation) ? known.find(mayAsk) : undefined);
  if (id === undefined && !isSafe(operation)) {
    throw new Undecidable("the run has no item of its own to change", toWrite(session));
  }
  if (id === undefined) return {};
  // What belongs to others may be gone by then, so its status is not that of a request about which nothing is special.
  return { path: { [parameter.name]: showScalar(id) }, ...(own === undefined ? { intent: "edge" } : {}) };
}

/** The identifier that the body of a creation needs; an empty part for all others. */
export function chosenPart(session: Session, operation: Operation, text: string): JsonObject | undefined {
  const { plan } = session;
  const resource = resourceOf(plan, operation);
  return resource?.operations.create === operation ? chosenIdentifier(plan.contract.document, resource, text) : {};
}

function bodyOf(session: Session, operation: Operation, marks: Marks): Pick<Probe, "json"> {
  const schema = bodySchema(operation);
  if (schema === undefined) return {};
  const { document } = session.plan.contract;
  const json = sampleBody(document, operation, marks);
  return { json: isObject(json) ? { ...json, ...chosenPart(session, operation, marks.text) } : json };
}

/**
 * A request that is right but for the credential that it will bear. Should it be carried out all the same, it
 * changes nothing that was there before, and what it adds is known by its marks.
 */
export function strangerProbe(target: Target, operation: Operation): Probe {
  const { session } = target;
  const resource = resourceOf(session.plan, operation);
  const path =
    resource !== undefined && isItemOf(resource, operation) && !isSafe(operation)
      ? pathTo(resource, absentIdentifier(resource))
      : place(session, operation);
  const body = bodyOf(session, operation, marksOf(session, "stranger"));
  return { operation, ...path, ...body, intent: "unauthenticated" };
}

/** An identifier that no item has, as far as one can tell. */
export function absentValue({ identifier }: Resource): string | number {
  if (identifier.kind === "integer") return (identifier.maximum ?? 0n) >= 2n ** 31n ? 1_987_654_321 : 1_987_654;
  return identifier.kind === "uuid" ? "00000000-0000-4000-8000-00000000dead" : "no-such-item-0000dead";
}

/** As `absentValue`, as the text of a path. */
export function absentIdentifier(resource: Resource): string {
  return String(absentValue(resource));
}

/** True for an operation on one item of the resource. */
export function isItemOf(resource: Resource | undefined, operation: Operation): boolean {
  return resource?.identifier.parameter !== undefined && resource.itemPath === operation.path;
}

/**
 * A probe of one item by its identifier.
 * @throws Undecidable where the operation's own parameter allows no such identifier: then nobody may ask for the item
 */
export function itemProbe(resource: Resource, operation: Operation, id: JsonValue): Probe {
  const wrong = unreachable(resource, operation, id);
  if (wrong === undefined) return { operation, ...pathTo(resource, showScalar(id)) };
  throw new Undecidable(
    `the item may not be asked for, as ${resource.identifier.parameter?.name} in its path ${wrong}`,
    "a document whose path parameter allows the identifiers that items get",
  );
}

/** A probe of an item that does not exist, as far as one can tell. */
export function absentProbe(resource: Resource, operation: Operation): Probe {
  return { operation, ...pathTo(resource, absentIdentifier(resource)) };
}

function pathTo({ identifier: { parameter } }: Resource, text: string): Pick<Probe, "path"> {
  return parameter === undefined ? {} : { path: { [parameter.name]: text } };
}

/** What the path parameter of an operation has against an identifier, or its text; undefined where it allows it. */
export function unreachable({ identifier }: Resource, operation: Operation, id: JsonValue): string | undefined {
  const parameter = operation.parameters.find(
    ({ in: place, name }) => place === "path" && name === identifier.parameter?.name,
  );
  if (parameter === undefined) return undefined;
  // In a path all are texts; the parameter says what it reads them as.
  const text = showScalar(id);
  const read = /^-?\d+$/.test(text) ? exactInteger(text) : id;
  const violations = parameter.schema.validate(read);
  if (violations.length === 0 || parameter.schema.validate(text).length === 0) return undefined;
  return showViolations(violations);
}

/** The items of a list's answer; undefined where it is no list of objects. */
export function itemsOf(exchange: Exchange): readonly JsonObject[] | undefined {
  const value = valueOf(exchange);
  return Array.isArray(value) && value.every(isObject) ? value : undefined;
}

/** How many items a list is asked for where the document does not bound it. */
const LARGE_PAGE = 100;

/** How many items a list may show at once; infinite where the document does not say. */
export function largestCount({ pageSize }: Resource): number {
  if (pageSize === undefined) return Number.POSITIVE_INFINITY;
  return pageSize.maximum ?? Math.max(LARGE_PAGE, pageSize.default ?? 0);
}

/** The query that asks a list for as many items as it may show at once. */
export function largestPage(resource: Resource): HeaderPairs {
  const { pageSize } = resource;
  return pageSize === undefined ? [] : [[pageSize.parameter.name, String(largestCount(resource))]];
}

/** The outcome for a request that the contract does not allow: it must be refused, as documented where it is. */
export function refused(exchange: Exchange, operation: Operation, what: string): Outcome {
  const named = refusalStatuses(operation);
  const status = statusOf(exchange);
  const expected = `${named.length > 0 ? named.join(" or ") : "a client error (4xx)"} for ${what}`;
  const about = status === 401 || status === 403 || !isRefusal(exchange);
  if (about || (named.length > 0 && !isNamed(status, named))) return fail(expected, describeAnswer(exchange), exchange);
  return PASS;
}

/** A check on what was recorded: every selected exchange of an operation is judged on its own. */
export interface RecordCheck extends Omit<Check, "run" | "stage" | "applies"> {
  /** Which operations it is asked of. */
  applies(plan: Plan): readonly Subject[];
  /** Also the requests that the operation does not describe, and other methods on its path. */
  readonly everything?: boolean;
  /** Which of the operation's exchanges the claim is about. */
  select(exchange: Exchange, plan: Plan): boolean;
  /** What is wrong with one of them: what was expected and what was seen; undefined when nothing is. */
  judge(exchange: Exchange, plan: Plan, options: TargetOptions): readonly [expected: string, seen: string] | undefined;
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

function isOf(operation: Operation, { intent, request }: Exchange): boolean {
  return intent !== "foreign" && request.method === operation.method;
}

function judgeRecord(check: RecordCheck, { operation }: Subject, target: Target): Outcome {
  const { session, plan } = target;
  const own = session.record.filter(
    (exchange) => exchange.operation === operation && (check.everything === true || isOf(operation, exchange)),
  );
  const relevant = own.filter((exchange) => exchange.response !== undefined && check.select(exchange, plan));
  if (relevant.length === 0) return unseen(session, operation, own);
  let open: Undecidable | undefined;
  const failures = relevant.flatMap((exchange) => {
    try {
      const wrong = check.judge(exchange, plan, session.options);
      return wrong === undefined ? [] : [{ exchange, wrong }];
    } catch (error) {
      if (!(error instanceof Undecidable)) throw error;
      open ??= error;
      return [];
    }
  });
  relevant.slice(0, SHOWN_FAILURES).forEach((exchange) => target.look(exchange));
  const [first] = failures;
  if (first === undefined) return open === undefined ? PASS : inconclusive(open.message, open.needs);
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
