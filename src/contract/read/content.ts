// Reads request bodies, and the media types of bodies, responses and parameters.
import { canonicalMedia, plainMedia } from "../media.ts";
import type { Direction } from "../../document/grammar.ts";
import type { MediaType, RequestBody } from "../model.ts";
import { readExamples, readExternalExamples } from "./examples.ts";
import { type ObjectAt, type Reading, freezeList } from "./reading.ts";

/** The request body of an operation; undefined if it has none. */
export function readBody(reading: Reading, operation: ObjectAt): RequestBody | undefined {
  if (operation.value["requestBody"] === undefined) return undefined;
  const part = reading.object(operation, ["requestBody"], "a request body");
  if (part === undefined) return undefined;
  const { value, pointer } = part;
  const content = freezeList(readContent(reading, part, "request"));
  return Object.freeze({ required: value["required"] === true, pointer, content });
}

/** The media types under `content`, in document order. */
export function readContent(reading: Reading, holder: ObjectAt, direction: Direction): MediaType[] {
  const content = reading.map(holder, "content", "content must map media types to their descriptions");
  return Object.keys(content.value).flatMap((name): MediaType[] => {
    const part = reading.object(content, [name], "a media type");
    if (part === undefined) return [];
    return [
      Object.freeze({
        name: plainMedia(name),
        fullName: canonicalMedia(name),
        pointer: part.pointer,
        ...(part.value["schema"] === undefined ? {} : { schema: reading.schema(part, direction) }),
        ...(part.value["itemSchema"] === undefined
          ? {}
          : { itemSchema: reading.schema(part, direction, "itemSchema") }),
        examples: freezeList(readExamples(reading, part)),
        external: freezeList(readExternalExamples(reading, part)),
      }),
    ];
  });
}
