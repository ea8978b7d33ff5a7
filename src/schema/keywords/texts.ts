// Strings: their patterns, formats and lengths.
import { Work } from "../work.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { FORMATS as FORMATS_BY_NAME } from "../samples/formats.ts";
import { INTEGER_FORMATS } from "../number-formats.ts";
import { ANYTHING, type NormalForm, allowsType } from "../form/normal-form.ts";
import { matches } from "../pattern/engine.ts";
import { patternsOf, textBeyond } from "../pattern/inclusion.ts";
import { boundaryTexts, excludedTexts } from "../pattern/text.ts";
import type { Keeps } from "./bounds.ts";
import { isWithinFormat } from "./numbers.ts";
import { type Rule, sameSet, some } from "./rule.ts";

/** What a schema object says besides the lengths. */
export function readTexts({ pattern, format }: JsonObject): Pick<NormalForm, "patterns" | "formats"> {
  return {
    patterns: typeof pattern === "string" ? [pattern] : ANYTHING.patterns,
    formats: typeof format === "string" ? [format] : ANYTHING.formats,
  };
}

const ANY_TEXT = new Set(["", ".*", "^.*", ".*$", "^", "$", "^[\\s\\S]*$"]);

/** Everything that matches the producer's patterns matches the consumer's. */
export const PATTERNS: Rule = {
  keyword: "pattern",
  type: "string",
  read: ({ patterns }) => some(patterns),
  equal: sameSet,
  proof: (producer, consumer) =>
    (consumer as string[]).every((pattern) => (producer as string[]).includes(pattern)) ? "pattern-dropped" : undefined,
  // With both anchors, a text of two lines does not match.
  implied: (producer, consumer) => {
    const others = (consumer as string[]).filter((pattern) => !ANY_TEXT.has(pattern));
    if (others.length === 0) return "pattern-without-effect";
    const given = patternsOf(producer);
    return others.every((pattern) => textBeyond(given, pattern) === null) ? "pattern-loosened" : undefined;
  },
};

/** Longer texts are not counted by an automaton. */
const LONGEST_COUNTED = 200;

/** A pattern that only texts of a length match keeps it. */
export const TEXTS_KEPT: readonly (readonly [keyword: string, keeps: Keeps])[] = [
  ["minLength", (form, limit) => keepsLength(form, limit, `{${limit},}`)],
  ["maxLength", (form, limit) => keepsLength(form, limit, `{0,${limit}}`)],
];

function keepsLength(form: NormalForm, limit: number | bigint, count: string): boolean {
  if (form.patterns.length === 0 || limit > LONGEST_COUNTED) return false;
  return textBeyond(patternsOf(form), `^[\\s\\S]${count}$`) === null;
}

/** A value with the producer's formats has the consumer's. */
export const FORMATS: Rule = {
  keyword: "format",
  read: ({ formats }) => some(formats),
  equal: sameSet,
  matters: formatMatters,
  proof: (producer, consumer) =>
    (consumer as string[]).every((format) => (producer as string[]).some((given) => formatCovers(format, given)))
      ? "format-loosened"
      : undefined,
  implied: (given, consumer) =>
    (consumer as string[]).every((format) => isWithinFormat(given, format)) ? "bounds-within-format" : undefined,
};

function formatCovers(consumer: string, producer: string): boolean {
  if (consumer === "float" && INTEGER_FORMATS.has(producer)) return true;
  if (consumer === "uri-reference" && producer === "uri") return true;
  return consumer === producer || (consumer === "int64" && producer === "int32") || !JUDGED_FORMATS.has(consumer);
}

/** Formats that validators check; others have no effect. */
const JUDGED_FORMATS: ReadonlySet<string> = new Set([
  ...["date", "time", "date-time", "iso-time", "iso-date-time", "duration", "uri", "uri-reference", "uri-template"],
  ...["url", "email", "hostname", "ipv4", "ipv6", "regex", "uuid", "json-pointer", "json-pointer-uri-fragment"],
  ...["relative-json-pointer", "byte", "float", ...INTEGER_FORMATS.keys()],
  ...["idn-email", "idn-hostname", "iri", "iri-reference"],
]);

function formatMatters(producer: NormalForm, formats: JsonValue): boolean {
  return (formats as string[]).some((format) => {
    if (!JUDGED_FORMATS.has(format)) return false;
    return allowsType(producer, format === "float" || INTEGER_FORMATS.has(format) ? "number" : "string");
  });
}

function textsOf(format: string): readonly string[] {
  return FORMATS_BY_NAME.get(format)?.texts ?? [];
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
/** A string with only a length costs little even if it is long. */
const MAX_LENGTH = 200_000;
const MAX_PLAIN_LENGTH = 6_000_000;

/** Strings worth trying. */
export function textProposals(shape: NormalForm, hints: readonly NormalForm[]): string[] {
  const own = [...shape.patterns.flatMap(boundaryTexts), ...shape.formats.flatMap(textsOf)];
  const sized = sizedTexts(shape, [shape, ...hints], own);
  const foreign = hints.flatMap((hint) => [
    ...hint.patterns.flatMap(excludedTexts),
    ...(hint.values ?? []).filter((value): value is string => typeof value === "string"),
    ...hint.patterns.flatMap(boundaryTexts),
    ...hint.formats.flatMap(textsOf),
    ...hint.formats.flatMap((format) => FORMATS_BY_NAME.get(format)?.near ?? []),
  ]);
  const given = patternsOf(shape);
  const beyond = hints.flatMap((hint) => hint.patterns.map((pattern) => textBeyond(given, pattern) ?? []).flat());
  // A short string comes before the longest ones, because most exchanges contain it.
  const [plain = "", ...others] = PLAIN_TEXTS;
  const all = [
    ...beyond,
    ...own,
    plain,
    ...sized,
    ...others,
    ...foreign,
    ...[...FORMATS_BY_NAME.keys()].flatMap(textsOf),
  ];
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
  const most = shape.patterns.length + shape.formats.length === 0 ? MAX_PLAIN_LENGTH : MAX_LENGTH;
  const kept = [...sizes].filter((size) => size >= 0 && size <= most).sort((a, b) => a - b);
  const seeds = shape.patterns.length === 0 ? ["a"] : own.filter((text) => text.length > 0).slice(0, 4);
  return kept.flatMap((size) => [
    ...seeds.map((seed) => stretch(seed, size)),
    ...shape.formats.flatMap((format) => FORMATS_BY_NAME.get(format)?.sized?.(size) ?? []),
  ]);
}

/**
 * Characters of a long string per unit of work. Hundreds of these exceed the memory, and a full budget allows 160 MB.
 */
const HELD = 5;

/** The seed, extended to the exact length by repeating its last character, which patterns usually allow. */
function stretch(seed: string, size: number): string {
  if (size > MAX_LENGTH) Work.charge(Math.trunc(size / HELD));
  return seed.length >= size ? seed.slice(0, size) : seed + (seed.at(-1) ?? "a").repeat(size - seed.length);
}

function fitsText(shape: NormalForm, text: string): boolean {
  const length = lengthOf(text);
  const { minLength, maxLength } = shape.bounds;
  if (minLength !== undefined && length < minLength) return false;
  if (maxLength !== undefined && length > maxLength) return false;
  return shape.patterns.every((pattern) => matches(pattern, text));
}

/** In code points, as in JSON Schema. Strings of thousands of letters are generated, nearly all of them ASCII. */
function lengthOf(text: string): number {
  return /[\uD800-\uDFFF]/.test(text) ? Array.from(text).length : text.length;
}
