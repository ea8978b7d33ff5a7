// References to other things: which item one names, and how a thing refers to another.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../../json/value.ts";
import { idOf } from "../../../resource/items/identify.ts";
import { plainName, wordsOf } from "../../../resource/paths.ts";
import type { Resource } from "../../../resource/model.ts";
import { type SchemaNode, isType } from "../../../schema/normal/schema-node.ts";
import { hashOf } from "../../../schema/samples/choices.ts";
import type { Key } from "../../../store/store.ts";
import type { Relating, Rule } from "../rule.ts";

/** Names of properties that refer to another thing of the same kind. */
export const ANOTHER = /parent|previous|next|original|related|manager|supervisor|reports_?to/i;

/** The last word of a property that refers to something. */
export const TAIL = /^(id|uuid|guid|gid|sid|key|ref|reference)$/;

/**
 * A reference to one of the items that exist, in the type of the property.
 * @param own the resource, if the thing that has the part is one of its items: a part refers to the thing itself
 */
export function referring(name: string, target: Resource, own?: Resource): Rule {
  const isBack = own !== undefined && !ANOTHER.test(name);
  const valueOf: Rule["valueOf"] = (object, relating) => {
    const former = ownValue(object, name);
    if (!relating.isNew || former === null || typeof former === "object") return undefined;
    const certain = isBack ? idOf(own.identifier, relating.root) : relating.above?.get(target);
    if (former === undefined) return undefined;
    if (certain !== undefined) return inTypeOf(former, certain);
    if (relating.others.has(target, former)) return undefined;
    return chosen(relating, target, name, (id) => inTypeOf(former, id));
  };
  return { isLive: false, valueOf };
}

/** An identifier as a text or as a number, as the property has it; undefined if it cannot be one. */
export function inTypeOf(former: JsonValue, id: JsonValue): JsonValue | undefined {
  if (typeof former === typeof id) return id;
  if (typeof former === "string" && (typeof id === "number" || typeof id === "bigint")) return String(id);
  return typeof former === "number" && typeof id === "string" && /^[1-9]\d{0,14}$/.test(id) ? Number(id) : undefined;
}

/** @param asNamed an identifier as it is written there; undefined if it cannot be */
export function chosen<Named extends JsonValue = Key>(
  { others, about }: Relating,
  target: Resource,
  name: string,
  asNamed?: (id: Key) => Named | undefined,
): Named | undefined {
  const ids = others.ids(target);
  const named = asNamed === undefined ? (ids as readonly Named[]) : ids.map(asNamed).filter((one) => one !== undefined);
  return named[hashOf(`${about} ${name}`) % Math.max(1, named.length)];
}

/** "customerId", "customer_id" and "customer" all name the customer. */
export function referenceStem(name: string): string {
  const words = wordsOf(name);
  return (words.length > 1 && TAIL.test(words.at(-1) ?? "") ? words.slice(0, -1) : words).join("");
}

/**
 * The identifier in an object that refers to a thing: in `customerId`, or inside `customer`.
 * @param own the property that asks, which does not refer to itself
 */
export function referenceIn(stem: string, object: JsonValue | undefined, own?: string): JsonValue | undefined {
  if (!isObject(object)) return undefined;
  const plain = plainName(stem);
  for (const [name, value] of Object.entries<JsonValue>(object)) {
    if (referenceStem(name) !== plain) continue;
    if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
    if (value === null && name !== own && TAIL.test(wordsOf(name).at(-1) ?? "")) return null;
    const id = isObject(value) ? (ownValue(value, "id") ?? ownValue(value, "uuid")) : undefined;
    if (id !== undefined && name !== own) return id;
  }
  return undefined;
}

/** The identifiers of things of one kind that an object names, at any depth: `{ relationships: { title: { data: { id } } } }`. */
export function idsIn(object: JsonObject, stem: string): JsonValue[] {
  return Object.entries<JsonValue>(object).flatMap(([name, value]): JsonValue[] => {
    const isOne = referenceStem(name) === stem;
    if (!isObject(value)) return isOne && value !== null && !Array.isArray(value) ? [value] : [];
    const data = ownValue(value, "data");
    const id = isOne ? referenceIn(stem, { [stem]: isObject(data) ? data : value }) : undefined;
    return id === undefined ? idsIn(value, stem) : [id];
  });
}

/** Words of texts that people read although there is a collection of that name. */
const PROSE = new Set(
  `status state type kind comment note message label tag title name description language locale country currency region
  content text body file image photo avatar icon logo role permission reason query search color colour version unit key
  email phone address domain url`.split(/\s+/),
);

/** True for a property that says something in words: only `comment_id` surely names a comment. */
export function isProse(words: readonly string[], { annotations }: SchemaNode): boolean {
  if (PROSE.has(words.at(-1) ?? "")) return true;
  return annotations.examples.some((one) => typeof one === "string" && /\s/.test(one));
}

/** True if a value can be the identifier of anything. */
export function isNamed(part: SchemaNode): boolean {
  const { values, formats } = part.form;
  if (values !== undefined || formats.some((format) => /^(date|uri|url|email)/.test(format))) return false;
  if (isType(part, "string") || isType(part, "integer")) return true;
  // The identifier, or the thing itself.
  return (
    part.alternatives.length === 1 &&
    part.alternatives[0]?.branches.some((one) => isType(one, "string") && one.form.values === undefined) === true
  );
}

/** What names an item of a collection: a reference to it (`plan_id`, `plan_code`), or its own key. */
export function namedIn({ identifier }: Resource, stem: string, object: JsonObject | undefined): JsonValue | undefined {
  const key = identifier.steps[0] ?? "";
  if (object === undefined || /^_?(id|uuid)$/.test(key)) return referenceIn(stem, object);
  const named = Object.keys(object).find((one) => plainName(one) === stem + plainName(key)) ?? "";
  return ownValue(object, named) ?? referenceIn(stem, object) ?? ownValue(object, key);
}
