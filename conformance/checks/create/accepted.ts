// What the schema allows is accepted as it is, shown as it was sent, and kept.
import { itemIn, saidOfItem } from "../../places.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import { wordsOf } from "../../../src/resource/paths.ts";
import { idOf } from "../../../src/resource/items/identify.ts";
import { MULTIPART } from "../../../src/contract/media.ts";
import { MEANING, ofItem } from "../tests.ts";
import { MEDIA, ofProperties } from "./tests.ts";
import { itemProbe, ledElsewhere } from "../../probes/item.ts";
import { PASS, type ResourceSubject, blame, defineCheck, fail, inconclusive, judgeEach } from "../../check.ts";
import { type Exchange, describeAnswer, isRefusal, isSuccess, statusOf, valueOf } from "../../client/exchange.ts";
import { messageIn } from "../../client/bodies/message.ts";
import { isNamed } from "../../../src/contract/responses.ts";
import { blameOf } from "../../causes/large-integers.ts";
import { bodyMediaType, wholeBodySchema } from "../../bodies.ts";
import { describedResponse, refusalStatuses } from "../../operations.ts";
import { anItem, creation, plainBody, plainOf } from "../../items/create.ts";
import { singleVariant } from "../../items/bodies/variants.ts";
import type { Target } from "../../client/target.ts";
import { mayMoveByItself } from "../../items/bodies/references.ts";
import { demandedMore } from "../../items/working.ts";
import { ruleOf, ruleOfOthers } from "../../judgements/rule.ts";
import {
  difference,
  isOfOtherKind,
  isShownAgain,
  mayHold,
  mustBeItem,
  short,
  showsSent,
} from "../../judgements/difference.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import {
  type ValueSubject,
  asSent,
  creators,
  madeOf,
  notCreated,
  ownPart,
  ownProperties,
  valuesOf,
} from "./subjects.ts";
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";

const REFERENCE = /(?:^|_)(?:id|ids|uuid)$|(?:Id|Ids|ID|Uuid)$/;

const accepts = defineCheck<ValueSubject>({
  id: "create.accepts",
  claim: "a body that the schema allows must be accepted",
  signs: { isByProperty: true },
  basis: "the schema of the request body",
  stage: "creating",
  writes: true,
  tests: [{ part: "request-body", fields: ["self", "description"] }, ...ofProperties("enum", "const", "description")],
  applies: (plan) => valuesOf(plan),
  run: async (subject, target) => {
    const { exchange, body } = await madeOf(target, subject);
    if (exchange.response === undefined) return inconclusive("no answer came", "a target that answers");
    const { special } = subject;
    const demand = special === undefined ? await demandedMore(target.session, subject.operation) : undefined;
    if (demand !== undefined) return fail(`success for ${subject.about}`, demand, exchange);
    if (isSuccess(exchange)) return PASS;
    const ofOthers = ruleOfOthers(exchange);
    if (ofOthers !== undefined) throw ofOthers;
    const rule = ruleOf(exchange);
    // A status of its own for such rules is listed on purpose.
    const isTold = statusOf(exchange) !== 400 && describedResponse(exchange) !== undefined;
    if (rule !== undefined && (isTold || !(await takesAnyText(target, subject)))) throw rule;
    const isRule = special?.mayBeRefused === true && isNamed(statusOf(exchange), refusalStatuses(subject.operation));
    // What a reference names may have to exist.
    const isLost =
      statusOf(exchange) === 404 &&
      names(subject.operation, "404") &&
      REFERENCE.test(special?.within?.at(-1) ?? special?.property ?? "");
    if ((isRule && isRefusal(exchange)) || isLost)
      return inconclusive(
        `the service refuses it: ${describeAnswer(exchange)}`,
        "an example of a value that it accepts",
      );
    // What carries the mark of the run beside the value may be what is wrong.
    const property = otherNamed(exchange, body, special?.property);
    const about = property === undefined ? subject.about : `${property}: ${short(writeJson(body[property] ?? null))}`;
    const failed = fail(`success for ${about}`, exchange);
    // A service that breaks has more to answer for than what becomes of a number.
    if (statusOf(exchange) >= 500) return failed;
    return blame(failed, property === undefined ? blameOf(special?.value("")) : { property });
  },
});

/** The property of a body that a refusal names, if it names not the one whose value was varied. */
function otherNamed(exchange: Exchange, body: JsonObject, varied: string | undefined): string | undefined {
  const said = wordsOf(messageIn(valueOf(exchange)) ?? "");
  const names = (name: string): boolean => said.includes(name.toLowerCase());
  return varied === undefined || names(varied) ? undefined : Object.keys(body).find(names);
}

/**
 * Whether a property takes a text that nobody has seen before. If it does not, it may name something that must exist, and
 * nothing follows from refusals.
 */
async function takesAnyText(target: Target, subject: ValueSubject): Promise<boolean> {
  const { special, operation } = subject;
  const sent = special?.value("");
  if (special === undefined) return false;
  if (special.within !== undefined) return false;
  if (typeof sent !== "string" || isListed(target, subject)) return true;
  const plain = plainOf(target, subject);
  const any = { property: special.property, name: "any text", value: (text: string) => text };
  const { exchange } = await creation(target, subject, singleVariant(target.plan, operation, plain, any));
  return isSuccess(exchange);
}

const isListed = ({ plan }: Target, { pointer }: ValueSubject): boolean =>
  schemaAt(plan.contract.document, pointer, "request").form.values !== undefined;

const echoes = defineCheck<ValueSubject>({
  id: "create.answers-as-sent",
  claim: "the response to a creation must show the values that were sent",
  signs: { isByProperty: true },
  basis: "the schemas of the request body and of the success response",
  stage: "creating",
  writes: true,
  tests: ofItem(),
  // The check claims nothing about what the response does not show.
  applies: (plan) =>
    valuesOf(plan).filter(
      (subject) => subject.special?.isEdge !== true && ownProperties(plan, subject, "create").length > 0,
    ),
  run: async (subject, target) => {
    const made = await madeOf(target, subject);
    if (!isSuccess(made.exchange)) return notCreated(made);
    // One of several successes may have no body.
    if (made.item === undefined && describedResponse(made.exchange)?.content.length === 0)
      return inconclusive("the answer to the creation is described without content", "a success that shows the item");
    if (made.item === undefined) return fail("the created item", made.exchange);
    const names = ownProperties(target.plan, subject, "create");
    const sent = ownPart(subject, saidOfItem(subject.operation, made.body));
    const parts = { names, sent, item: ownPart(subject, made.item) };
    return asSent(target.plan, subject.resource, parts, made.exchange);
  },
});

const keeps = defineCheck<ValueSubject>({
  id: "create.keeps",
  claim: "a created item must be kept as the response to its creation shows it",
  signs: { isByProperty: true },
  basis: "the create operation, and the operation that shows the item again",
  stage: "early",
  writes: true,
  tests: [MEANING, { part: "request-body", fields: ["description"] }, ...ofProperties("description")],
  applies: (plan) =>
    valuesOf(plan, ({ operations }) => operations.fetch !== undefined).filter(
      ({ special }) => special?.isEdge !== true,
    ),
  run: async (subject, target) => {
    const made = await madeOf(target, subject);
    if (!isSuccess(made.exchange)) return notCreated(made);
    const { fetch } = subject.resource.operations;
    if (made.id === undefined || made.id === null || fetch === undefined)
      return inconclusive("the created item has no identifier", "see create.identifier");
    const exchange = await target.view(itemProbe(subject.resource, fetch, made.id));
    const item = itemIn(exchange);
    if (!isSuccess(exchange) || !isObject(item)) {
      const elsewhere = ledElsewhere(made.exchange, made.id);
      if (elsewhere !== undefined) throw elsewhere;
      // An item that is not found lacks no single property.
      const cause = [404, 410].includes(statusOf(exchange))
        ? { cause: { kind: "check", name: "create.keeps" } as const }
        : {};
      return blame(fail(`the created item ${writeJson(made.id)}`, exchange, made.exchange), cause);
    }
    mustBeItem(subject.resource, item);
    // What the response does not show must be as it was sent; what appears in neither cannot be judged.
    const names = ownProperties(target.plan, subject, "fetch");
    const answered = ownProperties(target.plan, subject, "create", "fetch");
    // A body may allow more than the item, which then cannot show what was sent.
    const holds = (name: string): boolean =>
      subject.resource.properties.find((property) => property.name === name)?.schema.validate(made.body[name])
        .length === 0;
    const sent = saidOfItem(subject.operation, made.body);
    const unseen = names.filter((name) => made.item?.[name] === undefined && Object.hasOwn(sent, name) && holds(name));
    const known: JsonObject = {
      ...Object.fromEntries(
        unseen.map((name): [string, JsonValue] => {
          const [seen, value] = [item[name], made.body[name] ?? null];
          return [name, showsSent(target.plan, subject.resource, name, { seen, sent: value }) ? (seen ?? null) : value];
        }),
      ),
      ...made.item,
    };
    const isTold = (name: string): boolean => answered.includes(name) || Object.hasOwn(known, name);
    // Two responses may describe one property with two types; each is right by its own schema.
    const isOther = (name: string): boolean => isOfOtherKind(target.plan, subject.resource, item, name);
    // A service may show once what it has added, such as a link.
    const judged = names.filter(
      (name) =>
        isTold(name) &&
        (Object.hasOwn(sent, name) ||
          (isShownAgain(subject.resource, name, item) && !isOtherThing(made.item?.[name], item[name]))) &&
        mayHold(subject.resource, name, made.item?.[name]) &&
        !mayMoveByItself(target.plan, subject.resource, name) &&
        (Object.hasOwn(item, name) || made.item?.[name] !== undefined || !isOther(name)),
    );
    const wrong = difference(judged, ownPart(subject, known), ownPart(subject, item));
    if (wrong === undefined) return PASS;
    const wanted = `${wrong.before}, as in the answer to its creation`;
    const blamed = { ...blameOf(known[wrong.name]), property: wrong.name };
    return blame(fail(wanted, wrong.after, made.exchange, exchange), blamed);
  },
});

/** True for another thing that the item shows, such as its author, which may change by itself. */
function isOtherThing(one: JsonValue | undefined, other: JsonValue | undefined): boolean {
  if (!isObject(one) || !isObject(other)) return false;
  const name = Object.keys(one).find((own) => /^_?(id|uuid|gid|sid)$/i.test(own));
  return name !== undefined && Object.hasOwn(other, name) && equalJson(one[name] ?? null, other[name] ?? null);
}

const mediaType = defineCheck<ResourceSubject>({
  id: "create.media-type-spelling",
  level: "should",
  claim: "the media type should be accepted in any case and with a charset",
  basis: "the request body's content; RFC 9110 section 8.3.1",
  stage: "creating",
  writes: true,
  tests: [MEDIA],
  // A multipart media type carries its boundary in a parameter, so its spelling cannot be varied freely.
  applies: (plan) => creators(plan).filter(({ operation }) => bodyMediaType(operation) !== MULTIPART),
  run: async (subject, target) => {
    const { operation } = subject;
    const plain = plainOf(target, subject);
    const name = bodyMediaType(operation);
    const spellings = [
      `${name}; charset=utf-8`,
      name.replace(/\w+/g, (word) => word.charAt(0).toUpperCase() + word.slice(1)),
    ];
    return judgeEach(spellings, async (spelling) => {
      const json = plainBody(target, subject, plain);
      const exchange = await target.ask({ operation, json, mediaType: spelling, intent: "edge", isSpare: true });
      if (isSuccess(exchange)) return PASS;
      const plainly = await target.ask({ operation, json, intent: "edge", isSpare: true });
      return isSuccess(plainly)
        ? fail(`success for ${spelling}`, exchange)
        : inconclusive(`the body is refused as ${name} too`, "see create.accepts");
    });
  },
});

const repeated = defineCheck<ResourceSubject>({
  id: "create.repeated",
  claim: "the same body sent twice must create two items",
  basis: "the schema of the request body, which makes nothing unique; RFC 9110 section 9.2.2",
  signs: { isToldElsewhere: true },
  stage: "creating",
  writes: true,
  // If the client chooses the identifier, it is taken the second time. A 409 in the document says that something is
  // unique.
  applies: (plan) =>
    creators(plan, ({ identifier }) => identifier.chosen !== true).filter(({ operation }) => !names(operation, "409")),
  run: async ({ resource, operation }, target) => {
    const first = await anItem(target, { resource, operation });
    if (idOf(resource.identifier, first.body) !== undefined)
      return inconclusive("the body names the item", "a property beside that which may hold any text");
    const again = await target.ask({ operation, json: first.body, intent: "edge" });
    const rule = isSuccess(again) ? undefined : ruleOfOthers(again);
    if (rule !== undefined) throw rule;
    if (!isSuccess(again)) return fail("success again", again, first.exchange);
    const item = itemIn(again);
    const id = idOf(resource.identifier, item);
    return id !== undefined && equalJson(id, first.id)
      ? fail(`another ${resource.identifier.property}`, `${writeJson(id)} again`, first.exchange, again)
      : PASS;
  },
});

const extraProperty = defineCheck<ResourceSubject>({
  id: "create.extra-property",
  level: "should",
  claim: "a property that the schema leaves open should not be refused",
  basis: "the schema of the request body, which is open; spec/decisions.md#open-objects",
  stage: "creating",
  writes: true,
  applies: (plan) =>
    creators(plan).filter(({ pointer }) => !schemaAt(plan.contract.document, pointer, "request").closed),
  run: async (subject, target) => {
    const body = plainBody(target, subject, plainOf(target, subject));
    const json = { ...body, "x-not-in-the-document": { a: [1] } };
    const exchange = await target.ask({ operation: subject.operation, json, intent: "edge", isSpare: true });
    if (statusOf(exchange) < 400) return PASS;
    const rule = ruleOfOthers(exchange);
    if (rule !== undefined) throw rule;
    // The alternative that the body matches may be closed although the whole schema is not.
    return wholeBodySchema(subject.operation)?.accepts?.(json) === false
      ? inconclusive("the schema refuses further properties", "a schema that is open in all its alternatives")
      : fail("success", exchange);
  },
});

export const acceptedChecks = [accepts, echoes, keeps, mediaType, repeated, extraProperty];
