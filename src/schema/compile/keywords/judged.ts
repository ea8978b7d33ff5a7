// Keywords that judge a value by a function of their own, from their rows in the table of keywords.
import { _ } from "ajv/dist/compile/codegen/index.js";
import type { Ajv2020, KeywordCxt } from "ajv/dist/2020.js";
import { literal, ownFunction } from "../own-functions.ts";
import { JUDGES } from "../../validator-runtime.ts";
import { type JsonValue, isNumeric } from "../../../json/value.ts";

/** Teaches an Ajv instance these keywords, in place of its own. */
export function addJudged(ajv: Ajv2020): void {
  for (const [keyword, accepts] of Object.entries(JUDGES)) {
    ajv.removeKeyword(keyword);
    ajv.addKeyword({
      keyword,
      error: {
        message: "is not allowed",
        params: ({ schema }) => (isNumeric(schema as JsonValue) ? _`{limit: ${literal(schema as JsonValue)}}` : _`{}`),
      },
      code(cxt: KeywordCxt) {
        cxt.pass(_`${ownFunction(cxt, keyword, accepts)}(${cxt.data}, ${literal(cxt.schema as JsonValue)})`);
      },
    });
  }
}
