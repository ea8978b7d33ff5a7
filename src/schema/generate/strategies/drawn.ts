// The drawn strategy: every kind of value that a schema allows, to find values that break something. The caller's
// source makes each choice; choosing 0 everywhere gives the simplest value.
import type { NumberValue } from "../../decimal.ts";
import type { TypeName } from "../../types.ts";
import { type Choices, between, pick } from "../../samples/choices.ts";
import { FORMATS } from "../../samples/formats.ts";
import type { Numbers } from "../../keywords/numbers.ts";
import type { ValuePlace } from "../place.ts";
import type { Step, Strategy } from "../strategy.ts";
import type { TextNeeds } from "../text-needs.ts";

/** Below this depth, only what is required is present, and lists are as short as possible. */
const DEEP = 3;
const MORE_ITEMS = 4;
/** About this many optional properties are present: where schemas lead to each other, many make a value too long to send. */
const MOST_OUTSIDE = 100;
const MOST_INSIDE = 4;
const MORE_TEXT = 40;
/** Numbers are near the simplest one, or farther away, up to a power of two. */
const REACHES = [4n, 10n, 32n, 64n] as const;

/**
 * Characters in any script. Control characters are left out: not every store can keep them, and no document says so.
 */
const CHARACTERS = [
  ...Array.from("abcxyzABCXYZ0189 _-.,:;!?/\\'\"<>&%#+=@()[]{}|~^`$*"),
  ...Array.from("éßñÅøžЖяΩλאعक日本語한🙂"),
  ...["👩\u200d🚀", "e\u0301"],
];

export class Drawn implements Strategy {
  readonly most = 1;
  readonly #choices: Choices;
  readonly #depth: number;

  constructor(choices: Choices, depth = 0) {
    this.#choices = choices;
    this.#depth = depth;
  }

  part(_place: ValuePlace, step: Step): Drawn {
    const label = step.kind === "property" ? step.name : `${step.index} ${step.turn}`;
    return new Drawn(this.#choices.inside?.(label) ?? this.#choices, this.#depth + 1);
  }

  known(): undefined {
    return undefined;
  }

  some<Option>(options: readonly Option[]): readonly Option[] {
    return options.length === 0 ? [] : [pick(this.#choices, options)];
  }

  types(types: readonly TypeName[]): readonly TypeName[] {
    return this.some(types);
  }

  numbers(numbers: Numbers): readonly NumberValue[] {
    const { least, most } = numbers;
    const ends = [least, most].filter((end) => end !== undefined);
    const way = between(this.#choices, 0, REACHES.length + ends.length - 1);
    const end = ends[way - REACHES.length];
    if (end !== undefined) return [numbers.at(end)];
    const start = numbers.nearest(0);
    const rooms = [most === undefined ? undefined : most - start, least === undefined ? undefined : start - least];
    const sides = [0, 1].filter((side) => rooms[side] !== 0n);
    if (sides.length === 0) return [numbers.at(start)];
    const side = pick(this.#choices, sides);
    const reach = 1n << (REACHES[way] ?? 4n);
    const room = rooms[side];
    const distance = this.#choices.below(room === undefined || room >= reach ? reach : room + 1n);
    return [numbers.at(side === 0 ? start + distance : start - distance)];
  }

  texts(needs: TextNeeds): readonly string[] {
    if (needs.patterns.length > 0) return [needs.matching(this.#choices) ?? needs.fitted("")];
    const known = needs.formats.flatMap((name) => FORMATS.get(name)?.texts ?? []).filter((text) => needs.allows(text));
    if (known.length > 0) {
      const isKnown = between(this.#choices, 0, 3) === 0;
      return [(isKnown ? undefined : needs.formatted(this.#choices)) ?? pick(this.#choices, known)];
    }
    const length = between(this.#choices, needs.least, Math.min(needs.most, needs.least + MORE_TEXT));
    const text = Array.from({ length: Math.min(length, LONGEST) }, () => pick(this.#choices, CHARACTERS)).join("");
    return [needs.fitted(text)];
  }

  lengths(least: number, most: number): readonly number[] {
    const more = this.#depth > DEEP ? 0 : MORE_ITEMS;
    return [between(this.#choices, least, Math.min(most, least + more))];
  }

  optional(names: readonly string[]): readonly (readonly string[])[] {
    if (this.#depth > DEEP) return [[]];
    const most = this.#depth === 0 ? MOST_OUTSIDE : MOST_INSIDE;
    const odds = Math.max(2, Math.ceil(names.length / most));
    return [names.filter(() => this.#choices.below(odds) === 1n)];
  }
}

const LONGEST = 10_000;
