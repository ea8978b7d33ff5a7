// The keywords of a schema, and what each is to a reader who asks "who tests this?".
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from "../../src/contract/keywords.ts";
import type { PlaceKind } from "./grammar.ts";

/** Keywords that judge a value by themselves. Those that hold schemas judge by what they hold, and by being there. */
const CONSTRAINING = new Set([
  ...["type", "enum", "const", "format", "pattern", "minLength", "maxLength", "nullable", "required"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "uniqueItems"],
  ...["minItems", "maxItems", "minContains", "maxContains", "minProperties", "maxProperties"],
  ...["dependentRequired", "contentEncoding", "contentMediaType", "$dynamicRef"],
]);

/** Keywords that hold schemas and say more than what those say. */
const COMBINING = new Set([
  ...["oneOf", "anyOf", "not", "if", "then", "else", "contains", "propertyNames", "additionalProperties"],
  ...["additionalItems", "unevaluatedItems", "unevaluatedProperties", "dependentSchemas", "patternProperties"],
  ...["prefixItems", "contentSchema"],
]);

const OTHERS: Readonly<Record<string, PlaceKind>> = {
  title: "label",
  example: "example",
  examples: "example",
  default: "default",
  readOnly: "access",
  writeOnly: "access",
  deprecated: "deprecation",
  externalDocs: "reading aid",
  discriminator: "annotation",
  xml: "annotation",
  $comment: "annotation",
  $id: "annotation",
  $schema: "annotation",
  $anchor: "annotation",
  $dynamicAnchor: "annotation",
  $vocabulary: "annotation",
};

/** What a keyword of a schema is, by itself; undefined where only the schemas in it are something. */
export function schemaField(key: string): PlaceKind | undefined {
  if (CONSTRAINING.has(key) || COMBINING.has(key)) return "keyword";
  if (holdsSchemas(key) !== undefined) return undefined;
  if (key.startsWith("x-")) return "extension";
  return OTHERS[key] ?? "unknown field";
}

/** How a keyword holds schemas: one, a list, a map; undefined where it holds none. */
export function holdsSchemas(key: string): "one" | "list" | "map" | undefined {
  if (SCHEMA_KEYWORDS.includes(key)) return "one";
  if (SCHEMA_LIST_KEYWORDS.includes(key)) return "list";
  return SCHEMA_MAP_KEYWORDS.includes(key) ? "map" : undefined;
}
