// Keywords for numbers of either kind. Ajv knows no bigint, so a `type` with a number in it, the bounds
// and the integer formats are keywords of ours that hold for both.
import { type Ajv2020, type Code, type KeywordCxt, _ } from "ajv/dist/2020.js";
import { type JsonValue, equalJson } from "./json.ts";
import { INTEGER_FORMATS } from "./keywords.ts";

/** Stand for what Ajv's `type` and `format` cannot say of a bigint. */
export const EXACT_TYPE = "exact-type";
export const INTEGER_FORMAT = "exact-format";

/** Teaches an Ajv instance numbers of either kind. */
export function addNumberKeywords(ajv: Ajv2020): void {
  for (const [keyword, operator] of Object.entries(BOUNDS)) addBound(ajv, keyword, operator);
  addExactType(ajv);
  addIntegerFormat(ajv);
  addMultipleOf(ajv);
  addExactValues(ajv);
}

/** Keyword and the comparison that refuses. */
const BOUNDS = { minimum: _`<`, maximum: _`>`, exclusiveMinimum: _`<=`, exclusiveMaximum: _`>=` } as const;

/** Bounds that hold for bigint as well: JavaScript compares the two kinds exactly. */
function addBound(ajv: Ajv2020, keyword: string, refusing: (typeof BOUNDS)[keyof typeof BOUNDS]): void {
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

function literal(bound: number | bigint): Code {
  return typeof bound === "bigint" ? _`BigInt(${bound.toString()})` : _`${bound}`;
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
      const bounds = INTEGER_FORMATS[cxt.schema as string];
      if (bounds === undefined) return;
      const low = _`BigInt(${bounds.minimum.toString()})`;
      const high = _`BigInt(${bounds.maximum.toString()})`;
      const outside = _`(typeof ${data} == "bigint" || !Number.isSafeInteger(${data}) || ${cxt.schema as string} == "int32") && (${data} < ${low} || ${data} > ${high})`;
      cxt.fail(_`(typeof ${data} == "number" || typeof ${data} == "bigint") && ${outside}`);
    },
  });
}

function addMultipleOf(ajv: Ajv2020): void {
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    error: { message: "is no multiple", params: ({ schema }) => _`{limit: ${literal(schema as number | bigint)}}` },
    compile: (factor: number | bigint) => (value: unknown) => {
      if (typeof value === "bigint" || typeof factor === "bigint") {
        return !isWhole(value) || !isWhole(factor) || BigInt(value) % BigInt(factor) === 0n;
      }
      if (typeof value !== "number") return true;
      // Decimal factors such as 0.01 have no exact double: compare within the double's own error.
      const quotient = value / factor;
      return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 4;
    },
  });
}

/** `const` and `enum` where a value among them holds an integer that no double holds. */
function addExactValues(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: "exact-const",
    error: { message: "is another value", params: ({ schemaCode }) => _`{allowedValue: ${schemaCode}}` },
    compile: (only: JsonValue) => (value: JsonValue) => equalJson(value, only),
  });
  ajv.addKeyword({
    keyword: "exact-enum",
    error: { message: "is none of the values", params: ({ schemaCode }) => _`{allowedValues: ${schemaCode}}` },
    compile: (values: readonly JsonValue[]) => (value: JsonValue) => values.some((one) => equalJson(value, one)),
  });
}

function isWhole(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}
