// Keys that the client chooses, items sent with or without an envelope, and creation of many items at once.
import { type JsonObject, type JsonValue, equalJson, isObject, ownValue } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import { TOP, bodyWith, isTop, nodeAt, valueIn } from "../../../src/resource/items/envelope.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import { idOf, withId } from "../../../src/resource/items/identify.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { type Outcome, PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess } from "../../client/exchange.ts";
import type { Session, Target } from "../../client/target.ts";
import { freeIdentifier, takesKey } from "../../items/bodies/identifier.ts";
import { plainOf } from "../../items/create.ts";
import { freshMarksOf } from "../../items/bodies/marks.ts";
import { sampleValue } from "../../items/bodies/sample.ts";
import { markedBody } from "../../items/bodies/variants.ts";
import { shownNames } from "../../judgements/difference.ts";
import { refused } from "../../judgements/refused.ts";
import { ruleOf } from "../../judgements/rule.ts";
import { itemIn, sentPlace, shapeOf, shownIn } from "../../places.ts";
import { bodyMediaType, takesJson, wholeBodySchema } from "../../bodies.ts";
import { type Plan, operationsInRole } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { itemProbe, ledElsewhere } from "../../probes/item.ts";
import { itemsOf, largestCount, largestPage } from "../../probes/list.ts";
import { allItems } from "../../probes/whole.ts";
import { Undecidable } from "../../client/undecidable.ts";
import { MEANING, ofIdentifier } from "../tests.ts";
import { WRONG_BODY } from "./tests.ts";
import { creators } from "./subjects.ts";
import { unmakable } from "../../items/bodies/unmakable.ts";

/** Creations whose body may contain the key that identifies the item. */
function keyed(plan: Plan): ResourceSubject[] {
  const creations = creators(plan, ({ identifier, operations }) => {
    const mayChoose = identifier.chosen === true || identifier.kept === true;
    return mayChoose && operations.fetch !== undefined && identifier.parameter !== undefined;
  });
  return creations.filter(({ resource, operation }) => takesKey(plan.contract.document, resource, operation));
}

interface Keyed {
  readonly key: string | number;
  readonly body: JsonObject;
  readonly exchange: Exchange;
}

/** An item with a key that the client chose, created once for all checks. */
async function withKey(target: Target, subject: ResourceSubject): Promise<Keyed> {
  const { session } = target;
  const made = await session.once(`with a key ${subject.operation.pointer}`, () => createWithKey(target, subject));
  target.look(made.exchange);
  return made;
}

async function createWithKey(target: Target, subject: ResourceSubject): Promise<Keyed> {
  const { session, plan } = target;
  const { resource, operation } = subject;
  const text = session.nextName();
  const key = freeIdentifier(plan.contract.document, resource.identifier, text);
  const body = key === undefined ? undefined : withId(resource.identifier, plainOf(target, subject).body(text), key);
  if (key === undefined || body === undefined || bodySchema(operation)?.validate(body).length !== 0)
    throw new Undecidable("no key is certain to be free", "a schema that allows more of them");
  return { key, body, exchange: await session.send({ operation, json: body, intent: "edge" }) };
}

const keepsKey = defineCheck<ResourceSubject>({
  id: "create.keeps-key",
  claim: "an item must be found under the key that its creation sent",
  basis: "the property that identifies the item, which the request body may have",
  stage: "early",
  writes: true,
  tests: [MEANING, ...ofIdentifier()],
  applies: keyed,
  run: async (subject, target) => {
    const { resource } = subject;
    const { key, exchange } = await withKey(target, subject);
    if (!isSuccess(exchange))
      return inconclusive(`the creation was answered ${describeAnswer(exchange)}`, "see create.accepts");
    const { fetch } = resource.operations;
    if (fetch === undefined) return PASS;
    const found = await target.ask({ ...itemProbe(resource, fetch, key), intent: "invalid" });
    const { property } = resource.identifier;
    const wanted = `the item whose ${property} is ${writeJson(key)}`;
    const seen = idOf(resource.identifier, itemIn(found));
    if (!isSuccess(found)) {
      const elsewhere = ledElsewhere(exchange, key);
      if (elsewhere !== undefined) throw elsewhere;
      return fail(wanted, found, exchange);
    }
    return seen === undefined || equalJson(seen, key)
      ? PASS
      : fail(wanted, `${property}: ${writeJson(seen)}`, exchange, found);
  },
});

const takenKey = defineCheck<ResourceSubject>({
  id: "create.taken-key",
  claim: "a key that another item has must be refused",
  basis: "the operation's 409 response, and the property that identifies the item",
  stage: "early",
  writes: true,
  tests: [{ part: "response", status: ["409"], fields: ["self", "description"] }],
  applies: (plan) => keyed(plan).filter(({ operation }) => names(operation, "409")),
  run: async (subject, target) => {
    const { key, body, exchange } = await withKey(target, subject);
    if (!isSuccess(exchange))
      return inconclusive(`the creation was answered ${describeAnswer(exchange)}`, "see create.accepts");
    const again = await target.ask({ operation: subject.operation, json: body, intent: "invalid" });
    return isSuccess(again) ? fail(`409 for the key ${writeJson(key)}`, again, exchange) : PASS;
  },
});

const bare = defineCheck<ResourceSubject>({
  id: "create.refuses-bare",
  claim: "an item without the envelope that the schema requires must be refused",
  basis: "the schema of the request body, which requires the envelope",
  signs: { wrongBody: "special" },
  stage: "refusing",
  writes: true,
  tests: [{ part: "request-body", keywords: ["required"], depth: 0 }, WRONG_BODY],
  applies: (plan) => creators(plan).filter((subject) => bareBody(plan, subject, { text: "bare" }) !== undefined),
  run: async (subject, target) => {
    const { operation } = subject;
    const body = bareBody(target.plan, subject, freshMarksOf(target.session, "refused"));
    const mediaType = bodyMediaType(operation);
    const raw = writeJson(body ?? {});
    const exchange = await target.ask({ operation, raw, mediaType, intent: "invalid" });
    return refused(exchange, operation, "an item without its envelope");
  },
});

/** A valid item that is not a valid body by itself; undefined if it is one, or needs no envelope. */
function bareBody(
  plan: Plan,
  subject: ResourceSubject,
  marks: Parameters<typeof markedBody>[2],
): JsonObject | undefined {
  if (isTop(sentPlace(subject.operation)) || !takesJson(subject.operation)) return undefined;
  const body = markedBody(plan, subject, marks);
  const whole = wholeBodySchema(subject.operation);
  return body === undefined || whole === undefined || whole.validate(body).length === 0 ? undefined : body;
}

/** Operations that create many items with one request, and either return them or belong to a list. */
function bulkCreators(plan: Plan): ResourceSubject[] {
  return operationsInRole(plan, "create").flatMap(({ resource, operation }) => {
    const pointer = wholeBodySchema(operation)?.pointer;
    const shape = shapeOf(operation);
    const isSeen = shape?.showsMany === true || resource.operations.list !== undefined;
    return pointer === undefined || shape?.sendsMany !== true || !isSeen ? [] : [{ resource, operation, pointer }];
  });
}

const MANY = 3;

/** A body with several items, each with a unique text; undefined if none can be built. */
function bodyOfMany(
  session: Session,
  { operation, resource }: ResourceSubject,
): JsonObject | readonly JsonObject[] | undefined {
  const { document } = session.plan.contract;
  const whole = wholeBodySchema(operation);
  const place = shapeOf(operation)?.sent;
  if (whole === undefined || place === undefined) return undefined;
  const node = nodeAt(schemaAt(document, whole.pointer, "request"), place)?.items;
  if (node === undefined) return undefined;
  const items = Array.from({ length: MANY }, () => {
    const text = session.nextName();
    const made = sampleValue(document, node.pointer, { text });
    const key = resource.identifier.chosen === true ? freeIdentifier(document, resource.identifier, text) : undefined;
    const item = isObject(made) ? made : {};
    return key === undefined ? item : withId(resource.identifier, item, key);
  });
  const body = bodyWith(place, items);
  return whole.validate(body).length === 0 ? (body as JsonObject) : undefined;
}

const many = defineCheck<ResourceSubject>({
  id: "create.many",
  claim: "a creation of many items must add each of them",
  basis: "the schema of the request body, which lists items",
  stage: "early",
  writes: true,
  tests: [MEANING, { part: "request-body", fields: ["self"] }],
  applies: bulkCreators,
  run: async (subject, target) => {
    const { operation, resource } = subject;
    const body = bodyOfMany(target.session, subject);
    if (body === undefined) throw unmakable(operation);
    const exchange = await target.ask({ operation, json: body, intent: "edge" });
    const rule = ruleOf(exchange);
    if (rule !== undefined) throw rule;
    if (!isSuccess(exchange)) return fail(`success for ${MANY} items`, exchange);
    const shown = shapeOf(operation)?.showsMany === true ? shownIn(exchange) : undefined;
    if (Array.isArray(shown) && shown.length !== MANY)
      return fail(`${MANY} items in the answer`, `${shown.length}`, exchange);
    const sent = valueIn(body, shapeOf(operation)?.sent ?? TOP);
    return (await listed(target, resource, Array.isArray(sent) ? sent : [], exchange)) ?? PASS;
  },
});

/** The fault if a list that shows everything lacks items; undefined if there is none. */
async function listed(
  target: Target,
  resource: ResourceSubject["resource"],
  items: readonly JsonValue[],
  exchange: Exchange,
): Promise<Outcome | undefined> {
  const { list } = resource.operations;
  if (list === undefined) return undefined;
  const page = await target.ask({ operation: list, query: largestPage(resource), intent: "edge" });
  if ((itemsOf(page) ?? []).length >= largestCount(resource)) return undefined;
  const shown = await allItems(target, { operation: list, resource }, largestPage(resource), page);
  if (shown === undefined) return undefined;
  const { marker } = target.session.options;
  const marked = (value: JsonValue): Set<string> =>
    new Set(writeJson(value).match(new RegExp(`${marker}-\\d+`, "g")) ?? []);
  const names = shownNames(target.plan, resource, "list");
  const sent = marked(items.map((item) => keepable(resource, item, names)));
  const seen = marked(shown);
  const missing = [...sent].filter((text) => !seen.has(text));
  // Items without a unique text cannot be distinguished.
  if (sent.size < MANY || missing.length === 0) return undefined;
  return fail(`each of ${MANY} items in the list`, `${MANY - missing.length} of them`, exchange, page);
}

/**
 * The part of a sent item that the resource can hold: a body may allow more, which the service need not keep.
 * @param names the properties that are shown
 */
function keepable({ properties }: ResourceSubject["resource"], item: JsonValue, names: readonly string[]): JsonObject {
  const own = properties.filter(({ name, hidden }) => !hidden && names.includes(name));
  const kept = own.flatMap(({ name, schema }) => {
    const value = isObject(item) ? ownValue(item, name) : undefined;
    return value === undefined || schema.validate(value).length > 0 ? [] : [[name, value] as const];
  });
  return Object.fromEntries(kept);
}

export const keyChecks = [keepsKey, takenKey, bare, many];
