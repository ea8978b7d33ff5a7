// Keywords of ours that count the work of judging: each schema that refers to others costs of the budget of the value, and
// each that says much of one value is told with how much that is. See ../judging.ts.
import { type Ajv2020, type KeywordCxt, _ } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../../json/value.ts";
import { judging } from "../../judging.ts";

/**
 * The keyword, and what it holds: Ajv, which looks for `$ref` in what it may write out in place of a reference, finds one
 * here, and so calls the schema. What it refers to may not be there yet, and what is written out is not counted.
 */
export const COUNTED = { counted: { $ref: true } } as const;

/** The keyword of a schema that says much. */
export const WEIGHED = "weighed";

/** A schema that says less is counted by the parts of its value alone. */
const LIGHT = 16;

/** How much is said of one value, not counting what schemas inside say of its parts; undefined for what is usual. */
export function weightOf(schema: JsonObject): number | undefined {
  const weight = Object.values(schema).reduce<number>((sum, held) => sum + lengthOf(held), 0);
  return weight > LIGHT ? weight : undefined;
}

function lengthOf(held: JsonValue): number {
  if (typeof held !== "object" || held === null) return 1;
  return Array.isArray(held) ? held.length : Object.keys(held).length;
}

/** @param isCounting false for validators that are written down: their document is our own */
export function addCounted(ajv: Ajv2020, isCounting: boolean): void {
  ajv.addKeyword({
    keyword: "counted",
    before: "$ref",
    code({ gen }: KeywordCxt) {
      if (!isCounting) return;
      const work = gen.scopeValue("obj", { key: judging, ref: judging });
      gen.if(_`--${work}.left < 0`, () => gen.code(_`${work}.exceeded()`));
    },
  });
  ajv.addKeyword({
    keyword: WEIGHED,
    before: "$ref",
    code({ gen, schema }: KeywordCxt) {
      if (!isCounting) return;
      const work = gen.scopeValue("obj", { key: judging, ref: judging });
      gen.code(_`${work}.weight += ${Number(schema)}`);
    },
  });
}
