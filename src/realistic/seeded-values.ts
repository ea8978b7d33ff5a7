// Values by the layered strategy: one for a schema, the first that a validator allows, or many different ones.
import type { Document } from "../document/document.ts";
import type { JsonValue } from "../json/value.ts";
import type { Evidence, Purpose } from "./evidence.ts";
import { ValuePlace } from "../schema/generate/place.ts";
import { agreeing } from "./agreeing.ts";
import { Layered } from "./layered.ts";
import { generate } from "../schema/generate/traversal.ts";
import { Work } from "../schema/work.ts";

/** Below this depth, only what is required is made. */
const DEEP = 4;
/** Values and their parts that are made for one value. */
const MOST_WORK = 4_000;
/** How often a value that its schema rejects is made again. */
export const MOST_ATTEMPTS = 20;

/**
 * A value for a place, made from layers of evidence. Schemas that refer to each other in many ways contain far more
 * than anybody wants to see; less of them is shown then.
 * @returns undefined if none was found; a validator must judge the result
 */
export function layeredValue(
  place: ValuePlace,
  seed: number,
  purpose: Purpose,
  evidence?: Evidence,
): JsonValue | undefined {
  const most = purpose.kind === "least" ? 0 : DEEP;
  for (let deep = most; deep >= 0; deep--) {
    const work = new Work(MOST_WORK, place.forms.work);
    const [value] = generate(place, Layered.of(seed, deep, purpose, evidence), work);
    if (value !== undefined || work.left > 0) return value;
  }
  return undefined;
}

/** A realistic value for the schema at a pointer, as a response would contain it; an example is used as it is. */
export function seededValue(document: Document, pointer: string, seed = 1): JsonValue | undefined {
  return layeredValue(ValuePlace.at(document, pointer, "response"), seed, { kind: "one" });
}

/** The same with only what is required. */
export function leastValue(document: Document, pointer: string): JsonValue | undefined {
  return layeredValue(ValuePlace.at(document, pointer, "response"), 1, { kind: "least" });
}

/**
 * The same with successive seeds, for callers that take the first value that a validator allows. The second half
 * ignores the examples of the schemas, because they may be what the validator rejects.
 */
export function* seededValues(document: Document, pointer: string): Generator<JsonValue, void, undefined> {
  const place = ValuePlace.at(document, pointer, "response");
  for (let seed = 1; seed <= MOST_ATTEMPTS; seed++) {
    const usesExamples = seed <= MOST_ATTEMPTS / 2;
    const purpose: Purpose = seed < MOST_ATTEMPTS ? { kind: "one", usesExamples } : { kind: "least", usesExamples };
    const value = layeredValue(place, seed, purpose);
    if (value === undefined) return;
    yield value;
  }
}

/**
 * One of many different values for a place.
 * @param turn which one, counting from 0
 * @param examples values that the document has for the place, besides those of its schemas
 * @param attempt another value for the same turn
 * @param today the day around which its times are
 */
export function nthValue(
  place: ValuePlace,
  turn: number,
  {
    attempt = 0,
    today,
    ...evidence
  }: Evidence & { readonly attempt?: number; readonly today?: number | undefined } = {},
): JsonValue | undefined {
  const usesExamples = attempt < MOST_ATTEMPTS / 2;
  const purpose: Purpose = { kind: "many", turn, usesExamples, today };
  const value = layeredValue(place, turn * MOST_ATTEMPTS + attempt + 1, purpose, evidence);
  return value && agreeing(value, place);
}

/** The n-th of many strings for a place, none of them an example. */
export function seededText(place: ValuePlace, n: number): JsonValue | undefined {
  return layeredValue(place, n * MOST_ATTEMPTS, { kind: "many", turn: n, usesExamples: false });
}
