// Alternatives: `anyOf` and `oneOf`.
import { ANYTHING, type Group } from "../form/normal-form.ts";
import type { At, Surroundings } from "./reading.ts";
import { isNullAlternative } from "../form/composition.ts";
import { ofType } from "../form/conjunction.ts";
import { mayOverlap } from "../form/overlap.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";

/** The alternatives of a schema object. */
export function readGroups(definition: JsonObject, at: At, around: Surroundings): readonly Group[] {
  if (definition["anyOf"] === undefined && definition["oneOf"] === undefined) return ANYTHING.groups;
  return (["anyOf", "oneOf"] as const).flatMap((kind) => {
    const list = definition[kind];
    if (!Array.isArray(list) || list.length === 0) return [];
    const branches = list.map((one: JsonValue, index) =>
      isNullAlternative(around.dialect, one) ? ofType("null") : at(kind, index),
    );
    return [
      { kind, mayOverlap: kind === "oneOf" && mayOverlap(definition, (pointer) => around.value(pointer)), branches },
    ];
  });
}

/** The keyword of a schema with an empty list of choices, which allows no value. */
export function emptyChoice(definition: JsonObject): "enum" | "anyOf" | "oneOf" | undefined {
  return (["enum", "anyOf", "oneOf"] as const).find((keyword) => {
    const list = definition[keyword];
    return Array.isArray(list) && list.length === 0;
  });
}

/** Equal for groups with the same meaning. */
export function groupKey(group: Group): string {
  return JSON.stringify([group.kind, isExact(group), group.branches]);
}

/** True if a value that matches two of the alternatives is invalid. */
export function isExact(group: Group): boolean {
  return group.kind === "oneOf" && group.mayOverlap !== true;
}
