// What a search asks for in its body: the values that properties of the items must have, and a text to find in them.
import { type JsonArray, type JsonObject, type JsonValue, equalJson, isObject, ownValue } from "../../json/value.ts";
import { holds } from "./arranger.ts";

/** Objects around the criteria: `{"filter": {"status": "open"}}`. */
const AROUND = /^(?:filters?|where|criteria|query|conditions?)$/i;
const SEARCH = /^(?:q|query|search|term|text|keywords?)$/i;

/** True for an item that is asked for. */
export type Criteria = (item: JsonObject) => boolean;

/** The criteria in a body; undefined if it has none. @param names the properties that items have */
export function criteriaIn(body: JsonValue | undefined, names: ReadonlySet<string>): Criteria | undefined {
  const tests = testsIn(body, names, true);
  return tests.length === 0 ? undefined : (item) => tests.every((one) => one(item));
}

function testsIn(body: JsonValue | undefined, names: ReadonlySet<string>, isOutermost: boolean): Criteria[] {
  if (!isObject(body)) return [];
  return Object.entries<JsonValue>(body).flatMap(([name, wanted]): Criteria[] => {
    if (names.has(name)) return wanted === null ? [] : [(item) => meets(ownValue(item, name), wanted)];
    if (isObject(wanted)) return isOutermost && AROUND.test(name) ? testsIn(wanted, names, false) : [];
    const text = typeof wanted === "string" && SEARCH.test(name) ? wanted.trim().toLowerCase() : "";
    return text === "" ? [] : [(item) => holds(item, text)];
  });
}

/** True for the wanted value, or one of several; a list has it if one of its elements is. */
function meets(value: JsonValue | undefined, wanted: JsonValue): boolean {
  if (value === undefined) return false;
  if (equalJson(value, wanted)) return true;
  if (Array.isArray(wanted)) return (wanted as JsonArray).some((one) => meets(value, one));
  return Array.isArray(value) && (value as JsonArray).some((one) => equalJson(one, wanted));
}
