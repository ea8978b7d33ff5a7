// Walks two schemas side by side and finds the places where they differ. A pair of components is visited once however
// many operations reach it. Recursion ends because a known pair is not visited again.
import { decidedWhole } from "./as-a-whole.ts";
import { keywordFactsByCases, provedByCases } from "./by-cases.ts";
import { arrayEdges } from "./arrays.ts";
import type { Fact } from "../keywords/fact.ts";
import type { Edge, Graph, PairNode, Side, Sides } from "./graph.ts";
import { type Matching, kindEdges, matchGroups } from "./alternatives/alternatives.ts";
import { onlyChoice } from "./alternatives/only-choice.ts";
import { withTypes } from "./alternatives/types.ts";
import { opaqueFacts } from "./conditions.ts";
import { NOT_COMPARED, attempt } from "../failure.ts";
import { ANYTHING_GOES, type Conjunction, join, memberPointer } from "../form/conjunction.ts";
import { type NormalForm, allowsType } from "../form/normal-form.ts";
import { comparedOf, isReadAsText } from "./keywords.ts";
import { objectEdges, objectFacts } from "./objects.ts";
import { type Expansion, type Maker, NOTHING, Node, failed } from "./pair-node.ts";
import { withLeftOver } from "./rest/unevaluated.ts";
import { tagFacts } from "./alternatives/tags.ts";
import { typeOf } from "../types.ts";
import { keptFor } from "../../memo.ts";

/** The cost of looking up a pair, and of visiting one on a walk, in units of work. */
const PAIRED = 2;
const REACHED = 5;
/** The number of pairs after which each further one costs a unit more, because of the memory they take. */
const FEW = 100;
const MOST_NESTED = 200; // Nobody nests so many; each takes a part of the stack.

export class PairGraph implements Graph {
  readonly sides: Sides;
  readonly #nodes = new Map<string, PairNode>();
  readonly #proofs = new Map<string, boolean>();
  readonly #expanding = new Set<string>();
  /** Proofs that rest on open assumptions, in the order in which they were made. */
  readonly #provisional: string[] = [];
  #exact: PairGraph | undefined;
  #mirror: PairGraph | undefined;
  readonly #own = new Map<Side, PairGraph>();
  readonly #maker: Maker;

  constructor(sides: Sides) {
    this.sides = sides;
    this.#maker = { sides, expand: (node) => this.#expandOnce(node) };
  }

  /** The graph that does not rely on what is never sent or may grow: for schemas that count or select. */
  get exact(): PairGraph {
    if (this.sides.strictly !== undefined) return this;
    this.#exact ??= new PairGraph({ ...this.sides, open: true, leavesToPolicy: false, strictly: "forward" });
    return this.#exact;
  }

  /**
   * The exact graph with the sides swapped, for what is excluded: the less the consumer excludes, the better. It has no
   * mirror of its own, so that `not` within `not` ends.
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

  /** The exact graph of a side with itself, without which such a graph reasons, so that it ends. */
  within(side: Side): PairGraph | undefined {
    const { [side]: own, producer, consumer } = this.sides;
    if (producer === consumer) return undefined;
    const exact = { open: true, textual: false, leavesToPolicy: false, strictly: "forward" } as const;
    // Rules only: a value that cannot be judged would be allowed in one role and not in the other.
    const allows: Sides["allows"] = (role) => role === "producer";
    const make = (): PairGraph => new PairGraph({ ...this.sides, ...exact, producer: own, consumer: own, allows });
    return keptFor(this.#own, side, make);
  }

  /** The node of two schemas. Its content is computed on demand, so that no nesting is too deep. */
  pair(producer: Conjunction, consumer: Conjunction): PairNode {
    this.sides.work.spend(PAIRED + producer.members.length + consumer.members.length);
    const key = `${producer.id} | ${consumer.id}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    this.sides.work.spend(this.#nodes.size / FEW);
    const node = new Node(this.#maker, key, producer, consumer);
    this.#nodes.set(key, node);
    return node;
  }

  /** True if a condition holds for all reachable nodes. Stops at the first for which it does not. */
  #holdsBelow(root: PairNode, holds: (node: PairNode) => boolean): boolean {
    const found = new Set([root]);
    for (const node of found) {
      this.sides.work.spend(REACHED);
      if (!holds(node)) return false;
      const { edges } = node;
      // What could not be followed is a difference of the node.
      if (node.facts[0]?.keyword === NOT_COMPARED) return false;
      for (const { to } of edges) found.add(to);
    }
    return true;
  }

  /**
   * True inside so many nested schemas under `not`, `if` and similar keywords that nothing more is claimed about their
   * content.
   */
  get #isTooDeep(): boolean {
    return this.#expanding.size > MOST_NESTED;
  }

  /** True if no keyword differs anywhere below. */
  equal(producer: Conjunction, consumer: Conjunction): boolean {
    if (this.#isTooDeep) return false;
    return this.#holdsBelow(this.pair(producer, consumer), ({ facts }) => facts.length === 0);
  }

  /** True if rules prove that the consumer's schema allows everything that the producer's allows. */
  contained(producer: Conjunction, consumer: Conjunction): boolean {
    const root = this.pair(producer, consumer);
    const known = this.#proofs.get(root.key);
    if (known !== undefined) return known;
    if (this.#isTooDeep) return false;
    // Assumed during its own proof: a recursion that meets nothing stricter is contained. If the proof fails, so do all
    // proofs made under the assumption.
    const start = this.#provisional.push(root.key) - 1;
    this.#proofs.set(root.key, true);
    const proved = this.#holdsBelow(root, (node) => this.isProved(node));
    const settled = start === 0 && this.#expanding.size === 0;
    if (!proved || settled || start === 0) {
      const made = this.#provisional.splice(start);
      if (!(proved && settled)) for (const key of made) this.#proofs.delete(key);
    }
    if (!proved && this.#expanding.size === 0) this.#proofs.set(root.key, false);
    return proved;
  }

  /** True if every difference of the node itself is proved harmless, if necessary case by case. */
  isProved(node: PairNode): boolean {
    return this.provedBy(node) !== undefined;
  }

  /** The rule that proves a node harmless; undefined if there is none. */
  provedBy(node: PairNode): string | undefined {
    if (node.facts.every((fact) => fact.provedBy !== undefined)) return "each-difference-fits";
    return provedByCases(this, node);
  }

  #expandOnce({ key, producer, consumer }: PairNode): Expansion | undefined {
    // A schema that contains itself among its own alternatives adds nothing.
    if (this.#expanding.has(key)) return undefined;
    this.#expanding.add(key);
    try {
      return attempt(() => this.#expand(producer, consumer), failed);
    } finally {
      this.#expanding.delete(key);
    }
  }

  #expand(producer: Conjunction, consumer: Conjunction): Expansion {
    if (this.#unchanged(producer, consumer)) return NOTHING;
    const given = this.sides.producer.form(producer);
    const wanted = this.sides.consumer.form(consumer);
    const { producer: own, consumer: other, work } = this.sides;
    const [sent, taken] = [
      onlyChoice([own, producer, given], [other, wanted]),
      onlyChoice([other, consumer, wanted], [own, given]),
    ];
    if (sent !== undefined || taken !== undefined)
      return this.#expand(join(producer, sent ?? ANYTHING_GOES, work), join(consumer, taken ?? ANYTHING_GOES, work));
    const taking = withTypes(other, wanted, given);
    const compared = comparedOf(withTypes(own, given, wanted), taking, this.sides);
    const forms = { producer, given, consumer, wanted };
    const decided = decidedWhole(this, forms, compared);
    if (decided !== undefined) return { ...decided, unchanged: false };
    const groups = matchGroups(this, forms);
    const edges = (): Edge[] => [
      ...(this.#sends(given, "object") ? objectEdges(this, forms) : []),
      ...(this.#sends(given, "array") ? arrayEdges(this, given, wanted) : []),
      ...this.#groupEdges(groups),
      ...kindEdges(this, producer, consumer),
    ];
    const facts = [
      // What the types of alternatives refuse, the alternatives refuse.
      ...keywordFactsByCases(this, compared, producer).map((fact) =>
        taking === wanted || fact.keyword !== "type" ? fact : { ...fact, refusedBy: "any" as const },
      ),
      ...(this.#sends(given, "object") ? objectFacts(given, wanted, this.sides) : []),
      ...groups.facts,
      ...tagFacts(this.sides, producer, consumer),
      ...this.#otherwiseRead(given, wanted),
      ...opaqueFacts(this, given, wanted),
    ];
    return { facts: withLeftOver(this, facts, { given, wanted }), edges, unchanged: false };
  }

  /** False if no value of a type is sent, so that what the schemas say about such values does not matter. */
  #sends(given: NormalForm, type: "object" | "array"): boolean {
    if (this.sides.textual) return true;
    return allowsType(given, type) && (given.values?.some((value) => typeOf(value) === type) ?? true);
  }

  /** The consumer may read a text as another value, which the same alternatives may accept or reject. */
  #otherwiseRead(given: NormalForm, wanted: NormalForm): Fact[] {
    if (!this.sides.textual || !isReadAsText(given, wanted)) return [];
    return wanted.groups.map(({ kind }) => ({ keyword: kind, producer: true, consumer: true }));
  }

  #unchanged(producer: Conjunction, consumer: Conjunction): boolean {
    if (producer.id !== consumer.id) return false;
    const { sides } = this;
    if (sides.producer === sides.consumer) return true;
    return producer.members.every((member) => {
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
