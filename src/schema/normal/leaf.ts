// The normal form of one schema object as it is written, without its `$ref` and `allOf`.
import { type BoundKeyword, LOWER, type NumberValue, UPPER } from "../keywords.ts";
import type { Dialect } from "../../document/document.ts";
import { appendPointer, fragmentPointer } from "../../json/pointer.ts";
import { withoutFlags } from "./number-bounds.ts";
import { ANYTHING_GOES, type Conjunction, join } from "./conjunction.ts";
import { discriminatorOf } from "./discriminator.ts";
import { ANYTHING, type Group, type NormalForm, type Opaque } from "./normal-form.ts";
import { matches } from "../pattern/engine.ts";
import { typeOf } from "../types.ts";
import { isAmong } from "../../json/value-set.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** What the reading of one schema object has to know of those around it. */
export interface Surroundings {
  readonly dialect: Dialect;
  /** The schema at a pointer as the conjunction of those that it consists of. */
  conjunction(pointer: string): Conjunction;
  /** True where the values of the schema at a pointer do not travel in the direction that is read for. */
  isSilentAt(pointer: string): boolean;
}

/** Reads one schema object. */
export function leafForm(around: Surroundings, pointer: string, definition: JsonObject): NormalForm {
  const at = (...steps: (string | number)[]): Conjunction => around.conjunction(appendPointer(pointer, ...steps));
  const types = readTypes(definition, around.dialect === "3.0");
  const constants = readConstants(definition);
  const values = readValues(definition, constants?.values);
  const array = readArray(definition, at);
  const object = readObject(definition, at);
  return {
    ...ANYTHING,
    never: excludesAll(definition["not"]) || emptyChoice(definition) !== undefined,
    ...(types === undefined ? {} : { types }),
    ...(values === undefined ? {} : { values }),
    bounds: readBounds(definition),
    multiples: isNumber(definition["multipleOf"]) ? [definition["multipleOf"]] : [],
    patterns: typeof definition["pattern"] === "string" ? [definition["pattern"]] : [],
    formats: typeof definition["format"] === "string" ? [definition["format"]] : [],
    uniqueItems: definition["uniqueItems"] === true,
    ...array,
    ...object,
    required: readRequired(around, pointer, definition),
    groups: readGroups(definition, at).filter(({ kind }) => kind !== constants?.keyword),
    opaque: readOpaque(pointer, definition, at),
  };
}

/** The keyword of a schema that lists nothing to choose from, so that no value is allowed. */
export function emptyChoice(definition: JsonObject): "enum" | "anyOf" | "oneOf" | undefined {
  return (["enum", "anyOf", "oneOf"] as const).find((keyword) => {
    const list = definition[keyword];
    return Array.isArray(list) && list.length === 0;
  });
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

function readValues(
  { const: only, enum: listed }: JsonObject,
  constants: readonly JsonValue[] | undefined,
): readonly JsonValue[] | undefined {
  const lists = [only === undefined ? undefined : [only], Array.isArray(listed) ? listed : undefined, constants];
  const [first, ...others] = lists.filter((list) => list !== undefined);
  return others.reduce((kept, list) => kept.filter((value) => isAmong(list, value)), first as readonly JsonValue[]);
}

/** Keywords beside a `const` that say nothing about the value. */
const SILENT = new Set(["const", "type", "title", "description", "deprecated", "example", "examples"]);

/** The values of alternatives each of which is one constant: an `enum` that gives its values titles. */
function readConstants(
  definition: JsonObject,
): { readonly keyword: Group["kind"]; readonly values: readonly JsonValue[] } | undefined {
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const branches = definition[keyword];
    if (!Array.isArray(branches) || branches.length === 0) continue;
    const values: JsonValue[] = [];
    for (const branch of branches as readonly JsonValue[]) {
      if (!isObject(branch) || Object.keys(branch).some((key) => !SILENT.has(key) && !key.startsWith("x-"))) break;
      const { const: only, type } = branch;
      // A value that two alternatives allow matches no `oneOf`.
      if (only === undefined || isAmong(values, only) || !hasType(only, type)) break;
      values.push(only);
    }
    if (values.length === branches.length) return { keyword, values };
  }
  return undefined;
}

function hasType(value: JsonValue, type: JsonValue | undefined): boolean {
  const own = typeOf(value);
  return type === undefined || type === own || (type === "number" && own === "integer");
}

function readBounds(definition: JsonObject): NormalForm["bounds"] {
  const bounds: Partial<Record<BoundKeyword, NumberValue>> = {};
  const written = withoutFlags(definition);
  for (const keyword of [...LOWER, ...UPPER]) {
    const bound = written[keyword];
    const idle = keyword.startsWith("min") && keyword !== "minimum" && bound === 0 && keyword !== "minContains";
    const alone = keyword.endsWith("Contains") && definition["contains"] === undefined;
    if (isNumber(bound) && !idle && !alone) bounds[keyword] = bound;
  }
  return bounds;
}

type At = (...steps: (string | number)[]) => Conjunction;

function readArray(definition: JsonObject, at: At): Pick<NormalForm, "prefix" | "items"> {
  const prefix = Array.isArray(definition["prefixItems"]) ? definition["prefixItems"] : [];
  return {
    prefix: prefix.map((_, index) => at("prefixItems", index)),
    items: isSchema(definition["items"]) ? at("items") : ANYTHING_GOES,
  };
}

function readObject(
  definition: JsonObject,
  at: At,
): Pick<NormalForm, "properties" | "patternProperties" | "additional" | "freeNames"> {
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
    additional: isSchema(additional) ? at("additionalProperties") : ANYTHING_GOES,
    freeNames:
      additional === true ||
      isObject(additional) ||
      (additional === undefined && properties.size + patterns.size === 0),
  };
}

/** As the compiler does: what does not travel in this direction need not be there. */
function readRequired(around: Surroundings, pointer: string, definition: JsonObject): ReadonlySet<string> {
  const required = definition["required"];
  // An empty name is a template that was not filled in.
  const names = (Array.isArray(required) ? required : []).filter(
    (name): name is string => typeof name === "string" && name !== "",
  );
  const tag = discriminatorOf(definition);
  if (tag !== undefined && !names.includes(tag)) names.push(tag);
  const properties = definition["properties"];
  if (!isObject(properties)) return new Set(names);
  return new Set(names.filter((name) => !around.isSilentAt(appendPointer(pointer, "properties", name))));
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
