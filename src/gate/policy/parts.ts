// Parts of documents that the rules of the policy look at.
import { type JsonObject, type JsonValue, isObject, writeJson } from "../../contract/json.ts";
import { versionNumbers } from "./lifecycle.ts";

/** A value as text, "none" where it is absent. */
export function show(value: JsonValue | undefined): string {
  return value === undefined ? "none" : writeJson(value);
}

/** The texts of a list. */
export function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value)
    ? value.map((item: JsonValue) => (typeof item === "string" ? item : writeJson(item)))
    : [];
}

/** The numbers of the document's version. */
export function versionOf(root: JsonObject): number[] | undefined {
  return isObject(root["info"]) ? versionNumbers(root["info"]["version"]) : undefined;
}

/** The URLs of the servers. */
export function serverUrls(root: JsonObject): string[] {
  return Array.isArray(root["servers"]) ? root["servers"].filter(isObject).map((server) => show(server["url"])) : [];
}

/** The path prefix of a server. */
export function pathOf(url: string): string {
  return url.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i, "").replace(/\/+$/, "");
}

/** The names of the components that generated code uses. */
export function componentNames(root: JsonObject): string[] {
  const schemas = isObject(root["components"]) ? root["components"]["schemas"] : undefined;
  return isObject(schemas) ? Object.keys(schemas) : [];
}

/** The success statuses of an operation. */
export function successes(operation: JsonObject): string[] {
  const responses = operation["responses"];
  return isObject(responses) ? Object.keys(responses).filter((status) => status.startsWith("2")) : [];
}
