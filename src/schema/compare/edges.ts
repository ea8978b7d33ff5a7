// The steps from a pair of schemas to the pairs inside it: properties, patterns, maps, items.
import { appendPointer } from "../../json/pointer.ts";
import { type Conjunction, join, tagged } from "../normal/conjunction.ts";
import type { NormalForm } from "../normal/normal-form.ts";
import { propertyConstraint } from "../normal/merge.ts";
import type { Edge, Graph, Step } from "./graph.ts";
import { describedByPattern, patternEdges, undescribedNames } from "./families/pattern-edges.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** Keywords of schemas whose parts can be followed without merging or matching anything. */
const PLAIN = new Set([
  ...["type", "properties", "required", "items", "additionalProperties", "title", "description", "example", "examples"],
  ...["minProperties", "maxProperties", "minItems", "maxItems", "uniqueItems", "deprecated", "externalDocs", "xml"],
]);

/**
 * The edges of a plain schema that is the same text on both sides and only leads to something that differs.
 * Most schemas around an edit are such, and none of their other parts need be looked at.
 */
export function passingEdges(graph: Graph, producer: Conjunction, consumer: Conjunction): Edge[] | undefined {
  const [member, ...others] = producer.members;
  if (member?.kind !== "schema" || others.length > 0 || producer.id !== consumer.id) return undefined;
  const { pointer } = member;
  const { sides } = graph;
  const [own, other] = [sides.producer.value(pointer), sides.consumer.value(pointer)];
  if (!isObject(own) || !isObject(other) || Object.keys(own).some((key) => !PLAIN.has(key))) return undefined;
  if (sides.producer.document.dialect !== sides.consumer.document.dialect || !sides.sameness.sameText(own, other)) {
    return undefined;
  }
  if (requiredMarkDiffers(graph, pointer, own)) return undefined;
  const edges: Edge[] = [];
  const lead = (step: Step, steps: readonly string[], [one, twin]: readonly (JsonValue | undefined)[]): void => {
    sides.work.spend();
    if (sides.sameness.same(one, twin)) return;
    const place = appendPointer(pointer, ...steps);
    const inner = sides.producer.conjunction(place);
    if (!sides.producer.isSilent(inner)) edges.push({ step, to: graph.pair(inner, sides.consumer.conjunction(place)) });
  };
  const names = isObject(own["properties"]) ? own["properties"] : {};
  const twins = isObject(other["properties"]) ? other["properties"] : {};
  for (const name of Object.keys(names)) {
    lead({ kind: "property", name }, ["properties", name], [names[name], twins[name]]);
  }
  lead({ kind: "item", index: 0 }, ["items"], [own["items"], other["items"]]);
  const rest = "additionalProperties";
  lead({ kind: "map" }, [rest], [own[rest], other[rest]]);
  return edges;
}

/** Whether a required property has to travel may be said behind its reference: then the text here is not all. */
function requiredMarkDiffers({ sides }: Graph, pointer: string, { required }: JsonObject): boolean {
  if (!Array.isArray(required)) return false;
  return required.some((name: JsonValue) => {
    if (typeof name !== "string") return false;
    const place = appendPointer(pointer, "properties", name);
    return sides.producer.isSilentAt(place) !== sides.consumer.isSilentAt(place);
  });
}

/** Into properties. What is not declared is only followed where it may be sent. */
export function objectEdges(graph: Graph, given: NormalForm, wanted: NormalForm): Edge[] {
  const { producer, open, leavesToPolicy } = graph.sides;
  const edges: Edge[] = [];
  const sendsFree = open || given.freeNames;
  for (const [name, conjunction] of given.properties) {
    if (producer.isSilent(conjunction)) continue;
    edges.push({
      step: { kind: "property", name },
      to: graph.pair(conjunction, propertyConstraint(wanted, name)),
    });
  }
  // A map of which the values are described may hold any name, that of a property which is new among them.
  const sendsAny = open || isFreeForm(given) || (given.freeNames && !given.additional.isEmpty);
  for (const [name, conjunction] of wanted.properties) {
    // What is required is sent, described or not.
    const sent = sendsAny || given.required.has(name) || describedByPattern(given, name);
    if (given.properties.has(name) || !sent) continue;
    // A property of a response that is no longer described may be gone, or hold anything: the policy says so.
    const isUndescribed = !given.required.has(name) && !describedByPattern(given, name);
    if (leavesToPolicy && isUndescribed && propertyConstraint(given, name).isEmpty) continue;
    edges.push({ step: { kind: "property", name }, to: graph.pair(propertyConstraint(given, name), conjunction) });
  }
  for (const name of undescribedNames(given, wanted)) {
    const [before, after] = [propertyConstraint(given, name), propertyConstraint(wanted, name)];
    edges.push({ step: { kind: "property", name }, to: graph.pair(before, after) });
  }
  edges.push(...patternEdges(graph, given, wanted, sendsFree));
  if (sendsFree) edges.push({ step: { kind: "map" }, to: graph.pair(given.additional, wanted.additional) });
  return edges;
}

/** Into items, those of a tuple first. */
export function arrayEdges(graph: Graph, given: NormalForm, wanted: NormalForm): Edge[] {
  // No item stands beyond the most that there are.
  const most = Number(given.bounds.maxItems ?? Number.POSITIVE_INFINITY);
  const length = Math.min(Math.max(given.prefix.length, wanted.prefix.length), most - 1);
  const edges: Edge[] = [];
  for (let index = 0; index <= length; index++) {
    const before = given.prefix[index] ?? given.items;
    const after = wanted.prefix[index] ?? wanted.items;
    if (!before.isEmpty || !after.isEmpty) edges.push({ step: { kind: "item", index }, to: graph.pair(before, after) });
  }
  return edges;
}

/** Into what builds upon a schema with a discriminator: each with the value of the property that chooses it. */
export function kindEdges(graph: Graph, producer: Conjunction, consumer: Conjunction): Edge[] {
  const [own, other] = [graph.sides.producer, graph.sides.consumer];
  const [sent, read] = [own.kinds(producer), other.kinds(consumer)];
  // Where the tag is known already, it has chosen.
  if (sent === undefined || sent.property !== read?.property || producer.members.some(({ kind }) => kind === "tag"))
    return [];
  return [...sent.targets].flatMap(([value, target]): Edge[] => {
    const twin = read.targets.get(value);
    if (twin === undefined) return [];
    const tag = tagged(sent.property, value);
    const branch = join(own.conjunction(target), tag);
    const group = { kind: "oneOf", branches: [branch] } as const;
    return [{ step: { kind: "branch", group, branch }, to: graph.pair(branch, join(other.conjunction(twin), tag)) }];
  });
}

/** A schema that names no property: then what the other side names may be among what is sent. */
function isFreeForm(shape: NormalForm): boolean {
  return shape.freeNames && shape.properties.size === 0;
}
