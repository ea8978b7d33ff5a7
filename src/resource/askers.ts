// Words by which a path names whoever asks: "me" in place of an identifier.
import type { Operation, Parameter } from "../contract/model.ts";
import { type Document, descriptionAt } from "../document/document.ts";
import type { JsonValue } from "../json/value.ts";
import { parametersIn, stepsOf, wordsOf } from "./paths.ts";

const WORD = /^@?(?:me|self|myself)$/i;
const QUOTED = /["'`‘“]@?(?:me|self|myself)["'`’”]/i;

/** True for a word that names whoever asks. */
export const isAskerWord = (value: JsonValue | undefined): boolean => typeof value === "string" && WORD.test(value);

/** True if the document says that a parameter may be such a word. */
export function mayBeAsker(document: Document, { pointer, examples }: Parameter): boolean {
  if (examples.some(({ value }) => isAskerWord(value))) return true;
  return QUOTED.test(descriptionAt(document, pointer));
}

const OWN =
  /^(?:me|self|myself|whoami|profile|account|user|userinfo|verify credentials|(?:current|my|authenticated)(?: user| account| profile)?)$/;

/** True for the path of the user who asks: "/me", "/user". */
export function isOwnUser({ path }: Pick<Operation, "path">): boolean {
  const steps = stepsOf(path);
  return parametersIn(steps).length === 0 && OWN.test(wordsOf(steps.at(-1) ?? "").join(" "));
}
