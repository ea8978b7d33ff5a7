// Finds the alternative that is an older or newer version of a schema without alternatives. Differences are then found
// inside it.
import { areApart } from "./apart.ts";
import { isComponent, namesOfBoth } from "./branch-names.ts";
import { likeness, traitsOf } from "./likeness.ts";
import { isNull, isTypeOrNull } from "./null-aside.ts";
import { withoutApplied } from "./only-choice.ts";
import { byContent } from "./order.ts";
import type { Differences, Edge, FormPair, Graph, Sides } from "../graph.ts";
import { type Conjunction, NOT_NULL, isBesideNull, join } from "../../form/conjunction.ts";
import { hasFacts } from "../../form/facts.ts";
import { type Group, type NormalForm, type Opaque, isOnly } from "../../form/normal-form.ts";

/** With more alternatives than this, each is not compared with each other. */
export const MAX_BRANCHES = 200;

/**
 * The alternative that corresponds to what is sent, by name or because no other accepts any of it; undefined if there
 * is none.
 */
export function sameBranch(
  { sides }: Graph,
  { branches }: Group,
  { producer, given }: FormPair,
): Conjunction | undefined {
  // Each alternative may read a text differently, but an object is an object for all of them.
  if (sides.textual && !isOnly(given, "object")) return undefined;
  if (producer.members.length !== 1 || given.groups.length > 0) return undefined;
  // With `strict`, a second alternative that also accepts it is a difference of its own.
  const twins = sides.open || !isComponent(producer) ? [] : branches.filter((branch) => isBesideNull(branch, producer));
  if (twins.length === 1) return twins[0];
  return onlyMeeting(branches, given, (branch) => areApart(sides, given, sides.consumer.form(branch)));
}

/**
 * The only alternative that has values in common with a schema of objects or lists, so that the others do not matter.
 */
function onlyMeeting(
  branches: readonly Conjunction[],
  form: NormalForm,
  isApart: (branch: Conjunction) => boolean,
): Conjunction | undefined {
  if (!isOnly(form, "object", "array")) return undefined;
  const [only, ...more] = branches.filter((branch) => !isApart(branch));
  return more.length === 0 ? only : undefined;
}

/** If what is sent is one of the consumer's alternatives, and the consumer says nothing else. */
export function chosenOf(graph: Graph, pair: FormPair): Differences | undefined {
  const { producer, consumer, wanted } = pair;
  const [group, ...others] = wanted.groups;
  if (group === undefined || others.length > 0 || consumer.members.length > 1 || wanted.properties.size > 0) return;
  const twin = sameBranch(graph, group, pair) ?? containing(graph, group, pair);
  if (twin === undefined) return undefined;
  const step = { kind: "branch", group: { ...group, branches: [producer] }, branch: producer } as const;
  const { consumer: space } = graph.sides;
  const [sent, taken] = namesOfBoth({ space, branches: [twin] }, { space, branches: group.branches });
  return {
    facts: [{ keyword: group.kind, producer: sent, consumer: taken, provedBy: "alternative-compared" }],
    edges: [{ step, to: graph.pair(producer, twin) }],
  };
}

/** The alternative that takes all that is sent, whether or not others take it, too; of several the likest. */
function containing(graph: Graph, { branches }: Group, { producer, given }: FormPair): Conjunction | undefined {
  const { sides } = graph;
  if (sides.open || sides.textual || given.groups.length > 0 || given.properties.size === 0) return undefined;
  const taking = byContent(sides.consumer)({ branches }).filter((branch) => graph.contained(producer, branch));
  const sent = traitsOf(sides.producer, producer);
  const ranked = taking.map((branch) => ({ branch, alike: likeness(sent, traitsOf(sides.consumer, branch)) }));
  return ranked.toSorted((one, other) => other.alike - one.alike)[0]?.branch;
}

/** If the consumer only knows one of the producer's alternatives, the others were added: a single difference. */
export function alternativesOfOne(graph: Graph, forms: FormPair): Differences | undefined {
  const { producer, given, consumer, wanted } = forms;
  const [group] = given.groups;
  if (producer.members.length > 1 || given.groups.length > 1) return undefined;
  if (withoutApplied(consumer, wanted).groups.length > 0) return undefined;
  if (group === undefined || given.properties.size > 0) return undefined;
  const { producer: space, consumer: own, work } = graph.sides;
  const isBoth = isTypeOrNull(wanted);
  const others = group.branches.filter(
    (branch) => branch.id !== producer.id && !(isBoth && isNull(space.form(branch))),
  );
  const rest = isBoth ? join(consumer, NOT_NULL, work) : consumer;
  // A bound or another fact beside the alternatives holds for each of them, and so does a count of items.
  const more = Object.keys(given.bounds).length > 0 || hasFacts(given) || given.opaque.some(isCount);
  const whole = (branch: Conjunction): Conjunction => (more ? join(producer, branch, work) : branch);
  const fits = (branch: Conjunction): boolean => graph.contained(whole(branch), consumer);
  const known =
    others.find((branch) => isBesideNull(branch, consumer)) ??
    others.find((branch) => !branch.isEmpty && graph.equal(branch, rest)) ??
    onlyMeeting(others, own.form(rest), (branch) => areApart(graph.sides, space.form(branch), own.form(rest))) ??
    (others.every(fits) ? undefined : likest(graph.sides, others, forms));
  if (known === undefined) return undefined;
  const [sent, taken] = namesOfBoth({ space, branches: others }, { space, branches: [known] });
  const fact = { keyword: group.kind, producer: sent, consumer: taken };
  const step = { kind: "branch", group, branch: known } as const;
  // A null that is not sent any more is told by the types inside.
  const edge: Edge = { step, to: graph.pair(whole(known), others.length === group.branches.length ? consumer : rest) };
  const isFit = others.every((branch) => branch === known || fits(branch));
  return { facts: [isFit ? { ...fact, provedBy: "alternatives-fit" } : fact], edges: [edge] };
}

const isCount = ({ keyword }: Opaque): boolean => keyword === "contains";

/** Less alike, and a schema is another one rather than a version. */
const ALIKE = 0.5;

/** The alternative that is most like an object, unless another one has what it lacks. */
function likest(sides: Sides, branches: readonly Conjunction[], forms: FormPair): Conjunction | undefined {
  const known = traitsOf(sides.consumer, forms.consumer);
  const names = [...forms.wanted.properties.keys()];
  const lacks = (branch: Conjunction, name: string): boolean => !sides.producer.form(branch).properties.has(name);
  const [first] = byContent(sides.producer)({ branches })
    .filter((branch) => names.every((name) => !lacks(branch, name) || branches.every((other) => lacks(other, name))))
    .map((branch) => ({ branch, alike: likeness(traitsOf(sides.producer, branch), known) }))
    .toSorted((one, other) => other.alike - one.alike);
  return first !== undefined && first.alike >= ALIKE ? first.branch : undefined;
}
