// What a schema says beside its constraints: defaults, markers, extensions. Policy looks at it.
import { type JsonObject, writeJson } from "../../contract/json.ts";
import type { Conjunction } from "./shape.ts";
import type { SchemaSpace } from "./space.ts";

/** The notes of all schemas of a conjunction as one text, for comparing. */
export function notesText(space: SchemaSpace, conjunction: Conjunction): string {
  return JSON.stringify(space.definitions(conjunction).map(({ definition }) => notesOf(definition)));
}

const NOTES = ["default", "deprecated", "readOnly", "writeOnly", "discriminator", "enum", "type"];
const CONTENT_NOTES = ["contentEncoding", "contentMediaType", "contentSchema"];

/** What a schema says beside its constraints, for policy. Numbers that JSON cannot write are left to the rules. */
function notesOf(definition: JsonObject): [string, string][] {
  // With a discriminator, an alternative is chosen by the name that it is referred to by.
  const named = definition["discriminator"] === undefined ? [] : ["oneOf", "anyOf"].filter((key) => key in definition);
  const chosen = named.map((key): [string, string] => [key, writeJson(definition[key] ?? null)]);
  const noted = Object.entries(definition)
    .filter(([key]) => NOTES.includes(key) || CONTENT_NOTES.includes(key) || key.startsWith("x-"))
    .map(([key, value]): [string, string] => [key, writeJson(value)]);
  return [...noted, ...chosen].sort(([a], [b]) => (a < b ? -1 : 1));
}
