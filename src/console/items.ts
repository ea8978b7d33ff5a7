// The items of a resource, and what can be done to them: by the operations of the document where it has them, so that they
// are judged as they are for every client, and else by the control plane.
import { type Json, get, isObject, list, parse, show, text, write } from "./json.ts";
import { type Answer, PlaneError, plane, send } from "./plane.ts";
import { urlOf, withKey } from "./request.ts";
import type { Operation, Resource, Served } from "./served.ts";

/** Why an item was not taken, and where. */
export interface Refused {
  readonly where: string;
  readonly why: string;
}

/** Everything that is needed to change items of one resource. */
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

/** Adds an item. @param values of the parameters of the path, by "path name" */
export function addItem(shelf: Shelf, item: Json, values: ReadonlyMap<string, string>): Promise<Refused | undefined> {
  const operation = operationFor(shelf, "create");
  if (operation !== undefined) return ask(shelf, operation, values, item);
  return replaceAll(shelf, (items) => [...items, item]);
}

/** Changes an item. @param before what it was */
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

/** Identifiers may be the same below different parents, so whole items are compared. */
function isSame(one: Json, other: Json): boolean {
  return write(one) === write(other);
}

/** The identifier as the one parameter of the path; undefined where the path has others as well. */
function pathValues(
  { resource }: Shelf,
  operation: Operation | undefined,
  item: Json,
): ReadonlyMap<string, string> | undefined {
  const names = parametersIn(operation?.path ?? "");
  const id = show(get(item, resource.identifier));
  return names.length === 1 ? new Map([[`path ${names[0] ?? ""}`, id]]) : undefined;
}

/** What the mock notes of an item below others: their identifiers, one after the other; undefined for a note of something else. */
const LABEL = "mock:in ";

/** True for the name of what the mock notes by itself of what an item belongs to. */
export function isLabel(name: string): boolean {
  return name.startsWith(LABEL);
}

/** The items that an item belongs to, as one text; "" for one that belongs to none. */
export function labelOf(item: Json): string {
  return isObject(item) ? show(Object.entries(item).find(([name]) => isLabel(name))?.[1]) : "";
}

/** True where items of one resource lie below those of the other. */
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
    // "/resources/books/2/title" is about the title.
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

/** The refusal as the journal has it, with its place; as the answer words it where the journal does not know it. */
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
