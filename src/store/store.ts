// Where the mock keeps the items of one resource. These members are all that an implementation needs;
// test/store/store-contract.ts says how each must behave.
import type { JsonObject, JsonValue } from "../json/value.ts";

/** Identifies an item. An integer is a number if a double holds it exactly, and a bigint otherwise. */
export type Key = number | bigint | string;

/** Keeps the items whose property has one of these values. */
export interface Condition {
  readonly property: string;
  readonly values: readonly JsonValue[];
}

/** An order of items other than that in which their keys were first stored, which decides between equal ones. */
export interface Order {
  /** The same name means the same order. */
  readonly name: string;
  valueOf(item: JsonObject): JsonValue;
  compare(value: JsonValue, other: JsonValue): number;
  /** Of equal ones, that which was stored last comes first. */
  readonly isLatestFirst?: boolean;
}

export interface Query {
  /** All must hold. Only indexed properties are allowed. */
  readonly conditions: readonly Condition[];
  /** The maximum number of items to return. */
  readonly limit: number;
  /** How many matching items to skip; 0 by default. */
  readonly offset?: number | undefined;
  /**
   * Only items after the one with this key or, for `before`, the last ones before it. An unknown key returns nothing.
   */
  readonly after?: Key;
  readonly before?: Key;
  readonly order?: Order | undefined;
}

/** Items of one resource, each with the JSON text that is sent for it. */
export interface Store {
  /**
   * Stores an item under its key: in place if the key is known, at the end otherwise.
   * @returns the JSON text that is sent from now on; undefined if there is no room, and then nothing was changed
   */
  put(key: Key, item: JsonObject): string | undefined;
  /** Removes the item with a key. @returns false if there is none */
  remove(key: Key): boolean;
  /** The JSON text of an item. */
  fetch(key: Key): string | undefined;
  /** The JSON text of an array of items, in the order of the query or that in which their keys were first stored. */
  list(query: Query): string;
  /** The number of items that meet all conditions. */
  count(conditions?: readonly Condition[]): number;
  /** Removes every item. */
  reset(): void;
}
