// Compares keywords that no rule looks into: `not`, `if`, `contains` and similar ones. Each is compared with its
// counterparts on the other side, and by its content if that can only loosen or tighten the whole.
import { ANYTHING_GOES } from "../form/conjunction.ts";
import {
  type Contains,
  type Named,
  type Needs,
  type NormalForm,
  type Opaque,
  allowsType,
} from "../form/normal-form.ts";
import { mergeForms } from "../normal/merge.ts";
import { saidBy } from "../keywords/conditions.ts";
import { KEYWORDS } from "../keywords.ts";
import type { Graph } from "./graph.ts";
import type { Fact } from "../keywords/fact.ts";
import { isReadAsText } from "./keywords.ts";
import { equalJson } from "../../json/value.ts";

/** Where two shapes differ in such keywords. */
export function opaqueFacts(graph: Graph, given: NormalForm, wanted: NormalForm): Fact[] {
  const alikeTo = (part: Opaque, other: Opaque): boolean =>
    equalJson(saidBy(part), saidBy(other)) && sameSchemas(graph, part, other);
  // The consumer may read a text as another value, for which the same condition has another result.
  const otherwise = graph.sides.textual && isReadAsText(given, wanted);
  const saysElse = ({ keyword }: Opaque): boolean => otherwise && KEYWORDS.get(keyword)?.type === undefined;
  // If another replaced it, the loop below reports that one.
  const fresh = wanted.opaque.filter((part) => saysElse(part) || !given.opaque.some((twin) => alikeTo(twin, part)));
  const dropped = given.opaque
    .filter(({ keyword }) => !fresh.some((part) => part.keyword === keyword))
    .filter((part) => !wanted.opaque.some((other) => alikeTo(part, other)))
    .map(({ keyword }) => ({ keyword, producer: true, consumer: undefined, provedBy: "constraint-dropped" }));
  const added = fresh.flatMap((part): Fact[] => {
    const twins = given.opaque.filter(({ keyword }) => keyword === part.keyword);
    const alike = twins.filter((twin) => sameSchemas(graph, twin, part));
    const provedBy = saysElse(part) ? undefined : proofOf(graph.exact, given, { part, twins });
    const [twin] = alike;
    if (twin?.keyword === "contains" && part.keyword === "contains") return countFacts(twin, part, provedBy);
    const before = twins.length > 0 ? true : undefined;
    return [
      { keyword: part.keyword, producer: before, consumer: true, ...(provedBy === undefined ? {} : { provedBy }) },
    ];
  });
  return [...dropped, ...added];
}

/**
 * True if two keywords have the same schemas. Compares everything that these allow, because even a value that is never
 * sent may decide the result of a condition or a count.
 */
function sameSchemas(graph: Graph, one: Opaque, other: Opaque): boolean {
  return (
    one.schemas.length === other.schemas.length &&
    one.schemas.every((schema, index) => graph.exact.equal(schema, other.schemas[index] ?? ANYTHING_GOES))
  );
}

/** The same items are counted, but the required number differs. */
function countFacts(twin: Contains, part: Contains, provedBy: string | undefined): Fact[] {
  const [before, after] = [countsOf(twin), countsOf(part)];
  return (["minContains", "maxContains"] as const).flatMap((keyword): Fact[] => {
    const fact = { keyword, producer: before[keyword], consumer: after[keyword] };
    if (fact.producer === fact.consumer) return [];
    const looser =
      fact.consumer === undefined ||
      (fact.producer !== undefined &&
        (keyword === "minContains" ? fact.consumer <= fact.producer : fact.consumer >= fact.producer));
    return [looser ? { ...fact, provedBy: provedBy ?? "bound-loosened" } : fact];
  });
}

const countsOf = ({ least, most }: Contains): Counts => ({
  minContains: Number(least),
  maxContains: most === undefined ? undefined : Number(most),
});

interface Counts {
  readonly minContains: number;
  readonly maxContains: number | undefined;
}

interface Candidates {
  readonly part: Opaque;
  readonly twins: readonly Opaque[];
}

/** The rule by which the consumer's keyword rejects nothing that the producer sends. */
function proofOf(graph: Graph, given: NormalForm, { part, twins }: Candidates): string | undefined {
  const type = KEYWORDS.get(part.keyword)?.type;
  // A text may be read as another type than it was sent as.
  if (type !== undefined && !graph.sides.textual && !allowsType(given, type)) return "type-not-sent";
  const inner = part.schemas[0] ?? ANYTHING_GOES;
  switch (part.keyword) {
    case "propertyNames":
      return twins.some(({ schemas }) => graph.contained(schemas[0] ?? ANYTHING_GOES, inner))
        ? "names-loosened"
        : undefined;
    case "contains":
      return containsProved(graph, part, twins);
    case "dependentRequired":
      return needsNoMore(given, part, twins) ? "required-dropped" : undefined;
    case "dependentSchemas":
      return twins.some((twin) => eachContained(graph, twin, part)) ? "each-part-loosened" : undefined;
    case "if":
      if (part.names.length === 1) return "constraint-without-effect";
      return twins.some((twin) => isConditionalProved(graph, twin, part)) ? "each-part-loosened" : undefined;
    case "not":
      return excludesLess(graph, given, { part, twins });
    default:
      return undefined;
  }
}

function containsProved(graph: Graph, part: Contains, twins: readonly Opaque[]): string | undefined {
  if (part.most !== undefined) return undefined;
  if (part.least === 0) return "constraint-without-effect";
  // Everything that was counted still counts. More may count, which only matters to an upper bound.
  const fits = (twin: Opaque): boolean =>
    twin.keyword === "contains" && twin.least >= part.least && graph.contained(twin.schemas[0], part.schemas[0]);
  return twins.some(fits) ? "contains-loosened" : undefined;
}

/** True if everything that the presence of a property requires was required before. */
function needsNoMore(given: NormalForm, { needs }: Needs, twins: readonly Opaque[]): boolean {
  const before = (name: string): readonly string[] =>
    twins.flatMap((twin) =>
      twin.keyword === "dependentRequired" ? (new Map(Object.entries(twin.needs)).get(name) ?? []) : [],
    );
  return Object.entries(needs).every(([name, needed]) => {
    const own = new Set([...given.required, ...before(name)]);
    return needed.every((other) => own.has(other));
  });
}

/** For two keywords with named schemas: the producer has each schema that the consumer has, and none is looser. */
function eachContained(graph: Graph, twin: Opaque, part: Named, except?: string): boolean {
  if (twin.keyword !== part.keyword) return false;
  return part.names.every((name, index) => {
    if (name === except) return true;
    const own = twin.schemas[twin.names.indexOf(name)];
    return own !== undefined && graph.contained(own, part.schemas[index] ?? ANYTHING_GOES);
  });
}

function isConditionalProved(graph: Graph, twin: Opaque, part: Named): boolean {
  return (
    graph.equal(twin.schemas[0] ?? ANYTHING_GOES, part.schemas[0] ?? ANYTHING_GOES) &&
    eachContained(graph, twin, part, "if")
  );
}

/** The rule that proves that what is excluded now was excluded before, or is never sent. */
function excludesLess(graph: Graph, given: NormalForm, { part, twins }: Candidates): string | undefined {
  const excluded = part.schemas[0] ?? ANYTHING_GOES;
  const { textual, consumer, work } = graph.sides;
  if (textual) return undefined;
  if (mergeForms(given, consumer.form(excluded), work).never) return "excluded-not-sent";
  return twins.some(({ schemas }) => graph.mirror?.contained(excluded, schemas[0] ?? ANYTHING_GOES))
    ? "exclusion-loosened"
    : undefined;
}
