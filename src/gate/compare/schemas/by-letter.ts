// Changes that are breaking only if the documents are taken literally. Their owners would not call them breaking, so
// they are warnings. Each has its own kind, whose severity a team can raise. The profile `strict` makes no such
// exception.
import { lastStep } from "../../../json/pointer.ts";
import type { Graph, PairNode, Step } from "../../../schema/compare/graph.ts";
import type { Fact } from "../../../schema/keywords/fact.ts";
import { memberPointer } from "../../../schema/form/conjunction.ts";
import { type NormalForm, allowsType, typesOf } from "../../../schema/form/normal-form.ts";
import { typeOf } from "../../../schema/types.ts";
import { Work } from "../../../schema/work.ts";
import { KINDS, type Kind } from "../../kinds/kinds.ts";
import { WIRE_KINDS } from "../../kinds/wire.ts";
import type { Draft } from "../../model.ts";

/** The kind, severity and fix of a change that is breaking only literally. */
export type ByLetter = Pick<Draft, "kind" | "severity" | "fix">;

const softened = (kind: Kind, fix: string): ByLetter => ({ kind, severity: "warning", fix });

/**
 * Recognizes a difference that is breaking only literally.
 * @param trail the steps that lead to the node
 * @returns undefined for every other difference
 */
export function byLetter(graph: Graph, node: PairNode, fact: Fact, trail: readonly Step[]): ByLetter | undefined {
  if (graph.sides.open || fact.provedBy !== undefined) return undefined;
  if (isNewProperty(graph, node, fact, trail)) return NEW_PROPERTY;
  if (isDroppedList(graph, node, fact)) return DROPPED_LIST;
  if (isImpliedType(graph, node, fact)) return IMPLIED_TYPE;
  return isIdleNullable(graph, node, fact) ? IDLE_NULLABLE : undefined;
}

/**
 * A new property of a closed object in a response. Strictly speaking it is breaking, because the base does not allow
 * it, but owners rely on clients to ignore unknown properties, as with open objects. If the revision allows properties
 * without naming them, the run still fails.
 */
function isNewProperty({ sides }: Graph, node: PairNode, { keyword }: Fact, trail: readonly Step[]): boolean {
  if (!sides.leavesToPolicy || keyword !== "false schema") return false;
  const isClosed = node.consumer.members.some((member) => CLOSING.has(lastStep(memberPointer(member) ?? "")));
  return isClosed && !node.producer.isEmpty && trail.at(-1)?.kind === "property";
}

const CLOSING: ReadonlySet<string | undefined> = new Set(["additionalProperties", "unevaluatedProperties"]);

const NEW_PROPERTY = softened("response-property-allowed", WIRE_KINDS["response-property-allowed"].help);

/**
 * A response whose list of values is gone: it grew by all other values of its type, and values that clients do not know
 * are left to the policy.
 */
function isDroppedList({ sides }: Graph, node: PairNode, fact: Fact): boolean {
  if (!sides.leavesToPolicy || fact.keyword !== "enum" || fact.producer !== undefined) return false;
  const known = new Set<string>(sides.consumer.form(node.consumer).values?.map(typeOf));
  const { types, values } = sides.producer.form(node.producer);
  return values === undefined && types !== undefined && [...types].every((type) => known.has(type));
}

const DROPPED_LIST = softened("response-enum-grown", KINDS.get("response-enum-grown")?.help ?? "");

/**
 * A type that one side names and the keywords of the other side imply: taken literally, `properties` without `type`
 * allows a number too, but it is meant to describe an object.
 */
function isImpliedType({ sides }: Graph, { producer, consumer }: PairNode, { keyword }: Fact): boolean {
  if (keyword !== "type") return false;
  const implied = impliedType(sides.producer.form(producer));
  return implied !== undefined && allowsType(sides.consumer.form(consumer), implied);
}

/** The type that keywords imply without `type`; undefined if they imply none or several. */
function impliedType({ types, properties, required, items, prefix }: NormalForm): string | undefined {
  if (types !== undefined) return undefined;
  const isObject = properties.size > 0 || required.size > 0;
  const isArray = !items.isEmpty || prefix.length > 0;
  if (isObject === isArray) return undefined;
  return isObject ? "object" : "array";
}

const IMPLIED_TYPE = softened("implied-type", `${WIRE_KINDS["implied-type"].help}; or name no type`);

/**
 * Null that `nullable` allows in an OpenAPI 3.0 base, but not in a revision of a later version that still has it; or null
 * in a response whose base meant it already, because it says `nullable`, which has no effect there.
 */
function isIdleNullable(graph: Graph, { producer, consumer }: PairNode, { keyword }: Fact): boolean {
  const { sides } = graph;
  const isMeant = sides.leavesToPolicy && keyword === "type";
  if (sides.consumer.dialect === "3.0" || (sides.producer.dialect !== "3.0" && !isMeant)) return false;
  if (!sides.consumer.definitions(consumer).some(({ definition }) => definition["nullable"] === true)) return false;
  const wanted = sides.consumer.form(consumer);
  if (keyword === "type")
    return [...typesOf(sides.producer.form(producer))].every((type) => type === "null" || allowsType(wanted, type));
  const rest = sides.producer.withoutNull(producer);
  return rest !== producer && Work.within(() => graph.provedBy(graph.pair(rest, consumer))) !== undefined;
}

const IDLE_NULLABLE = softened(
  "nullable-without-effect",
  'list null among the types, as in type: [string, "null"]: OpenAPI 3.1 has no nullable',
);
