// Creation: what the schema allows is taken as it stands, kept, and given an identifier; the rest is refused.
import { type JsonObject, type JsonValue, equalJson, isObject, writeJson } from "../../src/contract/json.ts";
import { shapeOf } from "../../src/contract/shape.ts";
import type { Resource } from "../../src/resource/model.ts";
import { itemProbe, itemsOf, largestCount, largestPage, refused, validProbe } from "../ask.ts";
import {
  type AnyCheck,
  type Outcome,
  PASS,
  type Subject,
  Undecidable,
  defineCheck,
  fail,
  inconclusive,
  worst,
} from "../check.ts";
import { type Exchange, describeAnswer, headerOf, isSuccess, statusOf, valueOf } from "../exchange.ts";
import { type Plan, bodyMediaType, bodySchema, isNamed, playing, successSchema, successStatuses } from "../plan.ts";
import { type Creation, type Variant, anItem, creation, knownItems, variantsOf } from "../population.ts";
import { type WrongValue, wrongValues } from "../sample.ts";
import type { Target } from "../target.ts";
import { difference } from "./lists.ts";

interface CreateSubject extends Subject {
  readonly resource: Resource;
}

function creators(plan: Plan, wanted: (resource: Resource) => boolean = () => true): CreateSubject[] {
  return playing(plan, "create").flatMap(({ resource, operation }) => {
    const pointer = bodySchema(operation)?.pointer;
    return pointer === undefined || !wanted(resource) ? [] : [{ resource, operation, pointer }];
  });
}

interface VariantSubject extends CreateSubject {
  readonly name: string;
}

/** One subject for each variant of an item, so that each answers for itself. */
function variants(plan: Plan): VariantSubject[] {
  return creators(plan).flatMap((subject) => {
    const { document } = plan.contract;
    const properties = shapeOf(document, subject.pointer).properties;
    return variantsOf(plan, subject, "marker").map(({ name, property }) => ({
      ...subject,
      name,
      about: name,
      pointer: (property === undefined ? undefined : properties.get(property)) ?? subject.pointer,
    }));
  });
}

async function madeOf(target: Target, subject: VariantSubject): Promise<Creation> {
  const found = variantsOf(target.plan, subject, target.session.options.marker).find(
    ({ name }) => name === subject.name,
  );
  if (found === undefined)
    throw new Undecidable("the variant cannot be made again", "a report of this to animal-store");
  return creation(target, subject, found);
}

const accepts = defineCheck<VariantSubject>({
  id: "create.accepts",
  family: "create",
  level: "must",
  claim: "a body that the schema allows is accepted",
  basis: "the schema of the request body",
  stage: "main",
  writes: true,
  applies: variants,
  run: async (subject, target) => {
    const { exchange } = await madeOf(target, subject);
    if (exchange.response === undefined) return inconclusive("no answer came", "a target that answers");
    const named = successStatuses(subject.operation);
    if (isSuccess(exchange) && (named.length === 0 || isNamed(statusOf(exchange), named))) return PASS;
    return fail(
      `${named.join(" or ") || "success"} for an item with ${subject.name}`,
      describeAnswer(exchange),
      exchange,
    );
  },
});

const echoes = defineCheck<VariantSubject>({
  id: "create.answers-as-sent",
  family: "create",
  level: "must",
  claim: "the answer to a creation shows the values that were sent",
  basis: "the schemas of the request body and of the success response",
  stage: "main",
  writes: true,
  applies: (plan) => variants(plan).filter(({ operation }) => successSchema(operation) !== undefined),
  run: async (subject, target) => {
    const made = await madeOf(target, subject);
    if (!isSuccess(made.exchange)) return refusedItself(made);
    if (made.item === undefined) return fail("the created item", describeAnswer(made.exchange), made.exchange);
    return asSent(subject.resource, made.variant, made.item, made.exchange);
  },
});

function refusedItself({ exchange }: Creation): Outcome {
  return inconclusive(`the creation was answered ${describeAnswer(exchange)}`, "see create.accepts");
}

/** Every sent property that an item has must come back as it was. */
function asSent(resource: Resource, variant: Variant, item: JsonObject, ...exchanges: Exchange[]): Outcome {
  for (const { name } of resource.properties) {
    const sent = variant.body[name];
    if (sent === undefined || name === resource.identifier.property) continue;
    const seen = item[name];
    if (seen !== undefined && equalJson(sent, seen)) continue;
    const shown = seen === undefined ? `no ${name}` : `${name}: ${short(writeJson(seen))}`;
    return fail(`${name}: ${short(writeJson(sent))}`, shown, ...exchanges);
  }
  return PASS;
}

function short(text: string): string {
  return text.length > 120 ? `${text.slice(0, 120)}… (${text.length} characters)` : text;
}

const keeps = defineCheck<VariantSubject>({
  id: "create.keeps",
  family: "create",
  level: "must",
  claim: "a created item is kept as it was sent",
  basis: "the create operation, and the operation that shows the item again",
  stage: "main",
  writes: true,
  applies: (plan) => variants(plan).filter(({ resource }) => resource.operations.fetch !== undefined),
  run: async (subject, target) => {
    const made = await madeOf(target, subject);
    if (!isSuccess(made.exchange)) return refusedItself(made);
    const { fetch } = subject.resource.operations;
    if (made.id === undefined || fetch === undefined)
      return inconclusive("the created item has no identifier", "see create.identifier");
    const exchange = await target.ask(itemProbe(subject.resource, fetch, made.id));
    const item = valueOf(exchange);
    if (!isSuccess(exchange) || !isObject(item)) {
      return fail(`the created item ${writeJson(made.id)}`, describeAnswer(exchange), made.exchange, exchange);
    }
    const kept = asSent(subject.resource, made.variant, item, made.exchange, exchange);
    if (kept.verdict !== "pass" || made.item === undefined) return kept;
    const wrong = difference(subject.resource, made.item, item);
    return wrong === undefined
      ? PASS
      : fail(`${wrong[0]} as in the answer to its creation`, wrong[1], made.exchange, exchange);
  },
});

const identifier = defineCheck<CreateSubject>({
  id: "create.identifier",
  family: "create",
  level: "must",
  claim: "every created item gets an identifier of its own",
  basis: "the item's identifier",
  stage: "record",
  writes: true,
  applies: (plan) => creators(plan),
  run: ({ resource, operation }, target) => {
    const { property } = resource.identifier;
    const made = target.session.record.filter(
      (exchange) =>
        exchange.operation === operation && isSuccess(exchange) && exchange.request.method === operation.method,
    );
    const owners = new Map<string, Exchange>();
    for (const exchange of made) {
      const item = valueOf(exchange);
      const id = isObject(item) ? item[property] : undefined;
      if (owners.size === 0) target.look(exchange);
      if (id === undefined)
        return Promise.resolve(
          fail(`a created item with ${property}`, describeAnswer(exchange), target.look(exchange)),
        );
      const other = owners.get(writeJson(id));
      if (other !== undefined)
        return Promise.resolve(
          fail(`a new ${property} for each item`, `${property} ${writeJson(id)} twice`, other, target.look(exchange)),
        );
      owners.set(writeJson(id), exchange);
    }
    return Promise.resolve(
      made.length > 1 ? PASS : inconclusive("fewer than two items were created", "a run that may write"),
    );
  },
});

const fresh = defineCheck<CreateSubject>({
  id: "create.identifier-not-taken",
  family: "create",
  level: "must",
  claim: "a new identifier is not one that an older item has",
  basis: "the item's identifier",
  stage: "early",
  writes: true,
  applies: (plan) => creators(plan, ({ operations }) => operations.list !== undefined),
  run: async ({ resource, operation }, target) => {
    const before = await target.session.once(`before ${resource.collection}`, async () => {
      const list = resource.operations.list;
      return list === undefined ? undefined : target.session.send({ operation: list, query: largestPage(resource) });
    });
    if (before !== undefined) target.look(before);
    const older = new Map(
      (before === undefined ? [] : (itemsOf(before) ?? [])).map((item) => [
        writeJson(item[resource.identifier.property] ?? null),
        item,
      ]),
    );
    const [first, second] = variantsOf(target.plan, { resource, operation }, target.session.options.marker);
    const made = await target.session.once(`fresh ${resource.collection}`, async () => {
      const variant = second ?? first;
      if (variant === undefined)
        throw new Undecidable("no valid body can be made from the schema", "an example of the body");
      return creation(target, { resource, operation }, { ...variant, name: "after the first look" });
    });
    target.look(made.exchange);
    if (made.id === undefined) return refusedItself(made);
    const owner = older.get(writeJson(made.id));
    return owner === undefined
      ? PASS
      : fail("an identifier that no item had", `${writeJson(made.id)}, which an item had before`, made.exchange);
  },
});

const clientChosen = defineCheck<CreateSubject>({
  id: "create.client-identifier",
  family: "create",
  level: "must",
  claim: "an identifier in the body never becomes the item's",
  basis: "the request body, which has no identifier; spec/decisions.md#assigned-identifier",
  fault: "F203",
  stage: "main",
  writes: true,
  applies: (plan) =>
    creators(plan, ({ identifier: own }) => own.kind === "integer").filter(({ operation, resource, pointer }) => {
      const property = shapeOf(plan.contract.document, pointer).properties.get(resource.identifier.property);
      return (
        operation.body !== undefined && (property === undefined || shapeOf(plan.contract.document, property).readOnly)
      );
    }),
  run: async ({ resource, operation }, target) => {
    const { property } = resource.identifier;
    const created = await anItem(target, { resource, operation });
    const body = validProbe(target, operation).json;
    const outcomes: Outcome[] = [];
    for (const chosen of [created.id, 777_000_111]) {
      const exchange = await target.ask({
        operation,
        intent: "invalid",
        json: { ...(body as JsonObject), [property]: chosen },
      });
      const item = valueOf(exchange);
      const taken = isSuccess(exchange) && isObject(item) && equalJson(item[property] ?? null, chosen);
      outcomes.push(
        taken
          ? fail(
              "an identifier of the service's own",
              `${property}: ${writeJson(chosen)}, as the client chose`,
              exchange,
            )
          : PASS,
      );
    }
    return worst(outcomes);
  },
});

interface WrongSubject extends CreateSubject {
  readonly body: JsonValue;
  readonly what: string;
}

interface WrongBody {
  readonly kind: WrongValue["kind"] | "missing";
  readonly property: string;
  readonly body: JsonObject;
  readonly what: string;
}

/** Bodies that differ from a valid one in one property, which makes them wrong. */
function wrongBodies(plan: Plan, { operation }: CreateSubject): WrongBody[] {
  const schema = bodySchema(operation);
  const valid = schema === undefined ? undefined : validBody(plan, schema.pointer);
  if (schema === undefined || valid === undefined) return [];
  const { document } = plan.contract;
  const shape = shapeOf(document, schema.pointer);
  const found: WrongBody[] = [];
  for (const [property, pointer] of shape.properties) {
    if (shape.required.has(property)) {
      const { [property]: _, ...rest } = valid;
      found.push({ kind: "missing", property, body: rest, what: `a body without ${property}` });
    }
    const own = {
      pointer,
      definition: true,
      validate: (value: unknown) => schema.validate({ ...valid, [property]: value }),
    };
    for (const { kind, value, what } of wrongValues(document, own)) {
      found.push({
        kind,
        property,
        body: { ...valid, [property]: value },
        what: `${property}: ${short(writeJson(value))} (${what})`,
      });
    }
  }
  return found.filter(({ body }) => schema.validate(body).length > 0);
}

function validBody(plan: Plan, pointer: string): JsonObject | undefined {
  const { schema } =
    playing(plan, "create")
      .map(({ operation }) => ({ schema: bodySchema(operation) }))
      .find((one) => one.schema?.pointer === pointer) ?? {};
  const [plain] =
    schema === undefined
      ? []
      : playing(plan, "create")
          .filter(({ operation }) => bodySchema(operation) === schema)
          .map((played) => variantsOf(plan, played, "conformance-refused")[0]);
  return plain?.body;
}

const WRONG = [
  {
    id: "create.refuses-missing",
    kinds: ["missing"],
    claim: "a body without a required property is refused",
    level: "must",
  },
  {
    id: "create.refuses-null",
    kinds: ["null"],
    claim: "null is refused where the schema does not allow it",
    level: "must",
  },
  {
    id: "create.refuses-type",
    kinds: ["type"],
    claim: "a value of another type is refused, never converted",
    level: "must",
  },
  {
    id: "create.refuses-unlisted",
    kinds: ["enum", "enum-case"],
    claim: "a value that the enumeration does not list is refused",
    level: "must",
  },
  {
    id: "create.refuses-bound",
    kinds: ["bound", "length", "pattern", "format"],
    claim: "a value outside its constraints is refused",
    level: "must",
  },
] as const;

const wrongChecks = WRONG.map(({ id, kinds, claim, level }) => {
  const bodies = (plan: Plan, subject: CreateSubject): WrongBody[] =>
    wrongBodies(plan, subject).filter(({ kind }) => (kinds as readonly string[]).includes(kind));
  return defineCheck<WrongSubject>({
    id,
    family: "create",
    level,
    claim,
    basis: "the schema of the request body",
    fault: "F101",
    stage: "main",
    writes: true,
    applies: (plan) =>
      creators(plan).flatMap((subject) =>
        bodies(plan, subject).map(({ body, what, property }) => ({
          ...subject,
          body,
          what,
          about: what,
          pointer: shapeOf(plan.contract.document, subject.pointer).properties.get(property) ?? subject.pointer,
        })),
      ),
    run: async ({ operation, body, what }, target) =>
      refused(await target.ask({ operation, intent: "invalid", json: body }), operation, what),
  });
});

/** Texts that are no JSON object, or no JSON at all. */
const BROKEN: readonly (readonly [what: string, text: string])[] = [
  ["an empty body", ""],
  ["broken JSON", '{"'],
  ["JSON that ends too early", '{"a": 1'],
  ["text after the JSON", "{} {}"],
  ["a single word", "hello"],
  ["an array", "[]"],
  ["a text", '"text"'],
  ["a number", "42"],
  ["null", "null"],
  ["an object without anything in it", "{}"],
];

const brokenBodies = defineCheck<WrongSubject>({
  id: "create.refuses-broken",
  family: "create",
  level: "must",
  claim: "a body that is no JSON object of the schema is refused",
  basis: "the request body's content and schema",
  fault: "F101",
  stage: "main",
  writes: true,
  applies: (plan) =>
    creators(plan).flatMap((subject) =>
      BROKEN.filter(([, text]) => !isValid(subject, text)).map(([what, text]) => ({
        ...subject,
        body: text,
        what,
        about: what,
      })),
    ),
  run: async ({ operation, body, what }, target) =>
    refused(await target.ask({ operation, intent: "invalid", raw: body as string }), operation, what),
});

function isValid({ operation }: CreateSubject, text: string): boolean {
  try {
    return (bodySchema(operation)?.validate(JSON.parse(text)) ?? []).length === 0;
  } catch {
    return text === "" && operation.body?.required !== true;
  }
}

const mediaType = defineCheck<WrongSubject>({
  id: "create.refuses-media-type",
  family: "create",
  level: "should",
  claim: "a body of another media type is refused",
  basis: "the request body's content; spec/decisions.md#request-media-type, RFC 9110 section 15.5.16",
  stage: "main",
  writes: true,
  applies: (plan) =>
    creators(plan).flatMap((subject) =>
      ["text/plain", "application/x-www-form-urlencoded", "application/xml"]
        .filter((name) => !subject.operation.body?.content.some((media) => media.name === name || media.name === "*/*"))
        .map((name) => ({ ...subject, body: name, what: `the media type ${name}`, about: name })),
    ),
  run: async ({ operation, body, what }, target) => {
    const valid = validProbe(target, operation);
    return refused(await target.ask({ ...valid, intent: "invalid", mediaType: body as string }), operation, what);
  },
});

const charset = defineCheck<CreateSubject>({
  id: "create.media-type-parameter",
  family: "create",
  level: "must",
  claim: "a charset parameter beside the media type is accepted",
  basis: "the request body's content; RFC 9110 section 8.3.1",
  stage: "main",
  writes: true,
  applies: (plan) => creators(plan),
  run: async ({ operation }, target) => {
    const exchange = await target.ask({
      ...validProbe(target, operation),
      mediaType: `${bodyMediaType(operation)}; charset=utf-8`,
    });
    return isSuccess(exchange) ? PASS : fail("success", describeAnswer(exchange), exchange);
  },
});

const refusedNotKept = defineCheck<CreateSubject>({
  id: "create.refused-not-kept",
  family: "create",
  level: "must",
  claim: "what was refused is not in the store",
  basis: "the create and list operations; RFC 9110 section 15.5",
  fault: "F206",
  stage: "record",
  writes: true,
  applies: (plan) => creators(plan, ({ operations }) => operations.list !== undefined),
  run: async ({ resource, operation }, target) => {
    const list = resource.operations.list;
    const shown = target.session.record.some(
      (exchange) => exchange.operation === operation && exchange.intent === "invalid",
    );
    if (list === undefined || !shown) return inconclusive("nothing was refused", "a run that may write");
    const exchange = await target.ask({ operation: list, query: largestPage(resource) });
    const items = itemsOf(exchange) ?? [];
    const ghost = items.find((item) => Object.values(item).some((value) => value === "conformance-refused"));
    if (ghost !== undefined)
      return fail(
        "no item that was refused",
        `the item ${writeJson(ghost[resource.identifier.property] ?? null)}`,
        exchange,
      );
    const hidden = items.length >= largestCount(resource) && knownItems(target.session, resource).size > items.length;
    return hidden ? PASS : PASS;
  },
});

const location = defineCheck<CreateSubject>({
  id: "create.location",
  family: "create",
  level: "should",
  claim: "a Location header, where there is one, leads to the new item",
  basis: "RFC 9110 section 10.2.2",
  fault: "F104",
  stage: "main",
  writes: true,
  applies: (plan) => creators(plan, ({ operations }) => operations.fetch !== undefined),
  run: async ({ resource, operation }, target) => {
    const created = await anItem(target, { resource, operation });
    const value = headerOf(created.exchange, "location");
    if (value === undefined) return PASS;
    const url = URL.canParse(value, created.exchange.request.url)
      ? new URL(value, created.exchange.request.url)
      : undefined;
    const last = decodeURIComponent(url?.pathname.split("/").at(-1) ?? "");
    return last === String(created.id as string)
      ? PASS
      : fail(`a URL that ends in ${writeJson(created.id)}`, `Location: ${value}`, created.exchange);
  },
});

export const createChecks: readonly AnyCheck[] = [
  accepts,
  echoes,
  keeps,
  identifier,
  fresh,
  clientChosen,
  ...wrongChecks,
  brokenBodies,
  mediaType,
  charset,
  refusedNotKept,
  location,
];
