// Choices in the items of a store and in their order.
import type { Answer, Call, Item, Overrides } from "../behaviour.ts";
import { type Variant, variants } from "../fault.ts";
import { REFERENCE, seedOf } from "../reference.ts";

/** Pages in a different order: sorts the items of the whole store. */
function arranged(arrange: (items: Item[]) => Item[]): Overrides {
  return {
    select: (query, call) => {
      const found = [...call.state.items.values()].filter(
        ({ status }) => query.status === undefined || status === query.status,
      );
      return arrange(found).slice(0, query.limit);
    },
  };
}

const MOST_BY_OTHERS = 5000;

/** Other clients add an item before each response, up to a limit. */
function crowded(call: Call): Answer {
  const { state } = call;
  const written = (state.notes.get("written") as number | undefined) ?? 0;
  for (let added = 0; added < 3 && written + added < MOST_BY_OTHERS; added++) {
    const id = state.nextId++;
    const status = ["available", "pending", "sold", undefined][Number(id % 4n)];
    const item = { id, name: `of somebody else, ${id}`, categoryId: id % 9n };
    state.items.set(String(id), status === undefined ? item : { ...item, status });
  }
  state.notes.set("written", written + 3);
  return REFERENCE.answer(call);
}

export const DATA: readonly Variant[] = variants({
  "empty: The store is empty at the start.": { seed: () => [] },
  "descending: The newest item is listed first.": arranged((items) => items.reverse()),
  "by-name: Items are listed by name.": arranged((items) =>
    items.sort((a, b) => a.name.localeCompare(b.name) || Number(BigInt(a.id) - BigInt(b.id))),
  ),
  "other-order-each-time: Each list has another order.": {
    select: (query, call) => {
      const found = arranged((items) => items).select?.({ ...query, limit: Infinity }, call) ?? [];
      const turn = found.length === 0 ? 0 : call.serial % found.length;
      return [...found.slice(turn), ...found.slice(0, turn)].slice(0, query.limit);
    },
  },
  "crowded: The store holds 100,000 items and others add to it before each answer.": {
    seed: () => seedOf(100_000),
    answer: crowded,
  },
  "crowded-descending: As crowded, the newest first.": {
    seed: () => seedOf(100_000),
    answer: crowded,
    select: (query, call) => {
      const page: Item[] = [];
      for (let id = call.state.nextId - 1n; id > 0n && page.length < query.limit; id--) {
        const item = call.state.items.get(String(id));
        if (item && (query.status === undefined || item.status === query.status)) page.push(item);
      }
      return page;
    },
  },
  "many-items: The store holds 250 items at the start.": { seed: () => seedOf(250) },
  "one-status-only: All items at the start are available.": {
    seed: () => seedOf(30).map((item) => ({ ...item, status: "available" })),
  },
  "ids-from-1000: Identifiers start at 1000 and grow by 7.": {
    seed: () => [],
    identify: (_item, call) => {
      const id = call.state.nextId;
      call.state.nextId += 7n;
      return id + 999n;
    },
  },
  "ids-above-2-53: Identifiers are int64 values above 2^53.": { seed: () => seedOf(4, 2n ** 60n + 1n) },
  "ids-near-the-top: Identifiers come down from 2^63-1.": {
    identify: (_item, call) => 2n ** 63n - call.state.nextId++,
  },
  "ids-below-zero: Identifiers are negative and come down.": {
    seed: () => [],
    identify: (_item, call) => -call.state.nextId++,
  },
  "ids-scattered: Identifiers jump as those of a distributed store do.": {
    identify: (_item, call) => (call.state.nextId++ * 2_654_435_761n) % 2n ** 47n,
  },
});
