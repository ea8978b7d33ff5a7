// Bodies whose content stands in objects: { type, attributes: { … } }, as JSON:API has it. What other bodies have at the
// top is looked for there.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../../src/json/value.ts";
import { type SchemaNode, isType, mayBe } from "../../../src/schema/normal/schema-node.ts";
import type { IsIdentity } from "./identities.ts";

/** One object with what another has, at each depth: what both have is that of the second. */
export function withParts(one: JsonObject, other: JsonObject): JsonObject {
  const both = Object.entries<JsonValue>(other).map(([name, value]): [string, JsonValue] => {
    const own = ownValue(one, name);
    return [name, isObject(own) && isObject(value) ? withParts(own, value) : value];
  });
  return { ...one, ...Object.fromEntries(both) };
}

/** The step of a path into each item of a list. */
export const EACH = "*";

/** An object with another value at a path; unchanged where its objects and lists do not lead there. */
export function withValueAt(object: JsonObject, [step = "", ...rest]: readonly string[], value: JsonValue): JsonObject {
  const own = ownValue(object, step);
  if (own === undefined) return object;
  if (rest.length === 0) return { ...object, [step]: value };
  if (Array.isArray(own) && rest[0] === EACH) {
    const each = (own as readonly JsonValue[]).map((one) =>
      isObject(one) ? withValueAt(one, rest.slice(1), value) : one,
    );
    return { ...object, [step]: each };
  }
  return isObject(own) ? { ...object, [step]: withValueAt(own, rest, value) } : object;
}

/** What an object has of a part: the same properties, at each depth. */
export function sameParts(value: JsonValue, part: JsonValue): JsonValue {
  if (!isObject(value) || !isObject(part)) return value;
  const own = Object.entries<JsonValue>(part).filter(([name]) => Object.hasOwn(value, name));
  return Object.fromEntries(own.map(([name, inner]) => [name, sameParts(ownValue(value, name) ?? null, inner)]));
}

/** The objects in which the content of a body stands: nothing beside them has a value that a client may choose. */
export function contentOf(node: SchemaNode, isIdentity: IsIdentity): ReadonlyMap<string, SchemaNode> {
  const own = [...node.properties].filter(
    ([name, { annotations }]) => !annotations.readOnly && !isIdentity(name) && !isKind(name),
  );
  const isFixed = ({ form }: SchemaNode): boolean => form.values?.length === 1;
  const isObjects = own.every(([, one]) => isFixed(one) || isType(one, "object"));
  const objects = own.filter(([, one]) => isType(one, "object") && one.properties.size > 0);
  return new Map(isObjects ? objects.filter(([, one]) => hasChoice(one, isIdentity, MOST_DEPTH)) : []);
}

/** True for the name of a property that tells what kind of thing this is: the service decides it, whatever is sent. */
export const isKind = (name: string): boolean => /^_?(?:type|kind|object)$/i.test(name);

const MOST_DEPTH = 4;

/** True for an object with a value that is neither fixed nor names something. */
function hasChoice(node: SchemaNode, isIdentity: IsIdentity, depth: number): boolean {
  return [...node.properties].some(([name, one]) => {
    if (isIdentity(name) || one.annotations.readOnly || one.form.values?.length === 1) return false;
    if (isType(one, "object") && one.properties.size > 0) return depth > 0 && hasChoice(one, isIdentity, depth - 1);
    return ["string", "number", "integer", "boolean"].some((type) => mayBe(one, type as "string"));
  });
}
