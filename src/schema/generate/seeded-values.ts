// Values by the seeded strategy: one for a schema, the first that a validator allows, or many different ones.
import type { Document } from "../../document/document.ts";
import type { JsonValue } from "../../json/value.ts";
import { ValuePlace } from "./place.ts";
import { Seeded, type Wishes } from "./strategies/seeded.ts";
import { generate } from "./traversal.ts";
import { Work } from "../work.ts";

/** Below this depth, only what is required is generated. */
const DEEP = 4;
/** Values and their parts that are generated for one value. */
const MOST_WORK = 4_000;
/** How often a value that its schema rejects is generated again. */
const MOST_ATTEMPTS = 20;

/**
 * A realistic value for the schema at a pointer, as a response would contain it; an example is used as it is.
 * @returns undefined if none was found; a validator must judge the result
 */
export function seededValue(document: Document, pointer: string, seed = 1): JsonValue | undefined {
  return valueAt(ValuePlace.at(document, pointer, "response"), seed);
}

/** The same with only what is required. */
export function leastValue(document: Document, pointer: string): JsonValue | undefined {
  const [value] = generate(ValuePlace.at(document, pointer, "response"), Seeded.of(1, 0), new Work(MOST_WORK));
  return value;
}

/**
 * The same with successive seeds, for callers that take the first value that a validator allows. The second half
 * ignores the examples of the schemas, because they may be what the validator rejects.
 */
export function* seededValues(document: Document, pointer: string): Generator<JsonValue, void, undefined> {
  const place = ValuePlace.at(document, pointer, "response");
  for (let seed = 1; seed <= MOST_ATTEMPTS; seed++) {
    const wishes = { usesExamples: seed <= MOST_ATTEMPTS / 2 };
    const value = valueAt(place, seed, wishes);
    if (value === undefined) return;
    yield value;
  }
}

/**
 * One of many different values for a place.
 * @param turn which one, counting from 0
 * @param examples values that the document has for the place, besides those of its schemas
 * @param attempt another value for the same turn
 */
export function nthValue(
  place: ValuePlace,
  turn: number,
  examples: readonly JsonValue[],
  attempt: number,
): JsonValue | undefined {
  return valueAt(place, turn * MOST_ATTEMPTS + attempt + 1, { many: { turn, examples } });
}

/** The n-th of many strings for a place, none of them an example. */
export function seededText(place: ValuePlace, n: number): JsonValue | undefined {
  return valueAt(place, n * MOST_ATTEMPTS, { usesExamples: false });
}

/**
 * Schemas that refer to each other in many ways contain far more than anybody wants to see; less of them is shown then.
 */
function valueAt(place: ValuePlace, seed: number, wishes?: Wishes): JsonValue | undefined {
  for (let deep = DEEP; deep >= 0; deep--) {
    const work = new Work(MOST_WORK);
    const [value] = generate(place, Seeded.of(seed, deep, wishes), work);
    if (value !== undefined || work.left >= 0) return value;
  }
  return undefined;
}
