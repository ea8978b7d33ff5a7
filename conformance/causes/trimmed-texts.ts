// Texts that lose the blanks around them: a framework that trims one of them mostly trims all.
import type { JsonValue } from "../../src/json/value.ts";
import type { Blame } from "./cause.ts";

/** What is to blame if a text is shown as it was sent but for blanks at its ends; nothing otherwise. */
export function blameTrimmed(sent: JsonValue, shown: JsonValue | undefined): Pick<Blame, "cause"> {
  const isTrimmed = typeof sent === "string" && typeof shown === "string" && sent !== shown && sent.trim() === shown;
  return isTrimmed ? { cause: { kind: "trimmed-texts" } } : {};
}
