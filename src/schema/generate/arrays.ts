// Arrays for a place: as many items as a strategy wants, with those that `contains` requires, and all different if
// required.
import type { JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { Numbers } from "../keywords/numbers.ts";
import type { ValuePlace } from "./place.ts";
import type { Strategy, Visit } from "./strategy.ts";
import { TextNeeds } from "./text-needs.ts";

/** How often an item that must be unique is generated again. */
const MOST_TURNS = 8;

/** @throws WorkExceeded */
export function arraysOf(place: ValuePlace, strategy: Strategy, visit: Visit): JsonValue[][] {
  const { bounds, prefix } = place.form;
  const contained = containedPlaces(place);
  const isOpen = !place.item(prefix.length).form.never;
  const least = Math.max(Number(bounds.minItems ?? 0), contained.length);
  const most = Math.min(
    Number(bounds.maxItems ?? Number.POSITIVE_INFINITY),
    isOpen ? Number.POSITIVE_INFINITY : prefix.length,
  );
  if (least > most) return [];
  const lists = strategy.lengths(least, most, place).flatMap((length) => {
    visit.work.spend(length);
    const list = filled(place, { length, contained }, strategy, visit);
    return list === undefined ? [] : [list];
  });
  // If no item can be made, there may still be none.
  return lists.length === 0 && least === 0 ? [[]] : lists;
}

/** The items that `contains` requires, once for each that must be present. */
function containedPlaces(place: ValuePlace): ValuePlace[] {
  return place.form.opaque
    .filter((part) => part.keyword === "contains")
    .flatMap(({ schemas: [schema], least }) => {
      const wanted = place.item(place.form.prefix.length).and(place.forms.form(schema));
      return Array.from({ length: Math.min(Number(least), MOST_CONTAINED) }, () => wanted);
    });
}

const MOST_CONTAINED = 1_000;

interface Wanted {
  readonly length: number;
  readonly contained: readonly ValuePlace[];
}

/** Undefined if an item has no value. */
function filled(
  place: ValuePlace,
  { length, contained }: Wanted,
  strategy: Strategy,
  visit: Visit,
): JsonValue[] | undefined {
  const list: JsonValue[] = [];
  const used = new Set<string>();
  const first = Math.max(0, length - contained.length);
  for (let index = 0; index < length; index++) {
    // Items for `contains` come after those of a tuple.
    const item = contained[index - first] ?? place.item(index);
    const value = place.form.uniqueItems
      ? different(item, used, { index, place, strategy, visit })
      : itemValues(item, { index, place, strategy, visit }, 0)[0];
    if (value === undefined) return undefined;
    if (place.form.uniqueItems) used.add(writeJson(value));
    list.push(value);
  }
  return list;
}

interface Item {
  readonly index: number;
  readonly place: ValuePlace;
  readonly strategy: Strategy;
  readonly visit: Visit;
}

function itemValues(item: ValuePlace, { index, place, strategy, visit }: Item, turn: number): readonly JsonValue[] {
  const part = strategy.part(place, { kind: "item", index, turn });
  return visit.values(item, part, { ...visit, depth: visit.depth + 1 });
}

function different(item: ValuePlace, used: ReadonlySet<string>, context: Item): JsonValue | undefined {
  const isNew = (value: JsonValue): boolean => !used.has(writeJson(value));
  let values: readonly JsonValue[] = [];
  for (let turn = 0; turn < MOST_TURNS; turn++) {
    values = itemValues(item, context, turn);
    const value = values.find(isNew);
    if (value !== undefined) return value;
  }
  return values.flatMap((value) => further(item, value, used.size)).find(isNew);
}

/** More values like a possible item, of which this many are already used. */
function further(item: ValuePlace, value: JsonValue, used: number): JsonValue[] {
  if (item.form.values !== undefined) return [];
  if (typeof value === "string") {
    const needs = new TextNeeds(item.form, item.forms.work);
    return [`${value} ${used + 1}`, `${value}${used}`, `${used}`].filter((text) => needs.allows(text));
  }
  if (typeof value !== "number" && typeof value !== "bigint") return [];
  const numbers = new Numbers(item.form, item.form.types?.has("number") !== true);
  const count = BigInt(used);
  const { least, most } = numbers;
  const counts = [numbers.nearest(value) + count, ...(least === undefined ? [] : [least + count])];
  if (most !== undefined) counts.push(most - count);
  return counts.map((one) => numbers.at(one)).filter((one) => numbers.has(one));
}
