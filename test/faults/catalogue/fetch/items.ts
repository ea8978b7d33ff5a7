// Faults of fetching an item: a missing one, a wrong one, and one that looks different.
import type { Answer, Call, Item, Overrides } from "../../behaviour.ts";
import { type Change, finding, members, raw, without, withStatus } from "../../craft.ts";
import { type Fault, faults } from "../../fault.ts";
import { json, REFERENCE } from "../../reference.ts";

const missing = (make: (call: Call) => Answer): Overrides => ({ missing: make });
const missingAs = (change: Change): Overrides => missing((call) => change(REFERENCE.missing(call), call));
const missingWith = (code: number): Overrides =>
  missingAs((answer, call) => members({ status: code })(withStatus(code)(answer, call), call));
const found = (change: (item: Item, call: Call) => unknown): Overrides => ({
  found: (item, call) => json(200, change(item, call)),
});
const at = (call: Call): string => call.path.slice("/v1/pets/".length);

const isNumber = (text: string): boolean => /^-?\d+$/.test(text);
const nth = (call: Call, index: number): Item | undefined => [...call.state.items.values()].at(index);

export const ITEMS: readonly Fault[] = faults({
  "fetch.missing-null: A missing item is answered 200 with null.": missing(() => json(200, null)),
  "fetch.missing-object: A missing item is answered 200 with {}.": missing(() => json(200, {})),
  "fetch.missing-array: A missing item is answered 200 with [].": missing(() => json(200, [])),
  "fetch.missing-error-200: A missing item is answered 200 with an Error.": missingAs(withStatus(200)),
  "fetch.missing-empty-200: A missing item is answered 200 without a body.": missing(() => ({
    status: 200,
    headers: {},
    raw: "",
  })),
  "fetch.missing-204: A missing item is answered 204.": missing(() => ({ status: 204, headers: {} })),
  "fetch.missing-410: A missing item is answered 410.": missingWith(410),
  "fetch.missing-400: A missing item is answered 400.": missingWith(400),
  "fetch.missing-403: A missing item is answered 403.": missingWith(403),
  "fetch.missing-500: A missing item is answered 500.": missingWith(500),
  "fetch.missing-422: A missing item is answered 422.": missingWith(422),
  "fetch.missing-html: A missing item is answered with an HTML page.": missingAs(
    raw("<h1>Not Found</h1>", "text/html"),
  ),
  "fetch.missing-empty: A missing item is answered 404 without a body.": missingAs(raw("")),
  "fetch.missing-redirect: A missing item is answered with a redirect to the list.": missing(() => ({
    status: 302,
    headers: { Location: "/v1/pets" },
    raw: "",
  })),
  "fetch.missing-placeholder: A missing item is made up with the identifier asked for.": missing((call) =>
    isNumber(at(call)) && at(call).length < 16
      ? json(200, { id: Number(at(call)), name: "", categoryId: 0 })
      : REFERENCE.missing(call),
  ),
  "fetch.missing-nearest: Instead of a missing item the last one is given.": finding((id, call) =>
    id > 0n ? nth(call, -1) : undefined,
  ),
  "fetch.always-first: The first item is given for every identifier that exists.": {
    find: (id, call) => (REFERENCE.find(id, call) ? nth(call, 0) : undefined),
  },
  "fetch.next-item: The item after the wanted one is given.": {
    find: (id, call) => REFERENCE.find(id, call) && (REFERENCE.find(id + 1n, call) ?? REFERENCE.find(id, call)),
  },
  "fetch.by-position: The identifier is taken for a position in the list.": {
    find: (id, call) => (id >= 0n && id < 10_000n ? nth(call, Number(id)) : undefined),
  },
  "fetch.by-category: The first item of the category with that number is given, where there is one.": {
    find: (id, call) =>
      REFERENCE.find(id, call) &&
      ([...call.state.items.values()].find((item) => BigInt(item.categoryId) === id) ?? REFERENCE.find(id, call)),
  },
  "fetch.array: The item comes in an array.": found((item) => [item]),
  "fetch.wrapped: The item comes as {data: …}.": found((data) => ({ data })),
  "fetch.name-only: Instead of the item its name is given.": found((item) => item.name),
  "fetch.name-missing: A fetched item has no name.": found((item) => without({ ...item }, "name")),
  "fetch.category-missing: A fetched item has no category.": found((item) => without({ ...item }, "categoryId")),
  "fetch.id-missing: A fetched item has no identifier.": found((item) => without({ ...item }, "id")),
  "fetch.status-missing: A fetched item has no status; a listed one has.": found((item) =>
    without({ ...item }, "status"),
  ),
  "fetch.id-text: A fetched item has the identifier as it stands in the path, a string.": found((item, call) => ({
    ...item,
    id: at(call),
  })),
  "fetch.category-text: A fetched item has its category as a string.": found((item) => ({
    ...item,
    categoryId: String(item.categoryId),
  })),
  "fetch.category-rounded: A fetched item has its category rounded above 2^53.": found((item) => ({
    ...item,
    categoryId: BigInt(Number(item.categoryId)),
  })),
  "fetch.category-wraps: A fetched item has its category wrapped at 32 bits.": found((item) => ({
    ...item,
    categoryId: BigInt.asIntN(32, BigInt(item.categoryId)),
  })),
  "fetch.status-null: A fetched item without a status has null for it.": found((item) => ({
    ...item,
    status: item.status ?? null,
  })),
  "fetch.status-capitals: A fetched item has its status in capitals.": found((item) =>
    item.status ? { ...item, status: item.status.toUpperCase() } : item,
  ),
  "fetch.status-outside-enum: A fetched pending item says reserved.": found((item) =>
    item.status === "pending" ? { ...item, status: "reserved" } : item,
  ),
  "fetch.name-escaped: A fetched item has its name escaped for HTML.": found((item) => ({
    ...item,
    name: item.name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  })),
  "fetch.name-mangled: A fetched item has its name read as Latin-1.": found((item) => ({
    ...item,
    name: Buffer.from(item.name).toString("latin1"),
  })),
  "fetch.name-cut: A fetched item has its name cut at 100 characters.": found((item) => ({
    ...item,
    name: item.name.slice(0, 100),
  })),
  "fetch.answered-203: A found item is answered 203.": { found: (item) => json(203, item) },
  "fetch.takes-item: An item is gone once it was fetched.": {
    found: (item, call) => {
      call.state.items.delete(String(item.id));
      return json(200, item);
    },
  },
  "fetch.changes-item: An item is sold once it was fetched.": {
    found: (item, call) => {
      call.state.items.set(String(item.id), { ...item, status: "sold" });
      return json(200, item);
    },
  },
  "fetch.without-status-missing: An item without a status is listed and cannot be fetched.": {
    find: (id, call) => (REFERENCE.find(id, call)?.status === undefined ? undefined : REFERENCE.find(id, call)),
  },
});
