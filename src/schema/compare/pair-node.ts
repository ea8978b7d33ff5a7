// A node in the graph of pairs. There are tens of thousands, so the content of a node is computed on demand.
import type { Fact } from "../families/fact.ts";
import { annotationsText } from "../normal/annotations.ts";
import type { Conjunction } from "../normal/conjunction.ts";
import type { Edge, PairNode, Sides } from "./graph.ts";

/** The content of a node. */
export type Expansion = Pick<PairNode, "facts" | "edges" | "unchanged">;

export const NOTHING: Expansion = { facts: [], edges: [], unchanged: true };

/** The source of nodes. */
export interface Maker {
  readonly sides: Sides;
  /** The content of a node; undefined while it is being computed. */
  readonly expand: (node: PairNode) => Expansion | undefined;
}

export class Node implements PairNode {
  readonly key: string;
  readonly producer: Conjunction;
  readonly consumer: Conjunction;
  readonly #maker: Maker;
  #expansion: Expansion | undefined;

  constructor(maker: Maker, key: string, producer: Conjunction, consumer: Conjunction) {
    this.#maker = maker;
    this.key = key;
    this.producer = producer;
    this.consumer = consumer;
  }

  get #expanded(): Expansion {
    return (this.#expansion ??= this.#maker.expand(this)) ?? NOTHING;
  }

  get facts(): readonly Fact[] {
    return this.#expanded.facts;
  }

  get edges(): readonly Edge[] {
    return this.#expanded.edges;
  }

  get unchanged(): boolean {
    return this.#expanded.unchanged;
  }

  get noted(): boolean {
    if (this.unchanged) return false;
    const { producer, consumer } = this.#maker.sides;
    const given = annotationsText(producer.definitions(this.producer));
    return given !== annotationsText(consumer.definitions(this.consumer));
  }
}
