// Parts of an `allOf` that refuse each other's properties: `additionalProperties: false` only sees the properties beside
// it, so a closed part refuses what the others describe.
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { schemaAt } from "../../schema/normal/schema-node.ts";
import type { LintContext } from "../context.ts";
import type { Complaint } from "../model.ts";

/** The most names to list. */
const MOST_NAMED = 3;

/** Schemas with properties that one part of their `allOf` describes and another refuses. */
export function refusedByParts(context: LintContext): Complaint[] {
  return context.of("schema").flatMap(({ pointer, value }) => {
    if (!Array.isArray(value["allOf"])) return [];
    const parts = schemaAt(context.document, pointer, "response").parts.map(({ definition }) => definition);
    const closed = parts.filter(isClosed).map((part) => new Set(namesOf(part)));
    const refused = new Set(parts.flatMap(namesOf).filter((name) => closed.some((names) => !names.has(name))));
    return refused.size === 0 ? [] : [{ pointer: appendPointer(pointer, "allOf"), said: say([...refused]) }];
  });
}

/** True for a part that allows no properties but those it names. */
function isClosed({ additionalProperties, patternProperties }: JsonObject): boolean {
  return additionalProperties === false && patternProperties === undefined;
}

/** The properties that a part describes, without those that it forbids. */
function namesOf({ properties }: JsonObject): string[] {
  return isObject(properties) ? Object.keys(properties).filter((name) => properties[name] !== false) : [];
}

function say(names: readonly string[]): string {
  const more = names.length - MOST_NAMED;
  const named = names.slice(0, MOST_NAMED).map((name) => JSON.stringify(name));
  const all = more > 0 ? [...named, `${more} more`] : named;
  const last = all.length > 1 ? `${all.slice(0, -1).join(", ")} and ${all.at(-1)}` : all.join("");
  return `one part describes ${last}, and another refuses ${names.length > 1 ? "them" : "it"}: its additionalProperties is false`;
}
