// Sorting lists: what a sort value means, and how items compare.
import { showScalar } from "../../contract/serialization/text.ts";
import { type JsonArray, type JsonObject, type JsonValue, ownValue } from "../../json/value.ts";
import type { Sort } from "../model.ts";
import { plainName, wordsOf } from "../paths.ts";
import { valuesAt } from "./comparing.ts";

export const UP = new Set(["asc", "ascending", "up"]);
export const DOWN = new Set(["desc", "descending", "down"]);

/** True for the time of something that was measured or that happened. */
export const isRecorded = (name: string): boolean =>
  /^(?:timestamp|time|ts|date|(?:recorded|measured|observed|occurred|captured)(?:at|on)?)$/.test(plainName(name));

/** The direction that a flag is called after: `SortDescending`. */
export function directionOf(name: string): "up" | "down" | undefined {
  const last = wordsOf(name).at(-1) ?? "";
  return DOWN.has(last) ? "down" : UP.has(last) ? "up" : undefined;
}

/** Whether the value of a parameter for the direction turns the order round. */
function turns(direction: JsonValue | undefined, name: string): boolean {
  if (typeof direction === "boolean") return direction === (directionOf(name) === "down");
  return direction !== undefined && DOWN.has(showScalar(direction).toLowerCase());
}

/** A property to sort by, and the direction. */
export interface SortKey {
  readonly property: string;
  readonly isDown: boolean;
}

/** The properties that a sort value names, primary key first; undefined if one of them is unknown. */
export function sortKeys(
  { properties, usual, parameter, direction: by }: Sort,
  value: JsonValue | undefined,
  direction?: JsonValue,
): SortKey[] | undefined {
  // If only the direction can be chosen, it is that of the usual order.
  const asked = (parameter === by ? undefined : value) ?? (direction === undefined ? undefined : usual);
  if (asked === undefined) return undefined;
  const isDown = turns(direction, by?.name ?? "");
  if (asked === "") return [{ property: "", isDown }];
  const parts = (Array.isArray(asked) ? (asked as readonly JsonValue[]) : [asked]).flatMap((one) =>
    withDirections(showScalar(one).split(",")),
  );
  const keys = parts.map((part) => sortKey(part.trim(), properties)).filter((key) => key !== undefined);
  return keys.length < parts.length ? undefined : keys.map((key) => (isDown ? { ...key, isDown: !key.isDown } : key));
}

/** "name,price,desc": a direction at the end is that of all properties before it. */
function withDirections(parts: readonly string[]): readonly string[] {
  const last = parts.at(-1)?.trim().toLowerCase() ?? "";
  const isDirection = parts.length > 1 && (UP.has(last) || DOWN.has(last));
  return isDirection ? parts.slice(0, -1).map((part) => `${part.trim()} ${last}`) : parts;
}

/** An order of items, as a store keeps it. */
export interface SortOrder {
  readonly name: string;
  valueOf(item: JsonObject): JsonValue;
  compare(value: JsonValue, other: JsonValue): number;
  readonly isLatestFirst?: boolean;
  /** The properties that decide. */
  readonly by?: readonly string[];
}

/**
 * The order that sort keys mean; undefined for that in which items were stored. Items without a value come last, and
 * those with equal ones as they were stored.
 */
export function orderBy(keys: readonly SortKey[]): SortOrder | undefined {
  const name = keys.map(({ property, isDown }) => `${isDown ? "-" : "+"}${property.length} ${property}`).join();
  const [first, ...others] = keys;
  if (first === undefined) return undefined;
  // No property: the order of the store.
  if (first.property === "")
    return first.isDown ? { name, valueOf: () => null, compare: () => 0, isLatestFirst: true } : undefined;
  const compareFirst = comparing(first.isDown);
  if (others.length === 0)
    return {
      name,
      by: [first.property],
      valueOf: (item) => comparableValue(item, first.property),
      compare: compareFirst,
    };
  const comparisons = keys.map(({ isDown }) => comparing(isDown));
  return {
    name,
    by: keys.map(({ property }) => property),
    valueOf: (item) => keys.map(({ property }) => comparableValue(item, property)),
    compare(value, other) {
      for (const [at, compare] of comparisons.entries()) {
        const order = compare((value as JsonArray)[at] ?? null, (other as JsonArray)[at] ?? null);
        if (order !== 0) return order;
      }
      return 0;
    },
  };
}

/** What an item is sorted by. A time is that of one place: with other offsets, texts have another order. */
function comparableValue(item: JsonObject, property: string): JsonValue {
  const value = sortValue(item, property);
  const time = isInstant(value) ? new Date(value) : undefined;
  return time === undefined || Number.isNaN(time.getTime()) ? value : time.toISOString();
}

const comparing = (isDown: boolean) => (one: JsonValue, other: JsonValue) => {
  if (one === null || other === null) return one === other ? 0 : one === null ? 1 : -1;
  const order = kindOf(one) - kindOf(other) || inOrder(one, other);
  return isDown ? -order : order;
};

/** Values of different kinds have an order too: any, but always the same. */
const kindOf = (value: JsonValue): number => KINDS.indexOf(typeof value === "bigint" ? "number" : typeof value);
const KINDS: readonly string[] = ["boolean", "number", "string", "object"];

const inOrder = (one: JsonValue, other: JsonValue): number =>
  (one ?? "") < (other ?? "") ? -1 : (one ?? "") > (other ?? "") ? 1 : 0;

/** True for a time whose text says which instant it is: with other offsets, texts have another order. */
export const isInstant = (value: JsonValue): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\d[Tt]\d\d:\d\d:\d\d(?:\.\d+)?(?:[Zz]|[+-]\d\d:\d\d)$/.test(value);

/** The value of the property that is sorted by, which may be in an object; null if there is none. */
export function sortValue(item: JsonObject, property: string): JsonValue {
  return ownValue(item, property) ?? valuesAt(item, property.split("."))[0] ?? null;
}

const onlyOne = <T>(all: readonly T[]): T | undefined => (all.length === 1 ? all[0] : undefined);

/** A sort value for one property and its direction: "-name", "name:desc", "name_asc", "NAME DESC". */
export function sortKey(value: string, properties: readonly string[]): SortKey | undefined {
  const words = wordsOf(value);
  const last = words.at(-1) ?? "";
  const hasWay = words.length > 1 && (UP.has(last) || DOWN.has(last));
  const name = (hasWay ? words.slice(0, -1) : words).join("");
  const property =
    properties.find((one) => one === value) ??
    properties.find((one) => plainName(one) === name) ??
    // A sum of money is sorted by its amount, whatever "created" is called.
    properties.find((one) =>
      ["amount", "value", "at", "on", "date", "time"].some((end) => plainName(one) === name + end),
    ) ??
    onlyOne(outermost(properties.filter((one) => plainName(one.split(".").at(-1) ?? "") === name)));
  return property === undefined ? undefined : { property, isDown: value.startsWith("-") || (hasWay && DOWN.has(last)) };
}

/** Those in the fewest objects: "created" is that of the `attributes`, and not that of something in them. */
function outermost(names: readonly string[]): readonly string[] {
  const depths = names.map((one) => one.split(".").length);
  return names.filter((_, at) => depths[at] === Math.min(...depths));
}
