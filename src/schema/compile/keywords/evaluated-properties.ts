// A keyword of ours that keeps Ajv's own `patternProperties` from failing. Where `if`, `oneOf` and the like stand
// beside it, Ajv notes the properties they evaluated in a variable that is left undefined when none of them holds,
// and `patternProperties` then writes into it.
import { type Ajv2020, type KeywordCxt, Name, _ } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../../json/value.ts";

const EVALUATED_PROPERTIES = "evaluated-properties";

/** Puts the keyword beside each `patternProperties`. */
export function noteEvaluated(schema: Record<string, JsonValue>): void {
  if (schema["patternProperties"] !== undefined) schema[EVALUATED_PROPERTIES] = true;
}

/** Teaches an Ajv instance to begin the notes of evaluated properties where nothing has begun them. */
export function addEvaluatedProperties(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: EVALUATED_PROPERTIES,
    type: "object",
    before: "patternProperties",
    code({ gen, it }: KeywordCxt) {
      if (it.props instanceof Name) gen.assign(it.props, _`${it.props} || {}`);
    },
  });
}

/** True where some schema of a tree judges what others left over, so that it matters what they looked at. */
export function judgesRest(tree: JsonValue): boolean {
  if (typeof tree !== "object" || tree === null) return false;
  for (const key of Object.keys(tree)) {
    if (key === "unevaluatedProperties" || key === "unevaluatedItems") return true;
    if (judgesRest((tree as JsonObject)[key] as JsonValue)) return true;
  }
  return false;
}
