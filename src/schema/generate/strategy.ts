// What a strategy decides: of the options at each place of a value, which are taken, and in which order. The traversal
// finds the options and puts the whole together.
import type { JsonValue } from "../../json/value.ts";
import type { NumberValue } from "../keywords.ts";
import type { TypeName } from "../types.ts";
import type { Work } from "../work.ts";
import type { Numbers } from "./numbers.ts";
import type { ValuePlace } from "./place.ts";
import type { TextNeeds } from "./texts/texts.ts";

/** The way from a value to a part of it. */
export type Step =
  | { readonly kind: "property"; readonly name: string }
  /** `turn` counts the attempts at an item that must differ from those before it. */
  | { readonly kind: "item"; readonly index: number; readonly turn: number };

export interface Strategy {
  /** How many values a place gives at most. */
  readonly most: number;
  /** The strategy for a part of the value at a place. */
  part(place: ValuePlace, step: Step): Strategy;
  /** Values that stand for all others at a place, such as an example; undefined where they are to be generated. */
  known(place: ValuePlace): readonly JsonValue[] | undefined;
  /** Of options that are equally good, those to take: alternatives, listed values, `true` and `false`. */
  some<Option>(options: readonly Option[]): readonly Option[];
  /** Of the types allowed, those to take. */
  types(types: readonly TypeName[]): readonly TypeName[];
  numbers(numbers: Numbers, place: ValuePlace): readonly NumberValue[];
  texts(needs: TextNeeds, place: ValuePlace): readonly string[];
  /** How many items, between two numbers of which the second may be infinite. */
  lengths(least: number, most: number, place: ValuePlace): readonly number[];
  /** Of the properties that need not be there, those that are. */
  optional(names: readonly string[]): readonly (readonly string[])[];
}

/** What the visits of one traversal share. */
export interface Visit {
  readonly work: Work;
  readonly depth: number;
  /** Values for a part: handed over because arrays, objects and the traversal need each other. */
  readonly values: (place: ValuePlace, strategy: Strategy, visit: Visit) => readonly JsonValue[];
}
