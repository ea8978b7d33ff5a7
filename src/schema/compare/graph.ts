// What two schemas side by side are to whoever compares a part of them: nodes, the steps between them, and what a graph
// of them can be asked. `pairs.ts` has the graph itself.
import type { Conjunction } from "../normal/conjunction.ts";
import type { Group, NormalForm } from "../normal/normal-form.ts";
import type { NormalForms } from "../normal/normal-forms.ts";
import type { Work } from "../work.ts";
import type { JsonValue } from "../../json/value.ts";
import type { Fact } from "../families/fact.ts";
import type { Sameness } from "./sameness.ts";

/** One step from a schema to a schema inside it, as the producer sees it. */
export type Step =
  | { readonly kind: "property"; readonly name: string }
  /** A name that matches the first patterns and none of the others. */
  | { readonly kind: "pattern"; readonly matching: readonly string[]; readonly avoiding: readonly string[] }
  | { readonly kind: "map" }
  | { readonly kind: "item"; readonly index: number }
  | { readonly kind: "branch"; readonly group: Group; readonly branch: Conjunction };

export interface Edge {
  readonly step: Step;
  readonly to: PairNode;
}

/** Two schemas at corresponding places. */
export interface PairNode {
  readonly key: string;
  readonly producer: Conjunction;
  readonly consumer: Conjunction;
  readonly facts: readonly Fact[];
  readonly edges: readonly Edge[];
  /** True where both sides are the same text, and all that it refers to. */
  readonly unchanged: boolean;
  /** True where what the schemas note beside their constraints (defaults, markers, extensions) differs. */
  readonly noted: boolean;
}

/** Two schemas and their shapes. */
export interface FormPair {
  readonly producer: Conjunction;
  readonly given: NormalForm;
  readonly consumer: Conjunction;
  readonly wanted: NormalForm;
}

export interface Sides {
  readonly producer: NormalForms;
  readonly consumer: NormalForms;
  /** True where producers may send what is not declared (profile `strict`), and `oneOf` means exactly one. */
  readonly open: boolean;
  /** True where values travel as text: then numbers and booleans may be read as texts. */
  readonly textual: boolean;
  /**
   * True where the policy judges what a response may newly hold: enumerated values that clients do not know, and
   * properties that are no longer described (profile `wire`).
   */
  readonly leavesToPolicy: boolean;
  /** Whether the schemas of a side allow a value, by its validators. */
  readonly allows: (side: "producer" | "consumer", conjunction: Conjunction, value: JsonValue) => boolean;
  /** What the comparison may cost. */
  readonly work: Work;
  /** Compares text of the producer's document with that of the consumer's. */
  readonly sameness: Sameness;
  /** Set for graphs that prove by what is allowed alone: see `exact` and `mirror`. */
  readonly strictly?: "forward" | "backward";
}

/** What the comparison of a part of two schemas asks of the whole. */
export interface Graph {
  readonly sides: Sides;
  /** The graph that proves nothing by what is not sent, nor by what may grow: for schemas that count or select. */
  readonly exact: Graph;
  /** The exact graph in which the sides have changed places, for what is excluded; undefined within what is excluded. */
  readonly mirror: Graph | undefined;
  pair(producer: Conjunction, consumer: Conjunction): PairNode;
  /** True when no keyword differs anywhere below. */
  equal(producer: Conjunction, consumer: Conjunction): boolean;
  /** True when rules prove that whatever the producer's schema allows, the consumer's allows too. */
  contained(producer: Conjunction, consumer: Conjunction): boolean;
  /** The rule by which a node is proved harmless; undefined where it is not. */
  provedBy(node: PairNode): string | undefined;
}
