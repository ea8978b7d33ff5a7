// A `oneOf` whose alternatives may overlap: Ajv's own rejects a value that several of them allow, and ours accepts it
// if the schema has the keyword `overlap` (see ../../form/overlap.ts).
import type { CodeKeywordDefinition } from "ajv";
import { isOwnProperty } from "ajv/dist/vocabularies/code.js";
import { _, getProperty, or } from "ajv/dist/compile/codegen/index.js";
import type { Ajv2020, Code, KeywordCxt } from "ajv/dist/2020.js";
import { ownValueOf } from "../own-functions.ts";
import type { Choice } from "../../form/tags.ts";
import type { JsonObject } from "../../../json/value.ts";

/** The keyword that marks a schema with such a `oneOf`: true, or the tags that let a value match several. */
export const OVERLAP = "overlap";

interface Tags {
  readonly property: string;
  readonly tags: readonly string[];
}

/** What the keyword says of values with a tag. */
export function overlapWith({ property, mapping }: Choice): JsonObject {
  return { property, tags: [...mapping.keys()] };
}

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
      const overlap = (cxt.parentSchema as JsonObject)[OVERLAP] as true | Tags | undefined;
      const anyOf = (): void => {
        // If no alternative allows the value, `oneOf` reports that.
        cxt.setParams({ passing: _`null` });
        any.code(cxt);
      };
      if (overlap === undefined) exactly.code(cxt);
      else if (overlap === true) anyOf();
      else cxt.gen.if(isTagged(cxt, overlap), anyOf, () => exactly.code(cxt));
    },
  });
}

/** True for a value without the property, or with the name of an alternative there. A list: a mapping may be long. */
function isTagged(cxt: KeywordCxt, { property, tags }: Tags): Code {
  const { gen, data } = cxt;
  const lacks = _`!${data} || typeof ${data} !== "object" || !${isOwnProperty(gen, data, property)}`;
  return or(lacks, _`${ownValueOf(cxt, tags)}.includes(${data}${getProperty(property)})`);
}
