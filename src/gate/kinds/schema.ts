// Kinds of differences between two schemas: one for each keyword and direction, such as request-maxLength.
import { NOT_COMPARED } from "../../schema/failure.ts";
import type { KindInfo } from "./model.ts";

/** For each keyword: how a breaking value differs, and what would be safe in a request. */
const DIFFERENCES = {
  type: ["has a different type", "keep the old type next to the new one"],
  enum: ["has different allowed values", "keep every value that was accepted"],
  const: ["has a different constant", "keep the constant"],
  format: ["has a different format", "keep the format, or loosen it"],
  pattern: ["has a different pattern", "keep the pattern, or loosen it"],
  multipleOf: ["has a different divisor", "keep the divisor, or use one of its factors"],
  minimum: ["has a different minimum", "do not raise it"],
  maximum: ["has a different maximum", "do not lower it"],
  exclusiveMinimum: ["has a different exclusive minimum", "do not raise it"],
  exclusiveMaximum: ["has a different exclusive maximum", "do not lower it"],
  minLength: ["has a different minimum length", "do not raise it"],
  maxLength: ["has a different maximum length", "do not lower it"],
  minItems: ["has a different minimum number of items", "do not raise it"],
  maxItems: ["has a different maximum number of items", "do not lower it"],
  minContains: ["has a different minimum number of matching items", "do not raise it"],
  maxContains: ["has a different maximum number of matching items", "do not lower it"],
  minProperties: ["has a different minimum number of properties", "do not raise it"],
  maxProperties: ["has a different maximum number of properties", "do not lower it"],
  uniqueItems: ["has items that must now be unique, or no longer", "leave it as it was"],
  required: ["has a property that is now required, or no longer", "keep the required properties as they were"],
  property: ["has an added or removed property", "keep describing the property"],
  additionalProperties: ["has different undeclared properties", "keep allowing what was allowed"],
  patternProperties: ["has properties with a different name pattern", "keep the pattern"],
  propertyNames: ["has different allowed property names", "keep the names that were allowed"],
  unevaluatedProperties: ["has different unevaluated properties", "keep allowing what was allowed"],
  dependentRequired: ["has a property that requires different ones", "keep what each property requires"],
  dependentSchemas: ["has a property with a different dependent schema", "keep what each property requires"],
  items: ["has different items", "keep the items as they were"],
  prefixItems: ["has different first items", "keep the items as they were"],
  additionalItems: ["has different items after the first ones", "keep the items as they were"],
  unevaluatedItems: ["has different unevaluated items", "keep allowing what was allowed"],
  contains: ["must contain a different item", "keep the required item as it was"],
  oneOf: ["has different alternatives, of which exactly one applies", "keep every alternative"],
  anyOf: ["has different alternatives", "keep every alternative"],
  discriminator: ["has a different discriminator", "keep the discriminator property"],
  not: ["has different exclusions", "do not exclude more"],
  if: ["has a different condition", "keep the condition and what it requires"],
  dynamicRef: ["has a different dynamic reference", "keep its target"],
  dynamicAnchor: ["has a different dynamic anchor", "keep the schema that it names"],
  refused: ["is no longer allowed, or is allowed now", "keep it, or introduce it with a new name"],
  schema: ["has a different schema", "keep allowing what was allowed"],
} as const satisfies Readonly<Record<string, readonly [meaning: string, help: string]>>;

type Direction = "request" | "response";

export type SchemaKind = `${Direction}-${keyof typeof DIFFERENCES}`;

/** Each kind with its meaning: `entries` of the table of all kinds. */
export const SCHEMA_KINDS: readonly (readonly [SchemaKind, KindInfo])[] = Object.entries(DIFFERENCES).flatMap(
  ([name, [meaning, help]]) =>
    [
      [`request-${name}`, { meaning: `a value that clients send ${meaning}`, have: meaning, help }],
      [
        `response-${name}`,
        {
          meaning: `a value that clients receive ${meaning}`,
          have: meaning,
          help: "keep sending only what clients know",
        },
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
export function schemaKind(direction: Direction, keyword: string): SchemaKind | typeof NOT_COMPARED {
  if (keyword === NOT_COMPARED) return keyword;
  const name = NAMES.get(keyword) ?? keyword;
  return isDifference(name) ? `${direction}-${name}` : `${direction}-schema`;
}

function isDifference(name: string): name is keyof typeof DIFFERENCES {
  return Object.hasOwn(DIFFERENCES, name);
}
