// Values that show a loss: careless code rounds these numbers, moves these times, cuts the zeros of these texts, and
// drops or reorders parts of these lists and objects.
import type { Document } from "../../../src/document/document.ts";
import type { JsonValue } from "../../../src/json/value.ts";
import { ANYTHING_GOES } from "../../../src/schema/form/conjunction.ts";
import { SIMPLEST } from "../../../src/schema/samples/choices.ts";
import { ValuePlace } from "../../../src/schema/generate/place.ts";
import { Full, countedText } from "../../../src/schema/generate/strategies/full.ts";
import { TextNeeds } from "../../../src/schema/generate/text-needs.ts";
import { generate } from "../../../src/schema/generate/traversal.ts";
import { type SchemaNode, isType } from "../../../src/schema/normal/schema-node.ts";

type Telling = readonly (readonly [name: string, value: (text: string) => JsonValue])[];

const fixed = (...list: readonly (readonly [string, JsonValue])[]): Telling =>
  list.map(([name, value]) => [name, () => value] as const);

const FRACTIONS = fixed(
  ["cents", 19.99],
  ["cents beyond the digits of a float", 1_234_567.89],
  ["three decimals", 4.675],
  ["17 digits", 0.300_000_000_000_000_04],
);

/** Each item has another day: at the same time there may be no room for two. */
const TIMES: ReadonlyMap<string, Telling> = new Map([
  [
    "date-time",
    [
      ["a time with an offset", (text) => `${dayOf(2030, text)}T23:45:15+05:30`],
      ["milliseconds", (text) => `${dayOf(2045, text)}T12:30:45.678Z`],
    ],
  ],
  [
    "date",
    [
      ["a leap day", (text) => `${2028 + 4 * (turnOf(text) % 18)}-02-29`],
      ["the last day of a year", (text) => `${2027 + (turnOf(text) % 70)}-12-31`],
    ],
  ],
]);

const turnOf = (text: string): number => Number(/\d+$/.exec(text)?.[0] ?? 0);

/** Every other day, from the middle of a year. */
const dayOf = (year: number, text: string): string =>
  new Date(Date.UTC(year, 5, 30 + 2 * (turnOf(text) % 2000))).toISOString().slice(0, 10);

/** The telling values of a property, beside those that every free text and integer has. */
export function tellingValues(document: Document, node: SchemaNode): Telling {
  const { values, formats, patterns, multiples } = node.form;
  if (values !== undefined) return [];
  if (isType(node, "number")) return multiples.length > 0 ? FRACTIONS.slice(0, 2) : FRACTIONS;
  if (isType(node, "string"))
    return patterns.length > 0 ? ofPattern(node) : (formats.map((one) => TIMES.get(one)).find(Boolean) ?? []);
  return hasParts(node) ? [["several parts, all of them different", (text) => wholeOf(document, node, text)]] : [];
}

/** A text with a zero in front, if the pattern allows one, and another without. */
function ofPattern({ form, forms }: SchemaNode): Telling {
  const needs = new TextNeeds(form, forms.work);
  const simplest = needs.matching(SIMPLEST);
  if (simplest === undefined) return [];
  const texts = [0, 7].map((turn) => countedText(simplest, turn)).filter((text) => needs.allows(text));
  return fixed(...texts.map((text) => [`characters in a row: ${text}`, text] as const));
}

function hasParts(node: SchemaNode): boolean {
  const { freeNames, additional } = node.form;
  const isMap = freeNames && additional !== ANYTHING_GOES;
  return (
    (isType(node, "array") && node.items !== undefined) ||
    (isType(node, "object") && (isMap || node.properties.size > 0))
  );
}

function wholeOf(document: Document, { pointer }: SchemaNode, text: string): JsonValue {
  return generate(ValuePlace.at(document, pointer, "request"), new Full(text))[0] ?? null;
}
