// Makes single texts and numbers for the layered strategy: by the clock, in the shape of an example, or by the name of
// the property.
import { type JsonValue, isNumeric } from "../json/value.ts";
import type { NumberValue } from "../schema/decimal.ts";
import { type Choices, pick } from "../schema/samples/choices.ts";
import type { Known, Purpose } from "./evidence.ts";
import type { Numbers } from "../schema/keywords/numbers.ts";
import type { ValuePlace } from "../schema/generate/place.ts";
import { FORMATS } from "../schema/samples/formats.ts";
import type { Moment } from "./texts/moments.ts";
import { mailLike, nameLike, textsByName } from "./texts/names.ts";
import { isCounted, rangeByName } from "./texts/ranges.ts";
import { initialOf, isZeroAtFirst, zeroLike } from "./texts/states.ts";
import { isConstantWord, isNumberedPhrase, likeExample } from "./texts/shapes.ts";
import type { TextNeeds } from "../schema/generate/text-needs.ts";
import { WORDS } from "../schema/samples/words.ts";
import { wordsOf } from "../document/names.ts";

/** The range of numbers without bounds. */
const SPAN = 99;
const LONGEST = 10_000;

/** What is known about a single value. */
export interface Making {
  readonly name: string;
  readonly owner: readonly string[];
  readonly who: number;
  readonly turn: number;
  readonly kind: Purpose["kind"];
  readonly place: ValuePlace;
  readonly known: Known;
  readonly choices: Choices;
  readonly examples: readonly JsonValue[];
  readonly isOwn?: boolean;
  readonly isNone?: boolean;
  /** The names of the properties beside it. */
  readonly beside?: Iterable<string>;
  /** The place in its list of the thing that it is a property of. */
  readonly index?: number;
  /** If it is a moment: when. */
  readonly moment?: Moment;
  readonly at?: number;
}

/** How many numbers after an example a new thing may have. */
const OTHERS = 100_000n;

/** True for the number of a thing that paths do not name: no other thing has the same. */
export const isOwnNumber = ({ name, isOwn }: { readonly name: string; readonly isOwn?: boolean }): boolean =>
  isOwn === true && name === "id";

/** The place of a thing in its list, counted from 1. */
const PLACES = /^(line|row|item|step|seq|sequence)_?(no|num|number|index)?$|^(position|sort_?order|ordinal|rank)$/i;

export function numberFor(making: Making, numbers: Numbers): NumberValue {
  const moment = momentFor(making);
  if (typeof moment === "number" && numbers.has(moment)) return moment;
  const { name, index, known, kind } = making;
  if (name === "index" && index !== undefined && numbers.has(index)) return index;
  if (index !== undefined && PLACES.test(name) && known.given === undefined && numbers.has(index + 1)) return index + 1;
  const isZero = making.isNone === true || (kind === "new" && known.taken === "nothing" && isZeroAtFirst(name));
  if (isZero && numbers.has(0)) return 0;
  const examples = making.examples.filter((value) => isNumeric(value) && numbers.has(value)) as NumberValue[];
  const own = examples[making.kind === "many" ? making.turn : 0];
  const [example] = examples;
  if (example !== undefined && isOwnNumber(making) && (kind === "new" || own === undefined || making.turn > 0)) {
    if (own !== undefined && own !== example) return own;
    const id = numbers.nearest(example) + (kind === "new" ? making.choices.below(OTHERS) : BigInt(making.turn));
    if (numbers.has(numbers.at(id))) return numbers.at(id);
  }
  if (own !== undefined) return own;
  const { most } = numbers;
  const [low, high] = rangeOf(making, numbers, examples);
  // The smallest int64 is allowed but unrealistic, so a bound is only a starting point if it is within reach.
  const least = numbers.least !== undefined && numbers.least >= numbers.nearest(-SPAN) ? numbers.least : undefined;
  const from = least === undefined || (low !== undefined && low > least) ? (low ?? startOf(numbers)) : least;
  const furthest = high ?? numbers.nearest(Number(numbers.at(from)) + SPAN);
  const to = most === undefined || most > furthest ? furthest : most;
  const made = numbers.at(to <= from ? from : from + making.choices.below(to - from + 1n));
  const whole = typeof made === "number" ? Math.round(made) : made;
  return whole !== made && numbers.has(whole) && isWhole(making, numbers, examples) ? whole : made;
}

/** True for a whole number: many documents call each number no more than a number. */
function isWhole({ name, place }: Making, numbers: Numbers, examples: readonly NumberValue[]): boolean {
  if (examples.length > 0) return examples.every((value) => typeof value !== "number" || Number.isInteger(value));
  const { least, most } = numbers;
  const counted = isCounted(name);
  if (counted !== undefined) return counted;
  // Between 0 and 1 there is a share of something.
  const isShare =
    least !== undefined && most !== undefined && Number(numbers.at(most)) - Number(numbers.at(least)) <= 1;
  return (
    !isShare &&
    place.form.multiples.length === 0 &&
    !place.form.formats.some((format) => format === "float" || format === "double")
  );
}

export function textFor(making: Making, needs: TextNeeds): string {
  const { choices } = making;
  const moment = momentFor(making);
  if (typeof moment === "string" && needs.allows(moment)) return moment;
  for (const text of candidates(making, needs)) if (text !== undefined && needs.allows(text)) return text;
  return needs.matching(choices) ?? needs.formatted(choices) ?? freeText(making, needs);
}

/** Texts in the shape of an example, or by the name of the property, best first. */
function* candidates(making: Making, needs: TextNeeds): Generator<string | undefined> {
  const { name, turn, owner, choices, kind } = making;
  const sendable = sendableValues(making.known.taken);
  if (sendable.length > 0) yield sendable[turn % sendable.length];
  const naming = { ...making, most: needs.most };
  const texts = making.examples.filter((value) => typeof value === "string" && needs.allows(value));
  const examples = [...new Set(texts as string[])];
  const example = examples[kind === "many" ? turn % Math.max(1, examples.length) : 0];
  const isMail = needs.formats.some((format) => format.endsWith("email")) || example?.includes("@") === true;
  if (example !== undefined) {
    if (making.isNone === true) yield zeroLike(example);
    if (kind === "new") yield likeExample(example, choices);
    if (kind !== "many" || turn < examples.length) yield example;
    if (isMail && /^[^@\s]+@[^@\s]+$/.test(example)) yield mailLike(example, naming);
    yield nameLike(name, example, naming) ?? likeExample(example, choices);
    if (needs.patterns.length > 0) yield needs.matching(choices);
    if (isConstantWord(example) || isNumberedPhrase(example)) yield example;
    if (needs.isFree) yield* textsByName(name, naming);
    yield example;
  }
  if (example === undefined && needs.isFree) yield saidValue(making);
  if (isMail) yield mailLike(undefined, naming);
  if (needs.isFree && TYPE_NAMES.has(name)) yield owner.filter((word) => !PLAIN.test(word)).join("_");
  if (needs.formats.some((format) => FORMATS.has(format)) && !isAddress(needs.formats)) return;
  for (const text of textsByName(name, naming)) if (text.includes("://") || !isAddress(needs.formats)) yield text;
}

/** The listed values of which a client sends one: what there is was sent once. */
function sendableValues(taken: Known["taken"]): readonly string[] {
  const values = typeof taken === "string" ? [] : (taken.form.values ?? []);
  return values.filter((value) => typeof value === "string");
}

/** The only value that a text names: "always `list`", "always be List.", "The object type: `album`". */
const ALWAYS =
  /\b(?:(?:is |set to )?always|will contain|object type)\b(?:[^.`'"]{0,20}[`'"]([\w.-]+)[`'"](?!\s*(?:,|or|and)\s*[`'"])| be (\w+)\.?$)/i;

/** One of the values that a text names: "can be `enabled` or `disabled`". */
function saidValue({ place, kind, turn }: Making): string | undefined {
  const said = place.nodes.map(({ annotations }) => annotations.description ?? "").join(" ");
  const [, quoted, only = quoted] = ALWAYS.exec(said) ?? [];
  if (only !== undefined) return only;
  const [, list = ""] =
    /(?:can be|one of|either|possible values(?: are)?|values?:)[^`'"]{0,20}((?:[`'"][\w.-]+[`'"][\s,]*(?:or|and)?\s*){2,})/i.exec(
      said,
    ) ?? [];
  const values = Array.from(list.matchAll(/[`'"]([\w.-]+)[`'"]/g), ([, value = ""]) => value);
  if (values.length < 2) return undefined;
  const first = initialOf(values);
  return kind === "many" ? values[turn % values.length] : values.find((value) => value === first);
}

/** Words in the names of schemas that say nothing of what they describe. */
const PLAIN = /^(?:response|resource|object|model|dto|schema|entity|v\d+|\d+)$/;

/** Properties that say which type their object has. */
const TYPE_NAMES = new Set(["object", "_type", "resource_type", "resourceType"]);

function isAddress(formats: readonly string[]): boolean {
  return formats.some((format) => /^(uri|url|iri)$/.test(format));
}

function momentFor({ moment, at = 0, kind, turn, examples, known: { kept } }: Making): JsonValue | undefined {
  if (moment === undefined) return undefined;
  const example = examples[kind === "many" ? turn : 0];
  if (example !== undefined && (kind === "one" || (moment.isVague && kind !== "new"))) return example;
  const written = moment.write(at);
  // A clock may have been set back; a thing is never changed before it was last changed.
  const isEarlier = typeof kept === "string" && typeof written === "string" && kept > written;
  return isEarlier ? kept : written;
}

function freeText({ choices }: Making, needs: TextNeeds): string {
  let text = pick(choices, WORDS);
  while (text.length < needs.least && text.length < LONGEST) text += ` ${pick(choices, WORDS)}`;
  return needs.fitted(text);
}

/** The range to choose numbers from, according to examples or the name. */
function rangeOf(
  { name, owner, place }: Making,
  numbers: Numbers,
  examples: readonly NumberValue[],
): readonly [low?: bigint, high?: bigint] {
  const counts = examples.map((value) => numbers.nearest(value)).sort((a, b) => (a < b ? -1 : 1));
  const [first, last] = [counts[0], counts.at(-1)];
  if (first !== undefined && last !== undefined && counts.length > 1) return [first, last];
  if (first !== undefined) return first > 0n ? [(first + 1n) / 2n, first * 2n] : [first];
  // The amount of a salary is that of a salary.
  const around = /^(amount|value)$/.test(name) ? rangeByName(owner.at(-1) ?? "") : undefined;
  const usual = around ?? rangeByName(name);
  if (usual === undefined) return [];
  const said = place.nodes.map(({ annotations }) => annotations.description ?? "").join(" ");
  const isMinor = /\bcents?\b|minor unit|smallest/i.test(said) || wordsOf(name).some((word) => /^cents?$/.test(word));
  const factor = isMinor ? 100 : 1;
  const [low, high] = [numbers.nearest(usual[0] * factor), numbers.nearest(usual[1] * factor)];
  // A `size` of at most 100 is no number of bytes.
  return low === high && usual[0] !== usual[1] ? [] : [low, high];
}

/** Where counting starts without a lower bound: at 1, or below an upper bound. */
function startOf(numbers: Numbers): bigint {
  const one = numbers.nearest(1);
  return numbers.most === undefined || numbers.most > one
    ? one
    : numbers.nearest(Number(numbers.at(numbers.most)) - SPAN);
}
