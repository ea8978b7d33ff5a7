// Reads the media types of bodies, responses, parameters and headers.
import { canonicalMedia, plainMedia } from "../media.ts";
import { partAt } from "../../json/parts.ts";
import { appendPointer, pointerSteps } from "../../json/pointer.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { Schema } from "../../schema/model.ts";
import type { Work } from "../../schema/work.ts";
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
        ...(part.value["schema"] === undefined
          ? {}
          : { schema: asSent(name, direction, reading.schema(part, direction)) }),
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

/** The schema of a body. In a merge patch, null removes a member, whatever the member may be (RFC 7396 section 1). */
function asSent(name: string, direction: Direction, schema: Schema): Schema {
  if (direction !== "request" || plainMedia(name) !== "application/merge-patch+json") return schema;
  const { accepts: _accepts, verdict: _verdict, ...rest } = schema;
  const isRemoval = (value: unknown, at: string): boolean =>
    at !== "" && partAt(value as JsonValue, pointerSteps(at)) === null;
  return Object.freeze({
    ...rest,
    validate: (value: unknown, work?: Work) => schema.validate(value, work).filter(({ at }) => !isRemoval(value, at)),
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
