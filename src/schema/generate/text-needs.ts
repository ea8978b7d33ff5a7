// Strings that satisfy patterns, formats and lengths of a schema together.
import type { NormalForm } from "../form/normal-form.ts";
import { matches } from "../pattern/engine.ts";
import { patternsOf, textWithin } from "../pattern/inclusion.ts";
import { matchingText } from "../pattern/text.ts";
import { type Choices, SIMPLEST, between } from "../samples/choices.ts";
import { FORMATS } from "../samples/formats.ts";
import type { Work } from "../work.ts";

/** Longer strings are not generated. */
const LONGEST = 100_000;

/** What a schema requires of a string. */
export class TextNeeds {
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  /** In characters, inclusive; the second may be infinite. */
  readonly least: number;
  readonly most: number;
  readonly #form: NormalForm;
  readonly #work: Work;

  /** @param work pays for searches in the patterns */
  constructor(form: NormalForm, work: Work) {
    this.#form = form;
    this.#work = work;
    this.patterns = form.patterns;
    this.formats = form.formats;
    this.least = Number(form.bounds.minLength ?? 0);
    this.most = Number(form.bounds.maxLength ?? Number.POSITIVE_INFINITY);
  }

  /** True if any string of the right length will do. */
  get isFree(): boolean {
    return this.patterns.length === 0 && this.formats.every((format) => !FORMATS.has(format));
  }

  /** True for a string with the right length that matches the patterns; the format is left to the validators. */
  allows(text: string): boolean {
    const length = lengthOf(text);
    return (
      length >= this.least &&
      length <= this.most &&
      this.patterns.every((pattern) => matches(pattern, text, this.#work))
    );
  }

  /** The string extended or cut to an allowed length, but never extended without end. */
  fitted(text: string): string {
    const length = lengthOf(text);
    if (length < this.least) return this.least > LONGEST ? text : text + "x".repeat(this.least - length);
    return length > this.most ? Array.from(text).slice(0, this.most).join("") : text;
  }

  /** Like `fitted`, for strings that differ at their end: the end is kept, behind a letter. */
  fittedEnd(text: string): string {
    const all = Array.from(text);
    return this.fitted(all.length > this.most && this.most > 1 ? `c${all.slice(1 - this.most).join("")}` : text);
  }

  /** A string that matches the patterns and has the right length; undefined if none was found. */
  matching(choices: Choices): string | undefined {
    if (this.patterns.length === 0) return undefined;
    const random = { between: (low: number, high: number): number => between(choices, low, high) };
    const text = matchingText(this.patterns[0] ?? "", this.#work, choices === SIMPLEST ? undefined : random);
    if (text !== undefined && this.allows(text)) return this.#likeNumber(text, choices);
    const other = textWithin(patternsOf(this.#form), this.#work);
    return typeof other === "string" && this.allows(other) ? other : undefined;
  }

  /** A number as people write it, where a pattern for numbers also allows texts such as "", "-." and "-7". */
  #likeNumber(text: string, choices: Choices): string {
    if (/^(?=.*[1-9])(?:0|[1-9]\d*)(?:\.\d+)?$/.test(text)) return text;
    const [whole, part] = choices === SIMPLEST ? [7, 50] : [between(choices, 1, 99), between(choices, 10, 99)];
    const number = `${whole}.${part}`;
    const isForNumbers = this.allows(number) && !["a", "7a", "a7", "7.a"].some((other) => this.allows(other));
    return isForNumbers ? number : text;
  }

  /** A string with the first known format that contains a text or follows from it; undefined if none has room for it. */
  marked(text: string): string | undefined {
    for (const name of this.formats) {
      const made = FORMATS.get(name)?.marked?.(text);
      if (made !== undefined) return this.allows(made) ? made : undefined;
    }
    return undefined;
  }

  /** A string with the first known format; undefined if none is known. */
  formatted(choices: Choices): string | undefined {
    for (const name of this.formats) {
      const format = FORMATS.get(name);
      if (format === undefined) continue;
      const text = choices === SIMPLEST ? format.texts[0] : (format.make?.(choices) ?? format.texts[0]);
      if (text !== undefined && this.allows(text)) return text;
      const sized = format.sized?.(Math.max(1, this.least));
      return sized !== undefined && this.allows(sized) ? sized : text;
    }
    return undefined;
  }
}

function lengthOf(text: string): number {
  return Array.from(text).length;
}
