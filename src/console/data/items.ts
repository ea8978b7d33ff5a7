// The items of a resource, and what can be done to them. Changes use the document's operations if it has them, so that
// they are validated as for every client, and otherwise the control plane.
import { type Json, get, isObject, list, parse, show, text, write } from "./json.ts";
import { type Answer, PlaneError, plane, send } from "./plane.ts";
import { urlOf, withKey } from "./request.ts";
import type { Operation, Resource, Served } from "./served.ts";

/** Why an item was refused, and where. */
export interface Refused {
  readonly where: string;
  readonly why: string;
}

/** Everything needed to change items of one resource. */
export interface Shelf {
  readonly served: Served;
  readonly spec: Json;
  readonly resource: Resource;
}

/** The items of a resource. */
export async function itemsOf({ name }: Resource): Promise<readonly Json[]> {
  const state = await plane(`state?resource=${encodeURIComponent(name)}`);
  return list(get(state, "resources"), name);
}

/** The operation of a resource with a role. */
export function operationFor({ served, resource }: Shelf, role: string): Operation | undefined {
  return served.operations.find((one) => one.resource === resource.name && one.role === role);
}

/** Adds an item. @param values of the path parameters, by "path name" */
export function addItem(shelf: Shelf, item: Json, values: ReadonlyMap<string, string>): Promise<Refused | undefined> {
  const operation = operationFor(shelf, "create");
  if (operation !== undefined) return ask(shelf, operation, values, item);
  return replaceAll(shelf, (items) => [...items, item]);
}

/** Changes an item. @param before the former item */
export function changeItem(shelf: Shelf, before: Json, item: Json): Promise<Refused | undefined> {
  const operation = operationFor(shelf, "replace");
  const values = pathValues(shelf, operation, before);
  if (operation !== undefined && values !== undefined) return ask(shelf, operation, values, item);
  return replaceAll(shelf, (items) => items.map((one) => (isSame(one, before) ? item : one)));
}

/** Deletes an item. */
export function removeItem(shelf: Shelf, before: Json): Promise<Refused | undefined> {
  const operation = operationFor(shelf, "remove");
  const values = pathValues(shelf, operation, before);
  if (operation !== undefined && values !== undefined) return ask(shelf, operation, values);
  return replaceAll(shelf, (items) => items.filter((one) => !isSame(one, before)));
}

/** Compares whole items, because identifiers may be the same below different parents. */
function isSame(one: Json, other: Json): boolean {
  return write(one) === write(other);
}

/** The identifier as the only path parameter; undefined if the path has others as well. */
function pathValues(
  { resource }: Shelf,
  operation: Operation | undefined,
  item: Json,
): ReadonlyMap<string, string> | undefined {
  const names = parametersIn(operation?.path ?? "");
  const id = show(get(item, resource.identifier));
  return names.length === 1 ? new Map([[`path ${names[0] ?? ""}`, id]]) : undefined;
}

/** The prefix of the properties in which the mock notes the parents of an item: their identifiers, in order. */
const LABEL = "mock:in ";

/** True for a property in which the mock notes what an item belongs to. */
export function isLabel(name: string): boolean {
  return name.startsWith(LABEL);
}

/** The parents of an item, as one text; "" if it has none. */
export function labelOf(item: Json): string {
  return isObject(item) ? show(Object.entries(item).find(([name]) => isLabel(name))?.[1]) : "";
}

/** True if the items of one resource are below those of the other. */
export function isBelow(one: Resource, parent: Resource): boolean {
  return one !== parent && parent.item !== "" && one.collection.startsWith(`${parent.item}/`);
}

/** The names of the parameters in a path. */
export function parametersIn(path: string): string[] {
  return Array.from(path.matchAll(/\{([^}]+)\}/g), ([, name = ""]) => name);
}

async function replaceAll(
  { resource }: Shelf,
  change: (items: readonly Json[]) => readonly Json[],
): Promise<Refused | undefined> {
  const items = change(await itemsOf(resource));
  try {
    await plane("state", { method: "PUT", body: { resources: { [resource.name]: items } } });
    return undefined;
  } catch (error) {
    // "/resources/books/2/title" refers to the title.
    if (error instanceof PlaneError)
      return { where: `body ${text(error.body, "at").replace(/^(\/[^/]*){3}/, "")}`, why: error.message };
    throw error;
  }
}

async function ask(
  { served, spec }: Shelf,
  operation: Operation,
  values: ReadonlyMap<string, string>,
  item?: Json,
): Promise<Refused | undefined> {
  const bare = {
    method: operation.method,
    url: urlOf(served, operation, values),
    headers: item === undefined ? [] : ([["Content-Type", "application/json"]] as [string, string][]),
    ...(item === undefined ? {} : { body: write(item) }),
  };
  const answer = await send(withKey(spec, operation, served.key, bare));
  return answer.status < 300 ? undefined : refusedOf(operation, answer);
}

/** The refusal with its place, as the journal has it; if the journal does not know it, in the words of the answer. */
async function refusedOf(operation: Operation, { status, body }: Answer): Promise<Refused> {
  const last = await plane(`requests?limit=1&operation=${encodeURIComponent(operation.id || operation.name)}`).catch(
    () => null,
  );
  const entry = Array.isArray(last) ? (last as readonly Json[])[0] : undefined;
  const refusal = get(entry, "refusal");
  if (get(entry, "status") === status && text(get(entry, "response"), "body") === body && refusal !== undefined) {
    return { where: text(refusal, "where"), why: text(refusal, "why") };
  }
  return { where: "body", why: wordsOf(body) || `The mock answered ${status}` };
}

function wordsOf(body: string): string {
  try {
    const value = parse(body);
    return text(value, "message") || text(value, "detail") || text(value, "title") || body;
  } catch {
    return body;
  }
}
