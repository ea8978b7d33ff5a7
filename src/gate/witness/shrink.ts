// Makes a witness small: a reader should see the one thing that breaks and nothing else.
import { type JsonValue, isObject } from "../../contract/json.ts";

const MAX_ATTEMPTS = 300;

/**
 * The smallest value found from a witness by leaving things out and shortening, such that it still is one.
 * @param holds tells whether a value is still a witness of the same thing
 */
export function shrink(witness: JsonValue, holds: (value: JsonValue) => boolean): JsonValue {
  let attempts = 0;
  let current = witness;
  for (let improved = true; improved && attempts < MAX_ATTEMPTS;) {
    improved = false;
    for (const smaller of smallerValues(current)) {
      if (attempts++ >= MAX_ATTEMPTS) break;
      if (!holds(smaller)) continue;
      current = smaller;
      improved = true;
      break;
    }
  }
  return current;
}

/** Values a little smaller than the one given, the boldest first. Finite: each is strictly simpler. */
function* smallerValues(value: JsonValue): Generator<JsonValue> {
  if (Array.isArray(value)) yield* smallerArrays(value);
  else if (isObject(value)) {
    for (const name of Object.keys(value)) {
      const { [name]: _, ...rest } = value;
      yield rest;
    }
    for (const [name, inner] of Object.entries(value)) {
      for (const smaller of smallerValues(inner)) yield { ...value, [name]: smaller };
    }
  } else if (typeof value === "string") {
    if (value.length > 1) {
      yield value.slice(0, Math.ceil(value.length / 2));
      yield value.slice(0, -1);
      yield value.slice(1);
    }
  } else if (typeof value === "number") {
    if (!Number.isInteger(value)) yield Math.trunc(value);
    if (Math.abs(value) > 1) yield Math.trunc(value / 2);
  }
}

function* smallerArrays(value: readonly JsonValue[]): Generator<JsonValue> {
  if (value.length > 4) yield value.slice(0, Math.ceil(value.length / 2));
  for (const index of value.keys()) yield value.toSpliced(index, 1);
  for (const [index, inner] of value.entries()) {
    for (const smaller of smallerValues(inner)) yield value.with(index, smaller);
  }
}
