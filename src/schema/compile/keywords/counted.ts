// Our keywords that count the work of judging: each schema that refers to others takes from the value's budget, and
// each large schema reports its size. See ../judging.ts.
import { _ } from "ajv/dist/compile/codegen/index.js";
import type { Ajv2020, KeywordCxt } from "ajv/dist/2020.js";
import type { JsonObject, JsonValue } from "../../../json/value.ts";
import type { Judging } from "../../judging.ts";

/**
 * The keyword and its value. Ajv looks for `$ref` in what it might inline in place of a reference, finds one here, and
 * therefore calls the schema instead. The target may not exist yet, and inlined schemas are not counted.
 */
export const COUNTED = { counted: { $ref: true } } as const;

/** The keyword of a large schema. */
export const WEIGHED = "weighed";

/** A smaller schema is only counted by the parts of its value. */
const LIGHT = 16;

/**
 * How much a schema says about one value, without what schemas inside say about its parts; undefined if that is not
 * unusual.
 */
export function weightOf(schema: JsonObject): number | undefined {
  const weight = Object.values(schema).reduce<number>((sum, held) => sum + lengthOf(held), 0);
  return weight > LIGHT ? weight : undefined;
}

function lengthOf(held: JsonValue): number {
  if (typeof held !== "object" || held === null) return 1;
  return Array.isArray(held) ? held.length : Object.keys(held).length;
}

/** @param judging absent for validators that are written to a file, whose document is our own */
export function addCounted(ajv: Ajv2020, judging: Judging | undefined): void {
  ajv.addKeyword({
    keyword: "counted",
    before: "$ref",
    code({ gen }: KeywordCxt) {
      if (judging === undefined) return;
      const work = gen.scopeValue("obj", { key: judging, ref: judging });
      gen.if(_`--${work}.left < 0`, () => gen.code(_`${work}.exceeded()`));
    },
  });
  ajv.addKeyword({
    keyword: WEIGHED,
    before: "$ref",
    code({ gen, schema }: KeywordCxt) {
      if (judging === undefined) return;
      const work = gen.scopeValue("obj", { key: judging, ref: judging });
      gen.code(_`${work}.weight += ${Number(schema)}`);
    },
  });
}
