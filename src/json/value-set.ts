// Lists of values for lookups by canonical text, so that a long list is as fast as a short one.
import { type JsonObject, type JsonValue, equalJson } from "./value.ts";
import { once } from "../memo.ts";

/** A shorter list is faster to search. */
const SHORT = 8;

/** The values of a list, for lookups. */
class ValueSet {
  readonly #list: readonly JsonValue[];
  readonly #texts: ReadonlySet<string> | undefined;

  constructor(list: readonly JsonValue[]) {
    this.#list = list;
    if (list.length >= SHORT) this.#texts = new Set(list.map(canonical));
  }

  /** True if an equal value is in the list. */
  has(value: JsonValue): boolean {
    return this.#texts?.has(canonical(value)) ?? this.#list.some((other) => equalJson(value, other));
  }
}

const setOf = once((list: readonly JsonValue[]) => new ValueSet(list));

/** True if a list, which must not change, contains an equal value. */
export function isAmong(list: readonly JsonValue[], value: JsonValue): boolean {
  return setOf(list).has(value);
}

/** A text that two values share if, and only if, they are equal: sorted keys, numbers by value. */
export function canonical(value: JsonValue): string {
  if (typeof value === "string") return JSON.stringify(value);
  if (typeof value === "number") return Number.isInteger(value) ? String(BigInt(value)) : String(value);
  if (typeof value !== "object" || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map((item: JsonValue) => canonical(item)).join(",")}]`;
  const members = value as JsonObject;
  const keys = Object.keys(members).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonical(members[key] as JsonValue)}`).join(",")}}`;
}
