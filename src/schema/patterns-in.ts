// The patterns that a schema has itself.
import { type JsonObject, isObject } from "../json/value.ts";

/** The regular expressions of a schema object, for strings and for property names, each with the path to it. */
export function patternsIn({ pattern, patternProperties }: JsonObject): { pattern: string; steps: string[] }[] {
  const names = isObject(patternProperties) ? Object.keys(patternProperties) : [];
  return [
    ...(typeof pattern === "string" ? [{ pattern, steps: ["pattern"] }] : []),
    ...names.map((name) => ({ pattern: name, steps: ["patternProperties", name] })),
  ];
}
