// `uniqueItems` in linear time. Ajv compares all pairs of items: a list of 64 KiB then blocks the process for seconds,
// and the sender of a value chooses its length.
import { _ } from "ajv/dist/compile/codegen/index.js";
import type { Ajv2020, KeywordCxt } from "ajv/dist/2020.js";
import { ownFunction } from "../own-functions.ts";
import { areUnique } from "./unique.ts";

/** Teaches an Ajv instance to find equal items by their canonical text. */
export function addUniqueItems(ajv: Ajv2020): void {
  ajv.removeKeyword("uniqueItems");
  ajv.addKeyword({
    keyword: "uniqueItems",
    type: "array",
    schemaType: "boolean",
    error: { message: "has the same item twice" },
    code(cxt: KeywordCxt) {
      if (cxt.schema === true) cxt.pass(_`${ownFunction(cxt, "areUnique", areUnique)}(${cxt.data})`);
    },
  });
}
