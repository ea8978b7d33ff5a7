// A warehouse: products with a unique pattern, whose changes name a version, and movements for which there is room once at a time.
import { randomUUID } from "node:crypto";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { pick } from "./bank.ts";
import {
  type Ask,
  type Handlers,
  type Reply,
  type Seeded,
  compact,
  gone,
  missing,
  ok,
  order,
  problem,
  textOf,
} from "./host.ts";

const OWN = ["sku", "name", "note", "price", "shelf", "status", "contact", "suppliers", "labels"];

function start(bug: (number: number) => boolean): Handlers {
  const products = new Map<string, JsonObject>();
  const movements = new Map<number, JsonObject>();
  const notes = new Map<string, JsonObject[]>();
  let next = 1;
  const kept = (body: JsonObject): JsonObject => {
    const { name, contact, ...rest } = pick(body, ...OWN);
    return compact({
      status: "active",
      ...rest,
      name: textOf(name).trim(),
      contact: contact && textOf(contact).toLowerCase(),
    });
  };
  const shown = (one: JsonObject): JsonObject => {
    const own = [...movements.values()].filter((each) => each["product_id"] === one["id"]);
    return { ...one, stock: own.reduce((sum, { quantity }) => sum + Number(quantity), 0) };
  };
  const isTaken = (sku: JsonValue | undefined, id?: JsonValue): boolean =>
    [...products.values()].some((one) => one["sku"] === sku && one["id"] !== id);
  const isBlank = ({ name }: JsonObject): boolean => textOf(name).trim() === "";
  const add = (body: JsonObject): JsonObject => {
    const product = { id: randomUUID(), ...kept(body), version: 1 };
    products.set(product.id, product);
    notes.set(product.id, []);
    return product;
  };
  for (const [at, name] of ["Hammer", "Saw", "Nails"].entries())
    add({ sku: `OL-10010${at}`, name, price: 9.5 + at, shelf: at + 1 });
  const at = (ask: Ask, act: (item: JsonObject, id: string) => Reply): Reply => {
    const id = (ask.path["id"] ?? "").toLowerCase();
    const item = products.get(id);
    return item === undefined ? missing() : act(item, id);
  };
  const time = (value: JsonValue | undefined): number => Date.parse(textOf(value));
  return {
    listProducts: ({ query }) => {
      const { limit = 50, cursor, status, min_price: price, shelf, search } = query;
      const statuses = Array.isArray(status) ? (bug(1) ? status.slice(0, 1) : status) : undefined;
      const has = (one: JsonObject): boolean =>
        [one["name"], ...(bug(2) ? [] : [one["note"]])].some((text) =>
          textOf(text).toLowerCase().includes(textOf(search).toLowerCase()),
        );
      const cost = (one: JsonObject): boolean =>
        bug(3) ? Number(one["price"]) > Number(price) : Number(one["price"]) >= Number(price);
      const rows = [...products.values()]
        .filter((one) => statuses === undefined || statuses.includes(one["status"] ?? null))
        .filter((one) => price === undefined || cost(one))
        .filter((one) => shelf === undefined || (bug(4) && shelf === 0) || one["shelf"] === shelf)
        .filter((one) => search === undefined || has(one))
        .toSorted((a, b) => order(a["id"], b["id"]));
      const after =
        rows.findIndex(({ id }) => id === cursor) + 1 + (bug(5) && limit === 1 && cursor !== undefined ? 1 : 0);
      const page = rows.slice(after, after + Number(limit));
      const more = after + Number(limit) < rows.length ? (page.at(-1)?.["id"] ?? null) : null;
      return ok({ items: page.map(shown), next: more }, { "X-Total-Count": `${bug(6) ? products.size : rows.length}` });
    },
    addProduct: ({ body }) => {
      if (isBlank(body)) return problem(422, "a name is needed");
      if (isTaken(body["sku"])) return problem(409, "the SKU is taken");
      return { status: 201, body: shown(add(body)) };
    },
    getProduct: (ask) => at(ask, (item) => ok(shown(item))),
    rewriteProduct: (ask) =>
      at(ask, (item, id) => {
        if (ask.body["version"] !== item["version"] && !bug(7)) return problem(409, "the version is old");
        if (isBlank(ask.body)) return problem(422, "a name is needed");
        if (isTaken(ask.body["sku"], id)) return problem(409, "the SKU is taken");
        const own = kept(ask.body);
        const [old, now] = [item["suppliers"], own["suppliers"]].map((one) =>
          Array.isArray(one) ? (one as readonly JsonValue[]) : [],
        );
        const suppliers = bug(8) ? [...(now ?? []), ...(old ?? []).slice(now?.length)] : own["suppliers"];
        const version = Number(item["version"]) + 1;
        const product = compact({
          id,
          ...own,
          suppliers,
          note: own["note"] ?? (bug(9) ? item["note"] : undefined),
          version,
        });
        products.set(id, product);
        return ok(shown(product));
      }),
    dropProduct: (ask) =>
      at(ask, (_, id) => {
        products.delete(id);
        if (!bug(10)) for (const [key, one] of movements) if (one["product_id"] === id) movements.delete(key);
        return gone;
      }),
    listMovements: ({ query }) => {
      const { product_id: product, starts_from: from } = query;
      const isIn = (one: JsonObject): boolean =>
        bug(11) ? time(one["starts_at"]) > time(from) : time(one["starts_at"]) >= time(from);
      const rows = [...movements.values()].filter((one) => product === undefined || one["product_id"] === product);
      return ok(rows.filter((one) => from === undefined || isIn(one)));
    },
    addMovement: ({ body }) => {
      if (!products.has(textOf(body["product_id"]))) return problem(422, "there is no such product");
      const [from, to] = [time(body["starts_at"]), time(body["ends_at"])];
      if (to <= from) return problem(422, "it ends before it starts");
      const isFull = [...movements.values()].some((one) => time(one["starts_at"]) < to && from < time(one["ends_at"]));
      if (isFull) return problem(409, "the dock is taken at that time");
      const movement = { id: next++, ...pick(body, "product_id", "quantity", "starts_at", "ends_at", "remark") };
      movements.set(movement.id, movement);
      return { status: 201, body: movement };
    },
    getMovement: ({ path }) => {
      const one = movements.get(Number(path["id"]));
      return one === undefined ? missing() : ok(one);
    },
    dropMovement: ({ path }) => (movements.delete(Number(path["id"])) ? gone : missing()),
    listNotes: (ask) => at(ask, (_, id) => ok(notes.get(id) ?? [])),
    addNote: (ask) =>
      at(ask, (_, id) => {
        const note = { id: next++, text: ask.body["text"] ?? null };
        notes.get(id)?.push(note);
        return { status: 201, body: note };
      }),
    dropNote: (ask) =>
      at(ask, (_, id) => {
        const own = notes.get(id) ?? [];
        const left = own.filter((one) => one["id"] !== Number(ask.path["noteId"]));
        if (left.length === own.length) return missing();
        if (!bug(12)) notes.set(id, left);
        return gone;
      }),
  };
}

export const STOCK: Seeded = {
  name: "stock",
  document: new URL("stock.yaml", import.meta.url).pathname,
  bugs: [
    "a filter takes the first of several values",
    "the search leaves out one of the properties that its text names",
    "a least price leaves out what costs exactly that",
    "a filter takes 0 for no value",
    "a cursor skips an item on pages of one",
    "the total of a header ignores the filters",
    "a change of an old version is carried out",
    "a shorter list keeps the rest of the longer one",
    "PUT keeps what it says it removes",
    "the movements of a removed product stay",
    "a time from which movements start leaves out those that start then",
    "a removed item that nothing fetches stays in the list",
  ],
  start,
};
