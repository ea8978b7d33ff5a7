// The seeded strategy: realistic values that vary from one to the next, always the same for the same seed. The
// document's examples say what things look like; without examples, a format or the name of the property does.
import { type JsonValue, isObject } from "../../../json/value.ts";
import type { NumberValue } from "../../keywords.ts";
import { type TypeName, typeOf } from "../../types.ts";
import { type Choices, Random, between, pick } from "../choices.ts";
import { rangeByName, textByName } from "../texts/names.ts";
import type { Numbers } from "../numbers.ts";
import type { ValuePlace } from "../place.ts";
import type { Step, Strategy } from "../strategy.ts";
import type { TextNeeds } from "../texts/texts.ts";
import { WORDS } from "../texts/words.ts";

/** One in this many optional properties is left out, so that both cases occur. */
const LEFT_OUT = 4;
const MORE_ITEMS = 2;
/** The range of numbers without bounds. */
const SPAN = 99;
/** A text with more words is a sentence and gets no number. */
const MOST_NUMBERED_WORDS = 4;

/** One of many values. */
interface Many {
  /** Counts from 0. */
  readonly turn: number;
  /** Values that the document has for the whole, besides those of its schemas. */
  readonly examples: readonly JsonValue[];
}

/** The wishes for a value. */
export interface Wishes {
  readonly many?: Many;
  readonly usesExamples?: boolean;
}

/** What the strategy knows about a place. */
interface Context {
  /** The name of the property; for an item, of the nearest property around it. */
  readonly name: string;
  /** The values that examples farther out have here. */
  readonly examples: readonly JsonValue[];
  /** Which of many values this is: each takes the next example, and adds a number once all are taken. */
  readonly turn: number;
  /** Whether examples are varied; otherwise they are used as they are. */
  readonly isVaried: boolean;
  /** False if examples are ignored, because those of a document may be wrong. */
  readonly usesExamples: boolean;
  /** After this many more levels, only what is required is generated. */
  readonly left: number;
}

export class Seeded implements Strategy {
  readonly most = 1;
  readonly #choices: Choices;
  readonly #context: Context;

  private constructor(choices: Choices, context: Context) {
    this.#choices = choices;
    this.#context = context;
  }

  /**
   * @param seed the same number gives the same values
   * @param deep below this depth, only what is required is generated
   * @param many which of many values this is; undefined for a single one, which uses examples as they are
   */
  static of(seed: number, deep: number, { many, usesExamples = true }: Wishes = {}): Seeded {
    const { turn = 0, examples = [] } = many ?? {};
    const isVaried = many !== undefined;
    return new Seeded(new Random(seed), { name: "", examples, isVaried, usesExamples, turn, left: deep });
  }

  part(place: ValuePlace, step: Step): Seeded {
    const { name, turn, left } = this.#context;
    const around = this.#examples(place);
    if (step.kind === "item") {
      const examples = around.flatMap((value) => (Array.isArray(value) ? (value as readonly JsonValue[]) : []));
      return this.#inside({ name, examples, turn: turn + step.index + step.turn, left: left - 1 });
    }
    const own = around.flatMap((value) =>
      isObject(value) && Object.hasOwn(value, step.name) ? [value[step.name] ?? null] : [],
    );
    return this.#inside({ name: step.name, examples: own, turn, left: left - 1 });
  }

  #inside(context: Omit<Context, "isVaried" | "usesExamples">): Seeded {
    const { isVaried, usesExamples } = this.#context;
    return new Seeded(this.#choices, { ...context, isVaried, usesExamples });
  }

  /** Examples of free objects are used as they are: nothing says which of their parts could vary. */
  known(place: ValuePlace): readonly JsonValue[] | undefined {
    const examples = this.#examples(place).filter((value) => mayStand(value, place));
    if (examples.length === 0 || place.form.values !== undefined) return undefined;
    const isVaried = (value: JsonValue): boolean =>
      typeof value === "string" ||
      typeof value === "number" ||
      typeof value === "bigint" ||
      (isObject(value) &&
        place.nodes.some(({ properties, alternatives }) => properties.size + alternatives.length > 0)) ||
      (Array.isArray(value) && place.nodes.some(({ items }) => items !== undefined));
    return this.#context.isVaried && examples.some(isVaried) ? undefined : [pick(this.#choices, examples)];
  }

  some<Option>(options: readonly Option[]): readonly Option[] {
    return options.length === 0 ? [] : [pick(this.#choices, options)];
  }

  types(types: readonly TypeName[]): readonly TypeName[] {
    return [types.find((type) => type !== "null") ?? "null"];
  }

  numbers(numbers: Numbers, place: ValuePlace): readonly NumberValue[] {
    const { most } = numbers;
    const [low, high] = this.#range(numbers, place);
    // The smallest int64 is allowed but unrealistic, so a bound is only a starting point if it is within reach.
    const least = numbers.least !== undefined && numbers.least >= numbers.nearest(-SPAN) ? numbers.least : undefined;
    const from = least === undefined || (low !== undefined && low > least) ? (low ?? this.#start(numbers)) : least;
    const furthest = high ?? numbers.nearest(Number(numbers.at(from)) + SPAN);
    const to = most === undefined || most > furthest ? furthest : most;
    return [numbers.at(to <= from ? from : from + this.#choices.below(to - from + 1n))];
  }

  texts(needs: TextNeeds, place: ValuePlace): readonly string[] {
    return [
      this.#example(needs, place) ??
        needs.matching(this.#choices) ??
        needs.formatted(this.#choices) ??
        this.#free(needs),
    ];
  }

  lengths(least: number, most: number): readonly number[] {
    return [this.#context.left <= 0 ? least : between(this.#choices, least, Math.min(most, least + MORE_ITEMS))];
  }

  optional(names: readonly string[]): readonly (readonly string[])[] {
    if (this.#context.left <= 0) return [[]];
    return [names.filter(() => between(this.#choices, 0, LEFT_OUT - 1) > 0)];
  }

  #examples(place: ValuePlace): readonly JsonValue[] {
    return this.#context.usesExamples ? [...this.#context.examples, ...place.examples] : [];
  }

  /** The next example, with a number once all are taken. */
  #example(needs: TextNeeds, place: ValuePlace): string | undefined {
    const texts = this.#examples(place).filter((value) => typeof value === "string" && needs.allows(value));
    const examples = [...new Set(texts as string[])];
    const { turn } = this.#context;
    const example = examples[turn % Math.max(1, examples.length)];
    const round = Math.floor(turn / Math.max(1, examples.length));
    if (example === undefined || round === 0) return example;
    if (!needs.isFree) return needs.matching(this.#choices) ?? needs.formatted(this.#choices) ?? example;
    const numbered = `${example} ${round + 1}`;
    return example.split(" ").length <= MOST_NUMBERED_WORDS && needs.allows(numbered) ? numbered : example;
  }

  #free(needs: TextNeeds): string {
    const named = textByName(this.#context.name, this.#choices, needs.most);
    let text = named !== undefined && needs.allows(named) ? named : pick(this.#choices, WORDS);
    while (text.length < needs.least && text.length < LONGEST) text += ` ${pick(this.#choices, WORDS)}`;
    return needs.fitted(text);
  }

  /** The range to choose numbers from, according to examples or the name. */
  #range(numbers: Numbers, place: ValuePlace): readonly [low?: bigint, high?: bigint] {
    const examples = this.#examples(place).filter(
      (value) => (typeof value === "number" || typeof value === "bigint") && numbers.has(value),
    ) as NumberValue[];
    const counts = examples.map((value) => numbers.nearest(value)).sort((a, b) => (a < b ? -1 : 1));
    const [first, last] = [counts[0], counts.at(-1)];
    if (first !== undefined && last !== undefined && counts.length > 1) return [first, last];
    const usual = rangeByName(this.#context.name);
    if (usual !== undefined) return [numbers.nearest(usual[0]), numbers.nearest(usual[1])];
    if (first === undefined) return [];
    return first > 0n ? [(first + 1n) / 2n, first * 2n] : [first];
  }

  /** Where counting starts without a lower bound: at 1, or below an upper bound. */
  #start(numbers: Numbers): bigint {
    const one = numbers.nearest(1);
    return numbers.most === undefined || numbers.most > one
      ? one
      : numbers.nearest(Number(numbers.at(numbers.most)) - SPAN);
  }
}

const LONGEST = 10_000;

/**
 * False for an example whose type the place does not allow, since tools write `example: null` if they know none, and
 * for an object without its required properties: the example of a part of an `allOf` is not one of the whole.
 */
function mayStand(value: JsonValue, { form: { types, required }, nodes }: ValuePlace): boolean {
  if (isObject(value) && [...required].some((name) => !Object.hasOwn(value, name))) return false;
  if (types === undefined) return value !== null || nodes.every(({ alternatives }) => alternatives.length === 0);
  const type = typeOf(value);
  return types.has(type) || (type === "integer" && types.has("number"));
}
