// Kinds of differences between two schemas: one for each keyword and direction, such as request-maxLength.
import type { KindInfo } from "./model.ts";

/** For each keyword: how a breaking value differs, and what would be safe in a request. */
const DIFFERENCES = {
  type: ["has another type", "keep the old type beside the new one"],
  enum: ["is one of other values", "keep every value that was accepted"],
  const: ["is another constant", "keep the constant"],
  format: ["has another format", "keep the format, or loosen it"],
  pattern: ["matches another pattern", "keep the pattern, or loosen it"],
  multipleOf: ["is a multiple of another number", "keep the divisor, or a part of it"],
  minimum: ["has another least value", "do not raise it"],
  maximum: ["has another greatest value", "do not lower it"],
  exclusiveMinimum: ["has another lower limit", "do not raise it"],
  exclusiveMaximum: ["has another upper limit", "do not lower it"],
  minLength: ["has another least length", "do not raise it"],
  maxLength: ["has another greatest length", "do not lower it"],
  minItems: ["has another least number of items", "do not raise it"],
  maxItems: ["has another greatest number of items", "do not lower it"],
  minContains: ["has another least number of certain items", "do not raise it"],
  maxContains: ["has another greatest number of certain items", "do not lower it"],
  minProperties: ["has another least number of properties", "do not raise it"],
  maxProperties: ["has another greatest number of properties", "do not lower it"],
  uniqueItems: ["has items that must differ, or need not", "leave it as it was"],
  required: ["has a property that must be there, or need not", "keep what is asked for as it was"],
  property: ["has a property more or less", "keep describing the property"],
  additionalProperties: ["has other properties beside those that are named", "keep what else it may hold"],
  patternProperties: ["has properties whose names match another pattern", "keep the pattern"],
  propertyNames: ["has properties of other names", "keep the names that were allowed"],
  unevaluatedProperties: ["has other properties beside those that are described", "keep what else it may hold"],
  dependentRequired: ["has a property that another asks for", "keep what each property asks for"],
  dependentSchemas: ["must match another schema where a property is there", "keep what each property asks for"],
  items: ["has other items", "keep the items as they were"],
  prefixItems: ["has other first items", "keep the items as they were"],
  additionalItems: ["has other items after the first ones", "keep the items as they were"],
  unevaluatedItems: ["has other items beside those that are described", "keep what else it may hold"],
  contains: ["must hold another item", "keep the item that is asked for"],
  oneOf: ["is one of other alternatives", "keep every alternative"],
  anyOf: ["is any of other alternatives", "keep every alternative"],
  discriminator: ["is told apart by another property", "keep the property that tells alternatives apart"],
  not: ["must not be something else", "do not exclude more"],
  if: ["is judged by another condition", "keep the condition and what it asks for"],
  dynamicRef: ["leads to another schema", "keep where it leads"],
  dynamicAnchor: ["is what other schemas lead to", "keep where they lead"],
  refused: ["may no longer be there, or may be there now", "keep it, or bring it under a new name"],
  schema: ["is described otherwise", "keep what was allowed"],
} as const satisfies Readonly<Record<string, readonly [meaning: string, help: string]>>;

type Direction = "request" | "response";

export type SchemaKind = `${Direction}-${keyof typeof DIFFERENCES}`;

/** Each kind with its meaning: `entries` of the table of all kinds. */
export const SCHEMA_KINDS: readonly (readonly [SchemaKind, KindInfo])[] = Object.entries(DIFFERENCES).flatMap(
  ([name, [meaning, help]]) =>
    [
      [`request-${name}`, { meaning: `a value that clients send ${meaning}`, help }],
      [
        `response-${name}`,
        { meaning: `a value that clients receive ${meaning}`, help: "keep sending only what clients know" },
      ],
    ] as [SchemaKind, KindInfo][],
);

/** Keywords that have another name in the kinds. */
const NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "false schema": "refused",
    properties: "property",
    $dynamicRef: "dynamicRef",
    $dynamicAnchor: "dynamicAnchor",
  }),
);

/** The kind of a difference in a keyword. */
export function schemaKind(direction: Direction, keyword: string): SchemaKind {
  const name = NAMES.get(keyword) ?? keyword;
  return isDifference(name) ? `${direction}-${name}` : `${direction}-schema`;
}

function isDifference(name: string): name is keyof typeof DIFFERENCES {
  return Object.hasOwn(DIFFERENCES, name);
}
