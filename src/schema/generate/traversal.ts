// The only traversal from a schema to values. At each place it finds what may be there, a strategy chooses, and the
// first values of the parts make up the whole. A value is a proposal: keywords such as `not` are left to the
// validators, which judge every value anyway.
import type { JsonValue } from "../../json/value.ts";
import { isOneOf } from "../keywords/values.ts";
import type { TypeName } from "../types.ts";
import { Work } from "../work.ts";
import { Distinct } from "../distinct.ts";
import { arraysOf } from "./arrays.ts";
import { Numbers } from "../keywords/numbers.ts";
import { objectsOf } from "./objects.ts";
import type { ValuePlace } from "./place.ts";
import type { Strategy, Visit } from "./strategy.ts";
import { TextNeeds } from "./text-needs.ts";

/** A required property that contains itself has no finite value, so the attempt is given up at this depth. */
const MOST_NESTING = 24;
/** Places visited, and items and properties made, for the values of one schema. */
const MOST_WORK = 100_000;

/**
 * Values for a place, best first.
 * @returns none if the schema allows none that can be found within the budget
 */
export function generate(
  place: ValuePlace,
  strategy: Strategy,
  work = new Work(MOST_WORK, place.forms.work),
): readonly JsonValue[] {
  return Work.within(() => valuesOf(place, strategy, { work, depth: 0, values: valuesOf })) ?? [];
}

/** @throws WorkExceeded */
function valuesOf(place: ValuePlace, strategy: Strategy, visit: Visit): readonly JsonValue[] {
  visit.work.spend();
  if (visit.depth > MOST_NESTING) return [];
  const known = strategy.known(place);
  if (known !== undefined) return known;
  const found = new Distinct(strategy.most);
  const suited = strategy.suited?.(place);
  if (suited !== undefined) {
    for (const value of caseValues(suited, strategy, visit)) if (!found.add(value)) return found.values;
    if (found.values.length > 0) return found.values;
  }
  const { cases } = place;
  const chosen = cases.length > 1 ? strategy.some(cases) : cases;
  for (const one of [...chosen, ...cases.filter((other) => !chosen.includes(other))]) {
    // The options that were not chosen are only used if the others have no value at all.
    if (found.values.length > 0 && !chosen.includes(one)) break;
    for (const value of caseValues(one, strategy, visit)) if (!found.add(value)) return found.values;
  }
  return found.values;
}

function* caseValues(place: ValuePlace, strategy: Strategy, visit: Visit): Generator<JsonValue> {
  const { form } = place;
  if (form.never) return;
  if (form.values !== undefined) {
    const values = form.values.filter((value) => form.types === undefined || isOneOf(form.types, value));
    yield* strategy.listed?.(values, place) ?? strategy.some(values);
    return;
  }
  for (const type of strategy.types(typesOf(place))) yield* typeValues(type, place, strategy, visit);
}

function typeValues(type: TypeName, place: ValuePlace, strategy: Strategy, visit: Visit): readonly JsonValue[] {
  switch (type) {
    case "null":
      return [null];
    case "boolean":
      return strategy.truth?.(place) ?? strategy.some([true, false]);
    case "integer":
    case "number": {
      const numbers = new Numbers(place.form, type === "integer");
      return numbers.isEmpty ? [] : strategy.numbers(numbers, place);
    }
    case "string":
      return textsOf(place, strategy, visit);
    case "array":
      return arraysOf(place, strategy, visit);
    case "object":
      return objectsOf(place, strategy, visit);
  }
}

/** Work units on patterns that cost as much as visiting a place. */
const PATTERN_UNITS = 12;
/** Characters that cost as much as visiting a place. */
const CHARACTERS = 200;

/** Each pattern has its own budget; a schema with hundreds of them has only one. @throws WorkExceeded */
function textsOf(place: ValuePlace, strategy: Strategy, visit: Visit): readonly string[] {
  const patterns = new Work(Number.POSITIVE_INFINITY, visit.work, 1 / PATTERN_UNITS);
  const texts = strategy.texts(new TextNeeds(place.form, patterns), place);
  const characters = texts.reduce((sum, { length }) => sum + length, 0);
  visit.work.spend(Math.floor(characters / CHARACTERS));
  return texts;
}

const ALL_TYPES: readonly TypeName[] = ["string", "integer", "boolean", "number", "object", "array", "null"];

/** The types that a schema names, or else those that its keywords are about, or else all. */
function typesOf({ form, namePatterns }: ValuePlace): readonly TypeName[] {
  if (form.types !== undefined) return [...form.types].filter((type): type is TypeName => isTypeName(type));
  const about: TypeName[] = [];
  if (form.properties.size + namePatterns.length + form.required.size > 0) about.push("object");
  if (form.prefix.length > 0 || !form.items.isEmpty) about.push("array");
  if (form.patterns.length + form.formats.length > 0) about.push("string");
  const bounds = Object.keys(form.bounds);
  if (bounds.some((keyword) => keyword.endsWith("Length"))) about.push("string");
  if (bounds.some((keyword) => keyword.endsWith("imum")) || form.multiples.length > 0) about.push("number");
  return about.length > 0 ? [...new Set(about)] : ALL_TYPES;
}

function isTypeName(type: string): type is TypeName {
  return (ALL_TYPES as readonly string[]).includes(type);
}
