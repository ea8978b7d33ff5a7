// The normal form of one schema object as written, without its `$ref` and `allOf`.
import { appendPointer } from "../../json/pointer.ts";
import { emptyChoice, readGroups } from "../keywords/alternatives.ts";
import { readItems } from "../keywords/items.ts";
import { readBounds } from "../form/bounds.ts";
import { excludesAll, readOpaque } from "../keywords/conditions.ts";
import { readProperties, readRequired } from "../keywords/properties.ts";
import type { At, Surroundings } from "../keywords/reading.ts";
import { readConstants, readTypes, readValues } from "../keywords/values.ts";
import { NO_FACTS, type PlainFacts, mergeFacts } from "../form/facts.ts";
import type { NormalForm } from "../form/normal-form.ts";
import { KEYWORDS } from "../keywords.ts";
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
    ...plainFacts(definition),
    ...readItems(definition, at),
    ...readProperties(definition, at, around.work),
    required: readRequired(around, pointer, definition),
    groups: constants === undefined ? groups : groups.filter(({ kind }) => kind !== constants.keyword),
    opaque: readOpaque(pointer, definition, at, around.dialect === "3.0"),
  };
}

const PLAIN = [...KEYWORDS].flatMap(([keyword, { means }]) => (means === undefined ? [] : [{ keyword, means }]));

/** What a schema object says in keywords that judge a value alone. */
function plainFacts(definition: JsonObject): PlainFacts {
  return PLAIN.reduce((facts, { keyword, means }) => {
    const said = definition[keyword];
    const more = said === undefined ? undefined : means(said);
    return more === undefined ? facts : mergeFacts(facts, more);
  }, NO_FACTS);
}
