// `uniqueItems` in time that grows with the list. Ajv compares each item with each other: a list of 64 KiB then holds
// the whole process for seconds, and whoever sends a value chooses how long it is.
import { type Ajv2020, type KeywordCxt, _ } from "ajv/dist/2020.js";
import { ownFunction } from "../own-functions.ts";
import { areUnique } from "./unique.ts";

/** Teaches an Ajv instance to look for equal items by what they are written as. */
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
