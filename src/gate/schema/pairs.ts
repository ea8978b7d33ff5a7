// Walks two schemas side by side and finds the places where they differ. A pair of components is visited once
// however many operations reach it; recursion ends because a pair that is known is not visited again.
import type { JsonValue } from "../../contract/json.ts";
import { provedByCases } from "./by-cases.ts";
import { arrayEdges, kindEdges, objectEdges, passingEdges } from "./edges.ts";
import { mediumOf } from "./extent.ts";
import { type Matching, matchGroups } from "./groups.ts";
import { notesText } from "./notes.ts";
import { objectFacts } from "./object-facts.ts";
import { opaqueFacts } from "./opaque-facts.ts";
import { type Fact, isReadAsText, keywordFacts } from "./rules.ts";
import type { Sameness } from "./sameness.ts";
import type { Conjunction, Group, Shape } from "./shape.ts";
import { type SchemaSpace, memberPointer } from "./space.ts";
import { withLeftOver } from "./unevaluated.ts";

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

interface Expansion {
  readonly facts: readonly Fact[];
  readonly edges: readonly Edge[];
  readonly unchanged: boolean;
}

const NOTHING: Expansion = { facts: [], edges: [], unchanged: true };

export interface Sides {
  readonly producer: SchemaSpace;
  readonly consumer: SchemaSpace;
  /** True where producers may send what is not declared (profile `strict`), and `oneOf` means exactly one. */
  readonly open: boolean;
  /** True where values travel as text: then numbers and booleans may be read as texts. */
  readonly textual: boolean;
  /** True where a response may hold enumerated values that clients do not know (profile `wire`). */
  readonly enumsMayGrow: boolean;
  /** Whether the schemas of a side allow a value, by its validators. */
  readonly allows: (side: "producer" | "consumer", conjunction: Conjunction, value: JsonValue) => boolean;
  /** Throws BudgetExceeded when the time is up. */
  readonly checkTime: () => void;
  /** Compares text of the producer's document with that of the consumer's. */
  readonly sameness: Sameness;
  /** Set for graphs that prove by what is allowed alone: see `exact` and `mirror`. */
  readonly strictly?: "forward" | "backward";
}

export class PairGraph {
  readonly sides: Sides;
  readonly #nodes = new Map<string, PairNode>();
  readonly #proofs = new Map<string, boolean>();
  readonly #expanding = new Set<string>();
  /** Proofs that rest on assumptions still open, in the order they were made. */
  readonly #provisional: string[] = [];

  #exact: PairGraph | undefined;
  #mirror: PairGraph | undefined;

  constructor(sides: Sides) {
    this.sides = sides;
  }

  /** The graph that proves nothing by what is not sent, nor by what may grow: for schemas that count or select. */
  get exact(): PairGraph {
    if (this.sides.strictly !== undefined) return this;
    this.#exact ??= new PairGraph({ ...this.sides, open: true, enumsMayGrow: false, strictly: "forward" });
    return this.#exact;
  }

  /**
   * The exact graph in which the sides have changed places, for what is excluded: the less the consumer excludes,
   * the better. It has no mirror itself, so that `not` within `not` ends.
   */
  get mirror(): PairGraph | undefined {
    const { producer, consumer, strictly } = this.sides;
    if (strictly !== "forward") return undefined;
    const allows: Sides["allows"] = (side, ...what) =>
      this.sides.allows(side === "producer" ? "consumer" : "producer", ...what);
    const turned = { producer: consumer, consumer: producer, allows, strictly: "backward" } as const;
    this.#mirror ??= new PairGraph({ ...this.sides, ...turned });
    return this.#mirror;
  }

  /** The node of two schemas. What it holds is computed when it is looked at, so that no depth is too deep. */
  pair(producer: Conjunction, consumer: Conjunction): PairNode {
    const key = `${producer.join("&")} | ${consumer.join("&")}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    let expansion: Expansion | undefined;
    const expand = (): Expansion => {
      if (expansion !== undefined) return expansion;
      // A schema that contains itself among its own alternatives: nothing more to say than what is being said.
      if (this.#expanding.has(key)) return NOTHING;
      this.#expanding.add(key);
      try {
        return (expansion = this.#expand(producer, consumer));
      } finally {
        this.#expanding.delete(key);
      }
    };
    const { producer: producerSpace, consumer: consumerSpace } = this.sides;
    const node: PairNode = {
      key,
      producer,
      consumer,
      get facts() {
        return expand().facts;
      },
      get edges() {
        return expand().edges;
      },
      get unchanged() {
        return expand().unchanged;
      },
      get noted() {
        return !expand().unchanged && notesText(producerSpace, producer) !== notesText(consumerSpace, consumer);
      },
    };
    this.#nodes.set(key, node);
    return node;
  }

  /** All nodes that can be reached. */
  reachable(root: PairNode): Set<PairNode> {
    const found = new Set([root]);
    for (const node of found) {
      this.sides.checkTime();
      for (const { to } of node.edges) found.add(to);
    }
    return found;
  }

  /** True when no keyword differs anywhere below. */
  equal(producer: Conjunction, consumer: Conjunction): boolean {
    return [...this.reachable(this.pair(producer, consumer))].every((node) => node.facts.length === 0);
  }

  /** True when rules prove that whatever the producer's schema allows, the consumer's allows too. */
  contained(producer: Conjunction, consumer: Conjunction): boolean {
    const root = this.pair(producer, consumer);
    const known = this.#proofs.get(root.key);
    if (known !== undefined) return known;
    // Assumed while it is being proved: a recursion that meets nothing stricter is contained. When the proof
    // fails, so do all that were made under the assumption.
    const start = this.#provisional.push(root.key) - 1;
    this.#proofs.set(root.key, true);
    const proved = [...this.reachable(root)].every((node) => this.isWider(node));
    const settled = start === 0 && this.#expanding.size === 0;
    if (!proved || settled || start === 0) {
      const made = this.#provisional.splice(start);
      if (!(proved && settled)) for (const key of made) this.#proofs.delete(key);
    }
    if (!proved && this.#expanding.size === 0) this.#proofs.set(root.key, false);
    return proved;
  }

  /** True when every difference of the node itself is proved wider, if need be case by case. */
  isWider(node: PairNode): boolean {
    return this.provedBy(node) !== undefined;
  }

  /** The rule by which a node is proved wider; undefined where it is not. */
  provedBy(node: PairNode): string | undefined {
    if (node.facts.every((fact) => fact.wider !== undefined)) return "each-difference-fits";
    return provedByCases(this, node);
  }

  #expand(producer: Conjunction, consumer: Conjunction): Expansion {
    if (this.#unchanged(producer, consumer)) return NOTHING;
    const passing = passingEdges(this, producer, consumer);
    if (passing !== undefined) return { facts: [], edges: passing, unchanged: false };
    const given = this.sides.producer.shape(producer);
    const wanted = this.sides.consumer.shape(consumer);
    if (given.never) {
      const facts = keywordFacts(given, wanted, mediumOf(this.sides)).map((fact) => ({
        ...fact,
        wider: "nothing-is-sent",
      }));
      return { facts, edges: [], unchanged: false };
    }
    const groups = matchGroups(this, { producer, given, consumer, wanted });
    const edges = [
      ...objectEdges(this, given, wanted),
      ...arrayEdges(this, given, wanted),
      ...this.#groupEdges(groups),
      ...kindEdges(this, producer, consumer),
    ];
    const facts = [
      ...keywordFacts(given, wanted, mediumOf(this.sides)),
      ...objectFacts(given, wanted, this.sides),
      ...groups.facts,
      ...this.#otherwiseRead(given, wanted),
      ...opaqueFacts(this, given, wanted),
    ];
    return { facts: withLeftOver(this, facts, { given, wanted }), edges, unchanged: false };
  }

  /** What travels as text may be another value to the consumer, which the same alternatives take or refuse. */
  #otherwiseRead(given: Shape, wanted: Shape): Fact[] {
    if (!this.sides.textual || !isReadAsText(given, wanted)) return [];
    return wanted.groups.map(({ kind }) => ({ keyword: kind, producer: true, consumer: true }));
  }

  #unchanged(producer: Conjunction, consumer: Conjunction): boolean {
    if (producer.length !== consumer.length) return false;
    const { sides } = this;
    return producer.every((member, index) => {
      if (member !== consumer[index]) return false;
      const pointer = memberPointer(member);
      if (pointer === undefined) return true;
      if (sides.producer.document.dialect !== sides.consumer.document.dialect) return false;
      return sides.sameness.same(sides.producer.value(pointer), sides.consumer.value(pointer), pointer);
    });
  }

  #groupEdges({ pairs }: Matching): Edge[] {
    return pairs.map(({ group, producer, consumer }) => ({
      step: { kind: "branch", group, branch: producer },
      to: this.pair(producer, consumer),
    }));
  }
}
