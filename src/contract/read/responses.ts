// Reads the responses of an operation.
import { isExtension } from "../../document/field-names.ts";
import type { MediaType, Response } from "../model.ts";
import { hasNoContent } from "../responses.ts";
import { readContent } from "./content.ts";
import { partEncodings } from "./encodings.ts";
import { readHeaders } from "./headers.ts";
import { type Reading, type ObjectAt, plainText, freezeList } from "./reading.ts";

/** "200", "2XX" or "default"; no other status can be sent. */
const STATUS = /^(?:[1-5](?:\d\d|XX)|default)$/i;

/** The responses by status, in document order. Anything that is not a status is left out. */
export function readResponses(reading: Reading, operation: ObjectAt): Response[] {
  const responses = reading.map(operation, "responses", "responses must map status codes to responses");
  return Object.keys(responses.value).flatMap((status): Response[] => {
    const part =
      isExtension(status) || !STATUS.test(status) ? undefined : reading.object(responses, [status], "a response");
    if (part === undefined) return [];
    return [
      Object.freeze({
        status: status.toLowerCase() === "default" ? "default" : status.toUpperCase(),
        pointer: part.pointer,
        description: plainText(part.value["description"]),
        // The description of a body that no client ever receives is ignored.
        content: hasNoContent(status)
          ? freezeList<MediaType>([])
          : reading.shared("content", part, () => freezeList(readContent(reading, part, "response", partEncodings))),
        headers: reading.shared("headers", part, () => freezeList(readHeaders(reading, part, "response"))),
      }),
    ];
  });
}
