// The items of a run: those it knows of, those it creates, and as many as a check needs.
import { type JsonObject, type JsonValue, equalJson, isObject } from "../src/contract/json.ts";
import type { Filter, Resource } from "../src/resource/model.ts";
import { shapeOf } from "./shape.ts";
import { showScalar } from "../src/contract/wire.ts";
import { count as counted } from "../src/report/text.ts";
import { Undecidable } from "./check.ts";
import { type Exchange, isServed, isSuccess, valueOf } from "./exchange.ts";
import { type Plan, type Played, bodySchema } from "./plan.ts";
import type { Marks } from "./sample.ts";
import type { CreatedItem } from "./created.ts";
import type { Session, Target } from "./target.ts";
import { type Variant, plainVariant } from "./variants.ts";

/** What came of creating a variant. */
export interface Creation {
  readonly variant: Variant;
  readonly body: JsonObject;
  readonly exchange: Exchange;
  /** The item in the answer, where it is one. */
  readonly item?: JsonObject;
  readonly id?: JsonValue;
}

/** Creates a variant, once in a run. Special ones are judged by checks of their own, so they are `edge`. */
export async function creation(target: Target, played: Played, variant: Variant): Promise<Creation> {
  const name = `create ${played.operation.id} ${variant.name}`;
  const made = await target.session.once(name, () => create(target.session, played, variant));
  target.look(made.exchange);
  return made;
}

async function create(session: Session, played: Played, variant: Variant): Promise<Creation> {
  const body = variant.body(session.nextName());
  const intent = variant.carries.length === 0 ? "valid" : "edge";
  const exchange = await session.send({ operation: played.operation, json: body, intent });
  const value = isSuccess(exchange) ? valueOf(exchange) : undefined;
  if (!isObject(value)) return { variant, body, exchange };
  const id = value[played.resource.identifier.property];
  return { variant, body, exchange, item: value, ...(id === undefined ? {} : { id }) };
}

/** The plain variant. @throws Undecidable where no valid body can be made */
export function plainOf(target: Target, played: Played): Variant {
  const plain = plainVariant(target.plan, played);
  if (plain === undefined) throw new Undecidable("no valid body can be made from the schema", "an example of the body");
  return plain;
}

/** A created item that the check may rely on. @throws Undecidable where creation does not work at all */
export async function anItem(
  target: Target,
  played: Played,
  name?: string,
): Promise<Creation & { item: JsonObject; id: JsonValue }> {
  const plain = plainOf(target, played);
  const made = await creation(target, played, name === undefined ? plain : { ...plain, name });
  if (made.item === undefined || made.id === undefined || made.id === null) {
    throw new Undecidable("no item could be created", "a target on which creation works");
  }
  return { ...made, item: made.item, id: made.id };
}

/** What the run created of a resource, and has not removed. */
export function ownItems(session: Session, resource: Resource): CreatedItem[] {
  return session.created.filter((one) => one.resource === resource && !one.removed);
}

interface Known {
  /** How much of the record was read. */
  read: number;
  readonly items: Map<string, JsonObject>;
}

const known = new WeakMap<Session, Map<Resource, Known>>();

/** The items of a resource that answers have shown so far, by the text of their identifier. */
export function knownItems(session: Session, resource: Resource): ReadonlyMap<string, JsonObject> {
  const all = known.get(session) ?? new Map<Resource, Known>();
  known.set(session, all);
  const own = all.get(resource) ?? { read: 0, items: new Map<string, JsonObject>() };
  all.set(resource, own);
  const { list, create: creator } = resource.operations;
  for (; own.read < session.record.length; own.read++) {
    const exchange = session.record[own.read] as Exchange;
    if ((exchange.operation !== list && exchange.operation !== creator) || !isServed(exchange)) continue;
    if (exchange.request.method !== exchange.operation?.method) continue;
    const value = valueOf(exchange);
    for (const item of Array.isArray(value) ? value : [value]) {
      const id = isObject(item) ? item[resource.identifier.property] : undefined;
      if (isObject(item) && id !== undefined) own.items.set(showScalar(id), item);
    }
  }
  return own.items;
}

/** A filter and the value it is asked for. */
export interface Wanted {
  readonly filter: Filter;
  readonly value: JsonValue;
}

/** The values of a filter, where the document lists them: those can be tried one by one. */
export function filterValues(plan: Plan, { parameter }: Filter): readonly JsonValue[] {
  const shape = shapeOf(plan.contract.document, parameter.schema.pointer);
  return shape.values ?? (shape.types?.includes("boolean") === true ? [true, false] : []);
}

/** The first value of the first filter whose values the document lists. */
export function firstWanted(plan: Plan, { filters }: Resource): Wanted | undefined {
  return filters.flatMap((filter) =>
    filterValues(plan, filter)
      .slice(0, 1)
      .map((value) => ({ filter, value })),
  )[0];
}

/** The last value of the first such filter: items that fill pages have the first one, so few have this one. */
export function rareWanted(plan: Plan, { filters }: Resource): Wanted | undefined {
  return filters.flatMap((filter) =>
    filterValues(plan, filter)
      .slice(1)
      .slice(-1)
      .map((value) => ({ filter, value })),
  )[0];
}

/** The known items that a filter must find. */
export function matching(session: Session, resource: Resource, { filter, value }: Wanted): JsonObject[] {
  return [...knownItems(session, resource).values()].filter((item) => equalJson(item[filter.property] ?? null, value));
}

/** Writes that filling the store leaves to the checks that come after. */
const KEPT_FOR_LATER = 12;

const filling = new WeakMap<Session, Promise<unknown>>();

/**
 * Sees to it that the store holds at least so many items, all with the value of a filter where one is given.
 * @throws Undecidable when it holds fewer and the budget does not allow to add the rest
 */
export async function ensureItems(target: Target, resource: Resource, count: number, wanted?: Wanted): Promise<void> {
  const { session } = target;
  // One at a time, so that two checks do not both add what is missing.
  const turn = (filling.get(session) ?? Promise.resolve()).then(() => addMissing(session, resource, count, wanted));
  filling.set(
    session,
    turn.catch(() => undefined),
  );
  await turn;
}

async function addMissing(
  session: Session,
  resource: Resource,
  count: number,
  wanted: Wanted | undefined,
): Promise<void> {
  const missing = (): number =>
    count - (wanted === undefined ? knownItems(session, resource).size : matching(session, resource, wanted).length);
  const needed = missing();
  if (needed <= 0) return;
  const what = `${counted(count, "item")}${wanted === undefined ? "" : ` that a filter by ${wanted.filter.property} finds`}`;
  const operation = resource.operations.create;
  if (operation === undefined || session.options.readOnly) {
    const [why, or] =
      operation === undefined ? ["", ""] : [", and the run is read-only", ", or a run without --read-only"];
    throw new Undecidable(`the store is not known to hold ${what}${why}`, `a store with ${what} or more${or}`);
  }
  if (session.writesLeft - KEPT_FOR_LATER < needed) {
    throw new Undecidable(
      `the store is not known to hold ${what}, and the budget leaves only ${counted(session.writesLeft, "write")}`,
      `a store with ${what} or more, or --max-writes ${session.writes + needed + KEPT_FOR_LATER}`,
    );
  }
  await fill(session, { resource, operation }, needed, wanted);
  // One that got lost is made up for once; what is wrong with it is for other checks to say.
  if (missing() > 0 && missing() < needed && session.writesLeft >= missing()) {
    await fill(session, { resource, operation }, missing(), wanted);
  }
  if (missing() > 0) {
    throw new Undecidable(`the store does not come to hold ${what}`, "a target on which creation works");
  }
}

const FILL_LANES = 8;

async function fill(session: Session, played: Played, count: number, wanted: Wanted | undefined): Promise<void> {
  // An item that a filter finds is as good as any where none is wanted, and saves another one later.
  const variant = fillerOf(session, played, wanted ?? firstWanted(session.plan, played.resource));
  if (variant === undefined) return;
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next++ < count) {
      const made = await create(session, played, variant);
      if (!isSuccess(made.exchange)) return;
    }
  };
  await Promise.all(Array.from({ length: FILL_LANES }, lane));
}

/**
 * An item that is there to fill pages. Its integers are the identifier of another item, so that a fetch by the
 * wrong property shows itself; where a filter is wanted, it finds the item.
 */
function fillerOf(session: Session, played: Played, wanted: Wanted | undefined): Variant | undefined {
  const plain = plainVariant(session.plan, played);
  const schema = bodySchema(played.operation);
  if (plain === undefined || schema === undefined) return undefined;
  const { document } = session.plan.contract;
  const extra: Record<string, JsonValue> = {};
  // Not the first: its identifier may be the number that plain items bear anyway.
  const own = ownItems(session, played.resource)[1];
  for (const [name, pointer] of shapeOf(document, schema.pointer).properties) {
    const types = shapeOf(document, pointer).types;
    if (name === played.resource.identifier.property) continue;
    if (own !== undefined && typeof own.id !== "string" && types?.includes("integer") === true) extra[name] = own.id;
  }
  if (wanted !== undefined) extra[wanted.filter.property] = wanted.value;
  const body = (text: string): JsonObject => ({ ...plain.body(text), ...extra });
  if (schema.validate(body(session.nextName())).length === 0) return { name: "filler", carries: [], body };
  return plain;
}

/** The marks of bodies that must be refused, by which an item that was stored all the same is known. */
export function marksOf(session: Session, what: "refused" | "stranger" | "unlisted"): Marks {
  let sum = { refused: 17, stranger: 18, unlisted: 19 }[what];
  for (const letter of session.options.marker) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_000_007;
  return { text: `${session.options.marker}-${what}`, integer: 1_000_000_000 + sum };
}

/** True for an item that shows the marks. */
export function bears(item: JsonObject, { text, integer }: Marks): boolean {
  return Object.values(item).some((value) => value === text || value === integer);
}
