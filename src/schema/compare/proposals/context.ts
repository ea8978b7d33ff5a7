// The context in which values are proposed, and the purpose of a proposal.
import type { Conjunction } from "../../form/conjunction.ts";
import type { NormalForm } from "../../form/normal-form.ts";
import type { NormalForms } from "../../normal/normal-forms.ts";
import type { Work } from "../../work.ts";
import type { JsonValue } from "../../../json/value.ts";

/** The two ways to generate: many values at boundaries, or one that is most likely valid. */
interface Drawing {
  readonly proposals: (
    context: DrawContext,
    given: Conjunction,
    wanted: Conjunction,
    depth: number,
  ) => Iterable<JsonValue>;
  readonly sample: (context: DrawContext, conjunction: Conjunction, turn?: number) => JsonValue | undefined;
}

/** Values that each form most likely allows. */
export type Samples = Map<NormalForm, readonly JsonValue[]>;

export interface DrawContext {
  readonly producer: NormalForms;
  readonly consumer: NormalForms;
  /** Pays for the values. */
  readonly work: Work;
  /** True if undeclared properties may be sent. */
  readonly open: boolean;
  /** How many nested values are being generated. */
  readonly nesting: { levels: number };
  /** Values that were generated for a form before, so that a run pays for them once. */
  readonly samples: Samples;
  /** Generates values for schemas inside. Passed along because arrays, objects and values need each other. */
  readonly draw: Drawing;
  /** Whether both documents say the same here, including all references, so that no value shows a difference. */
  readonly unchanged?: (given: Conjunction, wanted: Conjunction) => boolean;
  /** Whether two schemas of the same text say the same in both documents, references included. */
  readonly same?: (given: Conjunction, wanted: Conjunction) => boolean;
  /** Asks the validators of the side whose schemas these are, for parts where a proposal is often wrong. */
  readonly check: (space: NormalForms, conjunction: Conjunction, value: JsonValue) => boolean;
}

/** The context for values of one of the consumer's own schemas. */
export function mirrored(context: DrawContext): DrawContext {
  const { unchanged: _, same: _same, ...rest } = context;
  return { ...rest, producer: context.consumer };
}

/** What a proposal is for. */
export interface Request {
  readonly hints: readonly NormalForm[];
  readonly depth: number;
  /** Names of properties that some alternative declares, though perhaps not this one. */
  readonly declared: ReadonlySet<string>;
}

/** Takes from each list in turn, so that a limit cuts off none of them completely; each is read as far as it is needed. */
export function* interleave<T>(lists: readonly Iterable<T>[]): Generator<T, void, undefined> {
  let open = lists.map((list) => list[Symbol.iterator]());
  while (open.length > 0) {
    const left: Iterator<T>[] = [];
    for (const list of open) {
      const next = list.next();
      if (next.done === true) continue;
      left.push(list);
      yield next.value;
    }
    open = left;
  }
}

/** The first of some values. */
export function taken<T>(values: Iterable<T>, most: number): T[] {
  const found: T[] = [];
  if (most <= 0) return found;
  for (const value of values) if (found.push(value) >= most) break;
  return found;
}

/** Values of every type, for schemas that say little. */
export const ODD_VALUES: readonly JsonValue[] = [
  null,
  true,
  false,
  0,
  1,
  1.5,
  -1,
  "",
  "a",
  "1",
  [],
  {},
  ["a"],
  [1],
  { a: 1 },
];
