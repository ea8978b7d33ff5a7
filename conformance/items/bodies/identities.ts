// Finds the identifiers that a request carries: in its body at any depth, and in its query.
import { plainName } from "../../../src/resource/paths.ts";
import type { Resource } from "../../../src/resource/model.ts";
import { type SchemaNode, propertiesIn } from "../../../src/schema/normal/schema-node.ts";
import { readJson } from "../../../src/json/read.ts";
import { type JsonObject, type JsonValue, isObject } from "../../../src/json/value.ts";

/** Names that identify the thing that has them, whatever it is. */
const USUAL = ["id", "ids", "uuid", "guid", "pk"];

/** Tells by their names which properties and parameters identify an item. */
export type IsIdentity = (name: string) => boolean;

/**
 * The properties that may identify an item in a request to an operation of a resource. Without a resource, nobody
 * knows what the operation acts on, so every name that ends like an identifier counts.
 */
export function identityNames(resource: Resource | undefined): IsIdentity {
  if (resource === undefined) return (name) => USUAL.includes(plainName(name)) || /(?:[_-]|[a-z])I?ds?$/.test(name);
  const { steps, parameter, asked = [] } = resource.identifier;
  const above = new Set(
    resource.scope.flatMap(({ property }) => (property === undefined ? [] : [plainName(property)])),
  );
  const own = [...steps.slice(-1), ...[parameter, ...asked].flatMap((one) => one?.name ?? [])].map(plainName);
  const names = new Set([...USUAL, ...own].filter((name) => !above.has(name)));
  return (name) => names.has(plainName(name));
}

/**
 * The values of identifiers in a body. An object that refers to an item has nothing but its identifier, in a place where
 * the document describes one: elsewhere a store that looks for an item may take it for that.
 * @param node the schema of the body, if it has one
 */
export function identitiesIn(value: JsonValue, isIdentity: IsIdentity, node?: SchemaNode): JsonValue[] {
  if (Array.isArray(value))
    return (value as readonly JsonValue[]).flatMap((one) => identitiesIn(one, isIdentity, node?.items));
  return isObject(value) ? ofObject(value, isIdentity, node, true) : [];
}

function ofObject(
  object: JsonObject,
  isIdentity: IsIdentity,
  node: SchemaNode | undefined,
  isTop: boolean,
): JsonValue[] {
  const entries = Object.entries<JsonValue>(object);
  const described = node && propertiesIn(node);
  // `type` of `{ type, id }` is always the same.
  const isFixed = (name: string): boolean => described?.get(name)?.form.values?.length === 1;
  const others = entries.filter(([name]) => !isIdentity(name) && !isFixed(name));
  const isReference = !isTop && others.length === 0 && entries.every(([name]) => described?.has(name) === true);
  return entries.flatMap(([name, value]) => {
    if (isIdentity(name) && !isReference) return listed(value);
    const own = described?.get(name);
    if (isObject(value)) return ofObject(value, isIdentity, own, false);
    if (!Array.isArray(value)) return [];
    return (value as readonly JsonValue[]).flatMap((one) =>
      isObject(one) ? ofObject(one, isIdentity, own?.items, false) : identitiesIn(one, isIdentity),
    );
  });
}

/** The members of a list of identifiers. A lenient server also takes a list of one for its member. */
const listed = (value: JsonValue): JsonValue[] =>
  Array.isArray(value) && value.length > 0 ? (value as readonly JsonValue[]).flatMap(listed) : [value];

/** The same for a body that is sent as text. What is not JSON is searched for what looks like a property. */
export function identitiesInText(text: string, isIdentity: IsIdentity): JsonValue[] {
  const read = readJson(text);
  if ("value" in read) return identitiesIn(read.value, isIdentity);
  const pairs = text.matchAll(/"((?:[^"\\]|\\.)*)"\s*:\s*("(?:[^"\\]|\\.)*"?|[^\s,}\]]*)/g);
  return [...pairs].flatMap(([, name = "", value = ""]) =>
    isIdentity(name) ? [value.startsWith('"') ? value.replaceAll('"', "") : valueOf(value)] : [],
  );
}

function valueOf(text: string): JsonValue {
  const read = readJson(text);
  return "value" in read ? read.value : text;
}

/** A body without the identifiers that an existing item may have, for values that are generated at random. */
export function withoutIdentities(value: JsonValue, isIdentity: IsIdentity): JsonValue {
  if (Array.isArray(value)) return (value as readonly JsonValue[]).map((one) => withoutIdentities(one, isIdentity));
  if (!isObject(value)) return value;
  const kept = Object.entries<JsonValue>(value).filter(([name]) => !isIdentity(name));
  return Object.fromEntries(kept.map(([name, one]) => [name, withoutIdentities(one, isIdentity)]));
}
