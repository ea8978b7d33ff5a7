// Schemas that some value obviously satisfies. Nearly all of a large document are such, and to try values on them
// takes validators, which take long to make. What is not obvious is no fault: it is tried.
import type { Document } from "../contract/document.ts";
import { type JsonObject, type JsonValue, isObject } from "../contract/json.ts";
import { appendPointer, fragmentPointer, valueAt } from "../contract/pointer.ts";
import { isReference } from "./plain.ts";

/** Keywords that say nothing about values. */
const ANNOTATIONS = [
  ...["title", "description", "default", "example", "examples", "deprecated", "readOnly", "writeOnly", "externalDocs"],
  ...["xml", "nullable", "$comment"],
];

/** For each type, the keywords beside which the smallest value of it is still found without trying. */
const EASY: Readonly<Record<string, ReadonlySet<string>>> = {
  string: new Set([...ANNOTATIONS, "type", "minLength", "maxLength"]),
  integer: new Set([...ANNOTATIONS, "type", "minimum", "maximum"]),
  number: new Set([...ANNOTATIONS, "type", "minimum", "maximum"]),
  boolean: new Set([...ANNOTATIONS, "type"]),
  null: new Set([...ANNOTATIONS, "type"]),
  array: new Set([...ANNOTATIONS, "type", "items", "maxItems", "uniqueItems"]),
  object: new Set([...ANNOTATIONS, "type", "properties", "required", "additionalProperties", "maxProperties"]),
};

export class ObviousSchemas {
  readonly #document: Document;
  /** Those that are being looked at count as not obvious: a value may not hold itself. */
  readonly #known = new Map<string, boolean>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** True where the schema at a pointer is obviously satisfied by some value. */
  has(pointer: string): boolean {
    const passed: string[] = [];
    let place = pointer;
    let value = valueAt(this.#document.root, place);
    // A schema that only refers is as obvious as what it refers to.
    for (let next = onlyTarget(value); next !== undefined && !this.#known.has(place); next = onlyTarget(value)) {
      this.#known.set(place, false);
      passed.push(place);
      place = next;
      value = valueAt(this.#document.root, place);
    }
    const found = this.#known.get(place) ?? this.#look(place, value);
    for (const one of passed) this.#known.set(one, found);
    return found;
  }

  #look(pointer: string, value: JsonValue | undefined): boolean {
    this.#known.set(pointer, false);
    const found = isObject(value) && this.#holds(value, pointer);
    this.#known.set(pointer, found);
    return found;
  }

  #holds(schema: JsonObject, pointer: string): boolean {
    const { type } = schema;
    const easy = typeof type === "string" && Object.hasOwn(EASY, type) ? EASY[type] : undefined;
    if (easy === undefined) return false;
    if (Object.keys(schema).some((keyword) => !easy.has(keyword) && !keyword.startsWith("x-"))) return false;
    if (type === "string") return number(schema["minLength"], 0) <= number(schema["maxLength"], Infinity);
    if (type === "integer" || type === "number") return hasWhole(schema["minimum"], schema["maximum"]);
    return type !== "object" || this.#holdsMembers(schema, pointer);
  }

  #holdsMembers(schema: JsonObject, pointer: string): boolean {
    const required = schema["required"] ?? [];
    const { properties, additionalProperties } = schema;
    if (!Array.isArray(required) || required.length > number(schema["maxProperties"], Infinity)) return false;
    return required.every((name: JsonValue) => {
      if (typeof name !== "string") return false;
      if (!isObject(properties) || !Object.hasOwn(properties, name)) return (additionalProperties ?? true) === true;
      return this.has(appendPointer(pointer, "properties", name));
    });
  }
}

/** What a schema refers to that says nothing else. */
function onlyTarget(value: JsonValue | undefined): string | undefined {
  const reference = isObject(value) && isReference(value) ? value["$ref"] : undefined;
  return typeof reference === "string" ? fragmentPointer(reference) : undefined;
}

/** True where the lesser bound is itself a whole number within both. */
function hasWhole(minimum: JsonValue | undefined, maximum: JsonValue | undefined): boolean {
  const least = number(minimum, Math.min(0, number(maximum, 0)));
  return Number.isSafeInteger(least)
    ? least <= number(maximum, Infinity)
    : minimum === undefined && maximum === undefined;
}

function number(value: JsonValue | undefined, otherwise: number): number {
  return typeof value === "number" ? value : value === undefined ? otherwise : Number.NaN;
}
