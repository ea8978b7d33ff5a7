// Fetching one item: the one that was asked for, whole; and a documented answer where there is none.
import { type JsonValue, equalJson, isObject, writeJson } from "../../src/contract/json.ts";
import type { Operation } from "../../src/contract/model.ts";
import { showScalar } from "../../src/contract/wire.ts";
import type { Resource } from "../../src/resource/model.ts";
import { itemsOf, largestPage } from "../ask.ts";
import { type AnyCheck, type Outcome, PASS, type Subject, Undecidable, defineCheck, fail, worst } from "../check.ts";
import { type Exchange, describeAnswer, isSuccess, statusOf, valueOf } from "../exchange.ts";
import { type Plan, playing } from "../plan.ts";
import { anItem } from "../population.ts";
import type { Target } from "../target.ts";

interface FetchSubject extends Subject {
  readonly resource: Resource;
}

function fetchers(plan: Plan, wanted: (resource: Resource) => boolean = () => true): FetchSubject[] {
  return playing(plan, "fetch")
    .filter(({ resource }) => resource.identifier.parameter !== undefined && wanted(resource))
    .map(({ resource, operation }) => ({ resource, operation, pointer: operation.pointer }));
}

async function fetchOne(
  target: Target,
  { operation, resource }: FetchSubject,
  text: string,
  intent: "valid" | "invalid",
): Promise<Exchange> {
  const name = resource.identifier.parameter?.name ?? "";
  return target.ask({ operation, path: { [name]: text }, intent });
}

/** Identifiers of items that exist: some that a list shows, and one that was created. */
async function existing(target: Target, { resource }: FetchSubject): Promise<JsonValue[]> {
  const { list, create } = resource.operations;
  const { property } = resource.identifier;
  const found: JsonValue[] = [];
  if (list !== undefined) {
    const items = itemsOf(await target.ask({ operation: list, query: largestPage(resource) })) ?? [];
    for (const item of [items[0], items.at(-1)]) if (item?.[property] !== undefined) found.push(item[property]);
  }
  if (create !== undefined && !target.session.options.readOnly)
    found.push((await anItem(target, { resource, operation: create })).id);
  if (found.length === 0)
    throw new Undecidable("no item is known to exist", "a store that holds one, or a run that may write");
  return found;
}

const same = defineCheck<FetchSubject>({
  id: "fetch.same",
  family: "fetch",
  level: "must",
  claim: "the item that is asked for is the one that comes",
  basis: "the item's identifier and its path parameter",
  stage: "main",
  applies: (plan) => fetchers(plan),
  run: async (subject, target) => {
    const { property } = subject.resource.identifier;
    const outcomes: Outcome[] = [];
    for (const id of await existing(target, subject)) {
      const exchange = await fetchOne(target, subject, showScalar(id), "valid");
      const item = valueOf(exchange);
      if (!isSuccess(exchange) || !isObject(item)) {
        outcomes.push(fail(`the item ${writeJson(id)}`, describeAnswer(exchange), exchange));
      } else {
        const seen = item[property];
        const right = seen !== undefined && equalJson(seen, id);
        outcomes.push(
          right
            ? PASS
            : fail(
                `${property}: ${writeJson(id)}`,
                `${property}: ${seen === undefined ? "absent" : writeJson(seen)}`,
                exchange,
              ),
        );
      }
    }
    return worst(outcomes);
  },
});

/** The status for an item that is not there: what the document names of 404 and 410, else 404. */
function missingStatuses(operation: Operation): number[] {
  const named = operation.responses
    .map(({ status }) => status)
    .filter((status) => status === "404" || status === "410");
  return named.length > 0 ? named.map(Number) : [404];
}

async function absent(
  target: Target,
  subject: FetchSubject,
  text: string,
  more: readonly number[] = [],
): Promise<Outcome> {
  const exchange = await fetchOne(target, subject, text, "invalid");
  const allowed = [...missingStatuses(subject.operation), ...more];
  if (allowed.includes(statusOf(exchange))) return PASS;
  const item = valueOf(exchange);
  // Somebody else's item may really have that identifier.
  const own = isObject(item) ? item[subject.resource.identifier.property] : undefined;
  if (isSuccess(exchange) && own !== undefined && showScalar(own) === text) return PASS;
  return fail(`${allowed.join(" or ")} for the identifier ${text}`, describeAnswer(exchange), exchange);
}

function numeric(plan: Plan): FetchSubject[] {
  return fetchers(plan, ({ identifier }) => identifier.kind === "integer");
}

const missing = defineCheck<FetchSubject>({
  id: "fetch.missing",
  family: "fetch",
  level: "must",
  claim: "an item that does not exist is answered as documented",
  basis: "the 404 response of the operation",
  stage: "main",
  applies: (plan) => fetchers(plan),
  run: async (subject, target) => {
    const { kind } = subject.resource.identifier;
    const texts =
      kind === "integer"
        ? ["987654321", "40000007"]
        : [kind === "uuid" ? "00000000-0000-4000-8000-00000000dead" : "no-such-item-0000dead"];
    const outcomes: Outcome[] = [];
    for (const text of texts) outcomes.push(await absent(target, subject, text));
    return worst(outcomes);
  },
});

const large = defineCheck<FetchSubject>({
  id: "fetch.large-identifier",
  family: "fetch",
  level: "must",
  claim: "an identifier near the end of its range is looked up exactly",
  basis: "the identifier's format",
  stage: "main",
  applies: (plan) => numeric(plan),
  run: async (subject, target) => {
    const outcomes: Outcome[] = [];
    const wide = (subject.resource.identifier.maximum ?? 0n) > 2n ** 31n;
    for (const text of wide ? ["2147483648", "9007199254740993", "9223372036854775807"] : ["2147483647"]) {
      outcomes.push(await absent(target, subject, text));
    }
    // What a 32-bit or a 64-bit counter makes of these is a small number that somebody's item may have.
    const [id] = await existing(target, subject);
    const base = BigInt(showScalar(id ?? 1));
    if (wide && base > 0n && base < 2n ** 31n) outcomes.push(await absent(target, subject, String(base + 2n ** 32n)));
    if (base > 0n) outcomes.push(await absent(target, subject, String(base + 2n ** 64n), [400]));
    return worst(outcomes);
  },
});

const outside = defineCheck<FetchSubject>({
  id: "fetch.out-of-range",
  family: "fetch",
  level: "must",
  claim: "zero, negative and too large identifiers find nothing",
  basis: "the identifier's format; spec/decisions.md#malformed-identifier",
  stage: "main",
  applies: (plan) => numeric(plan),
  run: async (subject, target) => {
    const outcomes: Outcome[] = [];
    for (const text of ["0", "-1", "9223372036854775808", "99999999999999999999999"]) {
      outcomes.push(await absent(target, subject, text, [400]));
    }
    return worst(outcomes);
  },
});

const malformed = defineCheck<FetchSubject>({
  id: "fetch.malformed",
  family: "fetch",
  level: "must",
  claim: "an identifier of the wrong form finds nothing and breaks nothing",
  basis: "the path parameter's schema; spec/decisions.md#malformed-identifier",
  stage: "main",
  applies: (plan) => fetchers(plan, ({ identifier }) => identifier.kind !== "text"),
  run: async (subject, target) => {
    const outcomes: Outcome[] = [];
    for (const text of ["abc", "null", "undefined", "%", "a b", "é", "1;2", "[1]"])
      outcomes.push(await refusedForm(target, subject, text));
    return worst(outcomes);
  },
});

async function refusedForm(target: Target, subject: FetchSubject, text: string): Promise<Outcome> {
  const exchange = await fetchOne(target, subject, text, "invalid");
  const status = statusOf(exchange);
  const allowed = [...missingStatuses(subject.operation), 400, 422];
  return allowed.includes(status)
    ? PASS
    : fail(`${allowed.join(" or ")} for the identifier ${text}`, describeAnswer(exchange), exchange);
}

const lenient = defineCheck<FetchSubject>({
  id: "fetch.lenient",
  family: "fetch",
  level: "should",
  claim: "no other spelling of an identifier finds its item",
  basis: "the path parameter's schema; spec/decisions.md#malformed-identifier",
  stage: "main",
  applies: (plan) => numeric(plan),
  run: async (subject, target) => {
    const [id] = await existing(target, subject);
    const digits = showScalar(id ?? 1);
    const outcomes: Outcome[] = [];
    for (const text of [
      `${digits}abc`,
      `${digits}.5`,
      `${digits}e0`,
      `0x${BigInt(digits).toString(16)}`,
      `+${digits}`,
      `0${digits}`,
      ` ${digits}`,
    ]) {
      outcomes.push(await refusedForm(target, subject, text));
    }
    return worst(outcomes);
  },
});

export const fetchChecks: readonly AnyCheck[] = [same, missing, large, outside, malformed, lenient];
