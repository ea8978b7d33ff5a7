// Schemas of public suites as schemas of a document: older drafts become 2020-12, and local references start from where the
// schema is put.
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";

/** Where a schema is put. */
export const PLACE = "/components/schemas/S";

const MAPS = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
const VALUES = new Set(["enum", "const", "default", "examples"]);
type Draft = Readonly<Record<string, JsonValue>>;

/** A schema of an older draft as one of 2020-12. */
export function modern(schema: JsonValue, draft: string): JsonValue {
  if (Array.isArray(schema)) return schema.map((one: JsonValue) => modern(one, draft));
  if (draft === "draft2020-12" || !isObject(schema)) return schema;
  const { $schema: _dialect, $ref: reference, ...others } = schema as Draft;
  const target =
    typeof reference === "string"
      ? {
          $ref: reference
            .replaceAll(/\/items\/(\d+)/g, "/prefixItems/$1")
            .replaceAll(/\/additionalItems(?=\/|$)/g, "/items"),
        }
      : {};
  // Before 2019-09, a reference replaced what stood beside it.
  const kept = reference === undefined || draft.startsWith("draft2019") ? others : onlyDefinitions(others);
  const made = Object.entries(kept).map(([key, value]) => keyword(key, value, kept, draft));
  return Object.assign({}, target, ...made) as JsonValue;
}

const onlyDefinitions = ({ definitions, $defs }: Draft): Draft => ({
  ...(definitions && { definitions }),
  ...($defs && { $defs }),
});

function keyword(key: string, value: JsonValue, around: Draft, draft: string): JsonObject {
  const each = (map: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(map).map(([name, one]) => [name, modern(one, draft)]));
  if (VALUES.has(key)) return { [key]: value };
  if (MAPS.has(key) && isObject(value)) return { [key]: each(value) };
  if (key === "items" && Array.isArray(value))
    return {
      prefixItems: modern(value, draft),
      ...(around["additionalItems"] !== undefined && { items: modern(around["additionalItems"], draft) }),
    };
  if (key === "additionalItems") return {};
  if (key === "dependencies" && isObject(value)) {
    const [names, schemas] = [true, false].map((isList) =>
      Object.fromEntries(Object.entries(value).filter(([, one]) => Array.isArray(one) === isList)),
    ) as [JsonObject, JsonObject];
    return { dependentRequired: names, dependentSchemas: each(schemas) };
  }
  const exclusive = `exclusive${key.charAt(0).toUpperCase()}${key.slice(1)}`;
  if (typeof value === "boolean" && key.startsWith("exclusive")) return {};
  if (around[exclusive] === true) return { [exclusive]: value };
  if (key === "id" && draft === "draft4" && typeof value === "string") return { $id: value };
  return { [key]: modern(value, draft) };
}

/** The schema with references that start from its place, but in what has a URI of its own. */
function moved(schema: JsonValue, isOwn = false, isMap = false): JsonValue {
  if (Array.isArray(schema)) return schema.map((one: JsonValue) => moved(one, isOwn));
  if (!isObject(schema)) return schema;
  const id = isMap ? undefined : schema["$id"];
  const own = isOwn || (typeof id === "string" && !id.startsWith("#"));
  const entries = Object.entries<JsonValue>(schema).map(([key, value]): [string, JsonValue] => {
    if (isMap) return [key, moved(value, own)];
    const isLocal = typeof value === "string" && (value === "#" || value.startsWith("#/"));
    if ((key === "$ref" || key === "$dynamicRef") && isLocal && !own) return [key, `#${PLACE}${value.slice(1)}`];
    return [key, VALUES.has(key) ? value : moved(value, own, MAPS.has(key))];
  });
  return Object.fromEntries(entries);
}

/** A schema from elsewhere under the URL that references to it have, and under its own URI if that is another. */
function named(url: string, schema: JsonValue): JsonValue {
  const own = isObject(schema) ? schema["$id"] : undefined;
  if (typeof own === "string" && new URL(own, url).href === url) return schema;
  return own === undefined && isObject(schema)
    ? { $id: url, ...schema }
    : { $id: url, $ref: "#/$defs/it", $defs: { it: schema } };
}

/**
 * A document in which values of a schema are sent both ways, or one way.
 * @param others schemas of other hosts, by URL, which become schemas of the document
 */
export function documentOf(
  schema: JsonValue,
  sent: "request" | "response" | "both" = "both",
  others: ReadonlyMap<string, JsonValue> = new Map(),
): JsonObject {
  const content = { content: { "application/json": { schema: { $ref: `#${PLACE}` } } } };
  const requestBody = { required: true, ...content };
  const answer = { description: "Done.", ...(sent === "request" ? {} : content) };
  return {
    openapi: "3.1.0",
    info: { title: "A schema", version: "1" },
    paths: { "/s": { post: { ...(sent === "response" ? {} : { requestBody }), responses: { "200": answer } } } },
    components: {
      schemas: {
        S: moved(schema),
        ...Object.fromEntries([...others].map(([url, other], index) => [`Other${index}`, named(url, other)])),
      },
    },
  };
}
