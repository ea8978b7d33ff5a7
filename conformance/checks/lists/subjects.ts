// The subjects of lists: each resource that can be listed.
import type { ResourceSubject } from "../../check.ts";
import { hasId } from "../../../src/resource/items/identify.ts";
import type { Identifier, Resource } from "../../../src/resource/model.ts";
import { inRole } from "../subjects.ts";
import type { Plan } from "../../plan.ts";
import { successSchema } from "../../operations.ts";
import { isNarrow } from "../../probes/narrowing.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";

/** Operations that list items, of the selected resources. */
export function lists(plan: Plan, wanted: (resource: Resource) => boolean = () => true): ResourceSubject[] {
  return inRole(plan, "list", ({ resource }) => wanted(resource)).map((subject) => ({
    ...subject,
    pointer: successSchema(subject.operation)?.pointer ?? subject.pointer,
  }));
}

export const findItem = (items: readonly JsonObject[], identifier: Identifier, id: JsonValue): JsonObject | undefined =>
  items.find((item) => hasId(identifier, item, id));

/** Each list of all items of a resource whose items can be created. */
export function creatable(plan: Plan): ResourceSubject[] {
  return lists(plan, (resource) => resource.operations.create !== undefined && !isNarrow(plan, resource));
}
