// The full strategy: one value with all its parts, no two of them alike, so that what stores it cannot lose, reorder or
// round one of them unseen.
import type { JsonValue } from "../../../json/value.ts";
import type { NumberValue } from "../../decimal.ts";
import type { TypeName } from "../../types.ts";
import { ANYTHING_GOES } from "../../form/conjunction.ts";
import { SIMPLEST } from "../../samples/choices.ts";
import type { Numbers } from "../../keywords/numbers.ts";
import type { ValuePlace } from "../place.ts";
import type { Step, Strategy } from "../strategy.ts";
import type { TextNeeds } from "../text-needs.ts";

/** Optional parts are there down to this depth: recursive ones would never end. */
const DEEP = 4;
/** The items of a list, if it may have so many. */
const ITEMS = 3;

const MONEY = /price|amount|cost|total|sum|fee|rate|tax|balance|money|value|discount|budget|salary|surcharge|paid/i;

/** Names in an object that may have any. */
const KEYS = ["second", "first"];

/** Properties that name other things, which may have to exist. */
const REFERENCE = /(?:^|[_-]|[a-z])(?:id|Id|ID|ids|Ids|uuid|Uuid)$/;

export class Full implements Strategy {
  readonly most = 1;
  readonly #text: string;
  readonly #turn: number;
  readonly #left: number;
  readonly #name: string;

  /** @param turn a number that makes the value different from others of the same schema */
  constructor(text: string, turn = 0, left = DEEP, name = "") {
    this.#text = text;
    this.#turn = turn;
    this.#left = left;
    this.#name = name;
  }

  part(_: ValuePlace, step: Step): Strategy {
    // The last item gets the first turn, so that the list is not in order already.
    const own =
      step.kind === "item" ? this.#turn * ITEMS + Math.max(0, ITEMS - 1 - step.index) + step.turn : this.#turn;
    const name = step.kind === "item" ? this.#name : step.name;
    return new Full(this.#text, own, Math.max(0, this.#left - 1), name);
  }

  known(): undefined {
    return undefined;
  }

  some<Option>(options: readonly Option[]): readonly Option[] {
    const at = this.#turn % Math.max(1, options.length);
    return [...options.slice(at), ...options.slice(0, at)];
  }

  types(types: readonly TypeName[]): readonly TypeName[] {
    return types.toSorted((a, b) => Number(a === "null") - Number(b === "null"));
  }

  numbers(numbers: Numbers): readonly NumberValue[] {
    const turn = this.#turn;
    // Money has cents, and other measures may have more.
    const digits = MONEY.test(this.#name) ? 100 : 10_000;
    const wanted = [12.3456 + 11 * turn, 12.34 + 11 * turn, 2 + turn, 0.25 + turn / 100].map(
      (one) => Math.round(one * digits) / digits,
    );
    return [...wanted.filter((one) => numbers.has(one)), numbers.at(numbers.nearest(2 + turn))];
  }

  texts(needs: TextNeeds): readonly string[] {
    const simplest = needs.matching(SIMPLEST);
    const counted =
      simplest === undefined ? [] : [countedText(simplest, this.#turn)].filter((text) => needs.allows(text));
    const free = needs.fitted(`${"abcdefghi"[this.#turn % 9]} ${this.#name} ${this.#text}`);
    return [...counted, simplest, needs.formatted(SIMPLEST), free].filter((one) => one !== undefined);
  }

  lengths(least: number, most: number, place: ValuePlace): readonly number[] {
    const isDescribed = this.#left > 0 && place.nodes.some(({ items }) => items !== undefined);
    return [Math.min(most, Math.max(least, isDescribed ? ITEMS : 0))];
  }

  truth(): readonly JsonValue[] {
    return [this.#turn % 2 === 0];
  }

  optional(names: readonly string[], { form }: ValuePlace): readonly (readonly string[])[] {
    if (this.#left === 0) return [[]];
    const isMap = form.freeNames && form.properties.size === 0 && form.additional !== ANYTHING_GOES;
    return [isMap ? KEYS : names.filter((name) => !REFERENCE.test(name))];
  }
}

/** A text of the same shape with other letters and digits: "AAA-0000" becomes "BCD-0123". */
export function countedText(text: string, turn: number): string {
  let at = turn;
  const next = (first: string, many: number): string =>
    String.fromCodePoint((first.codePointAt(0) ?? 0) + (at++ % many));
  return text.replaceAll(/[a-zA-Z]|\d/g, (one) => {
    if (/\d/.test(one)) return next("0", 10);
    return /[a-z]/.test(one) ? next("b", 25) : next("B", 25);
  });
}
