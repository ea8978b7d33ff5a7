// What lists are asked of: each resource that can be listed.
import { idOf } from "../../../src/resource/items/identify.ts";
import type { Identifier, Resource } from "../../../src/resource/model.ts";
import type { Subject } from "../../check.ts";
import { type Plan, operationsInRole, successSchema } from "../../plan.ts";
import { isNarrow } from "../../probes/narrowing.ts";
import { type JsonObject, type JsonValue, equalJson } from "../../../src/json/value.ts";

export interface ListSubject extends Subject {
  readonly resource: Resource;
}

/** Operations that list items, of the resources that are wanted. */
export function lists(plan: Plan, wanted: (resource: Resource) => boolean = () => true): ListSubject[] {
  return operationsInRole(plan, "list")
    .filter(({ resource }) => wanted(resource))
    .map(({ resource, operation }) => ({
      operation,
      resource,
      pointer: successSchema(operation)?.pointer ?? operation.pointer,
    }));
}

export const findItem = (items: readonly JsonObject[], identifier: Identifier, id: JsonValue): JsonObject | undefined =>
  items.find((item) => equalJson(idOf(identifier, item) ?? null, id));

/** Each list of all items where items can be created. */
export function creatable(plan: Plan): ListSubject[] {
  return lists(plan, (resource) => resource.operations.create !== undefined && !isNarrow(plan, resource));
}
