// The normal form of one schema object as written, without its `$ref` and `allOf`.
import { appendPointer } from "../../json/pointer.ts";
import { emptyChoice, readGroups } from "../keywords/alternatives.ts";
import { readItems } from "../keywords/items.ts";
import { readBounds } from "../keywords/bounds.ts";
import { excludesAll, readOpaque } from "../keywords/conditions.ts";
import { readMultiples } from "../keywords/multiple.ts";
import { readProperties, readRequired } from "../keywords/properties.ts";
import type { At, Surroundings } from "../keywords/reading.ts";
import { readTexts } from "../keywords/texts.ts";
import { readConstants, readTypes, readValues } from "../keywords/values.ts";
import type { NormalForm } from "../form/normal-form.ts";
import type { JsonObject } from "../../json/value.ts";

/** Reads one schema object. */
export function leafForm(around: Surroundings, pointer: string, definition: JsonObject): NormalForm {
  const at: At = (...steps) => around.conjunction(appendPointer(pointer, ...steps));
  const types = readTypes(definition, around.dialect === "3.0");
  const constants = readConstants(definition);
  const values = readValues(definition, constants?.values);
  const groups = readGroups(definition, at, around);
  return {
    never: types?.size === 0 || excludesAll(definition) || emptyChoice(definition) !== undefined,
    ...(types === undefined ? {} : { types }),
    ...(values === undefined ? {} : { values }),
    bounds: readBounds(definition),
    multiples: readMultiples(definition),
    ...readTexts(definition),
    uniqueItems: definition["uniqueItems"] === true,
    ...readItems(definition, at),
    ...readProperties(definition, at),
    required: readRequired(around, pointer, definition),
    groups: constants === undefined ? groups : groups.filter(({ kind }) => kind !== constants.keyword),
    opaque: readOpaque(pointer, definition, at, around.dialect === "3.0"),
  };
}
