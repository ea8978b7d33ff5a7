// Why no body can be generated for an operation.
import type { Operation } from "../../../src/contract/model.ts";
import { hasWrittenBody } from "../../bodies.ts";
import { Undecidable } from "../../client/undecidable.ts";

/** The error for a check that needs a valid body, if none can be generated. */
export function unmakable(operation: Operation): Undecidable {
  if (operation.body !== undefined && !hasWrittenBody(operation)) {
    const names = operation.body.content.map(({ name }) => name).join(" or ");
    const reason = `its body is ${names}, and bodies are written as JSON or as forms`;
    return new Undecidable(reason, "an operation that takes JSON or a form with a schema");
  }
  return new Undecidable("no valid body can be made from the schema", "an example of the body");
}
