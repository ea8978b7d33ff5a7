// Where the mock keeps the items of one resource. The members are the whole of what an implementation owes;
// test/store/store-contract.ts says how each behaves, for every implementation.
import type { JsonObject, JsonValue } from "../contract/json.ts";

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
  readonly offset?: number;
}

/** Items of one resource, each with the JSON text it is sent as. */
export interface Store {
  /**
   * Stores an item under its key: in place where the key is known, at the end otherwise.
   * Without an item, removes what stands under the key.
   * @returns false when nothing was changed: the store is full, or there was nothing to remove
   */
  put(key: Key, item: JsonObject | undefined): boolean;
  /** The JSON text of an item. */
  fetch(key: Key): string | undefined;
  /** The JSON text of an array of items, in the order in which their keys were first stored. */
  list(query: Query): string;
  /** How many items there are. */
  count(): number;
  /** Removes every item. */
  reset(): void;
}
