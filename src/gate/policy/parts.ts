// Reads the parts of documents that the rules of the policy compare.
import { canonicalMedia } from "../../contract/media.ts";
import { isSuccessStatus } from "../../contract/responses.ts";
import { versionNumbers } from "../surface/lifecycle.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";

/** A value as text, "none" if it is absent. */
export function show(value: JsonValue | undefined): string {
  return value === undefined ? "none" : writeJson(value);
}

/** The strings in a list. */
export function strings(value: JsonValue | undefined): string[] {
  return Array.isArray(value)
    ? value.map((item: JsonValue) => (typeof item === "string" ? item : writeJson(item)))
    : [];
}

/** The numbers of the document's version. */
export function versionOf(root: JsonObject): number[] | undefined {
  return isObject(root["info"]) ? versionNumbers(root["info"]["version"]) : undefined;
}

/** The names of the components that generated code uses. */
export function componentNames(root: JsonObject): string[] {
  const schemas = isObject(root["components"]) ? root["components"]["schemas"] : undefined;
  return isObject(schemas) ? Object.keys(schemas) : [];
}

/** The success statuses of an operation, including "2XX". */
export function successes(operation: JsonObject): string[] {
  const responses = operation["responses"];
  const statuses = isObject(responses) ? Object.keys(responses).map((status) => status.toUpperCase()) : [];
  return statuses.filter(isSuccessStatus);
}

/** The media types of a body, however they are written. */
export function mediaNames({ content }: JsonObject): string[] {
  return isObject(content) ? Object.keys(content).map(canonicalMedia) : [];
}

/** The success statuses of one operation that the other does not describe, not even by its range. */
export function onlyIn(statuses: readonly string[], others: readonly string[]): string[] {
  if (others.includes("2XX")) return [];
  const known = new Set(others);
  return statuses.filter((status) => !known.has(status));
}

/** The success statuses that are no longer described. A range is not lost while single statuses of it remain. */
export function lostStatuses(base: JsonObject, revision: JsonObject): string[] {
  const left = successes(revision);
  return onlyIn(successes(base), left).filter((status) => status !== "2XX" || left.length === 0);
}
