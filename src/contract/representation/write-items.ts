// Writes bodies that are many values.
import type { Document } from "../../document/document.ts";
import type { JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { concreteMedia, formatOf } from "../media.ts";
import type { MediaType } from "../model.ts";
import type { HeaderMaker } from "../serialization/part-headers.ts";
import { partsPlace } from "./items.ts";
import { isParts } from "./parts/parts.ts";
import { writeEvent } from "./rows.ts";
import { separatorOf } from "./sequence.ts";
import { writeParts } from "./parts/write-parts.ts";

/** A body of items, and its media type. @param make makes what headers of parts say */
export function writeItems(
  document: Document,
  media: MediaType,
  items: readonly JsonValue[],
  make: HeaderMaker,
): { readonly text: string; readonly type: string } {
  const type = concreteMedia(media.name);
  if (isParts(media.name)) return writeParts(partsPlace(document, media), media.name, items, make);
  const isEvents = formatOf(type) === "events";
  return {
    text: isEvents
      ? items.map(writeEvent).join("")
      : items.map((item) => `${separatorOf(type)}${writeJson(item)}\n`).join(""),
    type,
  };
}
