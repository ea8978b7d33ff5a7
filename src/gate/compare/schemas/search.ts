// Searches for witnesses of schema differences: first at the differing place, put into whole values and exchanges;
// then, if that shows nothing, over the whole schema.
import { drawContext } from "../../exchange/draw.ts";
import { NotCompiled } from "../../exchange/judge.ts";
import { withKinds, withTags } from "../../exchange/tags.ts";
import type { Witness } from "../../model.ts";
import type { PairNode, Step } from "../../../schema/compare/graph.ts";
import { sameMembers } from "../../../schema/compare/alternatives/order.ts";
import { TAG } from "../../../schema/form/tags.ts";
import type { Fact } from "../../../schema/keywords/fact.ts";
import { FILLINGS, lift, SMALLEST } from "../../../schema/compare/proposals/lift.ts";
import { whyOf } from "../../../schema/failure.ts";
import { shrink } from "../../../schema/generate/shrink.ts";
import type { DrawContext } from "../../../schema/compare/proposals/context.ts";
import { proposals } from "../../../schema/compare/proposals/values.ts";
import { OUT_OF_BUDGET, Work, WorkExceeded } from "../../../schema/work.ts";
import { type Comparison, judgesOf, producerSide, type Slot } from "../context.ts";
import { isAbout, isOnTheWay, isShown } from "./about.ts";
import type { DifferingPair, Reach } from "./places.ts";
import { SlotJudge } from "./slot-judge.ts";
import type { JsonValue } from "../../../json/value.ts";

export interface SearchResult {
  /** The witness for each fact that has one. */
  readonly witnesses: ReadonlyMap<Fact, Witness>;
  readonly reason: string;
  /** A witness whose keyword matches none of the facts, used if nothing else explains it. */
  readonly spare?: Witness;
}

/** Why there is no witness if everything was tried. */
export const NOTHING_FOUND = "no value was found that one side allows and the other refuses";

const MAX_REACHES = 6;
const SHORT_LOOK = 12;
const LOCAL_DEPTH = 3;
const WHOLE_DEPTH = 5;

/**
 * Searches for witnesses for those facts of a node that no rule proves harmless.
 * @param earlier what a search with less work has found
 */
function searchNode(comparison: Comparison, { node, reaches }: DifferingPair, earlier?: SearchResult): SearchResult {
  const witnesses = new Map<Fact, Witness>(earlier?.witnesses);
  const open = new Set(node.facts.filter((fact) => fact.provedBy === undefined && !witnesses.has(fact)));
  let spare = earlier?.spare;
  let reason: string = NOTHING_FOUND;
  try {
    // `strict` makes a second pass with undeclared properties: in a single pass, their many proposals would crowd out
    // those of `wire`.
    for (const undeclared of comparison.open ? [false, true] : [false]) {
      const known = witnesses.size;
      let thorough = true;
      for (const reach of reaches.slice(0, MAX_REACHES)) {
        const search = new SlotSearch(comparison, reach.slot, undeclared);
        whereUsable(comparison, reach.slot, () => {
          for (const refusal of search.refusals(node, reach, thorough)) {
            search.explain(refusal, { node, open, witnesses, trail: reach.trail });
            if (open.size === 0) return;
          }
          thorough = false;
        });
        if (open.size === 0) return { witnesses, reason };
        reason = comparison.unusable.get(reach.slot) ?? search.judge.reason ?? reason;
        spare ??= search.spare;
        if (witnesses.size > known) break;
      }
    }
  } catch (error) {
    reason = error instanceof WorkExceeded || error instanceof NotCompiled ? error.message : whyOf(error);
  }
  return { witnesses, reason, ...(spare === undefined ? {} : { spare }) };
}

/** Runs a search, unless no value of the slot can be judged. */
function whereUsable({ unusable }: Comparison, slot: Slot, search: () => void): void {
  if (unusable.has(slot)) return;
  try {
    search();
  } catch (error) {
    if (error instanceof WorkExceeded || !unusable.has(slot)) throw error;
  }
}

/** A value of a slot that its producer allows, with the consumer's objections. */
interface Refusal {
  readonly value: JsonValue;
  readonly found: Witness;
}

interface Attempt {
  readonly node: PairNode;
  /** The facts without a witness. */
  readonly open: Set<Fact>;
  readonly witnesses: Map<Fact, Witness>;
  readonly trail: readonly Step[];
}

class SlotSearch {
  readonly #comparison: Comparison;
  readonly #slot: Slot;
  readonly #context: DrawContext;
  readonly judge: SlotJudge;
  spare: Witness | undefined;

  constructor(comparison: Comparison, slot: Slot, undeclared: boolean) {
    this.#comparison = comparison;
    this.#slot = slot;
    this.judge = new SlotJudge(comparison, slot);
    this.#context = {
      ...drawContext(judgesOf(comparison, slot.sender), slot.sender, undeclared),
      unchanged: (given, wanted) => slot.graph.pair(given, wanted).unchanged,
      same: (given, wanted) => sameMembers(slot.graph.sides, given, wanted),
    };
  }

  /**
   * Values that the consumer refuses.
   * @param thorough whether to try everything, values of the whole slot included
   */
  *refusals(node: PairNode, reach: Reach, thorough: boolean): Generator<Refusal> {
    yield* this.#refused(node, this.#local(node, reach, thorough));
    if (!thorough) return;
    const { root } = this.#slot;
    const depth = reach.trail.length === 0 ? WHOLE_DEPTH : WHOLE_DEPTH - 1;
    yield* this.#refused(root, proposals(this.#context, root.producer, root.consumer, depth));
  }

  *#refused(node: PairNode, proposed: Iterable<JsonValue>): Generator<Refusal> {
    for (const proposal of proposed) {
      this.judge.spend(proposal);
      const value = this.judge.allows(proposal) ? proposal : this.#completed(proposal, node);
      const found = value === undefined ? undefined : this.judge.refusal(value);
      if (value !== undefined && found !== undefined) yield { value, found };
    }
  }

  /** Values at the place itself, each in the smallest enclosing value that is allowed, then in larger ones. */
  *#local(node: PairNode, { slot, trail }: Reach, thorough: boolean): Generator<JsonValue> {
    const shape = this.#context.producer.form(slot.root.producer);
    const parts = kept(proposals(this.#context, node.producer, node.consumer, LOCAL_DEPTH));
    // If one path showed nothing, the next gets a shorter search.
    for (const filling of thorough && trail.length > 0 ? FILLINGS : [SMALLEST]) {
      for (const part of parts(thorough && !filling.other ? Number.POSITIVE_INFINITY : SHORT_LOOK)) {
        this.judge.spend();
        const value = lift(this.#context, shape, trail, { part, filling });
        if (value !== undefined) yield value;
      }
    }
  }

  /** Keeps a refused value as the witness for the facts that it is about. */
  explain(refusal: Refusal, attempt: Attempt): void {
    const { open } = attempt;
    let fact = this.#attempt(refusal, attempt);
    while (fact !== undefined) {
      open.delete(fact);
      // One value may lack many names at once; its refusal names each of them.
      const named = new Set([...open].filter(({ name }) => name !== undefined));
      fact =
        fact.name === undefined || named.size === 0 ? undefined : this.#attempt(refusal, { ...attempt, open: named });
    }
  }

  /** Tries a refused value; on success keeps the witness for the fact it is about. */
  #attempt({ value, found }: Refusal, { node, open, witnesses, trail }: Attempt): Fact | undefined {
    const fact = [...open].find((candidate) => isShown(this.#comparison, this.#slot, { node, fact: candidate, found }));
    if (fact === undefined && isOnTheWay(this.#slot, trail, found)) this.spare ??= found;
    if (fact === undefined) return undefined;
    const same = (smaller: JsonValue): boolean => {
      this.judge.spend(smaller);
      if (!this.judge.allows(smaller)) return false;
      const again = this.judge.refusal(smaller);
      return again !== undefined && isShown(this.#comparison, this.#slot, { node, fact, found: again });
    };
    // Finding witnesses matters more than shrinking them: most of the share is kept for the other facts.
    const { work } = this.#slot.graph.sides;
    const room = work.room / (2 * open.size);
    // If the budget is too small to shrink the witness, show it as found.
    const witness = Work.within(() => ({
      small: this.judge.refusal(this.#named(shrink(value, same, work, room), same)),
    })) ?? { small: found };
    if (witness.small === undefined) return fact;
    witnesses.set(fact, this.#pointed(witness.small, node, fact));
    return fact;
  }

  /** The same witness, with values of tags added to its objects where possible. */
  #named(value: JsonValue, same: (value: JsonValue) => boolean): JsonValue {
    const named = this.#tagged(value);
    return same(named) ? named : value;
  }

  #tagged(value: JsonValue): JsonValue {
    const { producerPointer, sender } = this.#slot;
    if (producerPointer === undefined) return value;
    return withTags(producerSide(this.#comparison, sender).judge, producerPointer, sender, value);
  }

  /** Puts the violation that the witness is about first, in case several things changed. */
  #pointed(witness: Witness, node: PairNode, fact: Fact): Witness {
    const own = witness.violations.filter((violation) => isAbout(this.#slot, { node, fact, violation }));
    return { ...witness, violations: [...own, ...witness.violations.filter((one) => !own.includes(one))] };
  }

  /** The value, completed with what the values of its tags require, if the result is allowed. */
  #completed(value: JsonValue, { facts }: PairNode): JsonValue | undefined {
    const { producer } = this.#context;
    if (facts.some(({ keyword }) => keyword === TAG)) {
      const named = this.#tagged(value);
      return this.judge.allows(named) ? named : undefined;
    }
    if (!producer.hasKinds) return undefined;
    const whole = withKinds(this.#context, producer.conjunction(this.#slot.producerPointer), value);
    return this.judge.allows(whole) ? whole : undefined;
  }
}

/** As many of the first values of a source as are asked for; each is made only once. */
function kept<T>(source: Iterable<T>): (most: number) => Generator<T> {
  const made: T[] = [];
  const rest = source[Symbol.iterator]();
  return function* (most) {
    for (let index = 0; index < most; index++) {
      const next = index < made.length ? undefined : rest.next();
      if (next?.done === true) return;
      if (next !== undefined) made.push(next.value);
      yield made[index] as T;
    }
  };
}

/** Leaves a twentieth of the budget for the policy and for everything else that follows the searches. */
const SEARCHES = 20 / 19;
/**
 * Each of the first two rounds gets half of what is left. If even shares of that are too small for proofs, the rest
 * still proves some places.
 */
const HALF = 2;
/**
 * The work that one proof takes in a schema of average size, and in a large one: a smaller share is not worth trying.
 */
const PROOF = 25_000;
const HARD_PROOF = 100_000;

/**
 * Searches all of these places. Divides the budget among them: first each gets an even share; what is left over goes to
 * the places that need more. This way, no single place uses up the budget of many others.
 */
export function searchAll(
  comparison: Comparison,
  pairs: readonly DifferingPair[],
): ReadonlyMap<DifferingPair, SearchResult> {
  const found = new Map<DifferingPair, SearchResult>();
  const work = pairs[0]?.graph.sides.work;
  if (work === undefined) return found;
  const look = (among: readonly DifferingPair[], least?: number): void => {
    for (const [index, pair] of among.entries()) {
      const search = () => searchNode(comparison, pair, found.get(pair));
      found.set(pair, work.share(among.length - index, search, least));
    }
  };
  const unfinished = () => pairs.filter((pair) => found.get(pair)?.reason === OUT_OF_BUDGET);
  work.share(
    SEARCHES,
    () => {
      work.share(HALF, () => look(pairs, PROOF), 0);
      work.share(HALF, () => look(unfinished(), HARD_PROOF), 0);
      look(unfinished());
    },
    0,
  );
  return found;
}
