// Faults of lists: which items they contain, and how these look.
import type { Answer, Call, Item, Overrides } from "../behaviour.ts";
import { error, without } from "../craft.ts";
import { type Fault, faults } from "../fault.ts";
import { json, REFERENCE } from "../reference.ts";
import { writeJson } from "../../../src/json/write.ts";

/** Shows the items of a list differently. */
function shown(change: (item: Item, index: number, call: Call) => unknown): Overrides {
  return {
    listed: (items, call) => {
      const rows = items.map((item, index) => change(item, index, call));
      return json(200, rows);
    },
  };
}

/** A different envelope for the same items. */
const whole = (make: (items: readonly Item[], call: Call) => Answer): Overrides => ({ listed: make });

/** Leaves items out of every list. */
function hiding(hidden: (item: Item, call: Call) => boolean): Overrides {
  return {
    select: (query, call) => {
      const items = new Map([...call.state.items].filter(([, item]) => !hidden(item, call)));
      return REFERENCE.select(query, { ...call, state: { ...call.state, items } });
    },
  };
}

const seeded = (call: Call): number => [...call.behaviour.seed()].length;

export const LISTS: readonly Fault[] = faults({
  "lists.duplicates: A page has its first item twice.": {
    select: (query, call) => {
      const page = REFERENCE.select(query, call);
      return page.length > 1 ? [page[0] as Item, ...page].slice(0, query.limit) : page;
    },
  },
  "lists.duplicates-by-joining: An item with a status is listed twice, one without once.": {
    select: (query, call) =>
      REFERENCE.select(query, call)
        .flatMap((item) => (item.status === undefined ? [item] : [item, item]))
        .slice(0, query.limit),
  },
  "lists.created-never-listed: Items created after the start are never listed.": hiding(
    (item, call) => Number(item.id) > seeded(call),
  ),
  "lists.newest-missed: The newest item is not listed until another one is created.": [
    hiding((item, call) => call.state.items.size > seeded(call) && item === [...call.state.items.values()].at(-1)),
    { debatable: "no sentence says how soon an item is listed" },
  ],
  "lists.without-status-never-listed: Items without a status are never listed.": hiding(
    (item) => item.status === undefined,
  ),
  "lists.sold-left-out: The list without a filter leaves out what is sold.": {
    select: (query, call) =>
      query.status === undefined
        ? (hiding((item) => item.status === "sold").select?.(query, call) ?? [])
        : REFERENCE.select(query, call),
  },
  "lists.one-per-name: Of items with the same name only the first is listed.": hiding(
    (item, call) => [...call.state.items.values()].find(({ name }) => name === item.name)?.id !== item.id,
  ),
  "lists.non-ascii-left-out: Items with a name outside ASCII are never listed.": hiding((item) =>
    /[\u0080-\uffff]/.test(item.name),
  ),
  "lists.third-empty: Each third list is empty.": {
    select: (query, call) => {
      const count = ((call.state.notes.get("lists") as number | undefined) ?? 0) + 1;
      call.state.notes.set("lists", count);
      return count % 3 === 0 ? [] : REFERENCE.select(query, call);
    },
  },
  "lists.wrapped: The list comes as {items: […]}.": whole((items) => json(200, { items })),
  "lists.wrapped-with-total: The list comes as {data: […], total: …}.": whole((items) =>
    json(200, { data: items, total: items.length }),
  ),
  "lists.keyed-by-id: The list comes as an object by identifier.": whole((items) =>
    json(200, Object.fromEntries(items.map((item) => [String(item.id), item]))),
  ),
  "lists.nested: The list comes inside another array.": whole((items) => json(200, [items])),
  "lists.lines: The list comes as lines of JSON.": whole((items) => ({
    ...json(200, []),
    raw: items.map((item) => `${writeJson(item)}\n`).join(""),
  })),
  "lists.single-unwrapped: A list of one item is that item.": whole((items) =>
    json(200, items.length === 1 ? items[0] : items),
  ),
  "lists.encoded-twice: The list comes as a string that holds JSON.": whole((items) => json(200, writeJson(items))),
  "lists.partial-content: A list with more behind it is answered 206.": whole((items, call) =>
    json(items.length < call.state.items.size ? 206 : 200, items),
  ),
  "lists.accepted: The list is answered 202.": whole((items) => json(202, items)),
  "lists.empty-404: An empty list is answered 404.": {
    seed: () => [],
    listed: (items, call) => (items.length === 0 ? REFERENCE.missing(call) : json(200, items)),
  },
  "lists.empty-null: An empty list is null.": {
    seed: () => [],
    listed: (items) => json(200, items.length === 0 ? null : items),
  },
  "lists.empty-204: An empty list is answered 204.": {
    seed: () => [],
    listed: (items) => (items.length === 0 ? { status: 204, headers: {} } : json(200, items)),
  },
  "lists.trailing-null: The list ends with null.": whole((items) => json(200, [...items, null])),
  "lists.names-only: The list holds names.": shown((item) => item.name),
  "lists.id-missing: Listed items have no identifier.": shown((item) => without({ ...item }, "id")),
  "lists.name-missing: Listed items have no name.": shown((item) => without({ ...item }, "name")),
  "lists.category-missing: Listed items have no category.": shown((item) => without({ ...item }, "categoryId")),
  "lists.category-missing-in-one: The third listed item has no category.": shown((item, index) =>
    index === 2 ? without({ ...item }, "categoryId") : item,
  ),
  "lists.id-text: Listed identifiers are strings.": shown((item) => ({ ...item, id: String(item.id) })),
  "lists.category-text: Listed categories are strings.": shown((item) => ({
    ...item,
    categoryId: String(item.categoryId),
  })),
  "lists.category-object: Listed categories are objects.": shown(({ categoryId, ...item }) => ({
    ...item,
    category: { id: categoryId },
  })),
  "lists.status-null: A listed item without a status has null for it.": shown((item) => ({
    ...item,
    status: item.status ?? null,
  })),
  "lists.status-empty: A listed item without a status has an empty one.": shown((item) => ({
    ...item,
    status: item.status ?? "",
  })),
  "lists.status-capitals: Listed statuses are in capitals.": shown((item) =>
    item.status ? { ...item, status: item.status.toUpperCase() } : item,
  ),
  "lists.status-dropped: Listed items have no status; fetched ones do.": shown((item) =>
    without({ ...item }, "status"),
  ),
  "lists.status-numbered: Listed statuses are numbers.": shown((item) =>
    item.status ? { ...item, status: item.status.length } : item,
  ),
  "lists.category-rounded: Listed categories lose precision above 2^53.": shown((item) => ({
    ...item,
    categoryId: BigInt(Number(item.categoryId)),
  })),
  "lists.category-32-bit: Listed categories wrap at 32 bits.": shown((item) => ({
    ...item,
    categoryId: BigInt.asIntN(32, BigInt(item.categoryId)),
  })),
  "lists.name-ascii: In the list, letters outside ASCII are question marks.": shown((item) => ({
    ...item,
    name: item.name.replace(/[\u{80}-\u{10ffff}]/gu, "?"),
  })),
  "lists.name-shortened: In the list, long names are cut at 50 and end in an ellipsis.": shown((item) => ({
    ...item,
    name: item.name.length > 50 ? `${item.name.slice(0, 49)}…` : item.name,
  })),
  "lists.name-escaped: In the list, names are escaped for HTML.": shown((item) => ({
    ...item,
    name: item.name.replaceAll("&", "&amp;").replaceAll("<", "&lt;"),
  })),
  "lists.id-shifted: Listed identifiers are one too low.": shown((item) => ({ ...item, id: BigInt(item.id) - 1n })),
  "lists.non-ascii-crashes: A list crashes once a name holds a character beyond 2^16.": whole((items) =>
    items.some(({ name }) => /[\u{10000}-\u{10ffff}]/u.test(name)) ? error(500) : json(200, items),
  ),
  "lists.ninth-empty: Each ninth list is empty.": {
    listed: (items, call) => {
      const seen = ((call.state.notes.get("lists") as number | undefined) ?? 0) + 1;
      call.state.notes.set("lists", seen);
      return json(200, seen % 9 === 0 ? [] : items);
    },
  },
});
