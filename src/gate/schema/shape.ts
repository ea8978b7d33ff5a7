// What a schema says about values, in one normal form: references followed, `allOf` merged, dialects equal.
// Two schemas that are written differently but mean the same have the same shape.
import type { JsonValue } from "../../contract/json.ts";

/** Schemas that all hold together, by their pointers, sorted. The empty list allows anything. */
export type Conjunction = readonly string[];

/** Keywords with a number that bounds from below; of two, the greater holds. */
export const LOWER = ["minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties", "minContains"] as const;
/** Keywords with a number that bounds from above; of two, the lesser holds. */
export const UPPER = ["maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties", "maxContains"] as const;

export type LowerKeyword = (typeof LOWER)[number];
export type UpperKeyword = (typeof UPPER)[number];
export type BoundKeyword = LowerKeyword | UpperKeyword;
export type NumberValue = number | bigint;

/** Alternatives: a value must match one (`anyOf`) or exactly one (`oneOf`) of the branches. */
export interface Group {
  readonly kind: "anyOf" | "oneOf";
  readonly branches: readonly Conjunction[];
}

/** A keyword that no rule looks into, such as `not` or `if`: its schemas and plain values, by name. */
export interface Opaque {
  readonly keyword: string;
  readonly schemas: readonly Conjunction[];
  readonly value: JsonValue;
  /** For what judges a rest: the pointer of the schema that says it, as the rest depends on what else stands there. */
  readonly scope?: string;
}

export interface Shape {
  /** True where no value can be valid. */
  readonly never: boolean;
  /** The types allowed; `number` includes `integer`. Absent: all. */
  readonly types?: ReadonlySet<string>;
  /** The only values allowed (`enum`, `const`). */
  readonly values?: readonly JsonValue[];
  readonly bounds: Readonly<Partial<Record<BoundKeyword, NumberValue>>>;
  readonly multiples: readonly NumberValue[];
  readonly patterns: readonly string[];
  readonly formats: readonly string[];
  readonly uniqueItems: boolean;
  readonly prefix: readonly Conjunction[];
  /** Constrains the items after the prefix. */
  readonly items: Conjunction;
  readonly properties: ReadonlyMap<string, Conjunction>;
  readonly patternProperties: ReadonlyMap<string, Conjunction>;
  /** Constrains properties that are not named. */
  readonly additional: Conjunction;
  /** True where free names are part of the contract: `additionalProperties` is a schema, or no property is named at all. */
  readonly mapped: boolean;
  readonly required: ReadonlySet<string>;
  readonly groups: readonly Group[];
  readonly opaque: readonly Opaque[];
}

/** The shape that allows anything. */
export const ANYTHING: Shape = Object.freeze({
  never: false,
  bounds: {},
  multiples: [],
  patterns: [],
  formats: [],
  uniqueItems: false,
  prefix: [],
  items: [],
  properties: new Map(),
  patternProperties: new Map(),
  additional: [],
  mapped: true,
  required: new Set<string>(),
  groups: [],
  opaque: [],
});

export const ALL_TYPES: readonly string[] = ["null", "boolean", "number", "string", "array", "object"];

/** The types a shape allows, all of them where it names none. */
export function typesOf(shape: Shape): ReadonlySet<string> {
  return shape.types ?? new Set(ALL_TYPES);
}

/** True where values of the type can pass, `integer` being a `number`. */
export function allowsType(shape: Shape, type: string): boolean {
  const types = typesOf(shape);
  return types.has(type) || (type === "integer" && types.has("number")) || (type === "number" && types.has("integer"));
}

/** True when a pattern of a document matches; a pattern that cannot be compiled matches nothing. */
export function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, "u").test(text);
  } catch {
    try {
      return new RegExp(pattern).test(text);
    } catch {
      return false;
    }
  }
}
