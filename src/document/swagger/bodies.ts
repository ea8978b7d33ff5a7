// Request and response bodies of Swagger 2.0: what `consumes` and `produces` say is the `content` of OpenAPI 3.0, and
// the parameters of a form are the properties of one schema.
import type { Moves, Moving } from "./moves.ts";
import { type Refer, convertedField, lostFormats, serialization, textOf } from "./schemas.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** What the parts of one conversion share. */
export interface Conversion {
  readonly root: JsonObject;
  readonly moves: Moves;
  readonly refer: Refer;
  /** Converts a schema, once however often it is used. */
  readonly schema: (schema: JsonValue) => JsonValue;
  /** Counts what becomes of one list of media types. @throws DocumentError if there is more than any document needs */
  readonly spend: (contents: number) => void;
  /** What OpenAPI 3.0 cannot say, by its pointer in the conversion. */
  readonly notes: { readonly pointer: string; readonly message: string }[];
}

/** True for a parameter that is part of a body. */
export function isInBody(parameter: JsonValue): boolean {
  return isObject(parameter) && (parameter["in"] === "body" || parameter["in"] === "formData");
}

/**
 * The request body that the parameters of an operation make together; undefined if none of them is in a body.
 * @param consumes the media types of the operation
 */
export function requestBody(
  conversion: Conversion,
  parameters: readonly Moving<JsonValue>[],
  consumes: JsonValue | undefined,
  to: string,
): JsonValue | undefined {
  const inBody = parameters.filter(({ value }) => isInBody(value)) as Moving<JsonObject>[];
  const body = inBody.find(({ value }) => value["in"] === "body");
  if (body !== undefined) return wholeBody(conversion, { ...body, to }, consumes);
  return inBody.length === 0 ? undefined : form(conversion, inBody, consumes, to);
}

function wholeBody(
  { moves, ...conversion }: Conversion,
  { value: parameter, from, to }: Moving<JsonObject>,
  consumes: JsonValue | undefined,
): JsonValue {
  const { name: _name, in: _in, schema, "x-example": example, "x-examples": examples, ...rest } = parameter;
  moves.add(from, to);
  const converted = schema === undefined ? undefined : conversion.schema(schema);
  const content: Record<string, JsonValue> = {};
  const types = mediaTypes(consumes);
  conversion.spend(types.length);
  for (const type of types) {
    moves.add(appendPointer(from, "schema"), appendPointer(to, "content", type, "schema"));
    const shown = isObject(examples) ? examples[type] : example;
    content[type] = {
      ...(converted !== undefined && { schema: converted }),
      ...(shown !== undefined && { example: shown }),
    };
  }
  return { ...rest, content };
}

const MULTIPART = "multipart/form-data";
const URLENCODED = "application/x-www-form-urlencoded";

function form(
  { moves, refer, notes }: Conversion,
  fields: readonly Moving<JsonObject>[],
  consumes: JsonValue | undefined,
  to: string,
): JsonValue {
  const required = fields.filter(({ value }) => value["required"] === true).map(({ value }) => textOf(value["name"]));
  const hasFile = fields.some(({ value }) => value["type"] === "file");
  const listed = mediaTypes(consumes).filter((type) => type === MULTIPART || (type === URLENCODED && !hasFile));
  const types = listed.length > 0 ? listed : [hasFile ? MULTIPART : URLENCODED];
  for (const { value, from } of fields) {
    const property = (type: string): string =>
      appendPointer(to, "content", type, "schema", "properties", textOf(value["name"]));
    for (const type of types) moves.add(from, property(type));
    notes.push(...lostFormats(value, from).map((lost) => ({ ...lost, pointer: moves.converted(lost.pointer) })));
  }
  const named = (all: readonly Moving<JsonObject>[], convert: (field: JsonObject) => JsonObject): JsonObject =>
    Object.fromEntries(all.map(({ value }) => [textOf(value["name"]), convert(value)]));
  const properties = named(fields, (field) => convertedField(field, refer));
  const encoding = named(
    fields.filter(({ value }) => value["type"] === "array"),
    serialization,
  );
  const schema = { type: "object", properties, ...(required.length > 0 && { required }) };
  const styled = Object.keys(encoding).length > 0 && { encoding };
  return {
    ...(required.length > 0 && { required: true }),
    content: Object.fromEntries(types.map((type) => [type, { schema, ...(type === URLENCODED && styled) }])),
  };
}

/** The content of a response; empty if it has none. @param produces the media types of the operation */
export function responseContent(
  { moves, ...conversion }: Conversion,
  { value: { schema, examples }, from, to }: Moving<JsonObject>,
  produces: JsonValue | undefined,
): Record<string, JsonValue> {
  const shown = isObject(examples) ? examples : {};
  const converted = schema === undefined ? undefined : conversion.schema(schema);
  const isFile = isObject(schema) && schema["type"] === "file";
  const types = schema === undefined ? [] : mediaTypes(produces, isFile ? "application/octet-stream" : undefined);
  conversion.spend(types.length);
  const content: Record<string, JsonValue> = {};
  for (const type of new Set([...types, ...Object.keys(shown).filter((name) => name.includes("/"))])) {
    moves.add(appendPointer(from, "schema"), appendPointer(to, "content", type, "schema"));
    moves.add(appendPointer(from, "examples", type), appendPointer(to, "content", type, "example"));
    content[type] = {
      ...(converted !== undefined && { schema: converted }),
      ...(Object.hasOwn(shown, type) && { example: shown[type] }),
    };
  }
  return content;
}

/** The media types of a list; where it names none, the one that clients of 2.0 take for granted. */
function mediaTypes(listed: JsonValue | undefined, usual = "application/json"): string[] {
  const types = Array.isArray(listed) ? listed.filter((type): type is string => typeof type === "string") : [];
  return types.length > 0 ? [...new Set(types)] : [usual];
}
