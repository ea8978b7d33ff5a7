// The patterns that a schema has itself.
import { BY_PATTERN, namePatternsIn } from "./keywords/properties.ts";
import type { JsonObject } from "../json/value.ts";

/** The regular expressions of a schema object, for strings and for property names, each with the path to it. */
export function patternsIn(definition: JsonObject): { pattern: string; steps: string[] }[] {
  const { pattern } = definition;
  return [
    ...(typeof pattern === "string" ? [{ pattern, steps: ["pattern"] }] : []),
    ...namePatternsIn(definition).map((name) => ({ pattern: name, steps: [BY_PATTERN, name] })),
  ];
}
