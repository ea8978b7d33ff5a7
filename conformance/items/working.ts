// Finds a request that the service accepts, before anything is concluded from what it refuses: what the schemas alone
// suggest, the document's examples, and what lists show.
import type { Operation } from "../../src/contract/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { valueIn } from "../../src/resource/items/envelope.ts";
import { idOf } from "../../src/resource/items/identify.ts";
import { wordsOf } from "../../src/resource/paths.ts";
import type { Resource } from "../../src/resource/model.ts";
import { ValuePlace } from "../../src/schema/generate/place.ts";
import { layeredValue } from "../../src/realistic/seeded-values.ts";
import { type SchemaNode, isType, schemaAt } from "../../src/schema/normal/schema-node.ts";
import { type Exchange, isRefusal, isSuccess, isTurnedAway, statusOf, valueOf } from "../client/exchange.ts";
import { messageIn } from "../client/bodies/message.ts";
import type { Session } from "../client/sending/session.ts";
import { Undecidable } from "../client/undecidable.ts";
import { identityNames } from "./bodies/identities.ts";
import { toCome } from "./bodies/order.ts";
import { keepName, referencePlaces } from "./bodies/reference-places.ts";
import { keepOther, leadsTo, referred } from "./bodies/references.ts";
import { ruleOf } from "../judgements/rule.ts";
import { sentPlace, shapeOf } from "../places.ts";
import { type ResourceOperation, resourceOf } from "../plan.ts";
import { bodySchema } from "../operations.ts";
import { itemsOf, largestPage } from "../probes/list.ts";
import { type Recipe, keepRecipe, recipeOf } from "./bodies/body.ts";
import { type Creation, create } from "./create.ts";
import { knownItems, ownItems } from "./known.ts";
import { misnamed, outcomeOf } from "./usable.ts";
import { plainVariant } from "./bodies/variants.ts";

/** Waits until it is known which body a creation accepts. @throws Undecidable if the service accepts none */
export async function findWorking(session: Session, operation: Operation): Promise<void> {
  const resource = resourceOf(session.plan, operation);
  const isCreation = resource?.operations.create === operation && shapeOf(operation)?.sendsMany !== true;
  if (!isCreation || bodySchema(operation) === undefined || session.options.readOnly) return;
  const creator = { resource, operation };
  const refused = await session.once(
    `working ${operation.pointer}`,
    async () => (await find(session, creator)) ?? misnamed(session, creator, await attempt(session, creator)),
  );
  if (refused !== undefined) throw refused;
}

async function find(session: Session, creator: ResourceOperation): Promise<Undecidable | undefined> {
  const { plan } = session;
  const { operation } = creator;
  const references = await referencesOf(session, creator);
  const start: Recipe = { values: references, fresh: new Set() };
  if (Object.keys(references).length > 0) keepRecipe(plan, operation, start);
  const first = await attempt(session, creator);
  if (first === undefined) return undefined;
  if (isSuccess(first.exchange) || !mayTryOthers(first.exchange)) return outcomeOf(first);
  const named = namedRecipe(session, creator, first, references);
  // What works with no more than a refusal names shows that the first body lacked it.
  let least = named === undefined ? undefined : first.exchange;
  for (const recipe of [...(named ?? []), ...(await recipesFor(session, creator, references))]) {
    keepRecipe(plan, operation, recipe);
    const made = await attempt(session, creator, "edge").catch(notUndecidable);
    if (made === undefined || !isSuccess(made.exchange)) {
      least = recipe.isLeast === true ? made?.exchange : undefined;
      continue;
    }
    // The same values without what is optional were refused: the service demands more than the document.
    if (least !== undefined && ruleOf(least) !== undefined && statusOf(least) === 400)
      await session.once(demandOf(operation), () => Promise.resolve(least));
    await freeTexts(session, creator);
    remember(session, creator, made);
    return undefined;
  }
  keepRecipe(plan, operation, Object.keys(references).length > 0 ? start : undefined);
  return outcomeOf(first);
}

/** What was sent with the optional properties that its refusal names; undefined if it names none. */
function namedRecipe(
  { plan: { contract } }: Session,
  { operation }: ResourceOperation,
  { exchange, body }: Creation,
  references: JsonObject,
): [Recipe] | undefined {
  const schema = bodySchema(operation);
  const said = wordsOf(messageIn(valueOf(exchange)) ?? "");
  if (schema === undefined) return undefined;
  const { properties } = schemaAt(contract.document, schema.pointer, "request");
  const lacking = [...properties].filter(
    ([name, node]) => !node.annotations.readOnly && !Object.hasOwn(body, name) && said.includes(name.toLowerCase()),
  );
  const values = lacking.map(([name, { pointer }]): [string, JsonValue] => [
    name,
    layeredValue(ValuePlace.at(contract.document, pointer, "request"), 1, { kind: "one" }) ?? null,
  ]);
  const fresh = new Set(lacking.flatMap(([name, node]) => (isOpenText(node) ? [name] : [])));
  return lacking.length === 0 ? undefined : [{ values: { ...Object.fromEntries(values), ...references }, fresh }];
}

const demandOf = ({ pointer }: Operation): string => `demands more ${pointer}`;

/** The refusal of a body that lacks only optional properties, and that is accepted with them; undefined if there is none. */
export function demandedMore(session: Session, operation: Operation): Promise<Exchange | undefined> {
  return session.once(demandOf(operation), () => Promise.resolve(undefined));
}

function notUndecidable(error: unknown): undefined {
  if (!(error instanceof Undecidable)) throw error;
}

/** Other bodies are tried unless the answer is not about the body. */
function mayTryOthers(exchange: Exchange): boolean {
  return (
    isRefusal(exchange) &&
    !isTurnedAway(exchange) &&
    ![404, 405, 406, 410, 411, 413, 415, 429].includes(statusOf(exchange))
  );
}

/** Sends the plain item; undefined if no valid body can be generated. */
async function attempt(session: Session, creator: ResourceOperation, intent?: "edge"): Promise<Creation | undefined> {
  const variant = plainVariant(session.plan, creator);
  if (variant === undefined) return undefined;
  const send = (): Promise<Creation> => create(session, creator, variant, { intent });
  return intent === undefined ? session.once(nameOf(creator.operation, variant.name), send) : send();
}

const nameOf = ({ id }: Operation, variant: string): string => `create ${id} ${variant}`;

function remember(session: Session, { operation }: ResourceOperation, made: Creation): void {
  session.replace(nameOf(operation, made.variant.name), Promise.resolve(made));
}

/** Words of properties that people fill in as they like. */
const FREE = new Set(
  "name title label note notes comment comments description summary subject text nickname display remark memo".split(
    " ",
  ),
);

/** What to try, most promising first, few as each may add an item. */
async function recipesFor(
  session: Session,
  { resource, operation }: ResourceOperation,
  references: JsonObject,
): Promise<Recipe[]> {
  const schema = bodySchema(operation);
  if (schema === undefined) return [];
  const { document } = session.plan.contract;
  const node = schemaAt(document, schema.pointer, "request");
  const { required } = node.form;
  const place = ValuePlace.at(document, schema.pointer, "request");
  const examples = (operation.body?.content ?? []).flatMap((media) => media.examples).slice(0, 3);
  const listed = await listedItem(session, resource.operations.list, resource);
  const given = [
    ...examples.map(({ value }) => valueIn(value, sentPlace(operation)) ?? value),
    ...place.examples.slice(0, 2),
  ].filter((value): value is JsonObject => isObject(value));
  const least = layeredValue(place, 1, { kind: "least" });
  const [usual = isObject(least) ? least : {}] = given;
  const sources = [
    ...given,
    // What can be booked lies ahead.
    toCome(usual, Date.now()),
    least,
    listed,
    layeredValue(place, 1, { kind: "one" }),
  ].filter((value): value is JsonObject => isObject(value));
  const isIdentity = identityNames(resource);
  const found = sources.flatMap((source): Recipe[] => {
    const all = Object.entries<JsonValue>(source).filter(
      ([name]) => !isIdentity(name) && node.properties.get(name)?.annotations.readOnly !== true,
    );
    const known = all.filter(([name]) => node.properties.has(name) || source !== listed);
    const demanded = known.filter(([name]) => required.has(name));
    return (demanded.length < known.length && demanded.length > 0 ? [demanded, known] : [known]).map((entries) => {
      const values = { ...Object.fromEntries(entries), ...references };
      return {
        values,
        isLeast: entries === demanded,
        fresh: new Set(Object.keys(values).filter((name) => isFree(node, name))),
      };
    });
  });
  const texts = new Set<string>();
  const distinct = found.filter(({ values }) => {
    const text = JSON.stringify(Object.entries(values), (_, value: unknown) =>
      typeof value === "bigint" ? `${value}` : value,
    );
    return !texts.has(text) && texts.add(text);
  });
  return distinct.slice(0, MOST_TRIED);
}

const MOST_TRIED = 8;

const isFree = (node: SchemaNode, name: string): boolean =>
  isOpenText(node.properties.get(name)) &&
  node.properties.get(name)?.form.patterns.length === 0 &&
  wordsOf(name).some((word) => FREE.has(word));

/** True for a text that the document leaves open, or whose format or pattern has room for others. */
const isOpenText = (node: SchemaNode | undefined): boolean =>
  node !== undefined && isType(node, "string") && node.form.values === undefined;

/** The first item of a list, as a source of values that the service has taken before. */
async function listedItem(
  session: Session,
  list: Operation | undefined,
  resource: Resource,
): Promise<JsonObject | undefined> {
  if (list === undefined) return undefined;
  try {
    const page = await session.once(`page for examples ${list.pointer}`, () =>
      session.send({ operation: list, query: largestPage(resource), intent: "edge" }),
    );
    return isSuccess(page) ? itemsOf(page)?.[0] : undefined;
  } catch (error) {
    return notUndecidable(error);
  }
}

const MOST_FREED = 5;

/** Finds out which texts of a recipe may be any text, so that the run's items can be told apart. */
async function freeTexts(session: Session, creator: ResourceOperation): Promise<void> {
  const { plan } = session;
  const { operation } = creator;
  const schema = bodySchema(operation);
  const recipe = recipeOf(plan, operation);
  if (schema === undefined || recipe === undefined) return;
  const { properties } = schemaAt(plan.contract.document, schema.pointer, "request");
  const isDated = (node: SchemaNode | undefined): boolean =>
    node?.form.formats.some((format) => /date|time|duration/.test(format)) === true;
  const open = Object.keys(recipe.values).filter((name) => {
    const node = properties.get(name);
    return !recipe.fresh.has(name) && isOpenText(node) && !isDated(node) && !/id$/i.test(name);
  });
  for (const name of open.slice(0, MOST_FREED)) {
    const before = recipeOf(plan, operation) ?? recipe;
    keepRecipe(plan, operation, { ...before, fresh: new Set([...before.fresh, name]) });
    const made = await attempt(session, creator, "edge").catch(notUndecidable);
    if (made === undefined || !isSuccess(made.exchange)) keepRecipe(plan, operation, before);
  }
}

/** References in a body to items of other resources: those of the run if it has any, or else existing ones. */
async function referencesOf(session: Session, { operation, resource }: ResourceOperation): Promise<JsonObject> {
  const { plan } = session;
  const found: Record<string, JsonValue> = {};
  for (const [name, other] of referred(plan, { operation, resource }, { required: true })) {
    if (leadsTo(plan, other, resource)) continue;
    const id = await someId(session, other);
    if (id === undefined) continue;
    found[name] = id;
    // Items that all name the same one show nothing of a filter by it.
    const another = await madeFor(session, other, "another").catch(notUndecidable);
    if (another?.id !== undefined) keepOther(plan, operation, name, another.id);
  }
  for (const { path, other, isRequired } of referencePlaces(plan, { operation, resource })) {
    if (leadsTo(plan, other, resource)) continue;
    const id = isRequired ? await someId(session, other) : ownItems(session, other)[0]?.id;
    if (id !== undefined) keepName(plan, operation, path, id);
  }
  return found;
}

/** An item that others are to name, created once for each purpose. */
async function madeFor(session: Session, resource: Resource, purpose: string): Promise<Creation | undefined> {
  const { create: operation } = resource.operations;
  if (operation === undefined || resource.scope.length > 0) return undefined;
  await session.working?.(operation);
  const made = await session.once(`${purpose} ${resource.collection}`, () =>
    attempt(session, { resource, operation }, "edge"),
  );
  if (made?.own === undefined) return undefined;
  made.own.isWay = true;
  return made;
}

async function someId(session: Session, resource: Resource): Promise<JsonValue | undefined> {
  const { list } = resource.operations;
  const made = await madeFor(session, resource, "referred").catch(notUndecidable);
  if (made?.id !== undefined) return made.id;
  const own = ownItems(session, resource)[0]?.id;
  if (own !== undefined) return own;
  await listedItem(session, list, resource);
  const [first] = knownItems(session, resource).values();
  const id = idOf(resource.identifier, first);
  return id === null ? undefined : id;
}
