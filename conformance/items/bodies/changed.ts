// Bodies that change an item.
import type { Operation } from "../../../src/contract/model.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";
import { type SchemaNode, propertiesIn, schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { idOf, withId } from "../../../src/resource/items/identify.ts";
import { type Exchange, isRefusal } from "../../client/exchange.ts";
import type { Target } from "../../client/target.ts";
import type { ResourceOperation } from "../../plan.ts";
import { bodySchema } from "../../operations.ts";
import { itemProbe } from "../../probes/item.ts";
import { unmakable } from "./unmakable.ts";
import { fullVariant, markedBody } from "./variants.ts";
import { packedVariants } from "./packed.ts";

/** A valid body for the operation that differs from the item. */
export function changedBody(target: Target, subject: ResourceOperation): JsonObject {
  return changedBodies(target, subject)[0] as JsonObject;
}

/** Such bodies, the one with the most in it first, and last the plainest. @throws Undecidable if there is none */
export function changedBodies(target: Target, { operation, resource }: ResourceOperation): JsonObject[] {
  const creator = resource.operations.create as Operation;
  const schema = bodySchema(operation);
  const text = `${target.session.nextName()} changed`;
  if (schema === undefined) throw unmakable(operation);
  // A property that repeats the path may move the item elsewhere.
  const isRepeated = (name: string): boolean => resource.scope.some(({ property }) => property === name);
  const { required } = schemaAt(target.plan.contract.document, schema.pointer, "request").form;
  const known = propertiesIn(schemaAt(target.plan.contract.document, schema.pointer, "request"));
  // Nothing says that the operation changes a property that it does not name or that is readOnly.
  const isNamed = (name: string): boolean =>
    known.get(name)?.annotations.readOnly === false && (!isRepeated(name) || required.has(name));
  const named = (body: JsonObject): JsonObject =>
    known.size === 0
      ? body
      : Object.fromEntries(
          Object.entries<JsonValue>(body).flatMap(([name, value]) =>
            isNamed(name) ? [[name, describedPart(value, known.get(name))] as const] : [],
          ),
        );
  const { variants } = packedVariants(target.plan, { resource, operation: creator });
  const bodies = variants.map(({ body }) => named(body(text)));
  const other =
    fullVariant(target.plan, { resource, operation }, 1) ??
    fullVariant(target.plan, { resource, operation: creator }, 1);
  const own = markedBody(target.plan, { resource, operation }, { text, integer: 42 });
  const isValid = (one: JsonObject): boolean => schema.validate(one).length === 0;
  const most = bodies.find(isValid);
  const first = other === undefined ? undefined : named(other.body(text));
  const found = [first, most, own].filter((one) => one !== undefined).filter(isValid);
  if (found.length === 0) throw unmakable(operation);
  return found;
}

/** A body with the identifier of the item that it is sent to, if it has one. */
export function repeating(
  { resource: { identifier } }: Pick<ResourceOperation, "resource">,
  body: JsonObject,
  id: JsonValue,
): JsonObject {
  return idOf(identifier, body) === undefined ? body : withId(identifier, body, id);
}

/** Changes an item, by the first body that the service takes. @throws Undecidable if there is none */
export async function change(target: Target, subject: ResourceOperation, id: JsonValue): Promise<Exchange> {
  const probe = itemProbe(subject.resource, subject.operation, id);
  const [first, ...others] = changedBodies(target, subject).map((one) => repeating(subject, one, id));
  let changed = await target.ask({ ...probe, json: first as JsonObject, intent: "edge" });
  for (const json of others) if (isRefusal(changed)) changed = await target.ask({ ...probe, json, intent: "edge" });
  return changed;
}

/** A value without what a schema does not describe inside it: the creation may take more than the change does. */
function describedPart(value: JsonValue, node: SchemaNode | undefined): JsonValue {
  if (node === undefined) return value;
  if (Array.isArray(value)) return (value as JsonArray).map((one) => describedPart(one, node.items));
  const known = propertiesIn(node);
  if (!isObject(value) || known.size === 0) return value;
  const own = Object.entries<JsonValue>(value).filter(([name]) => known.has(name));
  return Object.fromEntries(own.map(([name, one]) => [name, describedPart(one, known.get(name))]));
}
