// Walks two schemas side by side and finds the places where they differ. A pair of components is visited once
// however many operations reach it; recursion ends because a pair that is known is not visited again.
import { keywordFactsByCases, provedByCases } from "./by-cases.ts";
import { arrayEdges } from "./arrays.ts";
import type { Fact } from "../families/fact.ts";
import type { Edge, Graph, PairNode, Sides } from "./graph.ts";
import { type Matching, kindEdges, matchGroups } from "./alternatives/alternatives.ts";
import { alternativesOfOne, chosenOf } from "./alternatives/same-branch.ts";
import { listOfOne } from "./list-of-one.ts";
import { opaqueFacts } from "./conditions.ts";
import { type Conjunction, memberPointer } from "../normal/conjunction.ts";
import type { NormalForm } from "../normal/normal-form.ts";
import { comparedOf, isReadAsText, keywordFacts } from "./keywords.ts";
import { objectEdges, objectFacts } from "./objects.ts";
import { type Expansion, type Maker, NOTHING, Node } from "./pair-node.ts";
import { passingEdges } from "./passing.ts";
import { withLeftOver } from "./rest/unevaluated.ts";
import { tagFacts } from "./alternatives/tags.ts";
import { typesApart } from "../families/values.ts";

/** What it costs to look a pair up, and to look at one on a walk, in units of work. */
const PAIRED = 2;
const REACHED = 5;
/** So many pairs make the next one dearer by a unit, for the memory that they take. */
const FEW = 100;
const MOST_NESTED = 200; // Nobody writes so many; each takes a part of the stack.

export class PairGraph implements Graph {
  readonly sides: Sides;
  readonly #nodes = new Map<string, PairNode>();
  readonly #proofs = new Map<string, boolean>();
  readonly #expanding = new Set<string>();
  /** Proofs that rest on assumptions still open, in the order they were made. */
  readonly #provisional: string[] = [];
  #exact: PairGraph | undefined;
  #mirror: PairGraph | undefined;
  readonly #maker: Maker;

  constructor(sides: Sides) {
    this.sides = sides;
    this.#maker = { sides, expand: (node) => this.#expandOnce(node) };
  }

  /** The graph that proves nothing by what is not sent, nor by what may grow: for schemas that count or select. */
  get exact(): PairGraph {
    if (this.sides.strictly !== undefined) return this;
    this.#exact ??= new PairGraph({ ...this.sides, open: true, leavesToPolicy: false, strictly: "forward" });
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
    this.sides.work.spend(PAIRED + producer.members.length + consumer.members.length);
    const key = `${producer.id} | ${consumer.id}`;
    const known = this.#nodes.get(key);
    if (known !== undefined) return known;
    this.sides.work.spend(this.#nodes.size / FEW);
    const node = new Node(this.#maker, key, producer, consumer);
    this.#nodes.set(key, node);
    return node;
  }

  /** True when something holds of all nodes that can be reached. Ends at the first of which it does not. */
  #holdsBelow(root: PairNode, holds: (node: PairNode) => boolean): boolean {
    const found = new Set([root]);
    for (const node of found) {
      this.sides.work.spend(REACHED);
      if (!holds(node)) return false;
      for (const { to } of node.edges) found.add(to);
    }
    return true;
  }

  /** True within so many schemas under `not`, `if` and their like that nothing more is claimed of what they hold. */
  get #isTooDeep(): boolean {
    return this.#expanding.size > MOST_NESTED;
  }

  /** True when no keyword differs anywhere below. */
  equal(producer: Conjunction, consumer: Conjunction): boolean {
    if (this.#isTooDeep) return false;
    return this.#holdsBelow(this.pair(producer, consumer), ({ facts }) => facts.length === 0);
  }

  /** True when rules prove that whatever the producer's schema allows, the consumer's allows too. */
  contained(producer: Conjunction, consumer: Conjunction): boolean {
    const root = this.pair(producer, consumer);
    const known = this.#proofs.get(root.key);
    if (known !== undefined) return known;
    if (this.#isTooDeep) return false;
    // Assumed while it is being proved: a recursion that meets nothing stricter is contained. When the proof
    // fails, so do all that were made under the assumption.
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

  /** True when every difference of the node itself is proved harmless, if need be case by case. */
  isProved(node: PairNode): boolean {
    return this.provedBy(node) !== undefined;
  }

  /** The rule by which a node is proved harmless; undefined where it is not. */
  provedBy(node: PairNode): string | undefined {
    if (node.facts.every((fact) => fact.provedBy !== undefined)) return "each-difference-fits";
    return provedByCases(this, node);
  }

  #expandOnce({ key, producer, consumer }: PairNode): Expansion | undefined {
    // A schema that contains itself among its own alternatives: nothing more to say than what is being said.
    if (this.#expanding.has(key)) return undefined;
    this.#expanding.add(key);
    try {
      return this.#expand(producer, consumer);
    } finally {
      this.#expanding.delete(key);
    }
  }

  #expand(producer: Conjunction, consumer: Conjunction): Expansion {
    if (this.#unchanged(producer, consumer)) return NOTHING;
    const passing = passingEdges(this, producer, consumer);
    if (passing !== undefined) return { facts: [], edges: passing, unchanged: false };
    const given = this.sides.producer.form(producer);
    const wanted = this.sides.consumer.form(consumer);
    const compared = comparedOf(given, wanted, this.sides);
    if (given.never) {
      const facts = keywordFacts(compared).map((fact) => ({
        ...fact,
        provedBy: "nothing-is-sent",
      }));
      return { facts, edges: [], unchanged: false };
    }
    const apart = typesApart(compared);
    // Of values of another type, nothing inside is worth a word.
    if (apart !== undefined) return { facts: [apart], edges: [], unchanged: false };
    const forms = { producer, given, consumer, wanted };
    const known = listOfOne(this, forms, compared) ?? alternativesOfOne(this, forms);
    if (known !== undefined) return { ...known, unchanged: false };
    const chosen = chosenOf(this, forms);
    if (chosen !== undefined && keywordFacts(compared).every(({ provedBy }) => provedBy !== undefined))
      return { ...chosen, unchanged: false };
    const groups = matchGroups(this, forms);
    const edges = [
      ...objectEdges(this, forms),
      ...arrayEdges(this, given, wanted),
      ...this.#groupEdges(groups),
      ...kindEdges(this, producer, consumer),
    ];
    const facts = [
      ...keywordFactsByCases(this, compared, producer),
      ...objectFacts(given, wanted, this.sides),
      ...groups.facts,
      ...tagFacts(this.sides, producer, consumer),
      ...this.#otherwiseRead(given, wanted),
      ...opaqueFacts(this, given, wanted),
    ];
    return { facts: withLeftOver(this, facts, { given, wanted }), edges, unchanged: false };
  }

  /** What travels as text may be another value to the consumer, which the same alternatives take or refuse. */
  #otherwiseRead(given: NormalForm, wanted: NormalForm): Fact[] {
    if (!this.sides.textual || !isReadAsText(given, wanted)) return [];
    return wanted.groups.map(({ kind }) => ({ keyword: kind, producer: true, consumer: true }));
  }

  #unchanged(producer: Conjunction, consumer: Conjunction): boolean {
    if (producer.id !== consumer.id) return false;
    const { sides } = this;
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
