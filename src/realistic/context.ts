// What the layered strategy knows at a place besides what is there.
import type { JsonValue } from "../json/value.ts";
import type { Known, Purpose } from "./evidence.ts";
import type { ValuePlace } from "../schema/generate/place.ts";

export interface Context {
  /** The name of the property; for an item, of the nearest property around it. */
  readonly name: string;
  /** The words of the thing that has the property. */
  readonly owner: readonly string[];
  readonly known: Known;
  /** Which person, company or thing it is about. */
  readonly who: number;
  /** Which of many values this is: each takes the next example. */
  readonly turn: number;
  readonly seed: () => number;
  /** After this many more levels, only what is required is made. */
  readonly left: number;
  /** The schemas around this place: one inside itself is left out. */
  readonly homes: readonly string[];
  /** It is a property of the thing itself, and not of a part of it. */
  readonly isOwn?: boolean;
  /** The place of the thing around it. */
  readonly around?: ValuePlace;
  /** The names of what the thing around it has. */
  readonly beside?: Iterable<string>;
  /** It is a part of an amount that a new thing has nothing of yet. */
  readonly isNone?: boolean;
  /** It is an element of a list. */
  readonly isElement?: boolean;
  /** The place of the element, for it and its properties. */
  readonly index?: number;
}

/** What all parts of a place have in common. */
export interface Inner {
  readonly place: ValuePlace;
  readonly owner: readonly string[];
  readonly homes: readonly string[];
  readonly examples: readonly JsonValue[];
}

/** What a value is made for. An answer lists different things: only the first one is as the example. */
export const kindIn = ({ kind }: Purpose, { turn, index }: Context): Purpose["kind"] =>
  kind === "one" && turn > 0 && index !== undefined ? "many" : kind;
