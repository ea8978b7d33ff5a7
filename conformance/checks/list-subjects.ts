// What lists are asked of: each resource that can be listed.
import { type JsonObject, type JsonValue, equalJson } from "../../src/contract/json.ts";
import type { Resource } from "../../src/resource/model.ts";
import type { Subject } from "../check.ts";
import { type Plan, playing, successSchema } from "../plan.ts";

export interface ListSubject extends Subject {
  readonly resource: Resource;
}

export function lists(plan: Plan, wanted: (resource: Resource) => boolean = () => true): ListSubject[] {
  return playing(plan, "list")
    .filter(({ resource }) => wanted(resource))
    .map(({ resource, operation }) => ({
      operation,
      resource,
      pointer: successSchema(operation)?.pointer ?? operation.pointer,
    }));
}

export const findItem = (items: readonly JsonObject[], property: string, id: JsonValue): JsonObject | undefined =>
  items.find((item) => equalJson(item[property] ?? null, id));
