// The shape of one schema object as it is written, without its `$ref` and `allOf`.
import { type JsonObject, type JsonValue, equalJson, isObject } from "../../contract/json.ts";
import { appendPointer, fragmentPointer } from "../../contract/pointer.ts";
import { discriminatorOf } from "./discriminator.ts";
import { join } from "./merge.ts";
import {
  ANYTHING,
  type BoundKeyword,
  type Conjunction,
  type Group,
  LOWER,
  type NumberValue,
  type Opaque,
  type Shape,
  UPPER,
  matches,
} from "./shape.ts";
import type { SchemaSpace } from "./space.ts";

/** Reads one schema object. */
export function leafShape(space: SchemaSpace, pointer: string, definition: JsonObject): Shape {
  const at = (...steps: (string | number)[]): Conjunction => space.conjunction(appendPointer(pointer, ...steps));
  const types = readTypes(definition, space.document.dialect === "3.0");
  const values = readValues(definition);
  const array = readArray(definition, at);
  const object = readObject(definition, at);
  return {
    ...ANYTHING,
    never: excludesAll(definition["not"]),
    ...(types === undefined ? {} : { types }),
    ...(values === undefined ? {} : { values }),
    bounds: readBounds(definition),
    multiples: isNumber(definition["multipleOf"]) ? [definition["multipleOf"]] : [],
    patterns: typeof definition["pattern"] === "string" ? [definition["pattern"]] : [],
    formats: typeof definition["format"] === "string" ? [definition["format"]] : [],
    uniqueItems: definition["uniqueItems"] === true,
    ...array,
    ...object,
    required: readRequired(space, pointer, definition),
    groups: readGroups(definition, at),
    opaque: readOpaque(pointer, definition, at),
  };
}

function excludesAll(not: JsonValue | undefined): boolean {
  return not === true || (isObject(not) && Object.keys(not).length === 0);
}

function readTypes(definition: JsonObject, old: boolean): ReadonlySet<string> | undefined {
  const type = definition["type"];
  if (type === undefined) return undefined;
  const types = new Set((Array.isArray(type) ? type : [type]).filter((name) => typeof name === "string"));
  if (old && definition["nullable"] === true) types.add("null");
  if (types.has("number")) types.delete("integer");
  return types;
}

function readValues(definition: JsonObject): readonly JsonValue[] | undefined {
  const { const: only, enum: listed } = definition;
  if (only === undefined) return Array.isArray(listed) ? listed : undefined;
  return !Array.isArray(listed) || listed.some((value: JsonValue) => equalJson(value, only)) ? [only] : [];
}

function readBounds(definition: JsonObject): Shape["bounds"] {
  const bounds: Partial<Record<BoundKeyword, NumberValue>> = {};
  for (const keyword of [...LOWER, ...UPPER]) {
    const bound = definition[keyword];
    const idle = keyword.startsWith("min") && keyword !== "minimum" && bound === 0 && keyword !== "minContains";
    const alone = keyword.endsWith("Contains") && definition["contains"] === undefined;
    if (isNumber(bound) && !idle && !alone) bounds[keyword] = bound;
  }
  // 3.0 writes an exclusive bound as a flag beside the bound.
  for (const [flag, bound] of [
    ["exclusiveMinimum", "minimum"],
    ["exclusiveMaximum", "maximum"],
  ] as const) {
    const limit = bounds[bound];
    if (definition[flag] !== true || limit === undefined) continue;
    delete bounds[bound];
    bounds[flag] = limit;
  }
  return bounds;
}

type At = (...steps: (string | number)[]) => Conjunction;

function readArray(definition: JsonObject, at: At): Pick<Shape, "prefix" | "items"> {
  const prefix = Array.isArray(definition["prefixItems"]) ? definition["prefixItems"] : [];
  return {
    prefix: prefix.map((_, index) => at("prefixItems", index)),
    items: isSchema(definition["items"]) ? at("items") : [],
  };
}

function readObject(
  definition: JsonObject,
  at: At,
): Pick<Shape, "properties" | "patternProperties" | "additional" | "mapped"> {
  const patterns = new Map<string, Conjunction>();
  if (isObject(definition["patternProperties"])) {
    for (const pattern of Object.keys(definition["patternProperties"])) {
      patterns.set(pattern, at("patternProperties", pattern));
    }
  }
  const properties = new Map<string, Conjunction>();
  if (isObject(definition["properties"])) {
    for (const name of Object.keys(definition["properties"])) {
      const matching = [...patterns].filter(([pattern]) => matches(pattern, name)).map(([, constraint]) => constraint);
      properties.set(name, matching.reduce(join, at("properties", name)));
    }
  }
  const additional = definition["additionalProperties"];
  return {
    properties,
    patternProperties: patterns,
    additional: isSchema(additional) ? at("additionalProperties") : [],
    mapped:
      additional === true ||
      isObject(additional) ||
      (additional === undefined && properties.size + patterns.size === 0),
  };
}

/** As the compiler does: what does not travel in this direction need not be there. */
function readRequired(space: SchemaSpace, pointer: string, definition: JsonObject): ReadonlySet<string> {
  const required = definition["required"];
  // An empty name is a template that was not filled in.
  const names = (Array.isArray(required) ? required : []).filter(
    (name): name is string => typeof name === "string" && name !== "",
  );
  const tag = discriminatorOf(definition);
  if (tag !== undefined && !names.includes(tag)) names.push(tag);
  const properties = definition["properties"];
  if (!isObject(properties)) return new Set(names);
  return new Set(names.filter((name) => !isMarked(space, appendPointer(pointer, "properties", name))));
}

export function isMarked(space: SchemaSpace, pointer: string): boolean {
  const marker = space.direction === "request" ? "readOnly" : "writeOnly";
  for (let place: string | undefined = pointer, steps = 0; place !== undefined && steps < 32; steps++) {
    const value = space.value(place);
    if (!isObject(value)) return false;
    if (value[marker] === true) return true;
    place = typeof value["$ref"] === "string" ? fragmentPointer(value["$ref"]) : undefined;
  }
  return false;
}

function readGroups(definition: JsonObject, at: At): Group[] {
  return (["anyOf", "oneOf"] as const).flatMap((kind) => {
    const list = definition[kind];
    return Array.isArray(list) && list.length > 0 ? [{ kind, branches: list.map((_, index) => at(kind, index)) }] : [];
  });
}

/** Keywords whose schemas are not compared part by part. */
const OPAQUE_SCHEMAS = ["not", "if", "then", "else", "contains", "propertyNames", "unevaluatedItems"] as const;
const OPAQUE_VALUES = ["$dynamicRef", "$dynamicAnchor"] as const;

function readOpaque(pointer: string, definition: JsonObject, at: At): Opaque[] {
  const found: Opaque[] = [];
  for (const keyword of [...OPAQUE_SCHEMAS, "unevaluatedProperties", "additionalItems"]) {
    if (!isSchema(definition[keyword])) continue;
    const counts = [definition["minContains"] ?? 1, definition["maxContains"] ?? null];
    const scope = keyword.startsWith("unevaluated") ? { scope: pointer } : {};
    found.push({ keyword, schemas: [at(keyword)], value: keyword === "contains" ? counts : null, ...scope });
  }
  const dependent = definition["dependentSchemas"];
  if (isObject(dependent)) {
    const names = Object.keys(dependent).sort();
    const schemas = names.map((name) => at("dependentSchemas", name));
    found.push({ keyword: "dependentSchemas", schemas, value: names });
  }
  const needed = readDependentRequired(definition["dependentRequired"]);
  if (needed.length > 0) {
    found.push({ keyword: "dependentRequired", schemas: [], value: Object.fromEntries(needed) });
  }
  for (const keyword of OPAQUE_VALUES) {
    const value = definition[keyword];
    // What leads to a place is followed.
    if (typeof value === "string" && fragmentPointer(value) !== undefined) continue;
    if (value !== undefined) found.push({ keyword, schemas: [], value });
  }
  const reference = definition["$ref"];
  if (typeof reference === "string" && fragmentPointer(reference) === undefined) {
    found.push({ keyword: "$ref", schemas: [], value: reference });
  }
  // A conditional is one thing: `then` without its `if` says nothing.
  const conditional = found.filter(({ keyword }) => keyword === "if" || keyword === "then" || keyword === "else");
  const others = found.filter((part) => !conditional.includes(part));
  if (!conditional.some(({ keyword }) => keyword === "if")) return others;
  const schemas = conditional.flatMap((part) => part.schemas);
  return [...others, { keyword: "if", schemas, value: conditional.map(({ keyword }) => keyword) }];
}

/** The names that each property brings with it, in one order; a property that brings none says nothing. */
function readDependentRequired(value: JsonValue | undefined): [string, JsonValue][] {
  if (!isObject(value)) return [];
  const entries = Object.entries(value).map(([name, names]): [string, string[]] => [
    name,
    Array.isArray(names) ? [...new Set(names.filter((one) => typeof one === "string"))].sort() : [],
  ]);
  return entries.filter(([, names]) => names.length > 0).sort(([a], [b]) => (a < b ? -1 : 1));
}

function isSchema(value: JsonValue | undefined): boolean {
  return typeof value === "boolean" || isObject(value);
}

function isNumber(value: JsonValue | undefined): value is NumberValue {
  return typeof value === "number" || typeof value === "bigint";
}
