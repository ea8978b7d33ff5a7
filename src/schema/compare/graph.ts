// What comparisons of parts of two schemas use: nodes, the steps between them, and the questions that a graph answers.
// `pairs.ts` has the graph itself.
import type { Conjunction } from "../form/conjunction.ts";
import type { Group, NormalForm } from "../form/normal-form.ts";
import type { NormalForms } from "../normal/normal-forms.ts";
import type { Work } from "../work.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Fact } from "../keywords/fact.ts";
import type { Sameness } from "./sameness.ts";

/** One step from a schema to a schema inside it, as the producer sees it. */
export type Step =
  | { readonly kind: "property"; readonly name: string }
  /** A name that matches the first patterns and none of the others. */
  | { readonly kind: "pattern"; readonly matching: readonly string[]; readonly avoiding: readonly string[] }
  | { readonly kind: "map" }
  /** `isWhole` if one side has the item itself in place of the list. */
  | { readonly kind: "item"; readonly index: number; readonly isWhole?: true }
  | { readonly kind: "branch"; readonly group: Group; readonly branch: Conjunction };

export interface Edge {
  readonly step: Step;
  readonly to: PairNode;
}

/** What two schemas say differently, and the schemas inside them that may differ as well. */
export interface Differences {
  readonly facts: readonly Fact[];
  readonly edges: readonly Edge[];
}

/** Two schemas at corresponding places. */
export interface PairNode extends Differences {
  readonly key: string;
  readonly producer: Conjunction;
  readonly consumer: Conjunction;
  /** True if the text is the same on both sides, including all that it refers to. */
  readonly unchanged: boolean;
  /** True if the annotations of the schemas (defaults, markers, extensions) differ. */
  readonly noted: boolean;
}

/** Two schemas and their shapes. */
export interface FormPair {
  readonly producer: Conjunction;
  readonly given: NormalForm;
  readonly consumer: Conjunction;
  readonly wanted: NormalForm;
}

export type Side = "producer" | "consumer";

export interface Sides {
  readonly producer: NormalForms;
  readonly consumer: NormalForms;
  /** True if producers may send undeclared properties (profile `strict`), and `oneOf` means exactly one. */
  readonly open: boolean;
  /** True if values are sent as text, so that numbers and booleans may be read as strings. */
  readonly textual: boolean;
  /**
   * True if the policy judges additions to a response: enum values that clients do not know, and properties that are no
   * longer described (profile `wire`).
   */
  readonly leavesToPolicy: boolean;
  /** Whether the schemas of a side allow a value, according to its validators. */
  readonly allows: (side: Side, conjunction: Conjunction, value: JsonValue) => boolean;
  /** The budget of the comparison. */
  readonly work: Work;
  /** Compares text of the producer's document with that of the consumer's. */
  readonly sameness: Sameness;
  /** Set for graphs that only use what is allowed as proof: see `exact` and `mirror`. */
  readonly strictly?: "forward" | "backward";
}

/** The questions that comparisons of parts ask about the whole. */
export interface Graph {
  readonly sides: Sides;
  /** The graph that does not rely on what is never sent or may grow: for schemas that count or select. */
  readonly exact: Graph;
  /** The exact graph with the sides swapped, for what is excluded; undefined inside what is excluded. */
  readonly mirror: Graph | undefined;
  /** The exact graph of a side with itself; undefined inside such a graph. */
  within(side: Side): Graph | undefined;
  pair(producer: Conjunction, consumer: Conjunction): PairNode;
  /** True if no keyword differs anywhere below. */
  equal(producer: Conjunction, consumer: Conjunction): boolean;
  /** True if rules prove that the consumer's schema allows everything that the producer's allows. */
  contained(producer: Conjunction, consumer: Conjunction): boolean;
  /** The rule that proves a node harmless; undefined if there is none. */
  provedBy(node: PairNode): string | undefined;
}
