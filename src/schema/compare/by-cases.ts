// Proves by cases: if no rule proves a difference harmless as a whole, it may still be so for each value that can be
// sent, each alternative, or each type.
import { tagOf } from "../form/tags.ts";
import type { Graph, PairNode, Sides } from "./graph.ts";
import { matchesTwice } from "./exclusion.ts";
import { byDifference, sameMembers } from "./alternatives/order.ts";
import { comparedOf, keywordFacts } from "./keywords.ts";
import type { Compared, Fact } from "../keywords/fact.ts";
import { type Conjunction, join, ofType } from "../form/conjunction.ts";
import { ALL_TYPES, type Group, type NormalForm } from "../form/normal-form.ts";
import { isExact } from "../keywords/alternatives.ts";
import { MAX_VALUES, fitsAsSet } from "./sets/sets.ts";

/** Larger conjunctions are not split, because the number of cases multiplies. */
const MAX_SPLIT = 6;
const ALTERNATIVES = new Set(["anyOf", "oneOf"]);

/** The rule by which each case of the producer is accepted; undefined if one is not proved. */
export function provedByCases(graph: Graph, node: PairNode): string | undefined {
  const { producer, leavesToPolicy, work } = graph.sides;
  const shape = producer.form(node.producer);
  const proof = fitsAsSet(graph.sides, node);
  if (proof !== undefined) return proof;
  if (matchesTwice(graph, node.producer, shape)) return "nothing-is-sent";
  if (node.producer.members.length > MAX_SPLIT) return undefined;
  const group = shape.groups.find(({ branches }) => !branches.some((branch) => node.producer.includes(branch)));
  // What the policy judges inside alternatives must not be proved away with them.
  const mayMiss = ({ producer: sent }: Fact): boolean => leavesToPolicy || sent !== undefined;
  const fewer = node.facts.some((fact) => ALTERNATIVES.has(fact.keyword) && !isProved(fact) && mayMiss(fact));
  // A removed alternative counts even if another accepts what it describes, as long as that adds nothing.
  const prover = fewer ? graph.exact : graph;
  const fits = (more: Conjunction): boolean => prover.contained(join(node.producer, more, work), node.consumer);
  // A tag selects alternatives by name, whatever their values.
  const chosen = fewer && producer.definitions(node.producer).some(({ definition }) => tagOf(definition) !== undefined);
  if (group !== undefined && !chosen && newestFirst(graph, node, group).every(fits)) return "each-alternative-fits";
  const types = splitTypes(shape, node);
  return types.length > 1 && types.every((type) => fits(ofType(type))) ? "each-type-fits" : undefined;
}

/** True for a list of objects or arrays that the consumer all takes: what they consist of need not be compared. */
export function eachListedFits({ producer, allows }: Sides, own: Conjunction, other: Conjunction): boolean {
  const { values = [] } = producer.form(own);
  if (values.length > MAX_VALUES || !values.some((value) => typeof value === "object" && value !== null)) return false;
  return values.every((value) => !allows("producer", own, value) || allows("consumer", other, value));
}

/** The alternatives that the consumer does not have first, because one of them most likely fails. */
function newestFirst({ sides }: Graph, node: PairNode, group: Group): readonly Conjunction[] {
  const { producer: own, consumer: other } = sides;
  const same = (one: Conjunction, twin: Conjunction): boolean => sameMembers(sides, one, twin);
  return byDifference({ own, other, form: other.form(node.consumer), same })(group);
}

/** The keywords in which two forms differ, as far as it is not proved for each alternative of the producer. */
export function keywordFactsByCases({ sides }: Graph, compared: Compared, producer: Conjunction): Fact[] {
  const facts = keywordFacts(compared);
  const [group] = compared.producer.groups;
  if (group === undefined || facts.every(isProved)) return facts;
  const cases = group.branches.map((branch) => {
    const form = sides.producer.form(join(producer, branch, sides.work));
    return form.never ? [] : keywordFacts(comparedOf(form, compared.consumer, sides));
  });
  return facts.map((fact) => {
    const isKept = (own: readonly Fact[]): boolean => own.every((one) => one.keyword !== fact.keyword || isProved(one));
    return isProved(fact) || !cases.every(isKept) ? fact : { ...fact, provedBy: "each-alternative-fits" };
  });
}

function isProved({ provedBy }: Fact): boolean {
  return provedBy !== undefined;
}

/**
 * The consumer's alternatives are usually distinguished by type, and what the producer excludes may be a type that the
 * consumer does not take.
 */
function splitTypes({ types, groups }: NormalForm, { facts, producer }: PairNode): readonly string[] {
  const excludes = groups.some(isExact);
  const isByType = ({ keyword }: Fact): boolean => ALTERNATIVES.has(keyword) || (excludes && keyword === "type");
  if (!facts.some(isByType) || ALL_TYPES.some((type) => producer.includes(ofType(type)))) return [];
  return types === undefined ? ALL_TYPES : [...types];
}
