// Reads the media types of bodies, responses, parameters and headers.
import { canonicalMedia, plainMedia } from "../media.ts";
import { appendPointer } from "../../json/pointer.ts";
import { isObject } from "../../json/value.ts";
import type { Direction } from "../../document/grammar.ts";
import type { MediaType } from "../model.ts";
import { readExamples, readExternalExamples } from "./examples.ts";
import { type ObjectAt, type Reading, freezeList } from "./reading.ts";

/**
 * The media types under `content`, in document order.
 * @param ofParts reads what a multipart type says of its parts
 */
export function readContent(
  reading: Reading,
  holder: ObjectAt,
  direction: Direction,
  ofParts?: (reading: Reading, media: ObjectAt, direction: Direction) => Partial<MediaType>,
): MediaType[] {
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
          : { itemSchema: reading.schema(part, direction, "itemSchema"), ...dataSchema(reading, part, direction) }),
        ...(plainMedia(name).startsWith("multipart/") ? ofParts?.(reading, part, direction) : {}),
        examples: freezeList(readExamples(reading, part)),
        external: freezeList(readExternalExamples(reading, part)),
      }),
    ];
  });
}

/** What the data of an event contains: JSON in a text (OpenAPI 3.2 section 4.14.3.1). */
function dataSchema(reading: Reading, part: ObjectAt, direction: Direction): Pick<MediaType, "dataSchema"> {
  const item = reading.schemaValue(part, "itemSchema");
  const data = isObject(item?.value["properties"]) ? item.value["properties"]["data"] : undefined;
  if (item === undefined || !isObject(data) || data["contentSchema"] === undefined) return {};
  const at = { value: data, pointer: appendPointer(item.pointer, "properties", "data") };
  return { dataSchema: reading.schema(at, direction, "contentSchema") };
}
