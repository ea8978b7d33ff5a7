// What the schema allows is taken as it stands, shown as it was sent, and kept.
import { type JsonObject, equalJson, isObject, writeJson } from "../../../src/contract/json.ts";
import { itemProbe } from "../../ask.ts";
import { type AnyCheck, type Outcome, PASS, defineCheck, fail, inconclusive, worst } from "../../check.ts";
import { type Exchange, describeAnswer, isSuccess, statusOf, valueOf } from "../../exchange.ts";
import { bodyMediaType, successSchema } from "../../plan.ts";
import { anItem, plainOf } from "../../population.ts";
import { short } from "../difference.ts";
import { shapeOf } from "../../shape.ts";
import {
  type CreateSubject,
  type ValueSubject,
  asSent,
  creators,
  madeOf,
  notCreated,
  ownProperties,
  valuesOf,
} from "./subjects.ts";

const accepts = defineCheck<ValueSubject>({
  id: "create.accepts",
  family: "create",
  level: "must",
  claim: "a body that the schema allows is accepted",
  basis: "the schema of the request body",
  stage: "creating",
  writes: true,
  applies: (plan) => valuesOf(plan),
  run: async (subject, target) => {
    const { exchange } = await madeOf(target, subject);
    if (exchange.response === undefined) return inconclusive("no answer came", "a target that answers");
    return isSuccess(exchange) ? PASS : fail(`success for ${subject.about}`, describeAnswer(exchange), exchange);
  },
});

const echoes = defineCheck<ValueSubject>({
  id: "create.answers-as-sent",
  family: "create",
  level: "must",
  claim: "the answer to a creation shows the values that were sent",
  basis: "the schemas of the request body and of the success response",
  stage: "creating",
  writes: true,
  applies: (plan) => valuesOf(plan).filter(({ operation }) => successSchema(operation) !== undefined),
  run: async (subject, target) => {
    const made = await madeOf(target, subject);
    if (!isSuccess(made.exchange)) return notCreated(made);
    if (made.item === undefined) return fail("the created item", describeAnswer(made.exchange), made.exchange);
    return asSent(subject, made.body, made.item, made.exchange);
  },
});

const keeps = defineCheck<ValueSubject>({
  id: "create.keeps",
  family: "create",
  level: "must",
  claim: "a created item is kept as the answer to its creation shows it",
  basis: "the create operation, and the operation that shows the item again",
  stage: "early",
  writes: true,
  applies: (plan) => valuesOf(plan, ({ operations }) => operations.fetch !== undefined),
  run: async (subject, target) => {
    const made = await madeOf(target, subject);
    if (!isSuccess(made.exchange)) return notCreated(made);
    const { fetch } = subject.resource.operations;
    if (made.id === undefined || made.id === null || fetch === undefined)
      return inconclusive("the created item has no identifier", "see create.identifier");
    const exchange = await target.view(itemProbe(subject.resource, fetch, made.id));
    const item = valueOf(exchange);
    if (!isSuccess(exchange) || !isObject(item)) {
      return fail(`the created item ${writeJson(made.id)}`, describeAnswer(exchange), made.exchange, exchange);
    }
    // What the answer did not show must be as it was sent.
    const unseen = ownProperties(subject).filter((name) => made.item?.[name] === undefined && name in made.body);
    const known = { ...Object.fromEntries(unseen.map((name) => [name, made.body[name] ?? null])), ...made.item };
    return asAnswered(subject, known, item, [made.exchange, exchange]);
  },
});

function asAnswered(
  subject: ValueSubject,
  answered: JsonObject,
  kept: JsonObject,
  exchanges: readonly Exchange[],
): Outcome {
  const show = (item: JsonObject, name: string): string =>
    item[name] === undefined ? `no ${name}` : `${name}: ${short(writeJson(item[name]))}`;
  const wrong = ownProperties(subject).find(
    (name) =>
      Object.hasOwn(answered, name) !== Object.hasOwn(kept, name) ||
      !equalJson(answered[name] ?? null, kept[name] ?? null),
  );
  return wrong === undefined
    ? PASS
    : fail(`${show(answered, wrong)}, as in the answer to its creation`, show(kept, wrong), ...exchanges);
}

const mediaType = defineCheck<CreateSubject>({
  id: "create.media-type-spelling",
  family: "create",
  level: "should",
  claim: "the media type is taken in any case, and with a charset",
  basis: "the request body's content; RFC 9110 section 8.3.1",
  stage: "creating",
  writes: true,
  applies: (plan) => creators(plan),
  run: async (subject, target) => {
    const { operation } = subject;
    const plain = plainOf(target, subject);
    const name = bodyMediaType(operation);
    const outcomes: Outcome[] = [];
    for (const spelling of [
      `${name}; charset=utf-8`,
      name.replace(/\w+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1)),
    ]) {
      const json = plain.body(target.session.nextName());
      const exchange = await target.ask({ operation, json, mediaType: spelling, intent: "edge" });
      outcomes.push(isSuccess(exchange) ? PASS : fail(`success for ${spelling}`, describeAnswer(exchange), exchange));
    }
    return worst(outcomes);
  },
});

const repeated = defineCheck<CreateSubject>({
  id: "create.repeated",
  family: "create",
  level: "must",
  claim: "the same body sent again creates another item",
  basis: "the schema of the request body, which makes nothing unique; RFC 9110 section 9.2.2",
  stage: "creating",
  writes: true,
  // Where the client chooses the identifier, the second one is taken.
  applies: (plan) => creators(plan, ({ identifier }) => identifier.chosen !== true),
  run: async ({ resource, operation }, target) => {
    const first = await anItem(target, { resource, operation });
    const again = await target.ask({ operation, json: first.body, intent: "edge" });
    if (!isSuccess(again)) return fail("success again", describeAnswer(again), first.exchange, again);
    const item = valueOf(again);
    const id = isObject(item) ? item[resource.identifier.property] : undefined;
    return id !== undefined && equalJson(id, first.id)
      ? fail(`another ${resource.identifier.property}`, `${writeJson(id)} again`, first.exchange, again)
      : PASS;
  },
});

const extraProperty = defineCheck<CreateSubject>({
  id: "create.extra-property",
  family: "create",
  level: "should",
  claim: "a property that the schema leaves open is no reason to refuse",
  basis: "the schema of the request body, which is open; spec/decisions.md#open-objects",
  stage: "creating",
  writes: true,
  applies: (plan) => creators(plan).filter(({ pointer }) => !shapeOf(plan.contract.document, pointer).closed),
  run: async (subject, target) => {
    const body = plainOf(target, subject).body(target.session.nextName());
    const json = { ...body, "x-not-in-the-document": { a: [1] } };
    const exchange = await target.ask({ operation: subject.operation, json, intent: "edge" });
    return statusOf(exchange) < 400 ? PASS : fail("success", describeAnswer(exchange), exchange);
  },
});

export const acceptedChecks: readonly AnyCheck[] = [accepts, echoes, keeps, mediaType, repeated, extraProperty];
