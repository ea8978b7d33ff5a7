// A keyword of ours in each schema that refers to others: entering it costs of the budget of the value. See ../judging.ts.
import { type Ajv2020, type KeywordCxt, _ } from "ajv/dist/2020.js";
import { judging } from "../judging.ts";

/**
 * The keyword, and what it holds: Ajv, which looks for `$ref` in what it may write out in place of a reference, finds one
 * here, and so calls the schema. What it refers to may not be there yet, and what is written out is not counted.
 */
export const COUNTED = { counted: { $ref: true } } as const;

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
}
