// What a schema plainly says, with references followed and `allOf` merged: for readers that need the
// properties, bounds and values of a schema rather than a verdict on one value.
import { type Document, type Resolved, resolve } from "./document.ts";
import { type JsonObject, type JsonValue, equalJson, isObject } from "./json.ts";
import { appendPointer, fragmentPointer, valueAt } from "./pointer.ts";

export type TypeName = "null" | "boolean" | "integer" | "number" | "string" | "array" | "object";

export interface Shape {
  /** Where the schema really stands, references followed. */
  readonly pointer: string;
  /** The types allowed; absent where the schema names none. */
  readonly types?: readonly TypeName[];
  /** Properties by name, each with the pointer of its schema. */
  readonly properties: ReadonlyMap<string, string>;
  readonly required: ReadonlySet<string>;
  /** Pointer of the schema of the items of an array. */
  readonly items?: string;
  /** The only values allowed: `const` is a list of one. */
  readonly values?: readonly JsonValue[];
  readonly format?: string;
  readonly patterns: readonly string[];
  readonly minimum?: number | bigint;
  readonly maximum?: number | bigint;
  readonly exclusiveMinimum?: number | bigint;
  readonly exclusiveMaximum?: number | bigint;
  readonly multipleOf?: number | bigint;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minProperties?: number;
  readonly uniqueItems: boolean;
  /** `additionalProperties: false`, or an unevaluated one: no property but the named ones. */
  readonly closed: boolean;
  /** Each `oneOf` or `anyOf` as the pointers of its branches. */
  readonly alternatives: readonly (readonly string[])[];
  readonly default?: JsonValue;
  readonly examples: readonly JsonValue[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
}

type Draft = { -readonly [K in keyof Shape]: Shape[K] } & {
  properties: Map<string, string>;
  required: Set<string>;
  patterns: string[];
  alternatives: (readonly string[])[];
  examples: JsonValue[];
};

const MAX_MERGE = 64;

/**
 * The shape of the schema at a pointer. Parts that contradict each other leave the narrower one. Where nothing stands,
 * as for a parameter that describes no schema, anything goes.
 */
export function shapeOf(document: Document, pointer: string): Shape {
  const isThere = valueAt(document.root, pointer) !== undefined;
  const draft: Draft = {
    pointer: isThere ? resolve(document, pointer).pointer : pointer,
    properties: new Map(),
    required: new Set(),
    patterns: [],
    uniqueItems: false,
    closed: false,
    alternatives: [],
    examples: [],
    readOnly: false,
    writeOnly: false,
  };
  const pending = isThere ? [pointer] : [];
  const seen = new Set<string>();
  for (let next = pending.shift(); next !== undefined && seen.size < MAX_MERGE; next = pending.shift()) {
    const beside = siblingsOfReference(document, next);
    if (beside !== undefined) pending.unshift(beside.target);
    const { value, pointer: place } = beside ?? resolve(document, next);
    if (!isObject(value) || seen.has(place)) continue;
    seen.add(place);
    merge(draft, value, { pointer: place, dialect: document.dialect });
    if (Array.isArray(value["allOf"])) pending.push(...listPointers(value["allOf"], appendPointer(place, "allOf")));
  }
  return draft;
}

/** A reference that has keywords of its own beside it, which count in 3.1 and are nothing in 3.0. */
function siblingsOfReference(
  document: Document,
  pointer: string,
): (Resolved & { readonly target: string }) | undefined {
  const value = document.dialect === "3.0" ? undefined : valueAt(document.root, pointer);
  if (!isObject(value) || typeof value["$ref"] !== "string") return undefined;
  const target = fragmentPointer(value["$ref"]);
  return target === undefined ? undefined : { value, pointer, target };
}

/** True where a value of that type may be allowed; `integer` is also a number. */
export function mayBe(shape: Shape, type: TypeName): boolean {
  if (shape.types === undefined) return true;
  return shape.types.includes(type) || (type === "integer" && shape.types.includes("number"));
}

/** True for a schema whose only non-null type is the given one. */
export function isType(shape: Shape, type: TypeName): boolean {
  const types = shape.types?.filter((name) => name !== "null");
  return types?.length === 1 && types[0] === type;
}

interface Place {
  readonly pointer: string;
  readonly dialect: Document["dialect"];
}

function merge(draft: Draft, schema: JsonObject, place: Place): void {
  mergeTypes(draft, schema, place);
  mergeValues(draft, schema);
  mergeBounds(draft, schema);
  const properties = schema["properties"];
  if (isObject(properties)) {
    for (const name of Object.keys(properties)) {
      if (!draft.properties.has(name)) draft.properties.set(name, appendPointer(place.pointer, "properties", name));
    }
  }
  if (Array.isArray(schema["required"])) for (const name of schema["required"]) draft.required.add(String(name));
  if (isObject(schema["items"]) && draft.items === undefined) draft.items = appendPointer(place.pointer, "items");
  for (const keyword of ["oneOf", "anyOf"]) {
    const branches = schema[keyword];
    if (Array.isArray(branches)) draft.alternatives.push(listPointers(branches, appendPointer(place.pointer, keyword)));
  }
  if (typeof schema["pattern"] === "string") draft.patterns.push(schema["pattern"]);
  if (typeof schema["format"] === "string") draft.format ??= schema["format"];
  draft.uniqueItems ||= schema["uniqueItems"] === true;
  draft.closed ||= schema["additionalProperties"] === false || schema["unevaluatedProperties"] === false;
  draft.readOnly ||= schema["readOnly"] === true;
  draft.writeOnly ||= schema["writeOnly"] === true;
}

function mergeTypes(draft: Draft, schema: JsonObject, place: Place): void {
  const type = schema["type"];
  if (type === undefined) return;
  const types = [...(Array.isArray(type) ? type : [type])] as TypeName[];
  if (place.dialect === "3.0" && schema["nullable"] === true) types.push("null");
  draft.types = draft.types === undefined ? types : commonTypes(draft.types, types);
}

/** What two lists of types both allow; every integer is a number. */
function commonTypes(a: readonly TypeName[], b: readonly TypeName[]): TypeName[] {
  const allows = (types: readonly TypeName[], type: TypeName): boolean =>
    types.includes(type) || (type === "integer" && types.includes("number"));
  return [...new Set([...a, ...b])].filter((type) => allows(a, type) && allows(b, type));
}

function mergeValues(draft: Draft, schema: JsonObject): void {
  const values = schema["const"] !== undefined ? [schema["const"]] : schema["enum"];
  if (Array.isArray(values)) {
    const own = values as readonly JsonValue[];
    draft.values = draft.values?.filter((value) => own.some((other) => equalJson(value, other))) ?? own;
  }
  if (schema["default"] !== undefined) draft.default ??= schema["default"];
  if (schema["example"] !== undefined) draft.examples.push(schema["example"]);
  if (Array.isArray(schema["examples"])) draft.examples.push(...(schema["examples"] as JsonValue[]));
}

const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "multipleOf"] as const;
const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems"] as const;

function mergeBounds(draft: Draft, schema: JsonObject): void {
  const bounds: Record<string, JsonValue | undefined> = { ...schema };
  // 3.0: the exclusive bound is a flag beside the bound.
  if (schema["exclusiveMinimum"] === true)
    Object.assign(bounds, { exclusiveMinimum: schema["minimum"], minimum: undefined });
  if (schema["exclusiveMaximum"] === true)
    Object.assign(bounds, { exclusiveMaximum: schema["maximum"], maximum: undefined });
  const target = draft as Record<string, unknown>;
  for (const key of LOWER) keep(target, key, bounds[key], (next, kept) => next > kept);
  for (const key of UPPER) keep(target, key, bounds[key], (next, kept) => next < kept);
}

type Bound = number | bigint;

function keep(
  target: Record<string, unknown>,
  key: string,
  next: unknown,
  narrower: (next: Bound, kept: Bound) => boolean,
): void {
  if (typeof next !== "number" && typeof next !== "bigint") return;
  const kept = target[key] as Bound | undefined;
  if (kept === undefined || narrower(next, kept)) target[key] = next;
}

function listPointers(list: readonly unknown[], pointer: string): string[] {
  return list.map((_, index) => appendPointer(pointer, index));
}
