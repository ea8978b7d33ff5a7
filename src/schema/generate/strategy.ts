// The decisions of a strategy: which options to take at each place of a value, and in which order. The traversal finds
// the options and assembles the value.
import type { JsonValue } from "../../json/value.ts";
import type { NumberValue } from "../decimal.ts";
import type { TypeName } from "../types.ts";
import type { Work } from "../work.ts";
import type { Numbers } from "../keywords/numbers.ts";
import type { ValuePlace } from "./place.ts";
import type { TextNeeds } from "./text-needs.ts";

/** The step from a value to a part of it. */
export type Step =
  | { readonly kind: "property"; readonly name: string }
  /** `turn` counts the attempts at an item that must differ from those before it. */
  | { readonly kind: "item"; readonly index: number; readonly turn: number };

export interface Strategy {
  /** The maximum number of values for a place. */
  readonly most: number;
  /** A property that is known already and needs nothing of it made; absent or undefined if it is to be made. */
  settled?(place: ValuePlace, name: string): JsonValue | undefined;
  /** The strategy for a part of the value at a place. */
  part(place: ValuePlace, step: Step): Strategy;
  /** Values that replace all others at a place, such as an example; undefined if they should be generated. */
  known(place: ValuePlace): readonly JsonValue[] | undefined;
  /** The place with one of its alternatives, if something says which; absent or undefined if all are as good. */
  suited?(place: ValuePlace): ValuePlace | undefined;
  /** Which equally good options to take: alternatives, and by default listed values, `true` and `false`. */
  some<Option>(options: readonly Option[]): readonly Option[];
  /** Which of the listed values to take. */
  listed?(values: readonly JsonValue[], place: ValuePlace): readonly JsonValue[];
  /** `true`, `false` or both. */
  truth?(place: ValuePlace): readonly JsonValue[];
  /** Which of the allowed types to take. */
  types(types: readonly TypeName[]): readonly TypeName[];
  numbers(numbers: Numbers, place: ValuePlace): readonly NumberValue[];
  texts(needs: TextNeeds, place: ValuePlace): readonly string[];
  /** How many items, between two numbers of which the second may be infinite. */
  lengths(least: number, most: number, place: ValuePlace): readonly number[];
  /** Which of the optional properties to include, and which others that the place allows. */
  optional(names: readonly string[], place: ValuePlace): readonly (readonly string[])[];
}

/** What the visits of one traversal share. */
export interface Visit {
  readonly work: Work;
  readonly depth: number;
  /** Values for a part. Passed along because arrays, objects and the traversal need each other. */
  readonly values: (place: ValuePlace, strategy: Strategy, visit: Visit) => readonly JsonValue[];
}
