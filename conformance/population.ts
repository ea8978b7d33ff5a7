// The items that a run adds: enough of them, and each worth something as a test of its own.
import { type JsonObject, type JsonValue, isObject } from "../src/contract/json.ts";
import type { Resource } from "../src/resource/model.ts";
import { type Shape, isType, mayBe, shapeOf } from "../src/contract/shape.ts";
import { Undecidable } from "./check.ts";
import { type Exchange, isSuccess, valueOf } from "./exchange.ts";
import { type Plan, type Played, bodySchema } from "./plan.ts";
import { sampleValue } from "./sample.ts";
import type { Session, Target } from "./target.ts";

/** An item to create: what is special about it, and the body to send. */
export interface Variant {
  readonly name: string;
  /** The property it is about; absent where it is about the whole. */
  readonly property?: string;
  readonly body: JsonObject;
  /** Early ones are created before the list is examined; there are few of them. */
  readonly early: boolean;
}

/** What came of creating a variant. */
export interface Creation {
  readonly variant: Variant;
  readonly exchange: Exchange;
  /** The item in the answer, where it is one. */
  readonly item?: JsonObject;
  readonly id?: JsonValue;
}

/** Texts that careless code alters, by name. The marker goes with each of them. */
const TEXTS: readonly (readonly [name: string, text: (marker: string) => string])[] = [
  ["letters of many scripts and emoji", (marker) => `${marker} Zoë Ñandú Łódź Ωμέγα 犬 ネコ 🐕‍🦺 𝒳`],
  ["combining characters, not normalised", (marker) => `${marker} e\u0301 n\u0303 \u1100\u1161 ﬁ`],
  [
    "quotes, backslashes and control characters",
    (marker) => `${marker} "double" 'single' \\back\\ /slash/ \t tab \n line \u0001`,
  ],
  ["spaces around it", (marker) => `  ${marker}  two  inside  `],
  ["markup and entities", (marker) => `${marker} <b>bold</b> &amp; &lt;i&gt; <!-- x -->`],
  [
    "invisible and right-to-left characters",
    (marker) => `${marker} \u200bzero\u200d \u202eltr\u202c \ufeffbom \u00a0 \u2028`,
  ],
  ["placeholders and escapes", (marker) => `${marker} 100% %41 %s {0} \${x} $1 +a+b ; --`],
  ["300 characters", (marker) => `${marker} `.padEnd(300, "long text ")],
  ["4,000 characters", (marker) => `${marker} `.padEnd(4000, "very long text ")],
  ["digits only", () => "0012345"],
  ["no characters at all", () => ""],
];

const INTEGERS: readonly (readonly [name: string, value: number | bigint])[] = [
  ["zero", 0],
  ["a negative number", -1],
  ["2^31", 2 ** 31],
  ["2^53+1", 2n ** 53n + 1n],
  ["2^63-1, the largest int64", 2n ** 63n - 1n],
  ["-2^63, the smallest int64", -(2n ** 63n)],
];

/** The variants of an item that the document allows, the plainest first. */
export function variantsOf(plan: Plan, { operation }: Played, marker: string): Variant[] {
  const schema = bodySchema(operation);
  if (schema === undefined) return [];
  const { document } = plan.contract;
  const base = sampleValue(document, schema.pointer, () => marker);
  if (!isObject(base)) return [];
  const shape = shapeOf(document, schema.pointer);
  const variants: Variant[] = [{ name: "only what is required", body: base, early: true }];
  for (const [property, pointer] of shape.properties) {
    const own = shapeOf(document, pointer);
    if (own.readOnly) continue;
    for (const [name, value, early] of valuesOf(own, marker)) {
      variants.push({ name: `${property}: ${name}`, property, body: { ...base, [property]: value }, early });
    }
    if (!shape.required.has(property) && own.values === undefined) {
      const body = { ...base, [property]: sampleValue(document, pointer, () => marker) };
      variants.push({ name: `${property}: given`, property, body, early: false });
    }
  }
  return variants.filter(({ body }) => schema.validate(body).length === 0);
}

function valuesOf(shape: Shape, marker: string): (readonly [name: string, value: JsonValue, early: boolean])[] {
  if (shape.values !== undefined) return shape.values.map((value) => [JSON.stringify(value), value, true]);
  if (isType(shape, "boolean")) return [true, false].map((value) => [String(value), value, false]);
  if (mayBe(shape, "integer") && !mayBe(shape, "string")) {
    return INTEGERS.map(([name, value]) => [name, value, false]);
  }
  if (isType(shape, "string") && shape.format === undefined && shape.patterns.length === 0) {
    return TEXTS.map(([name, text]) => [name, text(marker), false]);
  }
  return [];
}

/** Creates a variant, once in a run. */
export async function creation(target: Target, played: Played, variant: Variant): Promise<Creation> {
  const name = `create ${played.operation.id} ${variant.name}`;
  const made = await target.session.once(name, () => create(target.session, played, variant));
  target.look(made.exchange);
  return made;
}

async function create(session: Session, played: Played, variant: Variant): Promise<Creation> {
  const exchange = await session.send({ operation: played.operation, json: variant.body });
  const value = isSuccess(exchange) ? valueOf(exchange) : undefined;
  if (!isObject(value)) return { variant, exchange };
  const id = value[played.resource.identifier.property];
  return { variant, exchange, item: value, ...(id === undefined ? {} : { id }) };
}

/** A created item that the check may rely on. @throws Undecidable where creation does not work at all */
export async function anItem(target: Target, played: Played): Promise<Creation & { item: JsonObject; id: JsonValue }> {
  const [plain] = variantsOf(target.plan, played, target.session.options.marker);
  if (plain === undefined) throw new Undecidable("no valid body can be made from the schema", "an example of the body");
  const made = await creation(target, played, plain);
  if (made.item === undefined || made.id === undefined) {
    throw new Undecidable("no item could be created", "a target on which creation works");
  }
  return { ...made, item: made.item, id: made.id };
}

/** The identifiers of all items of a resource that answers have shown so far, as text. */
export function knownItems(session: Session, resource: Resource): Map<string, JsonObject> {
  const known = new Map<string, JsonObject>();
  const { list, create: creator } = resource.operations;
  for (const exchange of session.record) {
    if (exchange.intent !== "valid" || !isSuccess(exchange)) continue;
    if (exchange.operation !== list && exchange.operation !== creator) continue;
    if (exchange.request.method !== exchange.operation?.method) continue;
    const value = valueOf(exchange);
    for (const item of Array.isArray(value) ? value : [value]) {
      if (!isObject(item)) continue;
      const id = item[resource.identifier.property];
      if (id !== undefined) known.set(String(id as string), item);
    }
  }
  return known;
}

/**
 * Sees to it that the store holds at least so many items.
 * @throws Undecidable when it holds fewer and the budget does not allow to add the rest
 */
export async function ensureItems(target: Target, resource: Resource, count: number): Promise<void> {
  const { session } = target;
  const operation = resource.operations.create;
  await session.once(`look at ${resource.collection}`, () => lookAround(session, resource));
  const missing = (): number => count - knownItems(session, resource).size;
  if (missing() <= 0) return;
  if (operation === undefined) {
    throw new Undecidable(`fewer than ${count} items are known`, `a store with ${count} items or more`);
  }
  if (session.options.readOnly || session.writesLeft < missing()) {
    const why = session.options.readOnly ? "the run is read-only" : `only ${session.writesLeft} writes are left`;
    throw new Undecidable(
      `the store is known to hold ${count - missing()} items, ${count} are needed, and ${why}`,
      `a store with ${count} items or more, or --max-writes ${session.writes + missing()}`,
    );
  }
  await session.once(`fill ${resource.collection} to ${count}`, () =>
    fill(session, { resource, operation }, missing()),
  );
  if (missing() > 0)
    throw new Undecidable(`the store does not come to hold ${count} items`, "a target on which creation works");
}

/** What the list shows by itself, as many as it may show at once. */
async function lookAround(session: Session, resource: Resource): Promise<void> {
  const { list } = resource.operations;
  if (list === undefined) return;
  const { pageSize } = resource;
  const largest = pageSize?.maximum ?? pageSize?.default;
  const query =
    pageSize === undefined || largest === undefined ? [] : [[pageSize.parameter.name, String(largest)] as const];
  await session.send({ operation: list, query });
}

const FILL_LANES = 8;

async function fill(session: Session, played: Played, count: number): Promise<void> {
  const variants = variantsOf(session.plan, played, session.options.marker).filter(({ early }) => early);
  let next = 0;
  const lane = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const variant = variants[index % variants.length] as Variant;
      const made = await create(session, played, { ...variant, name: `filler ${index}` });
      if (made.item === undefined) return;
    }
  };
  await Promise.all(Array.from({ length: FILL_LANES }, lane));
}
