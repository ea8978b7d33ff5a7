// References in bodies: the properties that name an item of another resource.
import type { Operation } from "../../../src/contract/model.ts";
import { keptFor, once } from "../../../src/memo.ts";
import type { JsonValue } from "../../../src/json/value.ts";
import { namesSecret } from "../../../src/redaction/names.ts";
import { names } from "../../../src/resource/items/bodies.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { type SchemaNode, mayBe, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { type Plan, type ResourceOperation, plannedOf } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { namedBy, referencePlaces } from "./reference-places.ts";

/** The properties of a body that name an item of another resource, all or the required ones. */
export function referred(
  plan: Plan,
  { operation, resource }: ResourceOperation,
  { required = false } = {},
): (readonly [name: string, other: Resource])[] {
  const schema = bodySchema(operation);
  if (schema === undefined) return [];
  const { properties, form } = schemaAt(plan.contract.document, schema.pointer, "request");
  return [...properties].flatMap(([name, node]) => {
    if ((required && !form.required.has(name)) || node.annotations.readOnly) return [];
    const other = namedBy(plan, resource, name, node);
    return other === undefined || resource.scope.some(({ property }) => property === name)
      ? []
      : [[name, other] as const];
  });
}

/** By plan, operation and property: the identifier of another item than the one that bodies usually name. */
const othersOf = once((_plan: Plan) => new Map<Operation, Map<string, JsonValue>>());

export function keepOther(plan: Plan, operation: Operation, name: string, id: JsonValue): void {
  keptFor(othersOf(plan), operation, () => new Map<string, JsonValue>()).set(name, id);
}

/** Another item that a body may name; undefined if there is none. */
export const otherOf = (plan: Plan, operation: Operation, name: string): JsonValue | undefined =>
  othersOf(plan).get(operation)?.get(name);

/** True if an item of one resource needs an item of the other. */
export function leadsTo(plan: Plan, one: Resource, other: Resource, seen = new Set<Resource>()): boolean {
  if (one === other || seen.has(one)) return one === other;
  seen.add(one);
  const { create: operation } = one.operations;
  const needed = operation === undefined ? [] : needs(plan, one, operation);
  const above = one.parent === undefined ? [] : [plannedOf(plan, one.parent.resource) ?? one.parent.resource];
  return [...needed, ...above].some((next) => leadsTo(plan, next, other, seen));
}

const needs = (plan: Plan, resource: Resource, operation: Operation): Resource[] => [
  ...referred(plan, { operation, resource }, { required: true }).map(([, other]) => other),
  ...referencePlaces(plan, { operation, resource }).flatMap(({ other, isRequired }) => (isRequired ? other : [])),
];

/** The resources whose items name items of another one, each with the place of the name. */
export function referring(plan: Plan, resource: Resource): (readonly [one: Resource, path: readonly string[]])[] {
  return plan.resources.flatMap((one) => {
    const { create: operation } = one.operations;
    if (operation === undefined || one === resource) return [];
    const creator = { operation, resource: one };
    const all = [
      ...referred(plan, creator).map(([name, other]) => ({ path: [name], other })),
      ...referencePlaces(plan, creator),
    ];
    return all.flatMap(({ path, other }) => (other === resource ? [[one, path] as const] : []));
  });
}

/**
 * True for a number or a time of last use that the service sets itself, of an item that others name: what is done to
 * those may change it.
 */
export function isMovedByOthers(plan: Plan, resource: Resource, name: string): boolean {
  return mayMove(plan, resource, name) && (isAbove(plan, resource) || referring(plan, resource).length > 0);
}

function mayMove(plan: Plan, resource: Resource, name: string): boolean {
  const { document } = plan.contract;
  const node = schemaAt(document, resource.item.pointer, "response").properties.get(name);
  if (node === undefined || isSettable(plan, resource, name)) return false;
  return mayBe(node, "number") || mayBe(node, "integer") || /last|latest|updated|modified/i.test(name);
}

/**
 * True for what the service may change by itself: what others move, and, unless the client sets it, a secret, which many
 * show once, and any part of an item that a creation only begins.
 */
export function mayMoveByItself(plan: Plan, resource: Resource, name: string): boolean {
  const { create } = resource.operations;
  const isBegun = create !== undefined && names(create, "202");
  return ((isBegun || namesSecret(name)) && !isSettable(plan, resource, name)) || mayMove(plan, resource, name);
}

const isAbove = ({ resources }: Plan, resource: Resource): boolean =>
  resources.some(({ parent }) => parent?.resource.collection === resource.collection);

/** True for a property that clients may set, when they create an item or later. */
export function isSettable(plan: Plan, { operations }: Resource, name: string): boolean {
  return ([operations.create, operations.replace, operations.update] as const).some((operation) => {
    const schema = operation && bodySchema(operation);
    const own: SchemaNode | undefined =
      schema && schemaAt(plan.contract.document, schema.pointer, "request").properties.get(name);
    return own?.annotations.readOnly === false;
  });
}
