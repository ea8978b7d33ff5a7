// Where bodies carry the item or the list, as inferred from the document. Responses are read there, and requests are
// written there.
import type { Operation } from "../src/contract/model.ts";
import type { Document } from "../src/document/document.ts";
import { type JsonObject, type JsonValue, isLeaf, isObject } from "../src/json/value.ts";
import { type BodyPath, TOP, bodyWith, isTop, partAt, partOf, valueIn } from "../src/resource/items/envelope.ts";
import type { Inference, Shape } from "../src/resource/model.ts";
import type { Schema } from "../src/schema/model.ts";
import { type SchemaNode, schemaAt } from "../src/schema/normal/schema-node.ts";
import { wholeBodySchema } from "./bodies.ts";
import { type Exchange, valueOf } from "./client/exchange.ts";

/** Keyed by operation: every operation belongs to one contract, and has one meaning. */
const shapes = new WeakMap<Operation, Shape>();

/** The schemas of items in requests that wrap them in an envelope. */
const sentSchemas = new WeakMap<Operation, Schema>();

/** Registers what was inferred about bodies. */
export function noteShapes(document: Document, { resources, singletons }: Inference): void {
  for (const { shapes: own } of [...resources, ...singletons]) {
    for (const [operation, shape] of own) {
      const schema = isTop(shape.sent) || shape.sendsMany ? undefined : innerSchema(document, operation, shape.sent);
      shapes.set(operation, schema === undefined && !shape.sendsMany ? { ...shape, sent: TOP } : shape);
      if (schema !== undefined) sentSchemas.set(operation, schema);
    }
  }
}

/** The schema of the item in a request; undefined if the request is the item itself, or requires more than the item. */
export function sentSchemaOf(operation: Operation): Schema | undefined {
  return sentSchemas.get(operation);
}

function innerSchema(document: Document, operation: Operation, place: BodyPath): Schema | undefined {
  const whole = wholeBodySchema(operation);
  if (whole === undefined || place.inList) return undefined;
  let node: SchemaNode | undefined = schemaAt(document, whole.pointer, "request");
  for (const step of place.steps) {
    if ([...(node?.form.required ?? [])].some((name) => name !== step)) return undefined;
    node = node && partAt(node, { steps: [step], inList: false });
  }
  return node === undefined ? undefined : partOf(whole, place, false, node.pointer);
}

/** The shape of an operation's bodies; undefined if the operation has no role. */
export function shapeOf(operation: Operation | undefined): Shape | undefined {
  return operation === undefined ? undefined : shapes.get(operation);
}

/** The item or the list in the answer of an exchange; the whole body if it has no envelope. */
export function shownIn(exchange: Exchange): JsonValue | undefined {
  const value = valueOf(exchange);
  const { shown: place, identified = [] } = shapeOf(exchange.operation) ?? {};
  // Nothing of the item but what names it.
  if (identified.length > 0 && value !== undefined && isLeaf(value))
    return bodyWith({ steps: identified, inList: false }, value);
  return place === undefined || isTop(place) ? value : valueIn(value, place);
}

/** The item in the answer of an exchange; undefined if there is none. */
export function itemIn(exchange: Exchange): JsonObject | undefined {
  const value = shownIn(exchange);
  return isObject(value) ? value : undefined;
}

/** The place of the item in a request. */
export function sentPlace(operation: Operation): BodyPath {
  const shape = shapeOf(operation);
  return shape === undefined || shape.sendsMany ? TOP : shape.sent;
}

/** An item in the envelope that its request needs, if any. */
export function wrapped(operation: Operation, item: JsonValue): JsonValue {
  const place = sentPlace(operation);
  return isTop(place) ? item : bodyWith(place, item);
}

/** The properties of an item that a body carries; none if the body is the value of a single property. */
export function saidOfItem(operation: Operation | undefined, body: JsonObject): JsonObject {
  const within = shapeOf(operation)?.within;
  return within === undefined || Object.hasOwn(body, within) ? body : {};
}

/** The text of the last path parameter in a request, which names the item. */
export function identifierText({ operation, request }: Exchange): string {
  const steps = new URL(request.url).pathname.split("/");
  const template = (operation?.path ?? "").split("/");
  const at = template.findLastIndex((step) => step.includes("{"));
  const step = steps[steps.length - 1 - (at === -1 ? 0 : template.length - 1 - at)] ?? "";
  // A step may have more than the parameter: `{Sid}.json`.
  const [, before = "", after = ""] = /^([^{]*)\{[^}]*\}([^{]*)$/.exec(template[at] ?? "") ?? [];
  const isWhole = step.startsWith(before) && step.endsWith(after) && step.length > before.length + after.length;
  return decoded(isWhole ? step.slice(before.length, step.length - after.length) : step);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
