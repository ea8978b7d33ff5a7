// Faults of filters: which items a filtered list has, and what an empty one looks like.
import type { Answer, Call, Item, ListQuery, Overrides } from "../behaviour.ts";
import { error, without } from "../craft.ts";
import { type Fault, fault, faults } from "../fault.ts";
import { json, REFERENCE, seedOf, STATUSES } from "../reference.ts";

const everything = (call: Call): readonly Item[] => [...call.state.items.values()];

/** A different rule for which items match a filter. */
function matching(matches: (item: Item, wanted: string, call: Call) => boolean): Overrides {
  return {
    select: (query, call) => {
      const { status, limit } = query;
      if (status === undefined) return REFERENCE.select(query, call);
      return everything(call)
        .filter((item) => matches(item, status, call))
        .slice(0, limit);
    },
  };
}

/** Changes the page of a filtered list. */
function paged(change: (page: readonly Item[], query: ListQuery, call: Call) => readonly Item[]): Overrides {
  return {
    select: (query, call) => {
      const page = REFERENCE.select(query, call);
      return query.status === undefined ? page : change(page, query, call);
    },
  };
}

/** A different response to a filter without matches. */
function emptyAs(make: (call: Call) => Answer): Overrides {
  return {
    listed: (items, call) =>
      items.length === 0 && call.query.has("status") ? make(call) : REFERENCE.listed(items, call),
  };
}

const same = (item: Item, wanted: string): boolean => item.status === wanted;
const inWindow = (size: (limit: number) => number): Overrides => ({
  select: (query, call) =>
    query.status === undefined
      ? REFERENCE.select(query, call)
      : everything(call)
          .slice(0, size(query.limit))
          .filter((item) => item.status === query.status)
          .slice(0, query.limit),
});

export const FILTERS: readonly Fault[] = [
  ...faults({
    "filters.ignored: The filter is ignored.": matching(() => true),
    "filters.ignored-with-limit: The filter is ignored where there is a limit.": matching(
      (item, wanted, call) => call.query.has("limit") || same(item, wanted),
    ),
    "filters.ignored-without-limit: The filter is ignored where there is no limit.": matching(
      (item, wanted, call) => !call.query.has("limit") || same(item, wanted),
    ),
    "filters.superset: A filter for sold finds pending items too.": matching(
      (item, wanted) => same(item, wanted) || (wanted === "sold" && item.status === "pending"),
    ),
    "filters.available-superset: A filter for available finds all that is not sold.": matching((item, wanted) =>
      wanted === "available" ? item.status !== "sold" : same(item, wanted),
    ),
    "filters.absent-included: Every filter finds the items that have no status.": matching(
      (item, wanted) => item.status === undefined || same(item, wanted),
    ),
    "filters.absent-is-available: A filter for available finds the items that have no status.": matching(
      (item, wanted) => same(item, wanted) || (wanted === "available" && item.status === undefined),
    ),
    "filters.absent-is-pending: A filter for pending finds the items that have no status.": matching(
      (item, wanted) => same(item, wanted) || (wanted === "pending" && item.status === undefined),
    ),
  }),
  ...STATUSES.map((value) =>
    fault(
      `filters.${value}-always-empty`,
      `A filter for ${value} finds nothing.`,
      matching((item, wanted) => wanted !== value && same(item, wanted)),
    ),
  ),
  ...faults({
    "filters.inverted: A filter finds all but the wanted items.": matching((item, wanted) => !same(item, wanted)),
    "filters.swapped: Filters for pending and sold are exchanged.": matching((item, wanted) =>
      same(item, { pending: "sold", sold: "pending" }[wanted] ?? wanted),
    ),
    "filters.after-limit: The limit is applied before the filter.": inWindow((limit) => limit),
    "filters.after-first-100: Only the first 100 items are looked through.": [
      {
        ...inWindow(() => 100),
        seed: () => seedOf(140).map(({ status: _status, ...item }) => ({ ...item, status: "available" })),
      },
      { basis: "spec/decisions.md#filter-before-limit" },
    ],
    "filters.after-first-20: Only the first 20 items are looked through.": inWindow(() => 20),
    "filters.new-items-missed: Items created after the start are found by no filter.": matching(
      (item, wanted, call) => same(item, wanted) && Number(item.id) <= [...call.behaviour.seed()].length,
    ),
    "filters.cached: A filtered list is what it was when it was first asked for.": paged((page, query, call) => {
      const name = `${query.status} ${query.limit}`;
      const before = call.state.notes.get(name) as readonly Item[] | undefined;
      if (before === undefined) call.state.notes.set(name, page);
      return before ?? page;
    }),
    "filters.sticks: A list without a filter takes that of the last list that had one.": {
      filter: (values, call) => {
        const filter = REFERENCE.filter(values, call);
        if (typeof filter === "string") call.state.notes.set("filter", filter);
        return filter ?? (call.state.notes.get("filter") as string | undefined);
      },
    },
    "filters.duplicates: A filtered page has its last item twice.": paged((page, { limit }) =>
      [...page, ...page.slice(-1)].slice(0, limit),
    ),
    "filters.last-dropped: A filtered page lacks its last item where it has several.": paged((page) =>
      page.length > 1 ? page.slice(0, -1) : page,
    ),
    "filters.first-only: A filter finds only the first item of its kind.": paged((page) => page.slice(0, 1)),
    "filters.status-dropped: The items of a filtered list come without their status.": paged((page) =>
      page.map((item) => without({ ...item }, "status") as unknown as Item),
    ),
    "filters.row-numbers: The identifiers in a filtered list are row numbers.": paged((page) =>
      page.map((item, index) => ({ ...item, id: index + 1 })),
    ),
    "filters.pending-crashes: A filter for pending is answered 500.": {
      listed: (items, call) => (call.query.get("status") === "pending" ? error(500) : REFERENCE.listed(items, call)),
    },
    "filters.crashes-with-limit: A filter and a limit together are answered 500.": {
      listed: (items, call) =>
        call.query.has("status") && call.query.has("limit") ? error(500) : REFERENCE.listed(items, call),
    },
    "filters.empty-404: A filter that finds nothing is answered 404.": emptyAs((call) => REFERENCE.missing(call)),
    "filters.empty-204: A filter that finds nothing is answered 204.": emptyAs(() => ({ status: 204, headers: {} })),
    "filters.empty-object: A filter that finds nothing gives {}.": emptyAs(() => json(200, {})),
    "filters.empty-null: A filter that finds nothing gives null.": emptyAs(() => json(200, null)),
    "filters.empty-message: A filter that finds nothing gives an object with a message.": emptyAs(() =>
      json(200, { message: "no animals found" }),
    ),
    "filters.empty-body: A filter that finds nothing gives no body.": emptyAs(() => ({
      status: 200,
      headers: { "Content-Type": "application/json" },
      raw: "",
    })),
    "filters.single-unwrapped: A filter that finds one item gives it without an array.": {
      listed: (items, call) =>
        items.length === 1 && call.query.has("status") ? json(200, items[0]) : REFERENCE.listed(items, call),
    },
    "filters.wrapped: A filtered list comes as {items: […]}.": {
      listed: (items, call) => (call.query.has("status") ? json(200, { items }) : REFERENCE.listed(items, call)),
    },
  }),
];
