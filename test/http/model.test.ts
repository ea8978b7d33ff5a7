// Random requests, valid and not, against the simplest possible model of the store; every answer is compared.
import * as fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orders } from "./documents.ts";
import { type Got, type Mock, startMock } from "./support.ts";
import { drawn } from "../share.ts";
import { RawClient } from "./raw-client.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { writeJson } from "../../src/json/write.ts";

/** Each run plays its steps on an empty store. In the proof, there are ten thousand steps or more in total. */
const RUNS = drawn({ each: 4, proof: 150 });
const LEAST_PLAYED = drawn({ each: 150, proof: 10_000 });
/** Few enough that even short runs cover them together. */
const [LEAST_STEPS, MOST_STEPS] = [40, 240];
const CAPACITY = 40;

interface Item {
  readonly id: number;
  readonly quantity: number | bigint;
  readonly state: string;
  readonly note?: string | null;
}

interface Expected {
  readonly status: number;
  /** The expected body; undefined for errors, whose status is enough, and for responses without a body. */
  readonly items?: readonly Item[];
  readonly item?: Item;
}

type Step =
  | { readonly kind: "create"; readonly id: number; readonly body: JsonValue }
  | { readonly kind: "replace"; readonly id: number; readonly body: JsonValue }
  | { readonly kind: "update"; readonly id: number; readonly body: JsonValue }
  | { readonly kind: "fetch"; readonly id: number }
  | { readonly kind: "remove"; readonly id: number }
  | { readonly kind: "list"; readonly query: readonly (readonly [string, string])[] };

/** The simplest possible store. */
class Model {
  readonly items = new Map<number, Item>();
  next = 1;

  expect(step: Step): Expected {
    if (step.kind === "list") return this.#list(new Map(step.query));
    if (step.kind === "create") return this.#create(step.body);
    const found = this.items.get(step.id);
    // If a request is wrong in two ways, the body is validated before the item is looked up.
    if (step.kind === "fetch") return found === undefined ? { status: 404 } : { status: 200, item: found };
    if (step.kind === "remove") return this.items.delete(step.id) ? { status: 204 } : { status: 404 };
    return this.#change(step.id, step.kind, step.body);
  }

  #create(body: JsonValue): Expected {
    if (!isNew(body)) return { status: 422 };
    if (this.items.size >= CAPACITY) return { status: 507 };
    const item = compose(this.next++, body);
    this.items.set(item.id, item);
    return { status: 201, item };
  }

  #change(id: number, kind: "replace" | "update", body: JsonValue): Expected {
    if (id < 1) return { status: 404 };
    if (kind === "replace" ? !isNew(body) : !isPatch(body)) return { status: 400 };
    const found = this.items.get(id);
    if (found === undefined) return { status: 404 };
    const next = kind === "replace" ? (body as JsonObject) : fit(merge(found, body as JsonObject), found);
    const item = compose(id, next);
    this.items.set(id, item);
    return { status: 200, item };
  }

  #list(query: ReadonlyMap<string, string>): Expected {
    const size = query.get("page_size") ?? "3";
    const state = query.get("state");
    const quantity = query.get("quantity");
    if (!/^([1-9]|[1-4][0-9]|50)$/.test(size)) return { status: 400 };
    if (state !== undefined && state !== "open" && state !== "done") return { status: 400 };
    if (quantity !== undefined && !/^-?(0|[1-9]\d*)$/.test(quantity)) return { status: 400 };
    const items = [...this.items.values()]
      .sort((a, b) => a.id - b.id)
      .filter((item) => state === undefined || item.state === state)
      .filter((item) => quantity === undefined || String(item.quantity) === quantity);
    return { status: 200, items: items.slice(0, Number(size)) };
  }
}

function isWhole(value: JsonValue | undefined, least: number): boolean {
  return (typeof value === "bigint" || Number.isInteger(value)) && (value as number) >= least;
}

function isNew(body: JsonValue): body is JsonObject {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const { quantity, state, note } = body as JsonObject;
  const stateFits = state === undefined || state === "open" || state === "done";
  return isWhole(quantity, 1) && stateFits && (note === undefined || note === null || typeof note === "string");
}

function isPatch(body: JsonValue): boolean {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return false;
  const { quantity, state, note } = body as JsonObject;
  const isText = (value: JsonValue | undefined): boolean =>
    value === undefined || value === null || typeof value === "string";
  return (quantity === undefined || quantity === null || isWhole(quantity, -Infinity)) && isText(state) && isText(note);
}

function merge(item: Item, patch: JsonObject): JsonObject {
  const merged: Record<string, JsonValue> = { ...(item as unknown as JsonObject) };
  for (const [name, value] of Object.entries<JsonValue>(patch)) {
    if (value === null) delete merged[name];
    else merged[name] = value;
  }
  return merged;
}

/** Properties that a body may have but an item cannot store stay unchanged. */
function fit(next: JsonObject, { quantity, state }: Item): JsonObject {
  const isState = next["state"] === undefined || next["state"] === "open" || next["state"] === "done";
  return {
    ...next,
    ...(isWhole(next["quantity"], 1) ? {} : { quantity }),
    ...(isState ? {} : { state }),
  };
}

function compose(id: number, body: JsonObject): Item {
  const { quantity, state = "open", note } = body as unknown as Partial<Item> & Pick<Item, "quantity">;
  return { id, quantity, state, ...(note === undefined ? {} : { note }) };
}

const quantity = fc.oneof(
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 4 }) },
  fc.constantFrom<JsonValue>(0, -1, 1.5, "1", null, true, 9007199254740993n, 1e30, 2 ** 53),
);
const state = fc.constantFrom<JsonValue>("open", "done", "open", "done", "lost", 1);
const note = fc.oneof(
  fc.string({ unit: "grapheme", maxLength: 8 }),
  fc.constantFrom<JsonValue>(null, 5, '"\\\u0000', "\u2028"),
);
const part = fc.record({ quantity, state, note, id: fc.integer(), other: fc.json() }, { requiredKeys: [] });
const body: fc.Arbitrary<JsonValue> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({ quantity, state, note }, { requiredKeys: ["quantity"] }),
  },
  { weight: 4, arbitrary: part },
  fc.constantFrom<JsonValue>(null, [], "x", 1),
);
const id = fc.integer({ min: -1, max: 45 });
const query = fc.uniqueArray(
  fc.oneof(
    fc.tuple(fc.constant("page_size"), fc.constantFrom("1", "2", "50", "51", "0", "", "x", "03")),
    fc.tuple(fc.constant("state"), fc.constantFrom("open", "done", "lost", "")),
    fc.tuple(fc.constant("quantity"), fc.constantFrom("1", "2", "3", "9007199254740993", "-1", "1.0", "")),
    fc.tuple(fc.constant("stranger"), fc.string()),
  ),
  { selector: ([name]) => name, maxLength: 3 },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant("create" as const), id, body }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("replace" as const), id, body }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant("update" as const),
      id,
      body: fc.oneof(body, part as fc.Arbitrary<JsonValue>),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("fetch" as const), id }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("remove" as const), id }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant("list" as const), query }) },
);

let mock: Mock;
let client: RawClient;
beforeAll(async () => {
  mock = await startMock(orders(), { capacity: CAPACITY, seeds: { default: { kind: "count", count: 0 } } });
  client = new RawClient(mock);
});
afterAll(async () => {
  client.close();
  await mock.close();
});

async function play(one: Step): Promise<Got> {
  if (one.kind === "list") {
    const text = one.query.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
    return client.send("GET", text === "" ? "/orders" : `/orders?${text}`);
  }
  const path = one.kind === "create" ? "/orders" : `/orders/${one.id}`;
  if (one.kind === "fetch") return client.send("GET", path);
  if (one.kind === "remove") return client.send("DELETE", path);
  const method = { create: "POST", replace: "PUT", update: "PATCH" }[one.kind];
  const type = one.kind === "update" ? "application/merge-patch+json" : "application/json";
  return client.send(method, path, { body: writeJson(one.body), type });
}

/** The properties that the model knows, without those that only the service sets. */
function shown(value: JsonValue | undefined): unknown {
  if (Array.isArray(value)) return value.map((item) => shown(item as JsonValue));
  const { id: key, quantity: count, state: now, note: words } = value as unknown as Item;
  return { id: key, quantity: count, state: now, ...(words === undefined ? {} : { note: words }) };
}

test("thousands of steps", async () => {
  let played = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: LEAST_STEPS, maxLength: MOST_STEPS, size: "max" }), async (steps) => {
      mock.reset();
      const model = new Model();
      for (const one of steps) {
        const expected = model.expect(one);
        const got = await play(one);
        const seen = got.status < 300 && got.value !== undefined ? shown(got.value) : undefined;
        // As text, because the same number may be a number on one side and a bigint on the other.
        expect(writeJson([got.status, seen])).toBe(writeJson([expected.status, expected.items ?? expected.item]));
      }
      played += steps.length;
    }),
    { numRuns: RUNS },
  );
  expect(played).toBeGreaterThan(LEAST_PLAYED);
}, 60_000);
