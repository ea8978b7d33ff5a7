// Reads how the parts of multipart bodies are written: their media types, their headers, and those of the parts in them.
import type { Direction } from "../../document/grammar.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { plainMedia } from "../media.ts";
import type { MediaType, PartEncoding, PartEncodings } from "../model.ts";
import { readHeaders } from "./headers.ts";
import { type ObjectAt, type Reading, freezeList } from "./reading.ts";

/** Parts inside parts inside … of a body. Those below are a text to everybody. */
export const DEEPEST_PARTS = 5;

/** What a multipart type says of its parts. What is wrong with one takes nothing else away: lint tells of it. */
export function partEncodings(reading: Reading, media: ObjectAt, direction: Direction): Pick<MediaType, "parts"> {
  const { encoding, prefixEncoding, itemEncoding } = media.value;
  if ([encoding, prefixEncoding, itemEncoding].every((one) => one === undefined)) return {};
  const read = (): PartEncodings => readEncodings(reading, media, direction, DEEPEST_PARTS);
  return { parts: reading.shared(`parts ${direction}`, media, () => reading.apart(read).value) };
}

function readEncodings(reading: Reading, { value, pointer }: ObjectAt, direction: Direction, left: number) {
  const { encoding, prefixEncoding, itemEncoding } = value;
  const at = (one: JsonValue, ...steps: readonly (string | number)[]): PartEncoding =>
    readEncoding(
      reading,
      { value: isObject(one) ? one : {}, pointer: appendPointer(pointer, ...steps) },
      direction,
      left,
    );
  const named = Object.entries<JsonValue>(isObject(encoding) ? encoding : {});
  return {
    named: new Map(named.map(([name, one]) => [name, at(one, "encoding", name)] as const)),
    first: (Array.isArray(prefixEncoding) ? prefixEncoding : []).map((one: JsonValue, index) =>
      at(one, "prefixEncoding", index),
    ),
    ...(isObject(itemEncoding) ? { others: at(itemEncoding, "itemEncoding") } : {}),
  };
}

function readEncoding(reading: Reading, place: ObjectAt, direction: Direction, left: number): PartEncoding {
  const { encoding, prefixEncoding, itemEncoding } = place.value;
  const types = partTypes(place.value);
  const isInside = types.some((one) => plainMedia(one).startsWith("multipart/"));
  const isDescribed = [encoding, prefixEncoding, itemEncoding].some((one) => one !== undefined);
  return {
    types,
    headers: freezeList(readHeaders(reading, place, direction)),
    ...((isInside || isDescribed) && left > 1 ? { parts: readEncodings(reading, place, direction, left - 1) } : {}),
  };
}

/** The media types that a part may have; any if there are none. */
export function partTypes({ contentType }: JsonObject): string[] {
  const types = typeof contentType === "string" ? contentType.split(",") : [];
  return types.map((one) => one.trim()).filter((one) => one !== "");
}
