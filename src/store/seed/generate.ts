// Values made from a schema: its examples where it has them, otherwise what its type, bounds and format ask for.
// What comes out is likely to be valid, not certain to be: whoever uses it asks the schema's validator.
import type { Document } from "../../contract/document.ts";
import { type JsonObject, type JsonValue, isObject } from "../../contract/json.ts";
import { type Shape, type TypeName, shapeOf } from "../../contract/shape.ts";
import type { Random } from "./random.ts";
import { makeText } from "./text.ts";

/** Deeper than this, only what is required is made; twice as deep, nothing: schemas may contain themselves. */
const DEEP = 4;

const TYPE_ORDER: readonly TypeName[] = ["object", "array", "string", "integer", "number", "boolean", "null"];

/** Makes values for the schemas of one document. */
export class Generator {
  readonly #document: Document;
  readonly #shapes = new Map<string, Shape>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** A value for the schema at a pointer, as a response would carry it. */
  value(pointer: string, random: Random, depth = 0): JsonValue {
    const shape = this.#shape(pointer);
    if (shape.values !== undefined && shape.values.length > 0) return random.pick(shape.values);
    if (shape.examples.length > 0) return random.pick(shape.examples);
    const type = TYPE_ORDER.find((name) => shape.types?.includes(name)) ?? this.#untyped(shape);
    const made = type === undefined ? undefined : this.#typed(type, shape, random, depth);
    return (
      shape.alternatives.reduce<JsonValue | undefined>(
        (value, branches) => this.#alternative(value, branches, random, depth),
        made,
      ) ??
      made ??
      "any"
    );
  }

  #shape(pointer: string): Shape {
    let shape = this.#shapes.get(pointer);
    if (shape === undefined) this.#shapes.set(pointer, (shape = shapeOf(this.#document, pointer)));
    return shape;
  }

  #untyped(shape: Shape): TypeName | undefined {
    if (shape.properties.size > 0) return "object";
    if (shape.items !== undefined) return "array";
    if (shape.alternatives.length > 0) return undefined;
    return shape.minimum === undefined && shape.maximum === undefined ? "string" : "number";
  }

  #alternative(value: JsonValue | undefined, branches: readonly string[], random: Random, depth: number): JsonValue {
    const branch =
      branches.length === 0 || depth > DEEP * 2 ? "any" : this.value(random.pick(branches), random, depth + 1);
    return isObject(value) && isObject(branch) ? { ...value, ...branch } : branch;
  }

  #typed(type: TypeName, shape: Shape, random: Random, depth: number): JsonValue {
    if (type === "object") return this.#object(shape, random, depth);
    if (type === "array") return this.#array(shape, random, depth);
    if (type === "string") return makeText(shape, random);
    if (type === "integer" || type === "number") return makeNumber(shape, random);
    return type === "boolean" ? random.next() < 0.5 : null;
  }

  #object(shape: Shape, random: Random, depth: number): JsonObject {
    const made: Record<string, JsonValue> = {};
    if (depth > DEEP * 2) return made;
    for (const [name, pointer] of shape.properties) {
      const own = this.#shape(pointer);
      if (own.writeOnly) continue;
      const required = shape.required.has(name);
      // One in four of the optional ones is left out, so that both cases are there to be seen.
      if (!required && (depth >= DEEP || random.next() < 0.25)) continue;
      made[name] = this.value(pointer, random, depth + 1);
    }
    for (const name of shape.required) if (!shape.properties.has(name)) made[name] = "any";
    return made;
  }

  #array(shape: Shape, random: Random, depth: number): JsonValue {
    const least = shape.minItems ?? 0;
    const most = Math.min(shape.maxItems ?? least + 2, least + 2);
    const length = depth >= DEEP ? least : random.between(least, most);
    const { items } = shape;
    if (items === undefined) return Array.from({ length }, () => "any");
    return Array.from({ length }, () => this.value(items, random, depth + 1));
  }
}

function makeNumber(shape: Shape, random: Random): number | bigint {
  const step = Number(shape.multipleOf ?? 1);
  const low = shape.minimum ?? above(shape.exclusiveMinimum) ?? below(shape.exclusiveMaximum, shape.maximum) ?? 1;
  const high =
    shape.maximum ?? (shape.exclusiveMaximum === undefined ? undefined : Number(shape.exclusiveMaximum) - step);
  if (typeof low === "bigint") return low;
  const first = Math.ceil(low / step);
  const last = high === undefined ? first + 99 : Math.min(first + 99, Math.floor(Number(high) / step));
  return last < first ? low : random.between(first, last) * step;
}

function above(bound: number | bigint | undefined): number | undefined {
  return bound === undefined ? undefined : Number(bound) + 1;
}

/** A lower bound for a schema that has only an upper one, where counting from 1 would not do. */
function below(...bounds: readonly (number | bigint | undefined)[]): number | undefined {
  const bound = bounds.find((value) => value !== undefined);
  return bound === undefined || Number(bound) > 1 ? undefined : Number(bound) - 100;
}
