// What a removal says in words: which other things go with the thing.
import type { Operation } from "../../contract/model.ts";
import { successes } from "../../contract/responses.ts";
import { type Document, descriptionAt } from "../../document/document.ts";
import { thingOf } from "../paths.ts";

const WITH = /\b(?:with|and|including|along|cascad\w*)\b/i;
const DENIED =
  /\b(?:not|no|unless|without|cannot|fails?|refuse[sd]?|conflict|only if|must be|remain|ke(?:ep|pt)|stay)\b/i;

/** The things, each as one word, that a removal takes along because its text says so. */
export function thingsRemovedWith(document: Document, operation: Operation): ReadonlySet<string> {
  const { pointer, summary } = operation;
  const answers = successes(operation).map(({ description }) => description);
  const sentences = [summary, descriptionAt(document, pointer), ...answers]
    .join(". ")
    .split(/[.;!?]\s/)
    .filter((one) => WITH.test(one) && !DENIED.test(one));
  return new Set(sentences.flatMap((one) => one.match(/[a-z]+/gi) ?? []).map(thingOf));
}
