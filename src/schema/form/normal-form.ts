// What a schema says about values, in one normal form: references followed, `allOf` merged, dialects equal. Schemas
// that are written differently but mean the same have the same form.
import type { NumberValue } from "../decimal.ts";
import { type Bounds, NO_BOUNDS } from "./bounds.ts";
import type { JsonValue } from "../../json/value.ts";
import { ANYTHING_GOES, type Conjunction } from "./conjunction.ts";
import { NO_FACTS, type PlainFacts } from "./facts.ts";

/** Alternatives: a value must match one (`anyOf`) or exactly one (`oneOf`) of the branches. */
export interface Group {
  readonly kind: "anyOf" | "oneOf";
  /** For `oneOf`: a value may match several. */
  readonly mayOverlap?: boolean;
  readonly branches: readonly Conjunction[];
}

/** A keyword that no rule analyzes, with the schemas in it and what else it says. */
export type Opaque = Named | Needs | Contains | Crossing | Dynamic | Whole;

/** Schemas by name: the property that asks for each; of a condition, `if`, `then` and `else`. */
export interface Named {
  readonly keyword: "if" | "dependentSchemas";
  readonly schemas: readonly Conjunction[];
  readonly names: readonly string[];
}

/** The properties that each property requires. */
export interface Needs {
  readonly keyword: "dependentRequired";
  readonly schemas: readonly never[];
  readonly needs: Readonly<Record<string, readonly string[]>>;
}

/** How many items must match a schema; any number more if `most` is absent. */
export interface Contains {
  readonly keyword: "contains";
  readonly schemas: readonly [Conjunction];
  readonly least: NumberValue;
  readonly most?: NumberValue;
}

/** Names that match a pattern of one side and are additional on the other. */
interface Crossing {
  readonly keyword: "additionalProperties";
  readonly schemas: readonly Conjunction[];
  readonly patterns: readonly [crossing: readonly string[], around: readonly string[]];
}

/** A reference whose target depends on the way to it. */
interface Dynamic {
  readonly keyword: "$dynamicRef";
  readonly schemas: readonly never[];
  readonly reference: JsonValue;
}

interface Whole {
  readonly keyword: "not" | "propertyNames" | "unevaluatedItems" | "unevaluatedProperties" | "additionalItems";
  readonly schemas: readonly [Conjunction];
  /** If it judges a rest: the pointer of its schema, because the rest depends on the other keywords there. */
  readonly scope?: string;
}

export interface NormalForm extends PlainFacts {
  /** True if no value can be valid. */
  readonly never: boolean;
  /** The allowed types; `number` includes `integer`. All if absent. */
  readonly types?: ReadonlySet<string>;
  /** The only allowed values (`enum`, `const`). */
  readonly values?: readonly JsonValue[];
  readonly bounds: Bounds;
  readonly prefix: readonly Conjunction[];
  /** Constrains the items after the prefix. */
  readonly items: Conjunction;
  readonly properties: ReadonlyMap<string, Conjunction>;
  /** Constrains properties whose names match a pattern. */
  readonly byPattern: ReadonlyMap<string, Conjunction>;
  /** Constrains properties that are not named. */
  readonly additional: Conjunction;
  /**
   * True if free names are part of the contract: `additionalProperties` is a schema, or no property is named at all.
   */
  readonly freeNames: boolean;
  readonly required: ReadonlySet<string>;
  readonly groups: readonly Group[];
  readonly opaque: readonly Opaque[];
}

/** The form that allows anything. */
export const ANYTHING: NormalForm = Object.freeze({
  never: false,
  bounds: NO_BOUNDS,
  ...NO_FACTS,
  prefix: [],
  items: ANYTHING_GOES,
  properties: new Map(),
  byPattern: new Map(),
  additional: ANYTHING_GOES,
  freeNames: true,
  required: new Set<string>(),
  groups: [],
  opaque: [],
});

export const ALL_TYPES: readonly string[] = ["null", "boolean", "number", "string", "array", "object"];

/** The types that a form allows; all if it names none. */
export function typesOf(form: NormalForm): ReadonlySet<string> {
  return form.types ?? new Set(ALL_TYPES);
}

/** True for a form with a single type, which is among those. */
export function isOnly({ types }: NormalForm, ...among: readonly string[]): boolean {
  return types?.size === 1 && among.some((type) => types.has(type));
}

/** True if values of the type may be valid; an `integer` is a `number`. */
export function allowsType(form: NormalForm, type: string): boolean {
  const types = typesOf(form);
  return types.has(type) || (type === "integer" && types.has("number")) || (type === "number" && types.has("integer"));
}
