// Closed parts of an `allOf` that do not allow what another part requires: by the letter, no value fits, and nobody means
// that. They were meant to close the whole.
import type { Document } from "../../document/document.ts";
import type { DocumentPart } from "../../document/references/visited.ts";
import { appendPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { allPartsOf } from "../../schema/form/composition.ts";
import { namePatternsIn } from "../../schema/keywords/properties.ts";
import type { Fault } from "./fault.ts";

/** More parts than people put together. */
const MOST_PARTS = 12;

/** A fault for each part of a schema that has to allow more for any value to fit. */
export function closedParts(document: Document, { value, pointer }: DocumentPart): Fault[] {
  if (!Array.isArray(value["allOf"])) return [];
  const schemas = { dialect: document.dialect, value: (place: string) => valueAt(document.root, place) };
  const parts = allPartsOf(schemas, [pointer], MOST_PARTS);
  return parts.flatMap((closed): Fault[] => {
    const { properties = {}, additionalProperties } = closed.definition;
    if (additionalProperties !== false || !isObject(properties) || namePatternsIn(closed.definition).length > 0)
      return [];
    const others = parts.filter((part) => part !== closed).map(({ definition }) => definition);
    const isRefused = (name: string): boolean => !Object.hasOwn(properties, name);
    const missing = new Set(others.flatMap(requiredIn).filter(isRefused));
    if (missing.size === 0) return [];
    const described = others.flatMap((part) => (isObject(part["properties"]) ? Object.keys(part["properties"]) : []));
    const said = [...missing].map((name) => writeJson(name)).join(", ");
    return [
      {
        pointer: appendPointer(closed.pointer, "additionalProperties"),
        at: closed.pointer,
        message: `${said} must be there by another part of the allOf, and this closed part does not allow it: no value fits, so that it was taken to close the whole`,
        leaves: "closing",
        names: new Set([...missing, ...described.filter(isRefused)]),
      },
    ];
  });
}

function requiredIn({ required }: JsonObject): string[] {
  return Array.isArray(required) ? required.filter((name) => typeof name === "string") : [];
}
