// A node in the graph of pairs. There are tens of thousands, so the content of a node is computed on demand.
import type { Fact } from "../keywords/fact.ts";
import { annotationsText } from "../normal/annotations.ts";
import { NOT_COMPARED, attempt } from "../failure.ts";
import type { Conjunction } from "../form/conjunction.ts";
import type { Edge, PairNode, Sides } from "./graph.ts";

/**
 * The content of a node. Edges may be computed only when they are followed: alternatives that do not correspond already
 * differ themselves, and pairing everything inside them gives far more pairs than the document has schemas.
 */
export interface Expansion extends Pick<PairNode, "facts" | "unchanged"> {
  readonly edges: readonly Edge[] | (() => readonly Edge[]);
}

export const NOTHING: Expansion = { facts: [], edges: [], unchanged: true };

/** The content of a node that could not be compared: a difference that nothing proves harmless. */
export function failed(why: string): Expansion & Pick<PairNode, "edges"> {
  return { facts: [{ keyword: NOT_COMPARED, producer: undefined, consumer: why }], edges: [], unchanged: false };
}

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
    const { facts, edges, unchanged } = this.#expanded;
    if (typeof edges !== "function") return edges;
    const followed = attempt(() => ({ facts, edges: edges(), unchanged }), failed);
    this.#expansion = followed;
    return followed.edges;
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
