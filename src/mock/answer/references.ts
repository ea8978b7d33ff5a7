// References to other things: which item one names, and how a thing refers to another.
import { type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";
import { plainName, wordsOf } from "../../resource/paths.ts";
import type { Resource } from "../../resource/model.ts";
import { hashOf } from "../../schema/samples/choices.ts";
import type { Key } from "../../store/store.ts";

/** The items that there are. */
export interface Others {
  /** The identifiers of the first items. */
  ids(resource: Resource): readonly Key[];
  find(resource: Resource, id: JsonValue): JsonObject | undefined;
}

/** What a relation is worked out for. */
export interface Relating {
  readonly others: Others;
  /** What the thing is about: the same text gives the same references. */
  readonly about: string;
  /** What the client sent, which stays. */
  readonly sent?: JsonValue | undefined;
  /** The whole item, if only a part of it is shown. */
  readonly whole?: JsonObject | undefined;
  /** References are chosen only for new things; afterwards they stay. */
  readonly isNew: boolean;
}

/** Works out one property of an object. */
export interface Rule {
  /** Whatever it depends on may change, so it is worked out whenever the thing is shown. */
  readonly isLive: boolean;
  readonly valueOf: (object: JsonObject, relating: Relating) => JsonValue | undefined;
}

/** The last word of a property that refers to something. */
export const TAIL = /^(id|uuid|guid|gid|sid|key|ref|reference)$/;

/** A reference to one of the items that exist, in the type of the property. */
export function referring(name: string, target: Resource): Rule {
  const valueOf: Rule["valueOf"] = (object, relating) => {
    const own = ownValue(object, name);
    if (!relating.isNew || own === null || own === undefined) return undefined;
    if (relating.others.find(target, own) !== undefined) return undefined;
    const id = chosen(relating, target, name);
    return id === undefined || typeof own === typeof id ? id : typeof own === "string" ? String(id) : undefined;
  };
  return { isLive: false, valueOf };
}

export function chosen({ others, about }: Relating, target: Resource, name: string): Key | undefined {
  const ids = others.ids(target);
  return ids[hashOf(`${about} ${name}`) % Math.max(1, ids.length)];
}

/** "customerId", "customer_id" and "customer" all name the customer. */
export function referenceStem(name: string): string {
  const words = wordsOf(name);
  return (words.length > 1 && TAIL.test(words.at(-1) ?? "") ? words.slice(0, -1) : words).join("");
}

/** The identifier in an object that refers to a thing: in `customerId`, or inside `customer`. */
export function referenceIn(stem: string, object: JsonValue | undefined): JsonValue | undefined {
  if (!isObject(object)) return undefined;
  const plain = plainName(stem);
  for (const [name, value] of Object.entries<JsonValue>(object)) {
    if (referenceStem(name) !== plain) continue;
    if (typeof value === "string" || typeof value === "number" || typeof value === "bigint") return value;
    const id = isObject(value) ? (ownValue(value, "id") ?? ownValue(value, "uuid")) : undefined;
    if (id !== undefined && plainName(name) !== plain) return id;
  }
  return undefined;
}
