// What each role does to its collection: a request as plain values in, an answer or a refusal out. No HTTP here.
import { type JsonObject, type JsonValue, isObject } from "../contract/json.ts";
import type { Contract, Operation, Parameter, Schema } from "../contract/model.ts";
import { shapeOf } from "../contract/shape.ts";
import { tellViolations } from "../contract/violation.ts";
import type { Resource, Role } from "../resource/model.ts";
import type { Condition, Key, Query } from "../store/store.ts";
import type { Collection } from "./collection.ts";
import { ItemComposer } from "./item.ts";
import { mergePatch } from "./merge-patch.ts";
import { NOT_FOUND, type Refusal, quote, refuse } from "./refusal.ts";
import { jsonMedia, responseFor, successStatus } from "./response.ts";
import { type View, parseStored, parseStoredList, viewOf } from "./view.ts";

/** A request that was found valid. */
export interface MockRequest {
  /** The values of the parameters, in the order of the operation's parameters; undefined where one is absent. */
  readonly values: readonly (JsonValue | undefined)[];
  readonly body?: JsonValue;
}

export interface Answer {
  readonly kind: "answer";
  readonly status: number;
  /** The JSON text of the body; absent where the response has none. */
  readonly text?: string | undefined;
  /** The identifier of the item that was added. */
  readonly added?: Key;
}

export type Behaviour = (request: MockRequest) => Answer | Refusal;

/** What a behaviour is made of. */
export interface BehaviourBasis {
  readonly contract: Contract;
  readonly operation: Operation;
  readonly collection: Collection;
}

/** Prepares what an operation does. */
export function behaviourOf(role: Role, basis: BehaviourBasis): Behaviour {
  return BEHAVIOURS[role](basis);
}

const BEHAVIOURS = { list, create, fetch, replace, update, remove } satisfies Record<
  Role,
  (basis: BehaviourBasis) => Behaviour
>;

function list({ contract, operation, collection }: BehaviourBasis): Behaviour {
  const { resource, store } = collection;
  const status = successStatus(operation, "list");
  const pageOf = pageReader(operation, resource);
  const filters = resource.filters.map(({ parameter, property }) => ({
    at: indexOf(operation, parameter),
    property,
  }));
  const view = listView(contract, operation, collection);
  return ({ values }) => {
    const conditions: Condition[] = [];
    for (const { at, property } of filters) {
      const value = values[at];
      if (value === undefined) continue;
      conditions.push({ property, values: Array.isArray(value) ? (value as readonly JsonValue[]) : [value] });
    }
    const text = store.list({ conditions, ...pageOf(values) });
    if (view === undefined) return { kind: "answer", status, text };
    return { kind: "answer", status, text: `[${parseStoredList(text).map(view).join(",")}]` };
  };
}

/** Which part of a list the parameters ask for. */
function pageReader(
  operation: Operation,
  { pageSize, pageStart }: Resource,
): (values: MockRequest["values"]) => Omit<Query, "conditions"> {
  const sizeAt = pageSize === undefined ? -1 : indexOf(operation, pageSize.parameter);
  const usual = pageSize?.default ?? pageSize?.maximum ?? Infinity;
  const startAt = pageStart === undefined ? -1 : indexOf(operation, pageStart.parameter);
  return (values) => {
    const limit = Math.max(0, Number(values[sizeAt] ?? usual));
    const passed = Number(values[startAt] ?? 0) - (pageStart?.first ?? 0);
    if (passed <= 0) return { limit };
    return { limit, offset: pageStart?.counts === "pages" ? passed * limit : passed };
  };
}

function create({ contract, operation, collection }: BehaviourBasis): Behaviour {
  const { resource } = collection;
  const show = itemAnswer({ contract, operation, collection }, "create");
  const composer = new ItemComposer(contract.document, resource, bodySchema(operation));
  const full = refuse("store_full", "store", `the store holds its maximum of ${collection.capacity} items`);
  const exhausted = refuse("store_full", "store", "the store has no identifier left to assign");
  return ({ body: sent }) => {
    const body = isObject(sent) ? sent : {};
    const key = collection.keyFor(body);
    if (key === undefined) return exhausted;
    const item = composer.compose(body, key);
    const refusal = judge(resource.item, item) ?? taken(collection, key);
    if (refusal !== undefined) return refusal;
    if (!collection.add(key, item)) return full;
    const { status, text } = show(collection.store.fetch(key) as string);
    return { kind: "answer", status, text, added: key };
  };
}

/** An identifier that the service assigns is never taken; one that the client chose may be. */
function taken({ resource, store }: Collection, key: Key): Refusal | undefined {
  const { chosen, property } = resource.identifier;
  if (chosen !== true || store.fetch(key) === undefined) return undefined;
  const shown = typeof key === "string" ? quote(key) : String(key);
  const what = `there is already an item whose ${property} is ${shown}; each needs one of its own`;
  return refuse("conflict", `body /${property}`, what);
}

function fetch(basis: BehaviourBasis): Behaviour {
  const { store } = basis.collection;
  const find = keyReader(basis);
  const show = itemAnswer(basis, "fetch");
  return (request) => {
    const key = find(request);
    const text = key === undefined ? undefined : store.fetch(key);
    return text === undefined ? NOT_FOUND : show(text);
  };
}

function replace(basis: BehaviourBasis): Behaviour {
  return change(basis, "replace", (_old, body) => body);
}

function update(basis: BehaviourBasis): Behaviour {
  return change(basis, "update", (old, body) => {
    const merged = mergePatch(old, body);
    return isObject(merged) ? merged : {};
  });
}

/** What replace and update share: an item that is there becomes another one under the same identifier. */
function change(
  basis: BehaviourBasis,
  role: "replace" | "update",
  next: (old: JsonObject, body: JsonObject) => JsonObject,
): Behaviour {
  const { resource, store } = basis.collection;
  const find = keyReader(basis);
  const show = itemAnswer(basis, role);
  const composer = new ItemComposer(basis.contract.document, resource, bodySchema(basis.operation));
  return (request) => {
    const key = find(request);
    const text = key === undefined ? undefined : store.fetch(key);
    if (key === undefined || text === undefined) return NOT_FOUND;
    const old = parseStored(text);
    const body = isObject(request.body) ? request.body : {};
    const item = composer.compose(next(old, body), old[resource.identifier.property] as Key, old);
    const refusal = judge(resource.item, item);
    if (refusal !== undefined) return refusal;
    store.put(key, item);
    return show(store.fetch(key) as string);
  };
}

function remove(basis: BehaviourBasis): Behaviour {
  const { store } = basis.collection;
  const find = keyReader(basis);
  const show = itemAnswer(basis, "remove");
  return (request) => {
    const key = find(request);
    const text = key === undefined ? undefined : store.fetch(key);
    if (key === undefined || text === undefined) return NOT_FOUND;
    store.put(key, undefined);
    return show(text);
  };
}

/** How an operation answers with one item: its status, and the item's text where the response has a body. */
function itemAnswer({ contract, operation, collection }: BehaviourBasis, role: Role): (text: string) => Answer {
  const status = successStatus(operation, role);
  const media = jsonMedia(responseFor(operation, status));
  if (media === undefined || status === 204) return () => ({ kind: "answer", status });
  const view: View | undefined =
    media.schema === undefined ? undefined : viewOf(contract.document, collection.resource.item, media.schema.pointer);
  if (view === undefined) return (text) => ({ kind: "answer", status, text });
  return (text) => ({ kind: "answer", status, text: view(parseStored(text)) });
}

function listView({ document }: Contract, operation: Operation, { resource }: Collection): View | undefined {
  const schema = jsonMedia(responseFor(operation, successStatus(operation, "list")))?.schema;
  const items = schema === undefined ? undefined : shapeOf(document, schema.pointer).items;
  return items === undefined ? undefined : viewOf(document, resource.item, items);
}

function keyReader({ operation, collection }: BehaviourBasis): (request: MockRequest) => Key | undefined {
  const { identifiers, resource } = collection;
  const name = /\{([^{}/]+)\}$/.exec(operation.path)?.[1] ?? resource.identifier.parameter?.name;
  const at = operation.parameters.findIndex((one) => one.in === "path" && one.name === name);
  return ({ values }) => identifiers.keyOf(values[at]);
}

/** A body may be valid and the item it makes not, where the two schemas differ. */
function judge(schema: Schema, item: JsonObject): Refusal | undefined {
  if (schema.accepts?.(item) === true) return undefined;
  const violations = schema.validate(item);
  return violations.length === 0 ? undefined : refuse("invalid_body", "body", `the item ${tellViolations(violations)}`);
}

function bodySchema(operation: Operation): Schema | undefined {
  return operation.body?.content.find(({ name, schema }) => schema !== undefined && name.endsWith("json"))?.schema;
}

function indexOf(operation: Operation, wanted: Parameter): number {
  return operation.parameters.findIndex(({ name, in: place }) => name === wanted.name && place === wanted.in);
}
