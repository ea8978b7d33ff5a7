// Keys with which a request may be sent again: each other request has one of its own.
import type { Parameter } from "../../src/contract/model.ts";

/** A key that nobody has sent: a text of the run that ends in a number, or a UUID made from it. */
export function freshKey(text: string, key: Parameter): string {
  const [, run = "0"] = /-([\da-f]+)/.exec(text) ?? [];
  const turn = /\d+$/.exec(text)?.[0] ?? "0";
  const uuid = `${run.padStart(8, "0").slice(0, 8)}-1d3e-4000-8000-${turn.padStart(12, "0")}`;
  return key.schema.validate(text).length === 0 ? text : uuid;
}
