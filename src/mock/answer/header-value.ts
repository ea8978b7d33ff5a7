// The value of a header of an answer.
import { hashOf } from "../../schema/samples/choices.ts";
import type { Contract, Header } from "../../contract/model.ts";
import { writeParameter } from "../../contract/serialization/write.ts";
import { seededValues } from "../../realistic/seeded-values.ts";
import { allows } from "../allowed.ts";

/** The value of a response header: the document's own, or a generated one. @returns undefined if none can be sent */
export function headerValue({ document }: Contract, header: Header): string | undefined {
  if (header.known !== undefined) return header.known;
  const { name, schema, explode, mediaType } = header;
  // A tag is quoted (RFC 9110, section 8.8.3).
  const tag = `"${hashOf(header.pointer).toString(16)}"`;
  if (name.toLowerCase() === "etag" && allows(schema, tag)) return tag;
  const form = { name, in: "header", style: "simple", explode, ...(mediaType === undefined ? {} : { mediaType }) };
  for (const value of seededValues(document, schema.pointer)) {
    const text = allows(schema, value) ? writeParameter(form, value)?.[0]?.[1] : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
}
