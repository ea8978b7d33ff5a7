// The keywords of JSON Schema in one table: what each contains, which dialect defines it, what it does. Code that reads
// raw schemas looks keywords up here and walks with `subschemas`; code that needs their meaning uses the normal form.
import { type Dialect, referenceText } from "../document/document.ts";
import type { Direction } from "../document/grammar.ts";
import { type JsonObject, type JsonValue } from "../json/value.ts";

export type NumberValue = number | bigint;

/** Keywords with a lower bound; of two bounds, the greater one applies. */
export const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"] as const;
/** Keywords with an upper bound; of two bounds, the lesser one applies. */
export const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"] as const;

type LowerKeyword = (typeof LOWER)[number];
type UpperKeyword = (typeof UPPER)[number];
export type BoundKeyword = LowerKeyword | UpperKeyword;

/** What a keyword does. Keywords that apply other schemas are distinguished by `applies`. */
export type KeywordFamily =
  | "identity" // names the schema
  | "reference"
  | "type"
  | "values" // lists the values
  | "number bound"
  | "multiple"
  | "length" // of a string
  | "pattern"
  | "format"
  | "count" // of items or properties
  | "unique"
  | "presence" // which properties are required
  | "applicator"
  | "annotation";

/** What the schemas under a keyword apply to, relative to the value that the outer schema judges. */
type Application =
  | "in place" // the same value
  | "property"
  | "name" // of a property
  | "item"
  | "content" // what the string encodes
  | "definition"; // nothing: they are only stored here

export interface Keyword {
  readonly family: KeywordFamily;
  /** How the keyword contains schemas: one, a list, or a map by name. If absent, it contains none. */
  readonly holds?: "schema" | "list" | "map";
  /** Set for every keyword that contains schemas. */
  readonly applies?: Application;
  /** The only type of values that it judges; all if absent. */
  readonly type?: "number" | "string" | "array" | "object";
  /** The only dialect that defines it. Validators follow the keywords of 3.1 in both dialects. */
  readonly only?: Dialect;
  /** True if OpenAPI 3.0 has a boolean here that modifies another keyword. */
  readonly mayBeFlag?: true;
  /** The direction in which values of a schema with this marker are not sent. */
  readonly silences?: Direction;
  /** An annotation that says nothing about values but that programs act on. */
  readonly matters?: true;
}

const schema = { family: "applicator", holds: "schema" } as const;
const list = { family: "applicator", holds: "list" } as const;
const map = { family: "applicator", holds: "map" } as const;
const annotation = { family: "annotation" } as const;
const marker = { ...annotation, matters: true } as const;
const number = { type: "number" } as const;
const string = { type: "string" } as const;
const array = { type: "array" } as const;
const object = { type: "object" } as const;
const newer = { only: "3.1" } as const;

/** Every keyword by name (JSON Schema 2020-12 Core and Validation; OpenAPI 3.0.3 section 4.7.24). */
export const KEYWORDS: ReadonlyMap<string, Keyword> = new Map<string, Keyword>([
  ["$ref", { family: "reference" }],
  ["$dynamicRef", { family: "reference", ...newer }],

  ["type", { family: "type" }],
  ["nullable", { family: "type", only: "3.0" }],
  ["enum", { family: "values" }],
  ["const", { family: "values", ...newer }],

  ["minimum", { family: "number bound", ...number }],
  ["maximum", { family: "number bound", ...number }],
  ["exclusiveMinimum", { family: "number bound", ...number, mayBeFlag: true }],
  ["exclusiveMaximum", { family: "number bound", ...number, mayBeFlag: true }],
  ["multipleOf", { family: "multiple", ...number }],

  ["minLength", { family: "length", ...string }],
  ["maxLength", { family: "length", ...string }],
  ["pattern", { family: "pattern", ...string }],
  ["format", { family: "format" }],
  ["contentEncoding", { ...annotation, ...string, ...newer }],
  ["contentMediaType", { ...annotation, ...string, ...newer }],
  ["contentSchema", { ...schema, applies: "content", ...string, ...newer }],

  ["minItems", { family: "count", ...array }],
  ["maxItems", { family: "count", ...array }],
  ["uniqueItems", { family: "unique", ...array }],
  ["prefixItems", { ...list, applies: "item", ...array, ...newer }],
  ["items", { ...schema, applies: "item", ...array }],
  ["additionalItems", { ...schema, applies: "item", ...array, ...newer }],
  ["contains", { ...schema, applies: "item", ...array, ...newer }],
  ["minContains", { family: "count", ...array, ...newer }],
  ["maxContains", { family: "count", ...array, ...newer }],
  ["unevaluatedItems", { ...schema, applies: "item", ...array, ...newer }],

  ["minProperties", { family: "count", ...object }],
  ["maxProperties", { family: "count", ...object }],
  ["required", { family: "presence", ...object }],
  ["dependentRequired", { family: "presence", ...object, ...newer }],
  ["properties", { ...map, applies: "property", ...object }],
  ["patternProperties", { ...map, applies: "property", ...object, ...newer }],
  ["additionalProperties", { ...schema, applies: "property", ...object }],
  ["unevaluatedProperties", { ...schema, applies: "property", ...object, ...newer }],
  ["propertyNames", { ...schema, applies: "name", ...object, ...newer }],
  ["dependentSchemas", { ...map, applies: "in place", ...object, ...newer }],

  ["allOf", { ...list, applies: "in place" }],
  ["anyOf", { ...list, applies: "in place" }],
  ["oneOf", { ...list, applies: "in place" }],
  ["not", { ...schema, applies: "in place" }],
  ["if", { ...schema, applies: "in place", ...newer }],
  ["then", { ...schema, applies: "in place", ...newer }],
  ["else", { ...schema, applies: "in place", ...newer }],

  ["$defs", { ...map, applies: "definition", ...newer }],
  ["definitions", { ...map, applies: "definition", ...newer }],
  ["$id", { family: "identity", ...newer }],
  ["$anchor", { family: "identity", ...newer }],
  ["$dynamicAnchor", { family: "identity", ...newer }],
  ["$schema", { family: "identity", ...newer }],
  ["$vocabulary", { family: "identity", ...newer }],

  ["title", annotation],
  ["description", annotation],
  ["default", marker],
  ["example", annotation],
  ["examples", { ...annotation, ...newer }],
  ["deprecated", marker],
  ["readOnly", { ...marker, silences: "request" }],
  ["writeOnly", { ...marker, silences: "response" }],
  ["discriminator", marker],
  ["externalDocs", annotation],
  ["xml", annotation],
  ["$comment", { ...annotation, ...newer }],
]);

/** The keyword names of some families, in table order. */
export function keywordsOf(...families: readonly KeywordFamily[]): string[] {
  return [...KEYWORDS].filter(([, { family }]) => families.includes(family)).map(([name]) => name);
}

/** The annotations that programs act on. */
export const MARKERS: ReadonlySet<string> = new Set(
  [...KEYWORDS].flatMap(([name, { matters }]) => (matters ? [name] : [])),
);

/** An immediate subschema. */
export interface Subschema {
  readonly keyword: string;
  /** The path from the outer schema: `["properties", "name"]`, `["allOf", 0]`. */
  readonly steps: readonly (string | number)[];
  /** An object or a boolean, unless the document is wrong. */
  readonly schema: JsonValue;
  readonly applies: Application;
}

/**
 * The immediate subschemas of a schema object, in the order in which they are written. The target of `$ref` is not one
 * of them, and 3.0 ignores siblings of `$ref`. A keyword that needs a list or a map but has something else contains
 * nothing.
 */
export function* subschemas(definition: JsonObject, dialect: Dialect): Generator<Subschema, void, undefined> {
  if (dialect === "3.0" && referenceText(definition) !== undefined) return;
  for (const keyword of Object.keys(definition)) {
    const { holds, applies } = KEYWORDS.get(keyword) ?? {};
    const held = definition[keyword];
    if (holds === undefined || applies === undefined || held === undefined) continue;
    if (holds === "schema") yield { keyword, steps: [keyword], schema: held, applies };
    else if (typeof held === "object" && held !== null && Array.isArray(held) === (holds === "list")) {
      for (const [step, inner] of Object.entries(held)) {
        yield {
          keyword,
          steps: [keyword, holds === "list" ? Number(step) : step],
          schema: inner,
          applies,
        };
      }
    }
  }
}
