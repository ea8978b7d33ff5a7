// A `oneOf` whose alternatives may overlap: Ajv's own rejects a value that several of them allow, and ours accepts it
// if the schema has the keyword `overlap` (see ../../normal/overlap.ts).
import type { CodeKeywordDefinition } from "ajv";
import { type Ajv2020, type KeywordCxt, _ } from "ajv/dist/2020.js";
import type { JsonObject } from "../../../json/value.ts";

/** The keyword that marks a schema with such a `oneOf`. */
export const OVERLAP = "overlap";

/** Teaches an Ajv instance the keyword. */
export function addOverlap(ajv: Ajv2020): void {
  const exactly = ajv.getKeyword("oneOf") as CodeKeywordDefinition;
  const any = ajv.getKeyword("anyOf") as CodeKeywordDefinition;
  ajv.removeKeyword("oneOf");
  ajv.addKeyword({
    ...exactly,
    keyword: "oneOf",
    type: [],
    before: "allOf",
    code(cxt: KeywordCxt) {
      const mayOverlap = (cxt.parentSchema as JsonObject)[OVERLAP] === true;
      // If no alternative allows the value, `oneOf` reports that.
      if (mayOverlap) cxt.setParams({ passing: _`null` });
      (mayOverlap ? any : exactly).code(cxt);
    },
  });
}
