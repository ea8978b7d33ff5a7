// References inside the objects of a body: `{ customer: { id } }`, `{ relationships: { title: { data: { type, id } } } }`,
// and `{ attributes: { customer_id } }`.
import type { Operation } from "../../../src/contract/model.ts";
import { keptFor, once } from "../../../src/memo.ts";
import { type JsonObject, type JsonValue } from "../../../src/json/value.ts";
import { plainName, wordsOf, thingOf } from "../../../src/resource/paths.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { type SchemaNode, isType, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { type Plan, type ResourceOperation, resourceOf } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { EACH, withValueAt } from "./parts.ts";

/** A place within an object of a body that names an item of another resource. */
export interface ReferencePlace {
  readonly path: readonly string[];
  readonly other: Resource;
  /** Each body has it. */
  readonly isRequired: boolean;
}

const placesOf = once((_plan: Plan) => new Map<Operation, readonly ReferencePlace[]>());

export function referencePlaces(plan: Plan, creator: ResourceOperation): readonly ReferencePlace[] {
  return keptFor(placesOf(plan), creator.operation, () => {
    const schema = bodySchema(creator.operation);
    const node = schema && schemaAt(plan.contract.document, schema.pointer, "request");
    return node === undefined ? [] : within(node, { plan, resource: creator.resource }, [], true);
  });
}

const MOST_STEPS = 5;

/** The objects between a thing's name and its identifier. */
const WRAPPERS = new Set(["data"]);
const IDENTIFIERS = new Set(["id", "uuid", "guid"]);

interface Searched {
  readonly plan: Plan;
  readonly resource: Resource;
}

function within(
  node: SchemaNode,
  searched: Searched,
  path: readonly string[],
  isRequired: boolean,
): readonly ReferencePlace[] {
  return [...node.properties].flatMap(([name, own]): readonly ReferencePlace[] => {
    if (own.annotations.readOnly) return [];
    const [steps, isNeeded] = [[...path, name], isRequired && node.form.required.has(name)];
    if (isType(own, "object") && own.properties.size > 0)
      return steps.length < MOST_STEPS ? within(own, searched, steps, isNeeded) : [];
    if (isType(own, "array") && own.items !== undefined && isType(own.items, "object"))
      return steps.length < MOST_STEPS ? within(own.items, searched, [...steps, EACH], isNeeded) : [];
    if (path.length === 0) return [];
    const { plan, resource } = searched;
    const thing = IDENTIFIERS.has(plainName(name)) ? thingAt(node, path) : undefined;
    const other =
      thing === undefined
        ? namedBy(plan, resource, name, own)
        : anotherOf(plan, resource, (one) => namesSame(one.name, thing));
    return other === undefined ? [] : [{ path: steps, other, isRequired: isNeeded }];
  });
}

/**
 * The resource of which a property names an item: `customerId`, or `customer` where it has the type of the customers'
 * identifier and no other meaning.
 */
export function namedBy(plan: Plan, resource: Resource, name: string, node: SchemaNode): Resource | undefined {
  const [, thing] = /^(.+?)[_-]?(?:id|uuid|key|ref)$/i.exec(name) ?? [];
  if (thing !== undefined) return anotherOf(plan, resource, (one) => namesSame(one.name, thing));
  const called = thingOf(name);
  const isCalled = (one: Resource): boolean => thingOf(one.name) === called;
  return anotherOf(plan, resource, (one) => isCalled(one) && isLikeIdentifier(plan, one, node));
}

/** Another resource that is wanted; of several, one whose items are not below others. */
function anotherOf(plan: Plan, resource: Resource, isWanted: (one: Resource) => boolean): Resource | undefined {
  const found = plan.resources.filter((one) => one !== resource && isWanted(one));
  return found.find(({ scope }) => scope.length === 0) ?? found[0];
}

/** True for a whole number or a UUID, where the items of a resource have such an identifier. */
function isLikeIdentifier({ contract: { document } }: Plan, { item, identifier }: Resource, node: SchemaNode): boolean {
  const start: SchemaNode | undefined = schemaAt(document, item.pointer, "response");
  const own = identifier.steps.reduce((one: SchemaNode | undefined, step) => one?.properties.get(step), start);
  if (own === undefined || node.form.values !== undefined) return false;
  const isUuid = ({ form }: SchemaNode): boolean => form.formats.includes("uuid");
  return (isType(node, "integer") && isType(own, "integer")) || (isUuid(node) && isUuid(own));
}

/** What an identifier names: by the type beside it, or by the name of the object around it. */
function thingAt(node: SchemaNode, path: readonly string[]): string | undefined {
  const [type, another] = node.properties.get("type")?.form.values ?? [];
  if (typeof type === "string" && another === undefined) return type;
  return path.findLast((step) => step !== EACH && !WRAPPERS.has(plainName(step)));
}

/** "customers" and "customer", or "billingCustomer". */
export function namesSame(collection: string, thing: string): boolean {
  const last = wordsOf(thing).at(-1) ?? "";
  const named = thingOf(collection);
  return named === thingOf(thing) || (last.length > 3 && named === thingOf(last));
}

/** By plan and operation: the items that its bodies name, each with its place. */
const namedOf = once((_plan: Plan) => new Map<Operation, (readonly [path: readonly string[], id: JsonValue])[]>());

export function keepName(plan: Plan, operation: Operation, path: readonly string[], id: JsonValue): void {
  keptFor(namedOf(plan), operation, () => []).push([path, id]);
}

/** A body that names items which exist, in the places where the body names some. A change names those of the creation. */
export function withNames(plan: Plan, operation: Operation, body: JsonObject): JsonObject {
  const own = namedOf(plan);
  const known = own.get(operation) ?? own.get(resourceOf(plan, operation)?.operations.create ?? operation) ?? [];
  return known.reduce((made, [path, id]) => withValueAt(made, path, id), body);
}
