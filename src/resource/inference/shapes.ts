// Where the bodies of an operation contain the subject of its role: one item, or a list of them.
import type { Operation } from "../../contract/model.ts";
import type { Document } from "../../document/document.ts";
import { type SchemaNode, isType, mayBe, schemaAt } from "../../schema/normal/schema-node.ts";
import { itemsSent, sentSchema, shownNode, successMedia } from "../items/bodies.ts";
import {
  type FoundList,
  type Naming,
  type BodyPath,
  TOP,
  isListed,
  isFreeForm,
  isTop,
  itemIn,
  listIn,
  nodeAt,
  partAt,
  spoken,
  wraps,
} from "../items/envelope.ts";
import type { Shape, Identifier } from "../model.ts";
import type { Schema } from "../../schema/model.ts";
import { plainName } from "../paths.ts";
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

/** True for a success response that is an identifier, and no message: a number, a UUID, or what is described as one. */
export function isIdentifier(shown: SchemaNode): boolean {
  const { values, formats } = shown.form;
  if (values !== undefined) return false;
  if (isType(shown, "integer")) return true;
  return (
    isType(shown, "string") &&
    (formats.includes("uuid") || /\b(id|identifier)\b/i.test(shown.annotations.description ?? ""))
  );
}

/** What an operation shows: of a creation that may show one item or several, the alternative with one. */
export function nodeShown(
  document: Document,
  { operation, role }: Pick<Candidate, "operation" | "role">,
  naming: Naming,
) {
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
  // If the body is what the collection lists, a list in it is a part of the item.
  const list = node === undefined || isListed(node, listed) ? undefined : listIn(node, naming, isCertain);
  const isMany = role.endsWith("-many");
  // Of several bodies for many items, the one that lists them.
  const branches = isMany ? (body?.alternatives.flatMap((one) => one.branches) ?? []) : [];
  const sentList = (body === undefined || isListed(body, listed) ? [] : [body, ...branches])
    .map((one) => listIn(one, { ...naming, identifiers: [] }, false))
    .find((one) => one !== undefined);
  // An answer described as any object shows the item in the same place as a fetch does.
  const fetched = fetch === undefined || role === "create" ? undefined : shownNode(document, fetch);
  const asFetched = fetched && itemIn(fetched, naming, listed);
  const open = asFetched && node && !isTop(asFetched) ? partAt(node, asFetched) : undefined;
  const asItem = node === undefined ? undefined : open && isFreeForm(open) ? asFetched : itemIn(node, naming, listed);
  const itemNode = node === undefined || asItem === undefined ? undefined : nodeAt(node, asItem);
  // A change that shows nothing is sent as the item is shown elsewhere.
  const like = node ?? fetched;
  const likePlace = node === undefined ? asFetched : asItem;
  const likeNode = like === undefined || likePlace === undefined ? undefined : nodeAt(like, likePlace);
  const isSequence = itemsSent(document, operation) !== undefined;
  // A body with a place for one item and one for several: `{ order, orders }`.
  const single = role === "create" && showsOne(node, asItem) && body !== undefined ? itemIn(body, naming) : TOP;
  const showsItem = itemNode !== undefined && mayBe(itemNode, "object");
  // `{ readings: [...] }` of readings, where the answer shows none.
  const [only = "", more] = body === undefined ? [] : [...body.properties.keys()];
  const isNamedList = more === undefined && only === sentList?.place.steps[0] && naming.collection.endsWith(only);
  const sendsMany =
    (isMany || (role === "create" && (isTop(single) || single.inList))) &&
    (isSequence || sentList !== undefined) &&
    (isSequence || sentList?.place.steps.length === 0 || isMany || list !== undefined || isNamedList);
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
        : ((isMany ? sameChange(body) : undefined) ?? sentPlace(body, naming, likePlace, likeNode)),
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

/** Where a body has the same change for several items, beside their identifiers: `{ ids, data }`. */
function sameChange({ properties }: SchemaNode): BodyPath | undefined {
  const [change, another] = [...properties].filter(([, node]) => isType(node, "object"));
  const isBeside = [...properties.values()].some(({ items }) => items !== undefined && !mayBe(items, "object"));
  // An item may have an object and a list of texts as well, but hardly nothing else.
  if (change === undefined || another !== undefined || !isBeside || properties.size > 2) return undefined;
  return { steps: [change[0]], inList: false };
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
