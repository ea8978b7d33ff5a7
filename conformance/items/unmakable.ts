// Why no body can be made for an operation.
import { jsonMedia } from "../../src/contract/media.ts";
import type { Operation } from "../../src/contract/model.ts";
import { Undecidable } from "../client/undecidable.ts";

/** The reason why no valid body was made for an operation, for a check that needs one. */
export function unmakable({ body }: Operation): Undecidable {
  if (body !== undefined && jsonMedia(body.content) === undefined) {
    const names = body.content.map(({ name }) => name).join(" or ");
    return new Undecidable(`its body is ${names}, and bodies are made as JSON alone`, "an operation that takes JSON");
  }
  return new Undecidable("no valid body can be made from the schema", "an example of the body");
}
