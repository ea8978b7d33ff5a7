// Values without those that are equal to an earlier one.
import type { JsonValue } from "../json/value.ts";
import { writeJson } from "../json/write.ts";

/** Keeps values apart from equal ones, up to a number. */
export class Distinct {
  readonly values: JsonValue[] = [];
  readonly #seen = new Set<string>();
  readonly #most: number;

  constructor(most: number) {
    this.#most = most;
  }

  /** False if there is no room for more. */
  add(value: JsonValue): boolean {
    // If there is room for only one value, there is no other that it could be equal to.
    if (this.#most > 1) {
      const key = writeJson(value);
      if (this.#seen.has(key)) return true;
      this.#seen.add(key);
    }
    this.values.push(value);
    return !this.isFull;
  }

  get isFull(): boolean {
    return this.values.length >= this.#most;
  }

  /** Adds values until there is no room for more, and tells those that are not equal to an earlier one. */
  *fresh(values: Iterable<JsonValue>): Generator<JsonValue> {
    for (const value of values) {
      const known = this.values.length;
      const hasRoom = this.add(value);
      if (this.values.length > known) yield value;
      if (!hasRoom) return;
    }
  }
}
