// The Schema Object of Swagger 2.0 and the JSON Schema keywords of its parameters, items and headers, as OpenAPI 3.0
// writes them (2.0 Schema Object, Parameter Object, Items Object).
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { appendPointer } from "../../json/pointer.ts";
import { GRAMMAR } from "../grammar.ts";
import { referenceText } from "../document.ts";

/** Tells where a reference was read, so that it can be led to its new place when all places are known. */
export type Refer = (holder: Record<string, JsonValue>) => void;

/** The keywords whose value is a schema, a list of schemas, and a map of schemas. */
const ONE = new Set(["additionalProperties", "items", "not"]);
const LISTS = new Set(["allOf", "anyOf", "oneOf"]);
const MAPS = new Set(["properties", "patternProperties", "definitions"]);

/** A schema as OpenAPI 3.0 writes it. `x-nullable` is the common extension for what 3.0 calls `nullable`. */
export function convertedSchema(schema: JsonValue, refer: Refer): JsonValue {
  if (Array.isArray(schema)) return schema.map((one: JsonValue) => convertedSchema(one, refer));
  if (!isObject(schema)) return schema;
  const result: Record<string, JsonValue> = {};
  for (const [name, value] of Object.entries(schema)) {
    if (name === "items" && Array.isArray(value)) {
      // JSON Schema's list of schemas for the elements, which 2.0 did not take over and some documents have.
      result[name] = { anyOf: convertedSchema(value, refer) };
    } else if (ONE.has(name)) result[name] = convertedSchema(value, refer);
    else if (LISTS.has(name) && Array.isArray(value)) result[name] = convertedSchema(value, refer);
    else if (MAPS.has(name) && isObject(value)) result[name] = mapped(value, (one) => convertedSchema(one, refer));
    else if (name === "discriminator" && typeof value === "string") result[name] = { propertyName: value };
    else if (name === "type") Object.assign(result, convertedType(value));
    else if (name === "x-nullable" && typeof value === "boolean") result["nullable"] = value;
    else result[name] = value;
  }
  if (referenceText(result) !== undefined) refer(result);
  return result;
}

/** A type; `file` is the body of a download or an upload, and a list of types is read as in JSON Schema. */
function convertedType(type: JsonValue): JsonObject {
  if (type === "file") return { type: "string", format: "binary" };
  if (!Array.isArray(type)) return { type };
  const types = type.filter((one: JsonValue) => one !== "null");
  const nullable = types.length < type.length && { nullable: true };
  return types.length === 1
    ? { type: types[0], ...nullable }
    : { anyOf: types.map((one) => ({ type: one, ...nullable })) };
}

/** What a parameter or header says about itself, as in OpenAPI 3; everything else it says is about its value. */
function isOwn(name: string): boolean {
  if (name.startsWith("x-")) return name !== "x-nullable";
  return name === "collectionFormat" || GRAMMAR.parameter.fields.has(name);
}

/** A parameter or header of simple type as 3.0 writes it: what describes its value moves to `schema`. */
export function convertedValue(value: JsonObject, refer: Refer): JsonObject {
  const { schema, ...rest } = schemaApart(value, refer);
  const { collectionFormat: _format, "x-example": example, ...kept } = rest;
  return { ...kept, ...serialization(value), schema, ...(example !== undefined && { example }) };
}

/** A form field as a property: its schema, with the description that people read. */
export function convertedField(field: JsonObject, refer: Refer): JsonObject {
  const { schema, description, "x-example": example } = schemaApart(field, refer);
  return { ...schema, ...(description !== undefined && { description }), ...(example !== undefined && { example }) };
}

function schemaApart(value: JsonObject, refer: Refer): JsonObject & { schema: JsonObject } {
  const entries = Object.entries(value);
  const of = Object.fromEntries(entries.filter(([name]) => !isOwn(name)));
  const rest = Object.fromEntries(entries.filter(([name]) => isOwn(name)));
  return { ...rest, schema: itemsPlain(convertedSchema(of, refer)) as JsonObject };
}

/** Without the collection formats of nested lists, which 3.0 cannot write. */
function itemsPlain(schema: JsonValue): JsonValue {
  if (!isObject(schema) || !isObject(schema["items"])) return schema;
  const { collectionFormat: _format, ...items } = schema["items"];
  return { ...schema, items: itemsPlain(items) };
}

/** How each collection format is written in a query. In a path or a header 3.0 has commas alone. */
const COMMAS: JsonObject = { style: "form", explode: false };
const IN_QUERY: ReadonlyMap<string, JsonObject> = new Map([
  ["csv", COMMAS],
  ["multi", { style: "form", explode: true }],
  ["ssv", { style: "spaceDelimited", explode: false }],
  ["pipes", { style: "pipeDelimited", explode: false }],
]);

/** The style of a list; empty for everything else, and for what 3.0 cannot write. */
export function serialization({ type, in: where, collectionFormat: format = "csv" }: JsonObject): JsonObject {
  if (type !== "array") return {};
  return where === "query" || where === "formData" ? (IN_QUERY.get(textOf(format)) ?? COMMAS) : {};
}

/** The places of collection formats that 3.0 cannot write, with what is read instead. */
export function lostFormats(value: JsonObject, pointer: string): { pointer: string; message: string }[] {
  const { type, in: where, collectionFormat: format, items } = value;
  const isQuery = where === "query" || where === "formData";
  const isLost =
    type === "array" && typeof format === "string" && format !== "csv" && !(isQuery && IN_QUERY.has(format));
  const nested = isObject(items) ? lostFormats({ ...items, in: "header" }, appendPointer(pointer, "items")) : [];
  if (!isLost) return nested;
  const message = `OpenAPI 3 has no collectionFormat ${format} here; the list is read with commas`;
  return [{ pointer: appendPointer(pointer, "collectionFormat"), message }, ...nested];
}

/** A map with each member converted. */
export function mapped(
  map: JsonObject,
  convert: (value: JsonValue, name: string) => JsonValue,
): Record<string, JsonValue> {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, convert(value, name)]));
}

/** A name that must be a text; "" for anything else. */
export function textOf(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : "";
}
