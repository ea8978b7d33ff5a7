// Keywords for numbers in either representation. Ajv does not know bigint, so a `type` that includes numbers, the
// bounds and the integer formats are replaced by our own keywords.
import { _ } from "ajv/dist/compile/codegen/index.js";
import type { Ajv2020, KeywordCxt } from "ajv/dist/2020.js";
import { INTEGER_FORMATS, MAX_FLOAT } from "../../number-formats.ts";
import { NUMBER_ENDS } from "../../form/bounds.ts";
import { addJudged } from "./judged.ts";
import { literal, ownFunction, ownValueOf } from "../own-functions.ts";
import { isAmong } from "../../../json/value-set.ts";
import { type JsonValue, equalJson } from "../../../json/value.ts";

/** Replace what Ajv's `type` and `format` cannot express for a bigint. */
export const EXACT_TYPE = "exact-type";
export const INTEGER_FORMAT = "exact-format";

/** Teaches an Ajv instance both representations of numbers. */
export function addNumberKeywords(ajv: Ajv2020): void {
  for (const [keyword, operator] of BOUNDS) addBound(ajv, keyword, operator);
  addExactType(ajv);
  addIntegerFormat(ajv);
  addJudged(ajv);
  addExactValues(ajv);
}

/** Each keyword with the comparison that rejects. */
const BOUNDS = [
  [NUMBER_ENDS.lower.inclusive, _`<`],
  [NUMBER_ENDS.upper.inclusive, _`>`],
  [NUMBER_ENDS.lower.exclusive, _`<=`],
  [NUMBER_ENDS.upper.exclusive, _`>=`],
] as const;

/** Bounds that work for bigint too: JavaScript compares the two types exactly. */
function addBound(ajv: Ajv2020, ...[keyword, refusing]: (typeof BOUNDS)[number]): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    error: { message: "is out of bounds", params: ({ schema }) => _`{limit: ${literal(schema as number | bigint)}}` },
    code(cxt: KeywordCxt) {
      const { data, schema } = cxt;
      cxt.fail(
        _`(typeof ${data} == "number" || typeof ${data} == "bigint") && ${data} ${refusing} ${literal(schema as number | bigint)}`,
      );
    },
  });
}

function addExactType(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: EXACT_TYPE,
    before: "enum",
    error: { message: "has another type", params: ({ schema }) => _`{type: ${(schema as string[]).join(",")}}` },
    code(cxt: KeywordCxt) {
      const { data } = cxt;
      const allowed = (cxt.schema as string[]).map((type) => {
        if (type === "integer") return _`typeof ${data} == "bigint" || Number.isInteger(${data})`;
        if (type === "number") return _`typeof ${data} == "bigint" || Number.isFinite(${data})`;
        if (type === "null") return _`${data} === null`;
        if (type === "array") return _`Array.isArray(${data})`;
        if (type === "object") return _`(typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data}))`;
        return _`typeof ${data} == ${type}`;
      });
      cxt.pass(allowed.reduce((all, one) => _`${all} || ${one}`));
    },
  });
}

function addIntegerFormat(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: INTEGER_FORMAT,
    error: { message: "is out of range", params: ({ schema }) => _`{format: ${schema as string}}` },
    code(cxt: KeywordCxt) {
      const { data } = cxt;
      if (cxt.schema === "float") {
        // A bigint is never too small for single precision, but it may be too large.
        cxt.fail(_`typeof ${data} == "bigint" && (${data} > ${MAX_FLOAT} || ${data} < ${-MAX_FLOAT})`);
        return;
      }
      const bounds = INTEGER_FORMATS.get(cxt.schema as string);
      if (bounds === undefined) return;
      const low = _`BigInt(${bounds.minimum.toString()})`;
      const high = _`BigInt(${bounds.maximum.toString()})`;
      const outside = _`(typeof ${data} == "bigint" || !Number.isSafeInteger(${data}) || ${cxt.schema as string} == "int32") && (${data} < ${low} || ${data} > ${high})`;
      cxt.fail(_`(typeof ${data} == "number" || typeof ${data} == "bigint") && ${outside}`);
    },
  });
}

/** The value in the list that `exact-const` has. */
const onlyIn = (schema: unknown): JsonValue => (schema as readonly [JsonValue])[0];

/** `const` and `enum` with an integer that a double cannot hold; and an empty `enum`, which Ajv rejects. */
function addExactValues(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: "exact-const",
    error: {
      message: "is another value",
      params: ({ schema }) => _`{allowedValue: ${literal(onlyIn(schema))}}`,
    },
    code(cxt: KeywordCxt) {
      const only = ownValueOf(cxt, onlyIn(cxt.schema));
      cxt.pass(_`${ownFunction(cxt, "equalJson", equalJson)}(${cxt.data}, ${only})`);
    },
  });
  ajv.addKeyword({
    keyword: "exact-enum",
    error: {
      message: "is none of the values",
      params: (cxt) => _`{allowedValues: ${ownValueOf(cxt, cxt.schema as JsonValue)}}`,
    },
    code(cxt: KeywordCxt) {
      // Anything but a list allows every value here; lint reports it.
      if (!Array.isArray(cxt.schema)) return;
      const values = ownValueOf(cxt, cxt.schema as JsonValue);
      cxt.pass(_`${ownFunction(cxt, "isAmong", isAmong)}(${values}, ${cxt.data})`);
    },
  });
}
