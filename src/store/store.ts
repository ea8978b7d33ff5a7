// Where the mock keeps the items of one resource. The members are the whole of what an implementation owes;
// test/store/store-contract.ts says how each behaves, for every implementation.
import type { JsonObject, JsonValue } from "../json/value.ts";

/** What identifies an item. An integer is a number where a double holds it exactly, a bigint otherwise. */
export type Key = number | bigint | string;

/** Keeps the items whose property has one of these values. */
export interface Condition {
  readonly property: string;
  readonly values: readonly JsonValue[];
}

export interface Query {
  /** All must hold. Only properties that the store was told to index may be named. */
  readonly conditions: readonly Condition[];
  /** The most items to return. */
  readonly limit: number;
  /** How many items that would be returned are passed over; none unless said. */
  readonly offset?: number | undefined;
  /** Only what was stored after the item of this key, or, with the last ones taken, before it. None for an unknown key. */
  readonly after?: Key;
  readonly before?: Key;
}

/** Items of one resource, each with the JSON text it is sent as. */
export interface Store {
  /**
   * Stores an item under its key: in place where the key is known, at the end otherwise.
   * @returns the JSON text that it is sent as from now on, or undefined when there is no room; nothing was changed then
   */
  put(key: Key, item: JsonObject): string | undefined;
  /** Removes what is stored under a key. @returns false when there was nothing */
  remove(key: Key): boolean;
  /** The JSON text of an item. */
  fetch(key: Key): string | undefined;
  /** The JSON text of an array of items, in the order in which their keys were first stored. */
  list(query: Query): string;
  /** How many items there are, of those that meet all conditions. */
  count(conditions?: readonly Condition[]): number;
  /** Removes every item. */
  reset(): void;
}
