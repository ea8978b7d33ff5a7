// Alternatives: `anyOf` and `oneOf`.
import type { Group } from "../normal/normal-form.ts";
import type { At } from "./reading.ts";
import type { JsonObject } from "../../json/value.ts";

/** What a schema object offers to choose from. */
export function readGroups(definition: JsonObject, at: At): Group[] {
  return (["anyOf", "oneOf"] as const).flatMap((kind) => {
    const list = definition[kind];
    return Array.isArray(list) && list.length > 0 ? [{ kind, branches: list.map((_, index) => at(kind, index)) }] : [];
  });
}

/** The keyword of a schema that lists nothing to choose from, so that no value is allowed. */
export function emptyChoice(definition: JsonObject): "enum" | "anyOf" | "oneOf" | undefined {
  return (["enum", "anyOf", "oneOf"] as const).find((keyword) => {
    const list = definition[keyword];
    return Array.isArray(list) && list.length === 0;
  });
}

/** Equal for groups that say the same. */
export function groupKey({ kind, branches }: Group): string {
  return JSON.stringify([kind, branches]);
}
