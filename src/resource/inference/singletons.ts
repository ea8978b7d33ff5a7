// Assigns roles to operations outside of collections: single things, which exist without being created, and actions on
// items.
import type { Contract, Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { groupsOf } from "../../memo.ts";
import { type SchemaNode, mayBe, schemaAt } from "../../schema/normal/schema-node.ts";
import { isReadable, sentSchema, shownNode, successMedia } from "../items/bodies.ts";
import { type BodyPath, TOP, itemIn, namingOf, nodeAt, partOf, wraps } from "../items/envelope.ts";
import { richest } from "../items/schema.ts";
import { itemProperties } from "../items/identifier.ts";
import type { Assignment, Resource, Role, Shape, Singleton } from "../model.ts";
import { changesList } from "../deeds/parts.ts";
import { lastName, parameterIn, parametersIn, placeOf, stepsOf, wordsOf } from "../paths.ts";
import type { Placement } from "./placement.ts";
import { parentOf } from "./sharing.ts";
import { isOwnUser } from "../askers.ts";

/** An operation at the path of a single thing, or one that does something to an item. */
export interface Leftover {
  readonly singletons: readonly Singleton[];
  readonly assignments: readonly Assignment[];
}

/** Names of things that exist only once, wherever they are. */
const SINGLE = new Set(
  "me self myself whoami userinfo credentials authenticated current own profile account settings preferences configuration config options details status".split(
    " ",
  ),
);

const ROLES: ReadonlyMap<string, Role> = new Map([
  ["GET", "fetch"],
  ["PUT", "replace"],
  ["PATCH", "update"],
  ["POST", "update"],
  ["DELETE", "remove"],
] as const);

/** Assigns roles to operations that belong to no collection. @param byItem resources by the places of their items */
export function assignOthers(
  { document }: Contract,
  placements: readonly Placement[],
  byItem: ReadonlyMap<string, Resource>,
): Leftover {
  const groups = groupsOf(placements, ({ place }) => place);
  const made = new Map(
    [...groups].flatMap(([place, group]) => {
      const singleton = singletonOf(document, group, byItem);
      return singleton === undefined ? [] : [[place, singleton] as const];
    }),
  );
  const assignments = [...groups].flatMap(([place, group]) =>
    group.map((placement) => assign(document, placement, made.get(place), { byItem, single: made })),
  );
  return { singletons: [...made.values()], assignments };
}

function singletonOf(
  document: Document,
  group: readonly Placement[],
  byItem: ReadonlyMap<string, Resource>,
): Singleton | undefined {
  const of = group.filter(({ kind }) => kind === "single");
  const get = of.find(({ operation }) => operation.method === "GET")?.operation;
  const schema = get === undefined ? undefined : successMedia(get)?.schema;
  const node = get === undefined ? undefined : shownNode(document, get);
  if (get === undefined || schema === undefined || node === undefined) return undefined;
  const steps = stepsOf(get.path);
  const name = lastName(steps) ?? "thing";
  const place = itemIn(node, namingOf(steps));
  const item = nodeAt(node, place);
  if (item === undefined || !mayBe(item, "object") || item.properties.size === 0) return undefined;
  const parent = parentOf(steps, byItem);
  const others = of.filter(({ operation }) => operation !== get && isChange(document, operation, node.home));
  const isKnown = wordsOf(name).some((word) => SINGLE.has(word)) || (isOwnUser(get) && item.properties.has("email"));
  if (others.length === 0 && parent === undefined && !isKnown) return undefined;
  const operations = new Map<Role, Operation>([["fetch", get]]);
  for (const { operation } of others) {
    const role = ROLES.get(operation.method);
    if (role !== undefined && !operations.has(role)) operations.set(role, operation);
  }
  const whole = partOf(schema, place, false, richest(document, item));
  return Object.freeze({
    kind: "singleton" as const,
    name,
    path: get.path,
    scope: parametersIn(steps).map((parameter) => ({ parameter })),
    ...(parent === undefined ? {} : { parent }),
    item: whole,
    properties: itemProperties(document, whole),
    operations: Object.freeze(Object.fromEntries(operations)),
    shapes: new Map(
      [...operations.values()].map((one) => [one, shapeOf(document, one, steps, { place, thing: item })] as const),
    ),
  });
}

/** An operation is a change if its request body can be read and its response body, if it has one, is the thing. */
function isChange(document: Document, operation: Operation, home: string): boolean {
  if (!isReadable(operation)) return false;
  if (operation.method !== "POST") return operation.method !== "GET";
  return shownNode(document, operation)?.home === home;
}

function shapeOf(
  document: Document,
  operation: Operation,
  steps: readonly string[],
  { place, thing }: { readonly place: BodyPath; readonly thing: SchemaNode },
): Shape {
  const node = shownNode(document, operation);
  const asItem = node === undefined ? undefined : itemIn(node, namingOf(steps));
  // A response such as `true` or a string does not show the thing.
  const at = node === undefined || asItem === undefined ? undefined : nodeAt(node, asItem);
  const shown = at === undefined || mayBe(at, "object") ? asItem : undefined;
  const request = sentSchema(operation);
  const body = request === undefined ? undefined : schemaAt(document, request.pointer, "request");
  const isWrapped = body !== undefined && place.steps.length > 0 && wraps(body, place, thing);
  return Object.freeze({
    ...(shown === undefined ? {} : { shown }),
    showsMany: false,
    sent: isWrapped ? place : TOP,
    sendsMany: false,
  });
}

function assign(
  document: Document,
  placement: Placement,
  singleton: Singleton | undefined,
  above: { readonly byItem: ReadonlyMap<string, Resource>; readonly single: ReadonlyMap<string, Singleton> },
): Assignment {
  const { operation, why } = { why: "", ...placement };
  const role = ROLES.get(operation.method);
  if (singleton !== undefined && role !== undefined && singleton.operations[role] === operation) {
    const below = singleton.parent === undefined ? "" : ` of an item of ${singleton.parent.resource.name}`;
    return {
      operation,
      role,
      resource: singleton,
      why: `${operation.method} on a single thing${below}: ${singleton.name}`,
    };
  }
  const steps = stepsOf(operation.path);
  const isDeed = operation.method !== "GET" && placement.kind !== "none";
  const holder = isDeed ? holderOf(document, operation, above.single) : undefined;
  if (holder !== undefined)
    return { operation, role: "action", resource: holder, why: `it changes a list of the single thing ${holder.name}` };
  const { byItem } = above;
  const parent = isDeed ? (parentOf(steps, byItem) ?? insideOf(document, operation, byItem)) : undefined;
  if (parent === undefined) return { operation, role: "unmodelled", why };
  const { resource } = parent;
  const shown = shownNode(document, operation);
  const isItem = shown !== undefined && showsItem(document, operation, resource) !== undefined;
  const answer = isItem ? "and answers with it" : "and answers by example";
  return { operation, role: "action", resource, why: `${why}: it acts on an item of ${resource.name} ${answer}` };
}

/** The things that a path for trying them out leads to, if it shows one: `/sandbox/transfers/{id}/return`. */
function insideOf(
  document: Document,
  operation: Operation,
  byItem: ReadonlyMap<string, Resource>,
): ReturnType<typeof parentOf> {
  const steps = stepsOf(operation.path);
  const inside = steps.slice(1, -2).map((_, at) => parentOf(steps.slice(at + 1), byItem));
  return inside.find((one) => one !== undefined && showsItem(document, operation, one.resource) !== undefined);
}

/** The single thing above an operation that answers with it and changes a list inside it. */
function holderOf(
  document: Document,
  operation: Operation,
  single: ReadonlyMap<string, Singleton>,
): Singleton | undefined {
  const steps = stepsOf(operation.path);
  const named = parameterIn(steps.at(-1)) === undefined ? steps : steps.slice(0, -1);
  const holder = single.get(placeOf(named.slice(0, -1)));
  const answer = shownNode(document, operation);
  if (holder === undefined || answer === undefined) return undefined;
  const whole = schemaAt(document, holder.item.pointer, "response");
  const inside = nodeAt(answer, itemIn(answer, namingOf(stepsOf(holder.path))));
  return [answer, inside].some((one) => changesList(whole, named.at(-1) ?? "", one)) ? holder : undefined;
}

/** Where the response of an action contains the item in its path; undefined if it shows something else. */
export function showsItem(document: Document, operation: Operation, resource: Resource): BodyPath | undefined {
  const node = shownNode(document, operation);
  if (node === undefined) return undefined;
  const item = schemaAt(document, resource.item.pointer, "response");
  const naming = namingOf(stepsOf(resource.collection), resource.identifier.parameter?.name);
  return [itemIn(node, naming), TOP].find((place) => isSame(nodeAt(node, place), item));
}

/** True for the same schema, and for two with the same property names. */
function isSame(one: SchemaNode | undefined, other: SchemaNode): boolean {
  if (one === undefined || one.home === other.home) return one !== undefined;
  const names = [...other.properties.keys()];
  return names.length > 0 && one.properties.size === names.length && names.every((name) => one.properties.has(name));
}
