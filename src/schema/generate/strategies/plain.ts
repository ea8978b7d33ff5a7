// The plain strategy: few values, simplest first, the same each time. Free strings and numbers can be marked, so that a
// run recognizes its own items.
import type { NumberValue } from "../../decimal.ts";
import type { TypeName } from "../../types.ts";
import { Random, SIMPLEST, hashOf } from "../../samples/choices.ts";
import type { Numbers } from "../../keywords/numbers.ts";
import type { ValuePlace } from "../place.ts";
import type { Strategy } from "../strategy.ts";
import type { TextNeeds } from "../text-needs.ts";

/** The marks of free values. */
export interface Marks {
  readonly text: string;
  readonly integer?: number;
  /** Strings with a pattern but no example are generated from the pattern, without a mark. */
  readonly fromPatterns?: boolean;
}

/** Lists have an item down to this depth: recursive ones would never end. */
const DEEP = 6;

/** A number that is not a bound, an index or a common default. */
const USUAL = 7;
/** How many small numbers marked values use: large ones are refused as quantities and ages. */
const FEW = 90;

/** The count at the end of a mark, so that marked values differ; 0 if it has none. */
function turnOf(text: string): number {
  const [, turn = "0"] = /-(\d+)(?![\da-z])(?!.*-\d)/.exec(text) ?? [];
  return Number(turn) === 0 ? 0 : 1 + (Number(turn) % FEW);
}

export class Plain implements Strategy {
  readonly most: number;
  readonly #marks: Marks;
  readonly #left: number;
  #part: Plain | undefined;

  /**
   * @param most how many values to give if the schema allows several
   * @param left how many more levels have items in lists that do not require any
   */
  constructor(marks: Marks = { text: "sample" }, most = 6, left = DEEP) {
    this.#marks = marks;
    this.most = most;
    this.#left = left;
  }

  part(): Strategy {
    return this.#left === 0 ? this : (this.#part ??= new Plain(this.#marks, this.most, this.#left - 1));
  }

  known(): undefined {
    return undefined;
  }

  some<Option>(options: readonly Option[]): readonly Option[] {
    return options;
  }

  types(types: readonly TypeName[]): readonly TypeName[] {
    return [...types].sort((a, b) => Number(a === "null") - Number(b === "null"));
  }

  numbers(numbers: Numbers): readonly NumberValue[] {
    const { integer, text } = this.#marks;
    const { least, most } = numbers;
    const ends = [least, most].flatMap((end) => (end === undefined ? [] : [numbers.at(end)]));
    const usual = [integer, USUAL + turnOf(text), USUAL].filter((value) => value !== undefined && numbers.has(value));
    return [...(usual as number[]), ...ends, numbers.at(numbers.nearest(USUAL))];
  }

  texts(needs: TextNeeds, place: ValuePlace): readonly string[] {
    const { text, fromPatterns = false } = this.#marks;
    const found: (string | undefined)[] = [];
    const isMarked = turnOf(text) > 0;
    if (needs.patterns.length > 0) {
      const example = place.examples.find((value) => typeof value === "string");
      // An example may be taken already, as a text that should be unique.
      if (fromPatterns || (isMarked && example !== undefined))
        found.push(needs.matching(isMarked ? new Random(hashOf(text)) : SIMPLEST));
      found.push(example);
    }
    if (isMarked) found.push(needs.marked(text));
    found.push(needs.formatted(SIMPLEST), isMarked ? needs.fittedEnd(text) : needs.fitted(text));
    return found.filter((one) => one !== undefined);
  }

  lengths(least: number, most: number, place: ValuePlace): readonly number[] {
    const isDescribed = this.#left > 0 && place.nodes.some(({ items }) => items !== undefined);
    return [Math.min(most, Math.max(least, isDescribed && place.form.bounds.minItems === undefined ? 1 : 0))];
  }

  optional(): readonly (readonly string[])[] {
    return [[]];
  }
}
