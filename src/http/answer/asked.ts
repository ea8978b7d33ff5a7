// The body of an error, with what it says of the request.
import type { ErrorBodyWriter } from "../../mock/errors/body-writer.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import type { Exchange } from "../exchange.ts";

export function bodyFor(writer: ErrorBodyWriter, refusal: Refusal, { req, world }: Exchange): string {
  const text = writer.write(refusal);
  if (writer.withAsked === undefined) return text;
  const [path = ""] = (req.url ?? "").split("?");
  return writer.withAsked(text, { method: req.method ?? "", path, now: world.clock.now() });
}
