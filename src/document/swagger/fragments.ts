// The other files of a Swagger 2.0 document: fragments without a name for what they are, so their shape tells.
import { type Moving, below } from "./moves.ts";
import { mapped } from "./schemas.ts";
import { Upgrade } from "./upgrade.ts";
import { METHODS } from "../field-names.ts";
import type { ReadReferenced } from "../references/model.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { keptFor } from "../../memo.ts";

/** Reads the other files of a document of Swagger 2.0 as OpenAPI 3.0. @param main the document */
export function readingFragments(main: JsonObject, read: ReadReferenced): ReadReferenced {
  const known = new Map<string, JsonValue>();
  const { consumes, produces } = main;
  const usual = { ...(consumes !== undefined && { consumes }), ...(produces !== undefined && { produces }) };
  return async (reference, from) => {
    const found = await read(reference, from);
    if ("refused" in found) return found;
    const convert = (path: string): JsonValue => {
      const upgrade = new Upgrade({ ...(isObject(found.value) && found.value), ...usual }, path);
      const value = fragment(upgrade, { value: found.value, from: "", to: "" });
      upgrade.lead();
      return value;
    };
    return { ...found, value: keptFor(known, found.path, convert) };
  };
}

/** Names that only a schema has at its top. */
const OF_SCHEMA = ["type", "properties", "allOf", "enum", "items", "$ref", "additionalProperties"];

function fragment(upgrade: Upgrade, part: Moving<JsonValue>): JsonValue {
  const { value } = part;
  if (!isObject(value)) return value;
  const has = (name: string): boolean => Object.hasOwn(value, name);
  if (METHODS.some((method) => isObject(value[method]) && has(method))) return upgrade.pathItem(part);
  if (isObject(value["responses"]) && has("responses") && !has("paths"))
    return upgrade.operation({ ...part, value }, []);
  if (typeof value["in"] === "string" && typeof value["name"] === "string") return upgrade.parameter(part);
  if (typeof value["description"] === "string" && (isObject(value["schema"]) || isObject(value["headers"]))) {
    return upgrade.response(part, upgrade.root["produces"]);
  }
  if (OF_SCHEMA.some(has)) return upgrade.schema(value);
  return mapped(value, (one, name) => fragment(upgrade, below(part, one, name)));
}
