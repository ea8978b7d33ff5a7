// Decides whether an operation can have the role that its place suggests, and finds the item or list in its bodies.
import { formatOf, valueMedia } from "../../contract/media.ts";
import type { Operation, Parameter } from "../../contract/model.ts";
import { successes } from "../../contract/responses.ts";
import type { Document } from "../../document/document.ts";
import { type SchemaNode, isType, mayBe, schemaAt } from "../../schema/normal/schema-node.ts";
import { isReadable, itemsSent, names, sentSchema, shownNode, successMedia } from "../items/bodies.ts";
import {
  type FoundList,
  type Naming,
  type BodyPath,
  TOP,
  isFreeForm,
  isListed,
  isTop,
  itemIn,
  listIn,
  nodeAt,
  partAt,
  spoken,
  wraps,
} from "../items/envelope.ts";
import type { OperationHint } from "../hint.ts";
import type { Shape, Resource, Identifier, Role } from "../model.ts";
import type { Schema } from "../../schema/model.ts";
import { parametersIn, stepsOf, plainName } from "../paths.ts";
import type { Placed } from "./placement.ts";

/** An operation, its x-resource, and the role it gets unless something contradicts it. */
export type Candidate = Placed;

/** What the operations on one collection have in common about their bodies. */
export interface GroupBodies {
  readonly naming: Naming;
  /** Where the collection's list contains its items, and what they are. */
  readonly listed?: FoundList;
  /** The query parameters of that list. */
  readonly asked: readonly string[];
  /** Other operations show that the collection contains items. */
  readonly isCertain: boolean;
}

const ON_COLLECTION: readonly Role[] = ["list", "create", "replace-many", "update-many", "remove-many"];

/** True for a role on one item, identified by a path parameter. */
export function isOnItem(role: Role): boolean {
  return !ON_COLLECTION.includes(role);
}

/** Why an operation cannot have the role that its method and path suggest; undefined if it can. */
export function roleFault(document: Document, candidate: Candidate, bodies: GroupBodies): string | undefined {
  const { operation, role, hint } = candidate;
  if (isOnItem(role) && identifierParameter(operation, hint) === undefined)
    return "it describes no path parameter that names an item";
  if (operation.method === "GET" && role !== "list" && role !== "fetch") return "GET changes nothing";
  if (role === "remove" || role === "remove-many") return undefined;
  const shown = nodeShown(document, candidate, bodies.naming);
  if (role === "list") {
    if (shown === undefined) return "it has no success response with JSON or XML";
    return listIn(shown, bodies.naming, bodies.isCertain) === undefined
      ? "its success response shows no list of objects"
      : undefined;
  }
  const isUpload = role === "create" && shown !== undefined && uploads(operation, shown);
  if (
    role !== "fetch" &&
    !isReadable(operation) &&
    !isUpload &&
    (isOnItem(role) || itemsSent(document, operation) === undefined)
  )
    return "its request body is neither JSON nor a form or XML with a schema";
  if (shown === undefined)
    return role === "fetch" ? "it has no success response with JSON or XML" : bodiless(operation);
  if (role === "create" && asksForItems(document, operation, bodies, shown))
    return "it answers with a list and is sent nothing that its items have: it asks for items";
  const place = itemIn(shown, bodies.naming, bodies.listed);
  const item = nodeAt(shown, place) ?? shown;
  if (role !== "fetch" && listIn(shown, bodies.naming, bodies.isCertain) !== undefined) return undefined;
  const part = partAt(shown, place);
  if (role === "create" && bodies.isCertain && isIdentifier(shown)) return undefined;
  return mayBe(item, "object") && (item.properties.size > 0 || (part !== undefined && isFreeForm(part)))
    ? undefined
    : "its success response is not an object with properties";
}

/** True for a success response that is an identifier, and no message: a number, a UUID, or what is described as one. */
function isIdentifier(shown: SchemaNode): boolean {
  const { values, formats } = shown.form;
  if (values !== undefined) return false;
  if (isType(shown, "integer")) return true;
  return (
    isType(shown, "string") &&
    (formats.includes("uuid") || /\b(id|identifier)\b/i.test(shown.annotations.description ?? ""))
  );
}

/** True for a file that becomes a thing with an identifier of its own: the asset of a release. */
function uploads(operation: Operation, shown: SchemaNode): boolean {
  const content = operation.body?.content ?? [];
  return (
    names(operation, "201") && shown.properties.has("id") && content.some(({ name }) => formatOf(name) === "bytes")
  );
}

/**
 * True if an operation returns the list for a body that has no property of the items, such as search criteria. Certain
 * if most names in the body are also query parameters of the list.
 */
function asksForItems(document: Document, operation: Operation, bodies: GroupBodies, shown: SchemaNode): boolean {
  const sent = sentSchema(operation);
  const list = listIn(shown, bodies.naming, bodies.isCertain);
  if (list === undefined || list.place.steps.join("/") !== bodies.listed?.place.steps.join("/")) return false;
  if (sent === undefined || names(operation, "201")) return false;
  const { items } = list;
  const { properties } = schemaAt(document, sent.pointer, "request");
  if (properties.size === 0) return false;
  const criteria = [...properties.keys()].filter((name) => bodies.asked.includes(name) && !items.properties.has(name));
  if (criteria.length * 2 > properties.size) return true;
  // New items may be in an envelope, alone or several at once.
  const known = [...properties].flatMap(([name, part]) => [name, ...inside(part), ...inside(part.items)]);
  return known.every((name) => !items.properties.has(name));
}

/** True for a POST that is sent identifiers and answers with a list: it gets what they name. */
export function getsByIds(document: Document, { operation, role }: Candidate, { naming }: GroupBodies): boolean {
  const sent = role === "create" ? sentSchema(operation) : undefined;
  if (sent === undefined || names(operation, "201") || /^creates?\b/i.test(operation.summary)) return false;
  const isIds = ([name, node]: readonly [string, SchemaNode]): boolean => IDS.test(name) && node.items !== undefined;
  const shown = shownNode(document, operation);
  if (shown === undefined || ![...schemaAt(document, sent.pointer, "request").properties].some(isIds)) return false;
  return listIn(shown, naming, true) !== undefined;
}

const IDS = /^ids$|_ids$|[a-z]Ids$/;

function inside(node: SchemaNode | undefined): string[] {
  return [...(node?.properties.keys() ?? [])];
}

/** A response that is not JSON does not show the changed item. */
function bodiless(operation: Operation): string | undefined {
  const success = successes(operation);
  const [first] = success.flatMap(({ content }) => content);
  return first === undefined || valueMedia(success.flatMap(({ content }) => content)) !== undefined
    ? undefined
    : `its success response is ${first.name}, and neither JSON nor XML`;
}

/** What an operation shows: of a creation that may show one item or several, the alternative with one. */
function nodeShown(document: Document, { operation, role }: Pick<Candidate, "operation" | "role">, naming: Naming) {
  const success = role === "create" ? successMedia(operation)?.schema : undefined;
  const whole = success === undefined ? undefined : schemaAt(document, success.pointer, "response");
  return ofOne(whole, naming) ?? shownNode(document, operation);
}

/** Where the bodies of an operation contain the subject of its role. */
export function shapeOf(
  document: Document,
  { operation, role }: Candidate,
  bodies: GroupBodies,
  fetch?: Operation,
): Shape {
  const { naming, listed, isCertain } = bodies;
  const request = sentSchema(operation);
  const sent = request === undefined ? undefined : schemaAt(document, request.pointer, "request");
  const body = (role === "create" ? ofOne(sent, naming) : undefined) ?? sent;
  const node = nodeShown(document, { operation, role }, naming);
  // A list in something of which the collection's list consists is a part of the item.
  const list = node === undefined || isListed(node, listed) ? undefined : listIn(node, naming, isCertain);
  const isMany = role.endsWith("-many");
  // Of several bodies for many items, the one that lists them.
  const branches = isMany ? (body?.alternatives.flatMap((one) => one.branches) ?? []) : [];
  const sentList = (body === undefined || isListed(body, listed) ? [] : [body, ...branches])
    .map((one) => listIn(one, { ...naming, identifiers: [] }, false))
    .find((one) => one !== undefined);
  const asItem = node === undefined ? undefined : itemIn(node, naming, listed);
  const itemNode = node === undefined || asItem === undefined ? undefined : nodeAt(node, asItem);
  // A change that shows nothing is sent as the item is shown elsewhere.
  const like = node ?? (fetch === undefined || role === "create" ? undefined : shownNode(document, fetch));
  const likePlace = like === undefined ? undefined : itemIn(like, naming, listed);
  const likeNode = like === undefined || likePlace === undefined ? undefined : nodeAt(like, likePlace);
  const isSequence = itemsSent(document, operation) !== undefined;
  // A body with a place for one item and one for several: `{ order, orders }`.
  const single = role === "create" && showsOne(node, asItem) && body !== undefined ? itemIn(body, naming) : TOP;
  const sendsMany =
    (isMany || (role === "create" && (isTop(single) || single.inList))) &&
    (isSequence || sentList !== undefined) &&
    (isSequence || sentList?.place.steps.length === 0 || isMany || list !== undefined);
  const showsItem = itemNode !== undefined && mayBe(itemNode, "object");
  const showsMany = role !== "list" && list !== undefined && (sendsMany || !showsItem || isMany);
  const isNamed = role === "create" && node !== undefined && isIdentifier(node);
  const shown = isNamed ? undefined : role === "list" || showsMany ? list?.place : asItem;
  return Object.freeze({
    ...(shown === undefined || role === "remove-many" ? {} : { shown }),
    ...(isNamed ? { identified: [] } : {}),
    showsMany,
    sent: sendsMany
      ? (sentList?.place ?? TOP)
      : body === undefined
        ? TOP
        : sentPlace(body, naming, likePlace, likeNode),
    sendsMany,
  });
}

/** True for an answer with a place of its own for one item. */
const showsOne = (node: SchemaNode | undefined, place: BodyPath | undefined): boolean =>
  node !== undefined && place !== undefined && !isTop(place) && !place.inList;

/**
 * If the body may be one item or several, each in its own envelope, the alternative with one item, which clients send
 * most often.
 */
function ofOne(node: SchemaNode | undefined, naming: Naming): SchemaNode | undefined {
  const [only, another] = node?.alternatives ?? [];
  if (only === undefined || another !== undefined || only.branches.length < 2) return undefined;
  return only.branches.find((branch) => {
    const place = itemIn(branch, naming);
    return !isTop(place) && !place.inList && (nodeAt(branch, place)?.properties.size ?? 0) > 0;
  });
}

/**
 * The property of an item that corresponds to the request body: the object in it has all of the properties sent, while
 * the item itself has few of them, such as `type` of a thing next to `type` of its kind. A body that names the item is
 * the item.
 */
export function withinOf({ document, item, identifier }: Held, operation: Operation, shape: Shape): string | undefined {
  const schema = shape.sendsMany ? undefined : sentSchema(operation);
  const sent = schema === undefined ? undefined : nodeAt(schemaAt(document, schema.pointer, "request"), shape.sent);
  const names = [...(sent?.properties.keys() ?? [])];
  const { properties } = schemaAt(document, item.pointer, "response");
  const shared = names.filter((name) => properties.has(name));
  if (names.length === 0 || shared.length * 2 >= names.length || shared.includes(identifier.steps[0] ?? ""))
    return undefined;
  const holders = [...properties].filter(([, own]) => names.every((name) => own.properties.has(name)));
  return holders.length === 1 ? holders[0]?.[0] : undefined;
}

/** The items of a resource and their identifier. */
interface Held {
  readonly document: Document;
  readonly item: Schema;
  readonly identifier: Identifier;
}

/** A request wraps its item as the response does, or under the item's name. */
function sentPlace(
  body: SchemaNode,
  naming: Naming,
  shown: BodyPath | undefined,
  item: SchemaNode | undefined,
): BodyPath {
  const [step] = shown?.steps ?? [];
  const same = step === undefined ? undefined : body.properties.get(step);
  if (shown !== undefined && same !== undefined && wraps(body, shown, item)) return shown;
  const alike = placeLike(body, item);
  if (alike !== undefined) return alike;
  const place = itemIn(body, naming);
  if (!wraps(body, place, item)) return TOP;
  // A body with a single object is an item that contains it, unless the object is named after the collection.
  const isNamed = place.steps.length > 0 && !place.inList && body.properties.size === 1;
  return isNamed && shown !== undefined && shown.steps.length > 0 ? place : isNamedAfter(place, naming) ? place : TOP;
}

/** The only property with the schema of the item, beside nothing that items have: `{ idempotency_key, object: … }`. */
function placeLike({ properties, home }: SchemaNode, item: SchemaNode | undefined): BodyPath | undefined {
  if (item === undefined || home === item.home) return undefined;
  const [only, another] = [...properties].filter(([, node]) => spoken(node).home === item.home);
  if (only === undefined || another !== undefined) return undefined;
  const isBeside = [...properties.keys()].every((name) => name === only[0] || !item.properties.has(name));
  return isBeside ? { steps: [only[0]], inList: false } : undefined;
}

function isNamedAfter({ steps, inList }: BodyPath, { collection }: Naming): boolean {
  const [step] = steps;
  if (step === undefined || inList) return false;
  return plainName(collection).startsWith(plainName(step).replace(/y$/, ""));
}

/** The path parameter that identifies the item. */
export function identifierParameter(operation: Operation, { identifier }: OperationHint): Parameter | undefined {
  // The last one; those before it lead to the parent.
  const name = identifier?.parameter ?? parametersIn(stepsOf(operation.path)).at(-1);
  return operation.parameters.find((parameter) => parameter.in === "path" && parameter.name === name);
}

/**
 * True if items can only be fetched, such as a rate or the weather of a place: nobody can know which exist, so each
 * does. A document that describes 404 or 410 says that some do not.
 */
export function isLookup({ responses }: Operation, { operations, sharedWith, upserts }: Resource): boolean {
  const roles = Object.keys(operations).filter((role) => role !== "action");
  const isAlone = roles.every((role) => role === "fetch") && sharedWith === undefined && !upserts;
  return isAlone && !responses.some(({ status }) => status === "404" || status === "410");
}
