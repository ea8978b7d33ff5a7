// Proposals for numbers and texts: the boundaries of what either side says, and a few plain ones.
import type { NumberValue } from "../../keywords.ts";
import { INTEGER_FORMATS } from "../../number-formats.ts";
import { patternsOf, textBeyond } from "../../pattern/inclusion.ts";
import { type NormalForm, allowsType } from "../../normal/normal-form.ts";
import { matches } from "../../pattern/engine.ts";
import { boundaryTexts, excludedTexts } from "../../pattern/text.ts";
import type { JsonValue } from "../../../json/value.ts";

/** So many digits every number holds. */
const MAX_DIGITS = 16;

/** Numbers worth trying for a producer's shape, given the shapes that a consumer may hold against it. */
export function numberProposals(
  shape: NormalForm,
  hints: readonly NormalForm[],
  type: "integer" | "number",
): NumberValue[] {
  const all = [shape, ...hints.filter((hint) => hint.types === undefined || allowsType(hint, type))];
  const found: NumberValue[] = [0, 1, -1, 2, 10];
  for (const { bounds } of hints) {
    // A number that travels as text may be too long for one.
    const most = Number(bounds.maxLength ?? MAX_DIGITS);
    if (most < MAX_DIGITS) found.push(10 ** most);
  }
  const multiples = all.flatMap((one) => one.multiples);
  for (const one of all) {
    for (const limit of [
      one.bounds.minimum,
      one.bounds.maximum,
      one.bounds.exclusiveMinimum,
      one.bounds.exclusiveMaximum,
    ]) {
      if (limit !== undefined) found.push(...around(limit, type));
    }
    for (const value of one.values ?? []) if (typeof value === "number") found.push(value, ...around(value, type));
    for (const format of one.formats) {
      const bounds = INTEGER_FORMATS.get(format);
      if (format === "float") found.push(10n ** 39n);
      if (bounds !== undefined) found.push(...around(bounds.maximum, "integer"), ...around(bounds.minimum, "integer"));
    }
  }
  for (const multiple of multiples) {
    const step = Number(multiple);
    found.push(step, step * 2, step * 3, -step, step / 2, step + 1, ...snapped(found, step));
    for (const other of multiples) found.push(step * Number(other));
  }
  if (type === "number") found.push(0.5, 1.5, -0.5);
  return found.filter((value) => fitsNumber(shape, value, type));
}

function around(limit: NumberValue, type: "integer" | "number"): NumberValue[] {
  if (typeof limit === "bigint") return [limit, limit - 1n, limit + 1n].map(shorten);
  const whole = [Math.floor(limit), Math.ceil(limit)];
  const near = [...whole, ...whole.map((value) => value - 1), ...whole.map((value) => value + 1)];
  return type === "integer"
    ? near
    : [limit, ...near, limit - 0.5, limit + 0.5, limit + 0.01, limit - 0.01, ...beyond(limit)];
}

/** Next to a number of which the neighbours cannot be told apart. */
function beyond(limit: number): number[] {
  return Number.isSafeInteger(limit) || Math.abs(limit) < 1 ? [] : [limit * 2, limit / 2];
}

function shorten(value: bigint): NumberValue {
  const short = Number(value);
  return Number.isSafeInteger(short) ? short : value;
}

function snapped(values: readonly NumberValue[], step: number): number[] {
  return values.flatMap((value) => {
    const count = Number(value) / step;
    return [Math.ceil(count) * step, Math.floor(count) * step, (Math.ceil(count) + 1) * step];
  });
}

function fitsNumber(shape: NormalForm, value: NumberValue, type: "integer" | "number"): boolean {
  if (typeof value === "number" && !Number.isFinite(value)) return false;
  if (type === "integer" && typeof value === "number" && !Number.isInteger(value)) return false;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = shape.bounds;
  if (minimum !== undefined && value < minimum) return false;
  if (maximum !== undefined && value > maximum) return false;
  if (exclusiveMinimum !== undefined && value <= exclusiveMinimum) return false;
  if (exclusiveMaximum !== undefined && value >= exclusiveMaximum) return false;
  return shape.multiples.every((step) => {
    const quotient = Number(value) / Number(step);
    return Math.abs(quotient - Math.round(quotient)) < 1e-9;
  });
}

/** Samples of each format that the validators judge. */
const FORMAT_TEXTS: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    date: ["2024-02-29", "1999-12-31"],
    time: ["10:20:30Z", "23:59:59.5+02:00"],
    "date-time": ["2024-02-29T10:20:30Z", "1999-12-31T23:59:59.5+02:00"],
    "iso-time": ["10:20:30"],
    "iso-date-time": ["2024-02-29T10:20:30"],
    duration: ["P1D", "PT1H"],
    uri: ["https://example.com/a?b=c", "urn:a:b"],
    "uri-reference": ["/a/b", "https://example.com"],
    "uri-template": ["/a/{b}"],
    url: ["https://example.com/a"],
    email: ["a@example.com"],
    hostname: ["example.com", "a"],
    ipv4: ["192.0.2.1"],
    ipv6: ["2001:db8::1"],
    uuid: ["00000000-0000-4000-8000-000000000000"],
    regex: ["^a$"],
    "json-pointer": ["/a/b", ""],
    "relative-json-pointer": ["1/a"],
    byte: ["AAAA", "YQ=="],
  }),
);

/** Texts of a format that are exactly so long, where it knows long ones. */
const LONG_TEXTS: ReadonlyMap<string, (size: number) => string> = new Map(
  Object.entries({
    email: (size) => "@example.com".padStart(size, "a"),
    uri: (size) => "https://example.com/".padEnd(size, "a"),
    url: (size) => "https://example.com/".padEnd(size, "a"),
    "uri-reference": (size) => "/".padEnd(size, "a"),
    "date-time": (size) => `${"2024-02-29T10:20:30.".padEnd(size - 1, "1")}Z`,
  }),
);

function textsOf(format: string): readonly string[] {
  return FORMAT_TEXTS.get(format) ?? [];
}

const PLAIN_TEXTS = [
  "a",
  "A",
  "0",
  "",
  "abc",
  "ab",
  "a b",
  "-",
  "_",
  "1.5",
  "true",
  "!",
  "é",
  "日本",
  " ",
  "a\n",
  "Ab1-",
];
const MAX_LENGTH = 200_000;

/** Texts worth trying. */
export function textProposals(shape: NormalForm, hints: readonly NormalForm[]): string[] {
  const own = [...shape.patterns.flatMap(boundaryTexts), ...shape.formats.flatMap(textsOf)];
  const sized = sizedTexts(shape, [shape, ...hints], own);
  const foreign = hints.flatMap((hint) => [
    ...hint.patterns.flatMap(excludedTexts),
    ...(hint.values ?? []).filter((value): value is string => typeof value === "string"),
    ...hint.patterns.flatMap(boundaryTexts),
    ...hint.formats.flatMap(textsOf),
  ]);
  const given = patternsOf(shape);
  const beyond = hints.flatMap((hint) => hint.patterns.map((pattern) => textBeyond(given, pattern) ?? []).flat());
  const all = [...beyond, ...own, ...sized, ...PLAIN_TEXTS, ...foreign, ...Object.values(FORMAT_TEXTS).flat()];
  return [...new Set(all)].filter((text) => fitsText(shape, text));
}

function sizedTexts(shape: NormalForm, all: readonly NormalForm[], own: readonly string[]): string[] {
  const sizes = new Set<number>();
  for (const { bounds } of all) {
    for (const limit of [bounds.minLength, bounds.maxLength]) {
      if (limit === undefined) continue;
      for (const size of [Number(limit), Number(limit) + 1, Number(limit) - 1]) sizes.add(size);
    }
  }
  const kept = [...sizes].filter((size) => size >= 0 && size <= MAX_LENGTH).sort((a, b) => a - b);
  const seeds = shape.patterns.length === 0 ? ["a"] : own.filter((text) => text.length > 0).slice(0, 4);
  return kept.flatMap((size) => [
    ...seeds.map((seed) => stretch(seed, size)),
    ...shape.formats.flatMap((format) => LONG_TEXTS.get(format)?.(size) ?? []),
  ]);
}

/** The seed made exactly that long by repeating its last character, which patterns most often allow. */
function stretch(seed: string, size: number): string {
  return seed.length >= size ? seed.slice(0, size) : seed + (seed.at(-1) ?? "a").repeat(size - seed.length);
}

function fitsText(shape: NormalForm, text: string): boolean {
  const length = lengthOf(text);
  const { minLength, maxLength } = shape.bounds;
  if (minLength !== undefined && length < minLength) return false;
  if (maxLength !== undefined && length > maxLength) return false;
  return shape.patterns.every((pattern) => matches(pattern, text));
}

/** In code points, as JSON Schema counts. Texts of thousands of letters are drawn, nearly all of them plain. */
function lengthOf(text: string): number {
  return /[\uD800-\uDFFF]/.test(text) ? Array.from(text).length : text.length;
}

/** Values of every type, for where a shape says little. */
export const ODD_VALUES: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  1,
  1.5,
  -1,
  "",
  "a",
  "1",
  [],
  {},
  ["a"],
  [1],
  { a: 1 },
];
