// For validators that are written to a file, which judge left-over parts with Ajv's own keywords: a keyword of ours that
// keeps the one for properties that are described by pattern from failing. Next to `if`, `oneOf` and similar keywords, Ajv
// records the properties that they evaluated in a variable that stays undefined if none of them matches, and that one
// then writes into it.
import { Name, _ } from "ajv/dist/compile/codegen/index.js";
import type { Ajv2020, KeywordCxt } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../../json/value.ts";
import { BY_PATTERN } from "../../keywords/properties.ts";

const EVALUATED_PROPERTIES = "evaluated-properties";

/** Adds the keyword next to properties that are described by pattern. */
export function noteEvaluated(schema: Record<string, JsonValue>): void {
  if (schema[BY_PATTERN] !== undefined) schema[EVALUATED_PROPERTIES] = true;
}

/** Teaches an Ajv instance to start recording evaluated properties if nothing has started it. */
export function addEvaluatedProperties(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: EVALUATED_PROPERTIES,
    type: "object",
    before: BY_PATTERN,
    code({ gen, it }: KeywordCxt) {
      if (it.props instanceof Name) gen.assign(it.props, _`${it.props} || {}`);
    },
  });
}

/** True if some schema of a tree judges what others left over, so that evaluated parts matter. */
export function judgesRest(tree: JsonValue): boolean {
  if (typeof tree !== "object" || tree === null) return false;
  for (const key of Object.keys(tree)) {
    if (key === "unevaluatedProperties" || key === "unevaluatedItems") return true;
    if (judgesRest((tree as JsonObject)[key] as JsonValue)) return true;
  }
  return false;
}
