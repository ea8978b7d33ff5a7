// Judges and writes bodies that are many values (OpenAPI 3.2 sections 4.14.3 and 4.14.5): the items of a sequence, and the parts of a
// multipart body that have no names.
import type { Document } from "../../document/document.ts";
import { readJson } from "../../json/read.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { Schema, Violation } from "../../schema/model.ts";
import { type SchemaNode, isType, schemaAt } from "../../schema/normal/schema-node.ts";
import { concreteMedia, formatOf } from "../media.ts";
import type { MediaType } from "../model.ts";
import { isParts, partsType, writeParts } from "./parts.ts";
import { writeEvent } from "./rows.ts";
import { isSequence, writeSequence } from "./sequence.ts";

/** What is wrong with an item. */
export interface ItemFault {
  readonly at: number;
  /** The data of an event, which is JSON in a text. */
  readonly inData: boolean;
  readonly violations: readonly Violation[];
}

/** True for a body of many values that the document describes: one by one, or as a list. */
export function isOfItems(document: Document, { name, schema, itemSchema }: MediaType): boolean {
  if (!isSequence(name) && !isParts(name)) return false;
  return itemSchema !== undefined || (schema !== undefined && isType(nodeOf(document, schema), "array"));
}

/** The schema of each item of such a body; undefined if nothing describes all of them. */
export function itemNode(document: Document, media: MediaType): SchemaNode | undefined {
  if (!isOfItems(document, media)) return undefined;
  const { schema, itemSchema } = media;
  if (itemSchema !== undefined) return nodeOf(document, itemSchema);
  return schema === undefined ? undefined : nodeOf(document, schema).items;
}

/** The schema of what each item says: of an event, the JSON in its data. */
export function saidNode(document: Document, media: MediaType): SchemaNode | undefined {
  const node = itemNode(document, media);
  return node === undefined || media.dataSchema === undefined ? node : nodeOf(document, media.dataSchema);
}

/** What the items say. */
export function saidIn(items: readonly JsonValue[], { dataSchema }: MediaType): readonly JsonValue[] {
  if (dataSchema === undefined) return items;
  return items.flatMap((item) => {
    const reading = readJson(dataOf(item) ?? "");
    return "value" in reading ? [reading.value] : [];
  });
}

const nodeOf = (document: Document, { pointer }: Schema): SchemaNode => schemaAt(document, pointer, "request");

/** Judges the items one by one. */
export function* itemFaults(
  items: readonly JsonValue[],
  { itemSchema, dataSchema }: Pick<MediaType, "itemSchema" | "dataSchema">,
): Generator<ItemFault, void, undefined> {
  if (itemSchema === undefined) return;
  for (const [at, item] of items.entries()) {
    const violations = itemSchema.validate(item);
    if (violations.length > 0) {
      if (!isOfData(item, itemSchema)) yield { at, inData: false, violations };
      continue;
    }
    const inside = dataSchema === undefined ? [] : dataViolations(item, dataSchema);
    if (inside.length > 0) yield { at, inData: true, violations: inside };
  }
}

/** What is wrong with the JSON in the data of an event. */
function dataViolations(item: JsonValue, schema: Schema): readonly Violation[] {
  const data = dataOf(item);
  if (data === undefined || data === "[DONE]") return [];
  const reading = readJson(data);
  if ("value" in reading) return schema.validate(reading.value);
  const { message } = reading.fault;
  return [{ at: "", keyword: "contentMediaType", message, params: {}, pointer: schema.pointer }];
}

/** True for an event whose data the schema describes rather than the event, and for the mark of the end. */
function isOfData(item: JsonValue, schema: Schema): boolean {
  const data = dataOf(item);
  if (data === undefined) return false;
  const reading = readJson(data);
  return data === "[DONE]" || ("value" in reading && schema.validate(reading.value).length === 0);
}

function dataOf(item: JsonValue): string | undefined {
  const data = isObject(item) ? item["data"] : undefined;
  return typeof data === "string" ? data : undefined;
}

/** A body of items, and its media type. */
export function writeItems(
  document: Document,
  media: MediaType,
  items: readonly JsonValue[],
): { readonly text: string; readonly type: string } {
  const type = concreteMedia(media.name);
  if (isParts(media.name)) return { text: writeParts(document, media, items), type: partsType(media.name) };
  const isEvents = formatOf(type) === "events";
  return { text: isEvents ? items.map(writeEvent).join("") : writeSequence(items, type), type };
}
