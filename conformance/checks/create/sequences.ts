// Creations that take many items, one after another or in parts (OpenAPI 3.2 sections 4.14.3 and 4.14.5): what the schema of an
// item allows is accepted, and anything else is refused. Each body has one item, so that the answer is about that one.
import { only } from "../../../src/json/parts.ts";
import type { Document } from "../../../src/document/document.ts";
import { formatOf } from "../../../src/contract/media.ts";
import type { MediaType } from "../../../src/contract/model.ts";
import { itemFaults, itemNode, saidNode } from "../../../src/contract/representation/items.ts";
import { writeItems } from "../../../src/contract/representation/write-items.ts";
import { isParts } from "../../../src/contract/representation/parts/parts.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { writeJson } from "../../../src/json/write.ts";
import type { Marks } from "../../../src/schema/generate/strategies/plain.ts";
import type { Schema } from "../../../src/schema/model.ts";
import { propertiesIn, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { PASS, type ResourceSubject, defineCheck, fail, inconclusive } from "../../check.ts";
import { describeAnswer, isRefusal, isSuccess } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import { freshMarksOf, marksFor } from "../../items/bodies/marks.ts";
import { refusedValues, sampleHeaders, sampleValue } from "../../items/bodies/sample.ts";
import { unmakable } from "../../items/bodies/unmakable.ts";
import { short } from "../../judgements/difference.ts";
import { refused } from "../../judgements/refused.ts";
import { EXAMPLE } from "../../judgements/rule.ts";
import { type Plan, operationsInRole } from "../../plan.ts";
import { MEDIA, WRONG_BODY } from "./tests.ts";

interface SequenceSubject extends ResourceSubject {
  readonly media: MediaType;
  readonly about: string;
}

interface WrongSubject extends SequenceSubject {
  readonly wrong: Wrong;
}

/** A way to make a valid item wrong. */
interface Wrong {
  readonly what: string;
  readonly spoil: (valid: JsonValue) => JsonValue;
  /** Its text ends too early. */
  readonly isCut?: true;
}

/** Properties of which a wrong value is sent. */
const MOST_PROPERTIES = 20;

/** Each media type of a creation whose body is many items. */
function sequences(plan: Plan): SequenceSubject[] {
  return operationsInRole(plan, "create").flatMap((one) =>
    (one.operation.body?.content ?? []).flatMap((media) =>
      itemNode(plan.contract.document, media) === undefined
        ? []
        : [{ ...one, pointer: media.pointer, media, about: media.name }],
    ),
  );
}

const isValid = (media: MediaType, item: JsonValue): boolean =>
  (media.schema?.validate([item]) ?? []).length === 0 && itemFaults([item], media).next().done === true;

/** An item that says something. */
function asWritten(document: Document, media: MediaType, value: JsonValue, marks: Marks): JsonValue {
  const node = media.dataSchema === undefined ? undefined : itemNode(document, media);
  if (node === undefined) return value;
  const event = sampleValue(document, node.pointer, marks);
  return { ...(isObject(event) ? event : {}), data: writeJson(value) };
}

/** An item of which one thing is wrong, or nothing. @throws Undecidable if no valid one can be made */
function itemFor({ plan }: Target, { operation, media }: SequenceSubject, marks: Marks, wrong?: Wrong): JsonValue {
  const { document } = plan.contract;
  const part = saidNode(document, media);
  const value = part === undefined ? null : sampleValue(document, part.pointer, marks);
  if (!isValid(media, asWritten(document, media, value, marks))) throw unmakable(operation);
  return asWritten(document, media, wrong === undefined ? value : wrong.spoil(value), marks);
}

/** What the document does not allow: an item without a property, with a wrong one, and one that is no JSON. */
function wrongs(plan: Plan, subject: SequenceSubject): WrongSubject[] {
  const { document } = plan.contract;
  const { media } = subject;
  const part = saidNode(document, media);
  const valid = part === undefined ? undefined : sampleValue(document, part.pointer, SPOILED);
  if (part === undefined || !isObject(valid)) return [];
  const written = (value: JsonValue): JsonValue => asWritten(document, media, value, SPOILED);
  if (!isValid(media, written(valid))) return [];
  const { form } = schemaAt(document, part.pointer, "request");
  const properties = [...propertiesIn(schemaAt(document, part.pointer, "request"))]
    .filter(([, { annotations }]) => !annotations.readOnly)
    .slice(0, MOST_PROPERTIES);
  const missing = properties
    .filter(([name]) => form.required.has(name))
    .map(([name]): Wrong => ({
      what: `an item without ${name}`,
      spoil: (one) => only(one as JsonObject, (own) => own !== name),
    }));
  const others = properties.flatMap(([name, { pointer }]): Wrong[] => {
    const validate: Schema["validate"] = (value) =>
      isValid(media, written({ ...valid, [name]: value as JsonValue })) ? [] : REFUSED;
    const [first] = refusedValues(document, { pointer, origin: "derived", validate });
    if (first === undefined) return [];
    const what = `${name}: ${short(writeJson(first.value))} (${first.what})`;
    return [{ what, spoil: (one) => ({ ...(one as JsonObject), [name]: first.value }) }];
  });
  const isJsonText = !isParts(media.name) && formatOf(media.name) !== "events";
  const cut: Wrong[] = isJsonText ? [{ what: "an item that ends too early", spoil: (one) => one, isCut: true }] : [];
  const found = [...missing, ...others].filter(({ spoil }) => !isValid(media, written(spoil(valid))));
  return [...found, ...cut].map((wrong) => ({ ...subject, about: `${media.name}, ${wrong.what}`, wrong }));
}

const SPOILED: Marks = { text: "spoiled", integer: 7 };
const REFUSED = [{ keyword: "items", params: {}, at: "", message: "is not allowed", pointer: "" }];

const accepts = defineCheck<SequenceSubject>({
  id: "create.accepts-sequence",
  claim: "a sequence of valid items must be accepted",
  basis: "the request body's itemSchema, or its list; OpenAPI 3.2 section 4.14.3",
  stage: "creating",
  writes: true,
  tests: [MEDIA],
  applies: sequences,
  run: async (subject, target) => {
    const { operation, media } = subject;
    const item = itemFor(target, subject, marksFor(target.session.nextName()));
    const { document } = target.plan.contract;
    const { text, type } = writeItems(document, media, [item], sampleHeaders(document));
    const exchange = await target.ask({ operation, raw: text, mediaType: type, intent: "edge" });
    if (isSuccess(exchange)) return PASS;
    return isRefusal(exchange)
      ? fail("success", exchange)
      : inconclusive(`the sequence was answered ${describeAnswer(exchange)}`, EXAMPLE);
  },
});

const refuses = defineCheck<WrongSubject>({
  id: "create.refuses-sequence",
  claim: "a sequence with a wrong item must be refused",
  signs: { wrongBody: "special" },
  basis: "the request body's itemSchema, or its list; OpenAPI 3.2 section 4.14.3",
  fault: "F101",
  stage: "refusing",
  writes: true,
  tests: [WRONG_BODY],
  applies: (plan) => sequences(plan).flatMap((subject) => wrongs(plan, subject)),
  run: async (subject, target) => {
    const { wrong, media, operation } = subject;
    const item = itemFor(target, subject, freshMarksOf(target.session, "refused"), wrong);
    const { document } = target.plan.contract;
    const { text, type } = writeItems(document, media, [item], sampleHeaders(document));
    const raw = wrong.isCut === true ? text.trimEnd().slice(0, -1) : text;
    const exchange = await target.ask({ operation, raw, mediaType: type, intent: "invalid" });
    return refused(exchange, operation, wrong.what);
  },
});

export const sequenceChecks = [accepts, refuses];
