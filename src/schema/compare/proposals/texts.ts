// Texts worth trying.
import { FORMATS } from "../../samples/formats.ts";
import type { NormalForm } from "../../form/normal-form.ts";
import { matches } from "../../pattern/engine.ts";
import { patternsOf, textBeyond } from "../../pattern/inclusion.ts";
import { boundaryTexts, excludedTexts } from "../../pattern/text.ts";
import type { Work } from "../../work.ts";

function textsOf(format: string): readonly string[] {
  return FORMATS.get(format)?.texts ?? [];
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

/** Strings worth trying, each made when it is asked for. */
export function* textProposals(shape: NormalForm, hints: readonly NormalForm[], work: Work): Generator<string> {
  const seen = new Set<string>();
  for (const text of candidates(shape, hints, work)) {
    if (seen.has(text)) continue;
    seen.add(text);
    if (fitsText(shape, text, work)) yield text;
  }
}

function* candidates(shape: NormalForm, hints: readonly NormalForm[], work: Work): Generator<string> {
  const boundaries = (pattern: string): string[] => boundaryTexts(pattern, work);
  const given = patternsOf(shape);
  yield* hints.flatMap((hint) => hint.patterns.map((pattern) => textBeyond(given, pattern, work) ?? []).flat());
  const own = [...shape.patterns.flatMap(boundaries), ...shape.formats.flatMap(textsOf)];
  yield* own;
  // A short string comes before the longest ones, because most exchanges contain it.
  const [plain = "", ...others] = PLAIN_TEXTS;
  yield plain;
  yield* sizedTexts(shape, hints, own, work);
  yield* others;
  for (const hint of hints) {
    yield* hint.patterns.flatMap(excludedTexts);
    yield* (hint.values ?? []).filter((value): value is string => typeof value === "string");
    yield* hint.patterns.flatMap(boundaries);
    yield* hint.formats.flatMap(textsOf);
    yield* hint.formats.flatMap((format) => FORMATS.get(format)?.near ?? []);
  }
  for (const format of FORMATS.keys()) yield* textsOf(format);
}

function sizedTexts(shape: NormalForm, hints: readonly NormalForm[], own: readonly string[], work: Work): string[] {
  const sizes = new Set<number>();
  for (const { bounds } of [shape, ...hints]) {
    for (const limit of [bounds.minLength, bounds.maxLength]) {
      if (limit === undefined) continue;
      for (const size of [Number(limit), Number(limit) + 1, Number(limit) - 1]) sizes.add(size);
    }
  }
  const most = shape.patterns.length + shape.formats.length === 0 ? MAX_PLAIN_LENGTH : MAX_LENGTH;
  const kept = [...sizes].filter((size) => size >= 0 && size <= most).sort((a, b) => a - b);
  const seeds = shape.patterns.length === 0 ? ["a"] : own.filter((text) => text.length > 0).slice(0, 4);
  return kept.flatMap((size) => [
    ...seeds.map((seed) => stretch(seed, size, work)),
    ...shape.formats.flatMap((format) => FORMATS.get(format)?.sized?.(size) ?? []),
  ]);
}

/**
 * Characters of a long string per unit of work. Hundreds of these exceed the memory, and a full budget allows 160 MB.
 */
const HELD = 5;

/** The seed, extended to the exact length by repeating its last character, which patterns usually allow. */
function stretch(seed: string, size: number, work: Work): string {
  if (size > MAX_LENGTH) work.spend(Math.trunc(size / HELD));
  return seed.length >= size ? seed.slice(0, size) : seed + (seed.at(-1) ?? "a").repeat(size - seed.length);
}

function fitsText(shape: NormalForm, text: string, work: Work): boolean {
  const length = lengthOf(text);
  const { minLength, maxLength } = shape.bounds;
  if (minLength !== undefined && length < minLength) return false;
  if (maxLength !== undefined && length > maxLength) return false;
  return shape.patterns.every((pattern) => matches(pattern, text, work));
}

/** In code points, as in JSON Schema. Strings of thousands of letters are generated, nearly all of them ASCII. */
function lengthOf(text: string): number {
  return /[\uD800-\uDFFF]/.test(text) ? Array.from(text).length : text.length;
}
