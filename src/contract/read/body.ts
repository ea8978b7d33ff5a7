// Reads request bodies.
import type { RequestBody } from "../model.ts";
import { readContent } from "./content.ts";
import { partEncodings } from "./encodings.ts";
import { type ObjectAt, type Reading, freezeList } from "./reading.ts";

/** The request body of an operation; undefined if it has none. */
export function readBody(reading: Reading, operation: ObjectAt): RequestBody | undefined {
  if (operation.value["requestBody"] === undefined) return undefined;
  const part = reading.object(operation, ["requestBody"], "a request body");
  if (part === undefined) return undefined;
  const { value, pointer } = part;
  const content = freezeList(readContent(reading, part, "request", partEncodings));
  return Object.freeze({ required: value["required"] === true, pointer, content });
}
