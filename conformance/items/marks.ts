// Marks for bodies that must be refused, so that an item stored anyway can be recognized.
import type { JsonObject } from "../../src/json/value.ts";
import type { Session } from "../client/target/target.ts";
import type { Marks } from "../../src/schema/generate/strategies/plain.ts";

/** The marks for a kind of request that must be refused. */
export function marksOf(session: Session, what: "refused" | "stranger" | "unlisted"): Marks {
  let sum = { refused: 17, stranger: 18, unlisted: 19 }[what];
  for (const letter of session.options.marker) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_000_007;
  return { text: `${session.options.marker}-${what}`, integer: 1_000_000_000 + sum };
}

/** True for an item that shows the marks. */
export function bears(item: JsonObject, { text, integer }: Marks): boolean {
  return Object.values(item).some((value) => value === text || value === integer);
}
