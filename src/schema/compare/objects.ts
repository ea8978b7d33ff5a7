// Compares objects: which properties are required, named, or allowed without a name, and the steps into them. A name
// must satisfy all patterns of a side that it matches, and `additionalProperties` only if it matches none, so a pair of
// patterns matters if one name can match both.
import type { Conjunction } from "../form/conjunction.ts";
import type { Fact } from "../keywords/fact.ts";
import { describedByPattern, namePatterns, patternConstraint, propertyConstraint } from "../keywords/properties.ts";
import type { Edge, FormPair, Graph, Sides } from "./graph.ts";
import { matches } from "../pattern/engine.ts";
import { anyOf, exactly, mayMeet, textBeyond } from "../pattern/inclusion.ts";
import type { NormalForm } from "../form/normal-form.ts";
import type { NormalForms } from "../normal/normal-forms.ts";
import type { Work } from "../work.ts";

/** The facts about properties. Whether the value of one is still accepted is decided by the pair of its schemas. */
export function objectFacts(given: NormalForm, wanted: NormalForm, sides: Sides): Fact[] {
  const facts: Fact[] = [];
  const add = (keyword: string, name: string, change: Partial<Fact>): void => {
    facts.push({ keyword, name, producer: undefined, consumer: undefined, ...change });
  };
  for (const name of wanted.required) if (!given.required.has(name)) add("required", name, { consumer: true });
  for (const name of given.required) {
    if (!wanted.required.has(name)) add("required", name, { producer: true, provedBy: "required-dropped" });
  }
  // Whether values of such a property are still accepted is decided by the pair of its schemas.
  for (const name of unnamed(given, sides.consumer, wanted)) {
    add("properties", name, { producer: true, provedBy: "property-undeclared" });
  }
  for (const name of unnamed(wanted, sides.producer, given)) {
    add("properties", name, { consumer: true, provedBy: "property-declared" });
  }
  const closed = (shape: NormalForm): boolean => !shape.additional.isEmpty && isClosed(shape, sides);
  if (!given.freeNames && !wanted.freeNames && !sides.open && closed(given) !== closed(wanted)) {
    const provedBy = "only-declared-properties-are-sent";
    facts.push({ keyword: "additionalProperties", producer: !closed(given), consumer: !closed(wanted), provedBy });
  }
  return facts;
}

/** The depth to which nested alternatives are followed. */
const MOST_LEVELS = 4;

/**
 * The properties of a shape that the other one does not name, not even in an alternative. Does not collect what the
 * other one names, which may be far more.
 */
function unnamed({ properties }: NormalForm, forms: NormalForms, other: NormalForm): Iterable<string> {
  const left = new Set(properties.keys());
  // Alternatives may lead to each other, so visit each once.
  const seen = new Set<Conjunction>();
  let shapes = [other];
  for (let level = 0; level <= MOST_LEVELS && left.size > 0; level++) {
    for (const shape of shapes) leave(left, shape.properties);
    const branches = shapes.flatMap(({ groups }) => groups.flatMap((group) => group.branches));
    const fresh = [...new Set(branches)].filter((branch) => !seen.has(branch));
    for (const branch of fresh) seen.add(branch);
    shapes = fresh.map((branch) => forms.form(branch));
  }
  return left;
}

/** Removes property names from a set, by iterating over the smaller of the two. */
function leave(names: Set<string>, properties: NormalForm["properties"]): void {
  if (properties.size < names.size) for (const name of properties.keys()) names.delete(name);
  else for (const name of names) if (properties.has(name)) names.delete(name);
}

function isClosed(shape: NormalForm, sides: Sides): boolean {
  return sides.producer.form(shape.additional).never || sides.consumer.form(shape.additional).never;
}

/** Edges to properties. Undeclared ones are only followed if they may be sent. */
export function objectEdges(graph: Graph, { producer: own, given, wanted }: FormPair): Edge[] {
  const { producer, open, leavesToPolicy, work } = graph.sides;
  const edges: Edge[] = [];
  const sendsFree = open || given.freeNames;
  for (const [name, conjunction] of given.properties) {
    if (producer.isSilent(conjunction)) continue;
    edges.push({
      step: { kind: "property", name },
      to: graph.pair(conjunction, propertyConstraint(wanted, name, work)),
    });
  }
  // A map with described values may have any name, including that of a new property.
  const sendsAny = open || isFreeForm(graph, own, given) || (given.freeNames && !given.additional.isEmpty);
  for (const [name, conjunction] of wanted.properties) {
    // A required property is sent, whether described or not.
    const sent = sendsAny || given.required.has(name) || describedByPattern(given, name, work);
    if (given.properties.has(name) || !sent) continue;
    // A property of a response that is no longer described may be gone or contain anything, which the policy reports.
    const isUndescribed = !given.required.has(name) && !describedByPattern(given, name, work);
    if (leavesToPolicy && isUndescribed && propertyConstraint(given, name, work).isEmpty) continue;
    edges.push({
      step: { kind: "property", name },
      to: graph.pair(propertyConstraint(given, name, work), conjunction),
    });
  }
  for (const name of undescribedNames(given, wanted)) {
    const [before, after] = [propertyConstraint(given, name, work), propertyConstraint(wanted, name, work)];
    edges.push({ step: { kind: "property", name }, to: graph.pair(before, after) });
  }
  edges.push(...patternEdges(graph, given, wanted, sendsFree));
  if (sendsFree) edges.push({ step: { kind: "map" }, to: graph.pair(given.additional, wanted.additional) });
  return edges;
}

/** A schema that says nothing about properties, not even that it has none, may have those that the other side names. */
function isFreeForm({ sides }: Graph, conjunction: Conjunction, shape: NormalForm): boolean {
  if (!shape.freeNames || shape.properties.size > 0) return false;
  return sides.producer.definitions(conjunction).every(({ definition }) => definition["properties"] === undefined);
}

/**
 * The pairs of schemas for names that match patterns. What is true for each of them is true for every name.
 * @param sendsFree whether names that the producer does not describe may be sent
 */
function patternEdges(graph: Graph, given: NormalForm, wanted: NormalForm, sendsFree: boolean): Edge[] {
  const edges: Edge[] = [];
  const [sent, read] = [namePatterns(given), namePatterns(wanted)];
  const add = (matching: readonly string[], before: Conjunction, after: Conjunction): void => {
    const avoiding = read.filter((pattern) => !matching.includes(pattern));
    edges.push({ step: { kind: "pattern", matching, avoiding }, to: graph.pair(before, after) });
  };
  for (const pattern of sent) {
    add([pattern], patternConstraint(given, pattern), patternConstraint(wanted, pattern));
  }
  for (const pattern of read) {
    // A matching name must satisfy its counterpart, whatever else it matches.
    if (sent.includes(pattern)) continue;
    const after = patternConstraint(wanted, pattern);
    for (const other of sent) {
      if (mayMeet(other, pattern, graph.sides.work)) add([other, pattern], patternConstraint(given, other), after);
    }
    if (sendsFree && leavesNames(given, pattern, graph.sides.work)) add([pattern], given.additional, after);
  }
  return edges;
}

/** False if a shape describes every name that matches a pattern: by a pattern of its own, or as one of its properties. */
function leavesNames(shape: NormalForm, pattern: string, work: Work): boolean {
  const named = [...shape.properties.keys()].filter((name) => matches(pattern, name, work));
  const described = [...namePatterns(shape), ...named.map(exactly)];
  return described.length === 0 || textBeyond([pattern], anyOf(described), work) !== null;
}

/** Names that are required but not described: they are sent anyway. */
function undescribedNames(given: NormalForm, wanted: NormalForm): string[] {
  return [...given.required].filter((name) => !given.properties.has(name) && !wanted.properties.has(name));
}

/**
 * The maximum number of properties that are sent; undefined if there is none. Profiles that only consider what is
 * declared assume that nothing else is sent.
 */
export function mostProperties(shape: NormalForm, { producer, open }: Sides): number | undefined {
  // Alternatives and conditions may declare more.
  const declared = !open && !shape.freeNames && shape.groups.length === 0 && shape.opaque.length === 0;
  const closed = declared || producer.form(shape.additional).never;
  if (!closed || namePatterns(shape).length > 0) return undefined;
  const sent = [...shape.properties].filter(([, property]) => !producer.form(property).never).map(([name]) => name);
  return new Set([...sent, ...shape.required]).size;
}
