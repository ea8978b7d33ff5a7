// The keywords of JSON Schema that hold schemas, and those of path items that hold operations. Everything that walks
// through a document walks by these tables.

/** Keywords whose value is one schema. */
export const SCHEMA_KEYWORDS: readonly string[] = [
  "items",
  "additionalProperties",
  "additionalItems",
  "not",
  "if",
  "then",
  "else",
  "contains",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
  "contentSchema",
];

/** Keywords whose value is a list of schemas. */
export const SCHEMA_LIST_KEYWORDS: readonly string[] = ["allOf", "anyOf", "oneOf", "prefixItems"];

/** Keywords whose value maps names to schemas. */
export const SCHEMA_MAP_KEYWORDS: readonly string[] = [
  "properties",
  "patternProperties",
  "$defs",
  "definitions",
  "dependentSchemas",
];

/** The fields of a path item that hold operations (OpenAPI 3.1 section 4.8.9). */
export const METHODS: readonly string[] = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** The types of JSON Schema. */
export const TYPES: ReadonlySet<string> = new Set([
  "null",
  "boolean",
  "integer",
  "number",
  "string",
  "array",
  "object",
]);

/** Formats that bound an integer, with their exact bounds (OpenAPI 3.1 section 4.4). */
export const INTEGER_FORMATS: Readonly<Record<string, { readonly minimum: bigint; readonly maximum: bigint }>> = {
  int32: { minimum: -(2n ** 31n), maximum: 2n ** 31n - 1n },
  int64: { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n },
};
