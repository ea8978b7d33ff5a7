// Compares alternatives: which branch of the producer's `oneOf` or `anyOf` corresponds to which of the consumer's.
import { areApart } from "./apart.ts";
import { takesAll } from "../exclusion.ts";
import { branchNames, isComponent, namesOfBoth } from "./branch-names.ts";
import { isExtended, likeness, traitsOf } from "./likeness.ts";
import { withoutApplied } from "./only-choice.ts";
import { byContent, contentOf } from "./order.ts";
import { MAX_BRANCHES, sameBranch } from "./same-branch.ts";
import type { Edge, FormPair, Graph } from "../graph.ts";
import type { Fact } from "../../keywords/fact.ts";
import { isReadAsText } from "../keywords.ts";
import { type Conjunction, join, tagged } from "../../form/conjunction.ts";
import { type Group, type NormalForm, allowsType } from "../../form/normal-form.ts";
import { isExact } from "../../keywords/alternatives.ts";
import { typeOf } from "../../types.ts";
import type { JsonArray } from "../../../json/value.ts";

interface BranchPair {
  /** The producer's alternatives; `producer` is one of them. */
  readonly group: Group;
  readonly producer: Conjunction;
  readonly consumer: Conjunction;
}

export interface Matching {
  readonly pairs: readonly BranchPair[];
  readonly facts: readonly Fact[];
}

/** Matches the groups of two shapes, and reports alternatives that only one of them has. */
export function matchGroups(graph: Graph, pair: FormPair): Matching {
  const [given, wanted] = [withoutApplied(pair.producer, pair.given), withoutApplied(pair.consumer, pair.wanted)];
  const pairs: BranchPair[] = [];
  const facts: Fact[] = [];
  wanted.groups.forEach((group, position) => {
    const own = given.groups[position];
    if (takesAll(graph, group)) facts.push({ ...groupFact(graph, group), provedBy: "alternatives-take-all" });
    else if (own === undefined) {
      const fact = newGroup(graph, group, pair);
      const twin = fact.provedBy === undefined ? sameBranch(graph, group, pair) : undefined;
      facts.push(twin === undefined ? fact : { ...fact, provedBy: "alternative-compared" });
      if (twin !== undefined)
        pairs.push({ group: { ...group, branches: [pair.producer] }, producer: pair.producer, consumer: twin });
    } else {
      const matched = matchBranches(graph, own, group);
      const found = branchFacts(graph, { own, group, matched });
      pairs.push(...matched.pairs);
      facts.push(...(isDecided(own, pair) ? decidedFacts(found, newGroup(graph, group, pair)) : found));
    }
  });
  for (const group of given.groups.slice(wanted.groups.length)) {
    facts.push({
      keyword: group.kind,
      producer: branchNames(graph.sides.producer, group.branches),
      consumer: undefined,
      provedBy: "constraint-dropped",
    });
    const version = objectOf(graph, group, pair);
    if (version !== undefined) pairs.push({ group, producer: version, consumer: pair.consumer });
  }
  return { pairs, facts };
}

/** The producer's alternative that the consumer's object replaced: the policy judges what may grow inside it. */
function objectOf(graph: Graph, { branches }: Group, { given, consumer, wanted }: FormPair): Conjunction | undefined {
  if (!graph.sides.leavesToPolicy || given.properties.size > 0 || wanted.properties.size === 0) return undefined;
  const [object, ...others] = branches.filter((branch) => allowsType(graph.sides.producer.form(branch), "object"));
  if (object === undefined || others.length > 0 || wanted.groups.length > 0) return undefined;
  return graph.contained(object, consumer) ? object : undefined;
}

/** True if one alternative is certain to match, so that the others need not be accepted. */
function isDecided({ branches }: Group, { producer }: FormPair): boolean {
  return branches.some((branch) => producer.includes(branch));
}

function decidedFacts(found: readonly Fact[], whole: Fact): readonly Fact[] {
  return whole.provedBy !== undefined && found.some(({ provedBy }) => provedBy === undefined) ? [whole] : found;
}

interface Matched {
  readonly pairs: readonly BranchPair[];
  /** Branches that only one side has. */
  readonly gone: readonly Conjunction[];
  readonly added: readonly Conjunction[];
}

/**
 * Equal branches first: by component, by content, then by proof. The others are versions of each other if they are alike.
 * Where a branch stands does not matter.
 */
function matchBranches(graph: Graph, own: Group, other: Group): Matched {
  const { producer, consumer } = graph.sides;
  let left = byContent(producer)(own);
  let open = byContent(consumer)(other);
  const pairs: BranchPair[] = [];
  const take = (one: Conjunction, twin: Conjunction): void => {
    [left, open] = [without(left, one), without(open, twin)];
    pairs.push({ group: own, producer: one, consumer: twin });
  };
  const match = (fits: (a: Conjunction, b: Conjunction) => boolean): void => {
    for (const one of left) {
      const twin = open.find((candidate) => fits(one, candidate));
      if (twin !== undefined) take(one, twin);
    }
  };
  match((a, b) => isComponent(a) && a.id === b.id);
  match((a, b) => contentOf(producer, a) === contentOf(consumer, b) && graph.equal(a, b));
  match((a, b) => graph.equal(a, b));
  match((a, b) => graph.contained(a, b));
  // Branches that exclude each other by a value which both require are not versions of the same alternative.
  const mayMeet = (a: Conjunction, b: Conjunction): boolean =>
    !areApart(graph.sides, producer.form(a), consumer.form(b));
  if (left.length === open.length) {
    const traits = open.map((twin) => [twin, traitsOf(consumer, twin)] as const);
    const likely = left.flatMap((one) => {
      const own = traitsOf(producer, one);
      return traits.map(([twin, other]) => ({ one, twin, alike: likeness(own, other) }));
    });
    for (const { one, twin } of likely.toSorted((a, b) => b.alike - a.alike))
      if (left.includes(one) && open.includes(twin) && mayMeet(one, twin)) take(one, twin);
    return { pairs, gone: left, added: open };
  }
  // If their numbers differ, two branches correspond if neither can match any other: unnamed ones, and those that put the
  // same components together with some more.
  const isVersion = (one: Conjunction, twin: Conjunction): boolean =>
    isComponent(one) ? isExtended(one, twin) || isExtended(twin, one) : !isComponent(twin);
  const met = left.map((one) => ({
    one,
    twins: open.filter((twin) => isVersion(one, twin) && mayMeet(one, twin)),
  }));
  for (const { one, twins } of met) {
    const [only, ...more] = twins;
    const isShared = met.some((own) => own.one !== one && own.twins.some((twin) => twin === only));
    if (only !== undefined && more.length === 0 && !isShared) take(one, only);
  }
  return { pairs, gone: left, added: open };
}

/** A list without one entry, even if others are equal. */
function without<T>(list: readonly T[], one: T): readonly T[] {
  const index = list.indexOf(one);
  return index === -1 ? list : list.toSpliced(index, 1);
}

interface Comparison {
  readonly own: Group;
  readonly group: Group;
  readonly matched: Matched;
}

function branchFacts(graph: Graph, { own, group, matched }: Comparison): Fact[] {
  const facts: Fact[] = [];
  const keyword = group.kind;
  // Two versions of one alternative have one name: what changed inside them is told there.
  const named = (): Pick<Fact, "producer" | "consumer"> => {
    const { pairs, gone, added } = matched;
    const [consumer, lost] = namesOfBoth(
      { space: graph.sides.consumer, branches: [...pairs.map((pair) => pair.consumer), ...added] },
      { space: graph.sides.producer, branches: gone },
    ) as [JsonArray, JsonArray];
    return { producer: [...consumer.slice(0, pairs.length), ...lost], consumer };
  };
  const strict = graph.sides.open && isExact(group);
  if (matched.gone.length > 0) {
    const known = matched.pairs.map((pair) => graph.sides.consumer.form(pair.consumer));
    const gone = matched.gone.map((branch) => graph.sides.producer.form(branch));
    const grows = graph.sides.leavesToPolicy && areMoreValues(gone, known);
    facts.push({ keyword, ...named(), ...(grows ? { provedBy: "enum-may-grow" } : {}) });
  } else if (matched.added.length > 0) {
    const fact = { keyword, ...named() };
    const harmless = !strict || (pairsEqual(graph, matched) && addedApart(graph, own, matched));
    facts.push(harmless ? { ...fact, provedBy: "alternative-added" } : fact);
  } else if (own.kind !== keyword) {
    const fact = { keyword, producer: own.kind, consumer: keyword };
    facts.push(strict ? fact : { ...fact, provedBy: "alternatives-loosened" });
  } else if (strict && !isExact(own)) {
    facts.push({ keyword, ...named() });
  } else if (strict && !pairsEqual(graph, matched) && !isDisjoint(graph, group)) {
    // Another branch may already accept what one newly accepts; then two match, and so `oneOf` fails.
    facts.push({ keyword, ...named() });
  }
  return facts;
}

/** Whether alternatives are additional values next to some known ones, of the same types. */
function areMoreValues(alternatives: readonly NormalForm[], known: readonly NormalForm[]): boolean {
  const types = new Set(known.flatMap(({ values = [] }) => values.map(typeOf)));
  return alternatives.every(({ values }) => values?.every((value) => types.has(typeOf(value))));
}

function pairsEqual(graph: Graph, { pairs }: Matched): boolean {
  return pairs.every((pair) => graph.equal(pair.producer, pair.consumer));
}

/** True if at most one of the alternatives can match. */
function isDisjoint({ sides: { consumer, work } }: Graph, { branches }: Group): boolean {
  if (branches.length > MAX_BRANCHES) return false;
  const shapes = branches.map((branch) => consumer.form(branch));
  return shapes.every((shape, index) =>
    shapes.slice(index + 1).every((other) => areApart({ producer: consumer, consumer, work }, shape, other)),
  );
}

/** True if what is sent matches none of the new alternatives. */
function addedApart({ sides }: Graph, own: Group, { added }: Matched): boolean {
  const { producer, consumer } = sides;
  return added.every((branch) =>
    own.branches.every((other) => areApart(sides, producer.form(other), consumer.form(branch))),
  );
}

function groupFact({ sides }: Graph, { kind, branches }: Group): Fact {
  return { keyword: kind, producer: undefined, consumer: branchNames(sides.consumer, branches) };
}

/** The consumer has alternatives where the producer had none. That is fine if one of them accepts everything. */
function newGroup(graph: Graph, group: Group, { producer, given, wanted }: FormPair): Fact {
  const fact = groupFact(graph, group);
  const strict = graph.sides.open && isExact(group);
  const { consumer } = graph.sides;
  // If only one may match, the others must have nothing in common with what is sent; an equal one has all of it.
  let met: readonly Conjunction[] | undefined;
  const alone = (branch: Conjunction): boolean => {
    if (!strict) return true;
    met ??= group.branches.filter((other) => !areApart(graph.sides, given, consumer.form(other)));
    return met.length < 2 && (met[0] ?? branch) === branch;
  };
  // The same reading of a text must satisfy the alternative and the keywords next to it.
  const alike = (branch: Conjunction): boolean =>
    !graph.sides.textual || wanted.types === undefined || !isReadAsText(given, consumer.form(branch));
  const takes = (branch: Conjunction): boolean => alike(branch) && alone(branch) && graph.contained(producer, branch);
  const taken = group.branches.some(takes);
  return taken ? { ...fact, provedBy: "one-alternative-takes-all" } : fact;
}

/** Edges to the schemas that extend one with a tag, each with the property value that selects it. */
export function kindEdges(graph: Graph, producer: Conjunction, consumer: Conjunction): Edge[] {
  const { producer: own, consumer: other, work } = graph.sides;
  const [sent, read] = [own.kinds(producer), other.kinds(consumer)];
  // If the tag is already known, it has been applied.
  if (sent === undefined || sent.property !== read?.property || producer.members.some(({ kind }) => kind === "tag"))
    return [];
  return [...sent.targets].flatMap(([value, target]): Edge[] => {
    const twin = read.targets.get(value);
    if (twin === undefined) return [];
    const tag = tagged(sent.property, value);
    const branch = join(own.conjunction(target), tag, work);
    const group = { kind: "oneOf", branches: [branch] } as const;
    return [
      { step: { kind: "branch", group, branch }, to: graph.pair(branch, join(other.conjunction(twin), tag, work)) },
    ];
  });
}
