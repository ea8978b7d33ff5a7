// Writes bodies that are many values.
import type { Document } from "../../document/document.ts";
import type { JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { concreteMedia, formatOf } from "../media.ts";
import type { MediaType } from "../model.ts";
import type { HeaderMaker } from "../serialization/part-headers.ts";
import { isParts, partsType, writeParts } from "./parts.ts";
import { writeEvent } from "./rows.ts";
import { separatorOf } from "./sequence.ts";

/** A body of items, and its media type. @param make makes what headers of parts say */
export function writeItems(
  document: Document,
  media: MediaType,
  items: readonly JsonValue[],
  make: HeaderMaker,
): { readonly text: string; readonly type: string } {
  const type = concreteMedia(media.name);
  if (isParts(media.name)) return { text: writeParts(document, media, items, make), type: partsType(media.name) };
  const isEvents = formatOf(type) === "events";
  return {
    text: isEvents
      ? items.map(writeEvent).join("")
      : items.map((item) => `${separatorOf(type)}${writeJson(item)}\n`).join(""),
    type,
  };
}
