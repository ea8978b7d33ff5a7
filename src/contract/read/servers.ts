// Reads the servers of a document: their URLs, and the path prefixes under which a mock serves them.
import type { Server } from "../model.ts";
import { plainText } from "./plain-text.ts";
import { type JsonArray, type JsonObject, type JsonValue, isObject, ownValue } from "../../json/value.ts";

/** The servers in document order, with the default values of variables (OpenAPI 3.1 section 4.8.5). */
export function readServers(root: JsonObject): Server[] {
  const list = root["servers"];
  if (!Array.isArray(list)) return [];
  return list.filter(isObject).map((server) => {
    const url = fillVariables(plainText(server["url"]), server["variables"]);
    return Object.freeze({ url, basePath: basePathOf(url), description: plainText(server["description"]) });
  });
}

/** The servers of the first part that has any: an empty list stands for none (OpenAPI 3.1 section 4.8.1). */
export function ownServers(...parts: readonly JsonObject[]): JsonArray | undefined {
  return parts.map((part) => part["servers"]).find((list) => Array.isArray(list) && list.length > 0) as
    | JsonArray
    | undefined;
}

function fillVariables(url: string, variables: JsonValue | undefined): string {
  return url.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const variable = isObject(variables) ? ownValue(variables, name) : undefined;
    return isObject(variable) ? plainText(variable["default"]) : whole;
  });
}

function basePathOf(url: string): string {
  const path = url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").split(/[?#]/)[0] ?? "";
  const trimmed = path.replace(/\/+$/, "");
  return trimmed === "" || trimmed.startsWith("/") ? trimmed : `/${trimmed}`;
}
