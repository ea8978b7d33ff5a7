// Two filters in one request: a list must hold only what both of them keep.
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { valuesAt } from "../../../src/resource/lists/comparing.ts";
import { type ResourceSubject, defineCheck, inconclusive, judgeEach } from "../../check.ts";
import { writeRemedy } from "../../client/remedies.ts";
import type { Plan } from "../../plan.ts";
import type { Fit } from "../../probes/fit.ts";
import { inRole } from "../subjects.ts";
import { type Compared, type Known, SHARED, comparisonsOf, isOf, judged, knownOf, written } from "./compared.ts";

const isOut = (fit: Fit): boolean => fit === "wrong" || fit === "none";

/**
 * Values of one item for two filters: once so that the first filter alone leaves out another known item, and once the
 * second.
 */
function chosenPairs(plan: Plan, all: readonly Compared[], known: readonly Known[]): Pair[] {
  const own = known.filter(({ isOwn }) => isOwn).slice(0, 40);
  const pairs = all.flatMap((one, at) =>
    all
      .slice(at + 1)
      .filter((other) => one.path.join(".") !== other.path.join("."))
      .flatMap((other) => own.flatMap(({ item }) => [...pairsOf(item, one, other), ...pairsOf(item, other, one)])),
  );
  const isAllowed = (pair: Pair): boolean => pair.every(([each, value]) => written(plan, each, value).length > 0);
  const leavesOut = ([[first, a], [second, b]]: Pair): boolean =>
    known.some(({ item }) => isOut(isOf(first, a, item)) && isOf(second, b, item) === "right");
  const found = [(pair: Pair) => leavesOut(pair), ([one, other]: Pair) => leavesOut([other, one])];
  return found
    .map((isFound) => pairs.find((pair) => isAllowed(pair) && isFound(pair)))
    .filter((pair) => pair !== undefined);
}

type Pair = readonly [readonly [Compared, JsonValue], readonly [Compared, JsonValue]];

/** Values for two filters: those of an item, or one of them and another that the document lists. */
function pairsOf(item: JsonObject, one: Compared, other: Compared): Pair[] {
  const [a] = valuesAt(item, one.path);
  const [b] = valuesAt(item, other.path);
  if (a === undefined) return [];
  const others = [...(b === undefined ? [] : [b]), ...(other.possible ?? [])];
  return others.map(
    (value) =>
      [
        [one, a],
        [other, value],
      ] as const,
  );
}

export const together = defineCheck<ResourceSubject>({
  ...SHARED,
  id: "filters.together",
  claim: "a list must hold only what all of its filters keep",
  basis: "the filter parameters, and the properties that their names compare",
  applies: (plan) =>
    inRole(plan, "list").filter(
      (subject) => comparisonsOf(plan, subject).filter(({ relation }) => relation === "equal").length > 1,
    ),
  run: async (subject, target) => {
    const all = comparisonsOf(target.plan, subject).filter(({ relation }) => relation === "equal");
    const known = knownOf(target, subject.resource);
    const pairs = chosenPairs(target.plan, all, known);
    if (pairs.length === 0)
      return inconclusive("no known items share the value of one filter alone", writeRemedy(target.session));
    return judgeEach(pairs, (filters) => judged(target, subject, { filters, known }));
  },
});
