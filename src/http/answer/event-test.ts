// Whether a client asks for events where the document offers them besides JSON.
import { preferredMedia } from "../../contract/media.ts";
import type { Operation } from "../../contract/model.ts";
import { responseFor } from "../../contract/responses.ts";
import type { JsonValue } from "../../json/value.ts";
import { asksForStream, isOfEvents } from "../../mock/answer/bodies.ts";
import { successStatusOf } from "../../mock/documented.ts";

/** True for a request that asks for events, by its body or by what it accepts. */
export type EventTest = (accept: string, body: JsonValue | undefined) => boolean;

/** Prepares the test for one operation; undefined if it offers no events. */
export function eventTest(operation: Operation): EventTest | undefined {
  const content = responseFor(operation.responses, successStatusOf(operation) ?? 200)?.content ?? [];
  if (!content.some(isOfEvents)) return undefined;
  const ordered = content.toSorted((a, b) => Number(isOfEvents(a)) - Number(isOfEvents(b)));
  return (accept, body) => {
    const preferred = preferredMedia(ordered, accept);
    return asksForStream(operation, body) || (preferred !== undefined && isOfEvents(preferred));
  };
}
