// Decides whether an operation can have the role that its place suggests.
import { formatOf, valueMedia } from "../../contract/media.ts";
import type { Operation, Parameter } from "../../contract/model.ts";
import { successes } from "../../contract/responses.ts";
import type { Document } from "../../document/document.ts";
import { type SchemaNode, mayBe, schemaAt } from "../../schema/normal/schema-node.ts";
import { isReadable, itemsSent, names, sentSchema, shownNode } from "../items/bodies.ts";
import { isFreeForm, itemIn, listIn, nodeAt, partAt } from "../items/envelope.ts";
import type { OperationHint } from "../hint.ts";
import type { Resource, Role } from "../model.ts";
import { parametersIn, stepsOf } from "../paths.ts";
import { type Candidate, type GroupBodies, isIdentifier, nodeShown } from "./shapes.ts";

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
  if (role === "fetch" && hint.role === undefined && parametersIn(stepsOf(operation.path)).some(isCoordinate))
    return "its path leads to a place on the map, which is no item";
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

const isCoordinate = (name: string): boolean => /^(?:lat(?:itude)?|lon|lng|longitude)$/i.test(name);

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
