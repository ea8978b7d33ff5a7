// Schemas that are the same text on both sides and only lead to a difference, as most schemas around an edit do.
import { appendPointer } from "../../json/pointer.ts";
import type { Conjunction } from "../form/conjunction.ts";
import type { Edge, Graph, Step } from "./graph.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** Keywords whose parts can be followed without merging or matching. */
const PLAIN = new Set([
  ...["type", "properties", "required", "items", "additionalProperties", "title", "description", "example", "examples"],
  ...["minProperties", "maxProperties", "minItems", "maxItems", "uniqueItems", "deprecated", "externalDocs", "xml"],
]);

/**
 * The edges of a plain schema that is the same text on both sides and only leads to a difference. Most schemas around
 * an edit are like that, and their other parts need not be compared.
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

/**
 * Whether a required property must be sent may depend on the target of its reference, so the text here is not enough.
 */
function requiredMarkDiffers({ sides }: Graph, pointer: string, { required }: JsonObject): boolean {
  if (!Array.isArray(required)) return false;
  return required.some((name: JsonValue) => {
    if (typeof name !== "string") return false;
    const place = appendPointer(pointer, "properties", name);
    return sides.producer.isSilentAt(place) !== sides.consumer.isSilentAt(place);
  });
}
