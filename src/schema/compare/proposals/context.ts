// What values are drawn with, and for what.
import type { Conjunction } from "../../normal/conjunction.ts";
import type { NormalForm } from "../../normal/normal-form.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";
import type { JsonValue } from "../../../json/value.ts";

/** The two ways to draw: many values at boundaries, or one that is most likely valid. */
interface Drawing {
  readonly proposals: (
    context: DrawContext,
    given: Conjunction,
    wanted: Conjunction,
    depth: number,
  ) => readonly JsonValue[];
  readonly sample: (context: DrawContext, conjunction: Conjunction, turn?: number) => JsonValue | undefined;
}

export interface DrawContext {
  readonly producer: NormalForms;
  readonly consumer: NormalForms;
  /** True where properties that are not declared may be sent. */
  readonly open: boolean;
  /** How many values inside each other are being drawn. */
  readonly nesting: { levels: number };
  /** Draws values for schemas inside; handed over because arrays, objects and values need each other. */
  readonly draw: Drawing;
  /** Whether both documents say the same of what stands here, however far: then no value shows a difference. */
  readonly unchanged?: (given: Conjunction, wanted: Conjunction) => boolean;
  /** Asks the producer's validators; for parts of which a proposal is often wrong. */
  readonly check: (conjunction: Conjunction, value: JsonValue) => boolean;
}

/** What a proposal is drawn for. */
export interface Request {
  readonly hints: readonly NormalForm[];
  readonly depth: number;
  /** Names of properties that some alternative declares, though perhaps not this one. */
  readonly declared: ReadonlySet<string>;
}

/** Takes from each list in turn, so that a limit cuts none of them off altogether. */
export function interleave<T>(lists: readonly (readonly T[])[]): T[] {
  const found: T[] = [];
  const longest = Math.max(0, ...lists.map((one) => one.length));
  for (let index = 0; index < longest; index++) {
    for (const list of lists) if (index < list.length) found.push(list[index] as T);
  }
  return found;
}
