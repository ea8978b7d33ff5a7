// The schemas of one document as shapes, read for one direction. Everything is computed once.
import type { Document } from "../../contract/document.ts";
import { type JsonObject, type JsonValue, isObject } from "../../contract/json.ts";
import type { Direction } from "../../contract/model.ts";
import { appendPointer, fragmentPointer, valueAt } from "../../contract/pointer.ts";
import { type Kinds, kindsOf } from "./discriminator.ts";
import { leafShape } from "./leaf.ts";
import { mergeShapes } from "./merge.ts";
import { ANYTHING, type Conjunction, type Shape } from "./shape.ts";

/** Stands for the values of one type, without a schema that says so. */
const TYPE = "type:";
/** Stands for texts that are not empty, as those of a path are. */
export const NOT_EMPTY = "text:";
/** Stands for the objects of which a property has one value, and for that value. */
const TAG = "tag:";
const VALUE = "value:";
/** A schema under 3.0's `nullable` without `type` is "null, or the rest"; these two stand for the halves. */
const NULL_MEMBER = `${TYPE}null`;
const REST = "rest:";

export class SchemaSpace {
  readonly document: Document;
  readonly direction: Direction;
  readonly #conjunctions = new Map<string, Conjunction>();
  readonly #shapes = new Map<string, Shape>();
  readonly #values = new Map<string, JsonValue | undefined>();

  constructor(document: Document, direction: Direction) {
    this.document = document;
    this.direction = direction;
  }

  /** The value at a pointer. */
  value(pointer: string): JsonValue | undefined {
    if (!this.#values.has(pointer)) this.#values.set(pointer, valueAt(this.document.root, pointer));
    return this.#values.get(pointer);
  }

  /** The schema at a pointer as the list of schemas it consists of. Undefined pointer: no schema, anything goes. */
  conjunction(pointer: string | undefined): Conjunction {
    if (pointer === undefined) return [];
    const known = this.#conjunctions.get(pointer);
    if (known !== undefined) return known;
    // A schema that only refers is what it refers to; a long way of such is gone once for all on it.
    const passed = new Set([pointer]);
    let place = pointer;
    for (let next = this.#onlyRefersTo(place); next !== undefined; next = this.#onlyRefersTo(place)) {
      if (passed.has(next)) break;
      passed.add(next);
      place = next;
    }
    const conjunction = this.#conjunctions.get(place) ?? this.#collect(place);
    for (const one of passed) this.#conjunctions.set(one, conjunction);
    return conjunction;
  }

  #onlyRefersTo(pointer: string): string | undefined {
    if (pointer.startsWith(REST) || this.#conjunctions.has(pointer)) return undefined;
    const value = this.value(pointer);
    if (!isObject(value) || typeof value["$ref"] !== "string" || Object.keys(value).length > 1) return undefined;
    return fragmentPointer(value["$ref"]);
  }

  /** What all schemas of a conjunction say together. */
  shape(conjunction: Conjunction): Shape {
    if (conjunction.length === 0) return ANYTHING;
    const key = conjunction.join("&");
    let shape = this.#shapes.get(key);
    if (shape === undefined) {
      shape = conjunction.map((member) => this.#member(member)).reduce(mergeShapes);
      this.#shapes.set(key, shape);
    }
    return shape;
  }

  /** The definitions behind a conjunction, with their pointers. Halves of a nullable schema stand for the whole. */
  definitions(conjunction: Conjunction): { pointer: string; definition: JsonObject }[] {
    return conjunction.flatMap((member) => {
      const pointer = memberPointer(member);
      const definition = pointer === undefined ? undefined : this.value(pointer);
      return pointer !== undefined && isObject(definition) ? [{ pointer, definition }] : [];
    });
  }

  /** True where some schema has a discriminator by which others build upon it. */
  get hasKinds(): boolean {
    return kindsOf(this.document.root).size > 0;
  }

  /** What builds upon one of the schemas of a conjunction, chosen by a discriminator. */
  kinds(conjunction: Conjunction): Kinds | undefined {
    const kinds = kindsOf(this.document.root);
    return kinds.size === 0
      ? undefined
      : conjunction.map((member) => kinds.get(member)).find((one) => one !== undefined);
  }

  /** True where a schema is marked `readOnly` in requests, `writeOnly` in responses: its values do not travel. */
  isSilent(conjunction: Conjunction): boolean {
    const marker = this.direction === "request" ? "readOnly" : "writeOnly";
    return this.definitions(conjunction).some(({ definition }) => definition[marker] === true);
  }

  /** Without recursion: references and `allOf` may lead any way. */
  #collect(start: string): Conjunction {
    const members = new Set<string>();
    const visited = new Set<string>();
    const pending = [start];
    for (let pointer = pending.pop(); pointer !== undefined; pointer = pending.pop()) {
      if (visited.has(pointer)) continue;
      visited.add(pointer);
      // A long way of schemas that build upon each other is gone once, not again from each of them.
      const known = this.#conjunctions.get(pointer);
      if (known === undefined) this.#collectOne(pointer, members, pending);
      else for (const member of known) members.add(member);
    }
    return [...members].sort();
  }

  #collectOne(pointer: string, members: Set<string>, pending: string[]): void {
    const definition = this.value(pointer.startsWith(REST) ? pointer.slice(REST.length) : pointer);
    if (definition === true) return;
    if (!isObject(definition)) {
      members.add(pointer);
      return;
    }
    const old = this.document.dialect === "3.0";
    const reference = definition["$ref"];
    if (typeof reference === "string") {
      const target = fragmentPointer(reference);
      if (target === undefined) members.add(pointer);
      else pending.push(target);
      if (old) return;
    }
    if (old && definition["nullable"] === true && definition["type"] === undefined && !pointer.startsWith(REST)) {
      members.add(pointer);
      return;
    }
    const place = pointer.startsWith(REST) ? pointer.slice(REST.length) : pointer;
    // A dynamic reference to what only one schema calls itself is a reference like any other.
    const dynamic = definition["$dynamicRef"];
    const leads = typeof dynamic === "string" ? fragmentPointer(dynamic) : undefined;
    if (leads !== undefined) pending.push(leads);
    if (Array.isArray(definition["allOf"])) {
      for (const index of definition["allOf"].keys()) pending.push(appendPointer(place, "allOf", index));
    }
    if (Object.keys(definition).some((key) => !TRANSPARENT.has(key) && !key.startsWith("x-"))) members.add(pointer);
    else if (Object.keys(definition).some((key) => key.startsWith("x-") || MARKERS.has(key))) members.add(pointer);
  }

  #member(member: string): Shape {
    if (member.startsWith(TYPE)) return { ...ANYTHING, types: new Set([member.slice(TYPE.length)]) };
    if (member === NOT_EMPTY) return { ...ANYTHING, bounds: { minLength: 1 } };
    if (member.startsWith(VALUE)) return { ...ANYTHING, values: [member.slice(VALUE.length)] };
    if (isTag(member)) {
      const [property, value] = JSON.parse(member.slice(TAG.length)) as [string, string];
      return { ...ANYTHING, properties: new Map([[property, [`${VALUE}${value}`]]]), required: new Set([property]) };
    }
    const rest = member.startsWith(REST);
    const pointer = rest ? member.slice(REST.length) : member;
    const definition = this.value(pointer);
    if (definition === false) return { ...ANYTHING, never: true };
    if (!isObject(definition)) return ANYTHING;
    if (
      !rest &&
      this.document.dialect === "3.0" &&
      definition["nullable"] === true &&
      definition["type"] === undefined
    ) {
      return this.#orNull(pointer, definition);
    }
    return leafShape(this, pointer, definition);
  }

  /** Null is one more alternative where there are some, which is how 3.1 writes it, or the only other one. */
  #orNull(pointer: string, definition: JsonObject): Shape {
    const own = Object.keys(definition).filter((key) => key !== "nullable" && !TRANSPARENT.has(key));
    const [kind] = own;
    const shape = leafShape(this, pointer, definition);
    const [group] = shape.groups;
    if (own.length === 1 && group !== undefined && group.kind === kind && definition["allOf"] === undefined) {
      return { ...shape, groups: [{ kind, branches: [...group.branches, [NULL_MEMBER]] }] };
    }
    return {
      ...ANYTHING,
      groups: [{ kind: "anyOf", branches: [[NULL_MEMBER], this.conjunction(`${REST}${pointer}`)] }],
    };
  }
}

/** Keywords that a conjunction already holds, or that say nothing about values. */
const TRANSPARENT = new Set([
  ...["$ref", "allOf", "title", "description", "example", "examples", "externalDocs", "xml", "$comment", "$defs"],
  ...["definitions", "$id", "$schema", "readOnly", "writeOnly", "deprecated", "default", "discriminator"],
]);

/** Of these, the ones that policy and direction look at. */
const MARKERS = new Set(["readOnly", "writeOnly", "deprecated", "default", "discriminator"]);

/** The member of a conjunction that holds for the values of one type. */
export function ofType(type: string): string {
  return `${TYPE}${type}`;
}

/** The member of a conjunction that holds for the objects whose property has a value. */
export function tagged(property: string, value: string): string {
  return `${TAG}${JSON.stringify([property, value])}`;
}

export function isTag(member: string): boolean {
  return member.startsWith(TAG);
}

/** The pointer behind a member of a conjunction. */
export function memberPointer(member: string): string | undefined {
  if ([TYPE, TAG, VALUE].some((kind) => member.startsWith(kind)) || member === NOT_EMPTY) return undefined;
  return member.startsWith(REST) ? member.slice(REST.length) : member;
}

/** True for the half of a nullable schema that is the schema without null. */
export function isRest(member: string): boolean {
  return member.startsWith(REST);
}
