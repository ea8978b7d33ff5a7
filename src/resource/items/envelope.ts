// Finds the item or list in a body: at the top, or in an envelope such as { data: … } or { user: … }. Inference works
// on schemas, the mock and the suite on values.
import { appendPointer } from "../../json/pointer.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import type { Schema } from "../../schema/model.ts";
import { type SchemaNode, isType, mayBe, propertiesIn } from "../../schema/normal/schema-node.ts";
import { NamedProperties } from "./names.ts";
import { wordsOf, thingOf, lastName, plainName } from "../paths.ts";
import { once } from "../../memo.ts";
import { partAt as valueAt, withValue } from "../../json/parts.ts";

/** The path from a body to its item or list: property names, outermost first. If empty, it is the body itself. */
export interface BodyPath {
  readonly steps: readonly string[];
  /** The item is the only entry of a list at that place. */
  readonly inList: boolean;
}

export const TOP: BodyPath = Object.freeze({ steps: Object.freeze([]), inList: false });

/** Names that envelopes usually give to a list, and to an item. */
const LIST_NAMES = new Set(
  `data items results result values value entries records content contents list elements rows objects nodes hits docs
  resources collection members`.split(/\s+/),
);
const ITEM_NAMES = new Set(["data", "item", "result", "response", "payload", "object", "resource", "entity", "record"]);
/** Lists beside the items: what went wrong. */
const ASIDE = new Set(["errors", "warnings"]);
/** Names of objects that may contain a nested list. */
const OUTER_NAMES = new Set(["data", "response", "result", "results", "payload", "body", "embedded", "meta"]);

/** The names that belong to a collection. */
export interface Naming {
  /** The last path step that is not a parameter: "items". */
  readonly collection: string;
  /** Possible names of the identifier, most likely first. */
  readonly identifiers: readonly string[];
}

/** The names that a path suggests for its bodies. */
export function namingOf(steps: readonly string[], parameter?: string): Naming {
  const collection = lastName(steps) ?? "items";
  return {
    collection,
    identifiers: ["id", "_id", "uuid", "gid", "sid", "guid", ...(parameter === undefined ? [] : [parameter])],
  };
}

/** A list in a schema: where it is, and what its items are. */
export interface FoundList {
  readonly place: BodyPath;
  readonly items: SchemaNode;
}

/** Represents alternatives that are all objects: the one with the most properties. */
export function spoken(node: SchemaNode): SchemaNode {
  return node.properties.size > 0 ? node : widest(node, "object", (branch) => branch.properties.size);
}

/** The items of a list; of alternatives that are all lists, those with the most properties. */
export function itemsOf(node: SchemaNode): SchemaNode | undefined {
  const sizeOf = ({ items }: SchemaNode): number => (items === undefined ? 0 : spoken(items).properties.size);
  return node.items ?? widest(node, "array", sizeOf).items;
}

/** The alternative that says the most, where all are of one type and some say something; otherwise the node. */
function widest(node: SchemaNode, type: "object" | "array", sizeOf: (branch: SchemaNode) => number): SchemaNode {
  const [only, another] = node.alternatives;
  if (only === undefined || another !== undefined) return node;
  const branches = only.branches.filter((branch) => !isNull(branch));
  const isAll = branches.every((branch) => isType(branch, type) && (type === "array" || sizeOf(branch) > 0));
  const most = branches.reduce((one, other) => (sizeOf(other) > sizeOf(one) ? other : one), branches[0] ?? node);
  return isAll && most !== node && sizeOf(most) > 0 ? most : node;
}

const isNull = ({ types }: SchemaNode): boolean => types?.length === 1 && types[0] === "null";

/**
 * The list in a schema.
 * @param isCertain true if other signs show that there is one: a single list of objects is then taken, whatever its
 * name
 */
export function listIn(node: SchemaNode, naming: Naming, isCertain: boolean): FoundList | undefined {
  return listWithin(node, { naming, isCertain }, MOST_STEPS);
}

/** The most properties around a list. Envelopes may be recursive, so the search needs a limit. */
const MOST_STEPS = 2;

interface Search {
  readonly naming: Naming;
  readonly isCertain: boolean;
}

function listWithin(node: SchemaNode, search: Search, most: number): FoundList | undefined {
  const { naming, isCertain } = search;
  const own = objectItems(node);
  if (own !== undefined) return { place: TOP, items: own };
  if (node.types?.includes("array") === true || !mayBe(node, "object")) return undefined;
  const names = namesIn(node.properties);
  const thing = thingOf(naming.collection);
  const lists = names.lists.filter((list) => list.thing === thing || !ASIDE.has(list.plain));
  const named =
    lists.find((list) => list.thing === thing) ??
    lists.find(({ plain }) => LIST_NAMES.has(plain) && !isItself(node, naming));
  const [only, another] = lists;
  const isOnly = only !== undefined && another === undefined && !isItself(node, naming);
  const found = named ?? (isOnly && (isCertain || names.saysNothingBeside(only.name)) ? only : undefined);
  if (found !== undefined) return { place: { steps: [found.name], inList: false }, items: found.items };
  if (most === 0) return undefined;
  for (const outer of names.objects) {
    if (!OUTER_NAMES.has(outer.plain) && outer.thing !== thing) continue;
    const inner = listWithin(spoken(outer.schema), search, most - 1);
    if (inner !== undefined && inner.place.steps.length < MOST_STEPS)
      return { place: { steps: [outer.name, ...inner.place.steps], inList: false }, items: inner.items };
  }
  return undefined;
}

const namesIn = once((properties: SchemaNode["properties"]) => new NamedProperties(properties, objectItems, spoken));

/** The schema of the objects in an array; undefined for anything else. */
function objectItems(node: SchemaNode): SchemaNode | undefined {
  const items = itemsOf(node);
  const isList = node.types?.includes("array") === true || node.items === undefined;
  if (items === undefined || !isList) return undefined;
  const item = spoken(items);
  return item.properties.size > 0 ? item : undefined;
}

/** True for a schema that is an item itself, so that lists in it are part of the item. */
function isItself(node: SchemaNode, { identifiers }: Naming): boolean {
  const names = namesIn(node.properties);
  return identifiers.some((name) => names.has(name));
}

/** Where the item is in the schema of a response or a request. @param listed the list at the same path, if any */
export function itemIn(node: SchemaNode, naming: Naming, listed?: FoundList): BodyPath {
  const place = itemWithin(node, naming, listed);
  const [step] = place.steps;
  const inner = step === undefined || !OUTER_NAMES.has(plainName(step)) ? undefined : nodeAt(node, place);
  if (inner === undefined || place.inList) return place;
  // An envelope in an envelope: { data: { account: … } }.
  const called = namesIn(inner.properties).called(naming.collection);
  const own = called.find(({ schema }) => isItself(spoken(schema), naming));
  const others = naming.identifiers.filter((name) => plainName(name) !== own?.plain);
  if (own === undefined || isItself(inner, { ...naming, identifiers: others })) return place;
  return { steps: [...place.steps, own.name], inList: false };
}

function itemWithin(node: SchemaNode, naming: Naming, listed?: FoundList): BodyPath {
  // A property named like the collection, and with the same schema as its list entries, is the item, whatever else is
  // next to it.
  const names = namesIn(node.properties);
  const called = names.called(naming.collection);
  const own = isListed(node, listed) ? undefined : called.find(({ schema }) => isListed(schema, listed));
  if (own !== undefined) return { steps: [own.name], inList: false };
  if (isItself(node, naming)) {
    // The same envelope for a single item as for a list: { Invoices: [one] }.
    const [step] = listed?.place.steps ?? [];
    const list = called.find(({ name, schema }) => name === step && objectItems(schema) !== undefined);
    return list === undefined ? TOP : { steps: [list.name], inList: true };
  }
  const { objects } = names;
  const named =
    called.find((one) => objects.includes(one)) ??
    objects.find(
      ({ name, plain, schema }) =>
        ITEM_NAMES.has(plain) &&
        (node.properties.size === 1 || isItself(spoken(schema), naming) || names.saysNothingBeside(name)),
    ) ??
    objects.find(({ name, schema }) => isKindOf(name, naming) && isItself(spoken(schema), naming));
  if (named !== undefined) return { steps: [named.name], inList: false };
  // Metadata about an item is not the item.
  const [only] = objects.filter(({ plain }) => !/^(meta|metadata|links?|paging|pagination)$/.test(plain));
  if (only !== undefined && node.properties.size === 1) return { steps: [only.name], inList: false };
  if (
    only !== undefined &&
    objects.length === 1 &&
    isItself(spoken(only.schema), naming) &&
    names.saysNothingBeside(only.name)
  )
    return { steps: [only.name], inList: false };
  const list = names.lists.find(
    ({ name }) => name === listed?.place.steps[0] || called.some((one) => one.name === name),
  );
  return list !== undefined && listed !== undefined ? { steps: [list.name], inList: true } : TOP;
}

/** `catalog_object` is one of the objects. */
function isKindOf(name: string, { collection }: Naming): boolean {
  const words = wordsOf(name);
  return words.length > 1 && thingOf(words.at(-1) ?? "") === thingOf(collection);
}

/** True for the schema of the items in a list. */
export function isListed(node: SchemaNode, listed: FoundList | undefined): boolean {
  return listed !== undefined && isType(node, "object") && node.home === listed.items.home;
}

/** True for an item of which the document says nothing but that it is an object. */
export function isFreeForm(node: SchemaNode): boolean {
  return isType(node, "object") && propertiesIn(node).size === 0 && !node.closed;
}

/** The schema at a place. */
export function nodeAt(node: SchemaNode, place: BodyPath): SchemaNode | undefined {
  const part = partAt(node, place);
  return part === undefined ? undefined : spoken(part);
}

/** The schema at a place with all its alternatives, any of which may be there. */
export function partAt(node: SchemaNode, { steps, inList }: BodyPath): SchemaNode | undefined {
  let found: SchemaNode | undefined = node;
  for (const step of steps) found = found && propertyOf(found, step);
  return inList ? found?.items : found;
}

/** A property, possibly of an alternative. */
function propertyOf(node: SchemaNode, name: string): SchemaNode | undefined {
  return node.properties.get(name) ?? propertiesIn(node).get(name);
}

/** True if the part at a place says at least as much about the item as the body around it. */
export function wraps(body: SchemaNode, place: BodyPath, item: SchemaNode | undefined): boolean {
  const inner = nodeAt(body, place);
  if (inner === undefined || item === undefined || isTop(place)) return inner !== undefined;
  const [step] = place.steps;
  const shared = ({ properties }: SchemaNode): string[] =>
    [...properties.keys()].filter((name) => item.properties.has(name));
  const around = shared(body).filter((name) => name !== step || item.properties.get(name)?.home === inner.home);
  return mayBe(inner, "object") && shared(inner).length >= around.length;
}

/** The value at a place of a body; undefined if there is none. */
export function valueIn(body: JsonValue | undefined, { steps, inList }: BodyPath): JsonValue | undefined {
  const value = valueAt(body, steps);
  return inList && Array.isArray(value) ? (value as readonly JsonValue[])[0] : value;
}

/** A body with a value at a place. Its other properties come from another body. */
export function bodyWith({ steps, inList }: BodyPath, value: JsonValue, others: JsonObject = {}): JsonValue {
  return withValue(others, steps, inList ? [value] : value);
}

/** "data.items", "data[0]", or "" for the body itself. */
export function showPlace({ steps, inList }: BodyPath): string {
  return `${steps.join(".")}${inList ? "[0]" : ""}`;
}

/** True for the place of the body itself. */
export function isTop({ steps, inList }: BodyPath): boolean {
  return steps.length === 0 && !inList;
}

/** The schema of a part of a body. The validator of the whole body judges it and says where it is wrong. */
export function partOf(whole: Schema, place: BodyPath, isMany: boolean, pointer: string): Schema {
  if (place.steps.length === 0 && !isMany && !place.inList) {
    return pointer === whole.pointer ? whole : Object.freeze({ ...whole, pointer });
  }
  const prefix = appendPointer("", ...place.steps, ...(isMany || place.inList ? [0] : []));
  const validate: Schema["validate"] = (value) =>
    whole
      .validate(bodyWith(place, (isMany ? [value] : value) as JsonValue))
      .filter(({ at }) => at === prefix || at.startsWith(`${prefix}/`))
      .map((violation) => ({ ...violation, at: violation.at.slice(prefix.length) }));
  return Object.freeze({ pointer, origin: "derived", validate });
}

/** What tells the kinds of an item apart is another value in each: none of them decides alone. */
export const ofAnyKind = (schema: Schema): Schema =>
  Object.freeze({
    ...schema,
    validate: (value: unknown) =>
      schema.validate(value).filter(({ keyword }) => keyword !== "const" && keyword !== "enum"),
  });
