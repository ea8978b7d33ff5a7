// `unevaluatedItems` and `unevaluatedProperties` judge what all other keywords left over. What the producer's schema
// evaluates but the consumer's does not is left over, and no rule proves that it is accepted.
import { ANYTHING_GOES } from "../../form/conjunction.ts";
import { Covering, type Rest, lostFacts, restJudge } from "./evaluated.ts";
import type { Graph } from "../graph.ts";
import type { Fact } from "../../keywords/fact.ts";
import { type NormalForm, type Opaque, allowsType } from "../../form/normal-form.ts";

/** Facts whose rule only applies if nobody judges the rest, because something that was evaluated no longer is. */
const EVALUATING = new Set(["properties", "additionalProperties", "anyOf", "oneOf", "items", "if", "dependentSchemas"]);
const NO_LONGER_EVALUATED = new Set([
  ...["property-undeclared", "constraint-dropped", "only-declared-properties-are-sent", "each-part-loosened"],
]);

const RESTS: readonly (readonly [rest: Rest, type: string])[] = [
  ["unevaluatedItems", "array"],
  ["unevaluatedProperties", "object"],
];

/** The facts as they apply if the consumer judges what is left over. */
export function withLeftOver(
  graph: Graph,
  found: readonly Fact[],
  { given, wanted }: { given: NormalForm; wanted: NormalForm },
): readonly Fact[] {
  let facts = found;
  for (const [rest, type] of RESTS) {
    const parts = wanted.opaque.filter(({ keyword }) => keyword === rest);
    if (parts.length === 0) continue;
    facts = facts.map(doubted);
    if (!graph.sides.textual && !allowsType(given, type)) continue;
    for (const part of parts) facts = [...facts, ...restFacts(graph, facts, { rest, part, given })];
  }
  return facts;
}

function doubted(fact: Fact): Fact {
  const { provedBy, ...rest } = fact;
  return provedBy !== undefined && EVALUATING.has(fact.keyword) && NO_LONGER_EVALUATED.has(provedBy) ? rest : fact;
}

/** What is left over on both sides, if both judge it the same way. */
function restFacts(
  graph: Graph,
  facts: readonly Fact[],
  { rest, part, given }: { rest: Rest; part: Opaque; given: NormalForm },
): Fact[] {
  const { producer, consumer } = graph.sides;
  const wanted = restJudge(consumer, part);
  const twins = given.opaque
    .filter(
      (twin) =>
        twin.keyword === rest && graph.exact.equal(twin.schemas[0] ?? ANYTHING_GOES, part.schemas[0] ?? ANYTHING_GOES),
    )
    .map((twin) => restJudge(producer, twin));
  const [first] = twins;
  // The lack of such a keyword on the other side has already been reported.
  if (first === undefined) return [];
  const forth = new Covering(graph, rest, false);
  const covered = twins.filter((own) => forth.covers(own, wanted));
  if (covered.length === 0) {
    const lost = lostFacts(rest, first, wanted);
    if (lost.length > 0) return lost;
    return facts.some(({ provedBy }) => provedBy === undefined)
      ? []
      : [{ keyword: rest, producer: true, consumer: true }];
  }
  const back = new Covering(graph, rest, true);
  if (facts.length > 0 || covered.some((own) => back.covers(wanted, own))) return [];
  return [{ keyword: rest, producer: true, consumer: true, provedBy: "less-is-left-over" }];
}
