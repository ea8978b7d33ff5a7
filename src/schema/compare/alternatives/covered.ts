// A difference inside one alternative refuses nothing if another alternative takes all that the first one may hold. Nor does
// an alternative that only the producer has.
import { isAmong } from "../../../json/value-set.ts";
import type { JsonArray, JsonValue } from "../../../json/value.ts";
import { isExact } from "../../keywords/alternatives.ts";
import type { Fact } from "../../keywords/fact.ts";
import { type Conjunction, join, tagged } from "../../form/conjunction.ts";
import { tagOf } from "../../form/tags.ts";
import type { Edge, Graph, PairNode } from "../graph.ts";
import { fitsAsSet } from "../sets/sets.ts";

interface Hop {
  readonly from: PairNode;
  readonly edge: Edge;
}

/** More ways to a place than these are not followed. */
const MOST_WAYS = 8;

/**
 * True if on every way from a root to a difference there is an alternative whose values another alternative takes, or if
 * the difference is one of alternatives, each of which another takes.
 */
export function isCovered(graph: Graph, root: PairNode, { node, fact }: { node: PairNode; fact: Fact }): boolean {
  if (isEachTaken(graph, node, fact)) return true;
  const closed = new Set<Edge>();
  for (let ways = 0; ways < MOST_WAYS; ways++) {
    const way = wayTo(graph, root, node, closed);
    if (way === undefined) return ways > 0;
    const covered = way.find((hop, index) => takesOther(graph, hop, { node, fact, left: way.slice(index + 1) }));
    if (covered === undefined) return false;
    closed.add(covered.edge);
  }
  return false;
}

function isEachTaken(graph: Graph, { producer, consumer }: PairNode, { keyword }: Fact): boolean {
  // A text is read by all that a schema says at once, not by one of its alternatives.
  if (graph.sides.textual || (keyword !== "oneOf" && keyword !== "anyOf")) return false;
  const [given, ...more] = graph.sides.producer.form(producer).groups;
  const wanted = takers(graph, consumer);
  if (given === undefined || more.length > 0 || wanted === undefined) return false;
  const prover = proverOf(graph);
  // A type beside the alternatives holds as well: what was sent as a number may be read as a text, and then is none of them.
  const { types } = graph.sides.consumer.form(consumer);
  const isOfType = (branch: Conjunction): boolean =>
    types === undefined || [...(graph.sides.producer.form(branch).types ?? [""])].every((type) => types.has(type));
  return given.branches.every((branch) => isOfType(branch) && wanted.some((other) => prover.contained(branch, other)));
}

/**
 * The alternatives of which any may take a value; undefined if it must be exactly one, if a tag chooses it, or if there
 * are others.
 */
function takers({ sides }: Graph, consumer: Conjunction): readonly Conjunction[] | undefined {
  const [group, ...more] = sides.consumer.form(consumer).groups;
  if (group === undefined || more.length > 0) return undefined;
  if (sides.consumer.definitions(consumer).some(({ definition }) => tagOf(definition) !== undefined)) return undefined;
  return sides.open && isExact(group) ? undefined : group.branches;
}

/** What the policy judges inside an alternative must not be proved away with it. */
function proverOf(graph: Graph): Graph {
  return graph.sides.leavesToPolicy ? graph.exact : graph;
}

/** The shortest way that takes none of some steps. */
function wayTo(graph: Graph, root: PairNode, target: PairNode, closed: ReadonlySet<Edge>): Hop[] | undefined {
  const before = new Map<PairNode, Hop | undefined>([[root, undefined]]);
  for (const [from] of before) {
    if (from === target) break;
    graph.sides.work.spend();
    for (const edge of from.edges) if (!closed.has(edge) && !before.has(edge.to)) before.set(edge.to, { from, edge });
  }
  if (!before.has(target)) return undefined;
  const way: Hop[] = [];
  for (let hop = before.get(target); hop !== undefined; hop = before.get(hop.from)) way.unshift(hop);
  return way;
}

interface Aim {
  readonly node: PairNode;
  readonly fact: Fact;
  /** The steps from the alternative to the difference. */
  readonly left: readonly Hop[];
}

function takesOther(graph: Graph, { from, edge }: Hop, aim: Aim): boolean {
  const branches = edge.step.kind === "branch" ? takers(graph, from.consumer) : undefined;
  if (branches === undefined) return false;
  const others = branches.filter((branch) => branch.id !== edge.to.consumer.id);
  const prover = proverOf(graph);
  return piecesOf(graph, edge.to, aim).every(
    (piece) =>
      others.some((other) => prover.contained(piece, other)) ||
      fitsAsSet(graph.sides, { producer: piece, consumer: from.consumer }) !== undefined,
  );
}

/** What an alternative may hold, as far as the difference concerns it: a value that is gone concerns its own objects. */
function piecesOf(graph: Graph, { producer }: PairNode, { node, fact, left }: Aim): readonly Conjunction[] {
  const [hop, ...more] = left;
  const gone = goneTexts(fact);
  if (hop?.edge.step.kind !== "property" || more.length > 0 || gone === undefined) return [producer];
  if (wayTo(graph, hop.from, node, new Set([hop.edge])) !== undefined) return [producer];
  const { name } = hop.edge.step;
  return gone.map((value) => join(producer, tagged(name, value), graph.sides.work));
}

/** The values that only the producer lists, if they are texts. */
function goneTexts({ keyword, producer, consumer }: Fact): readonly string[] | undefined {
  if (keyword !== "enum" || !Array.isArray(producer) || !Array.isArray(consumer)) return undefined;
  const gone = producer.filter((value: JsonValue) => !isAmong(consumer as JsonArray, value));
  return gone.every((value) => typeof value === "string") ? gone : undefined;
}
