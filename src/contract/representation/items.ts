// Judges bodies that are many values (OpenAPI 3.2 sections 4.14.3 and 4.14.5): the items of a sequence, and the parts of a
// multipart body that have no names.
import type { Document } from "../../document/document.ts";
import { readJson } from "../../json/read.ts";
import { type JsonValue, isObject } from "../../json/value.ts";
import type { Schema, Violation } from "../../schema/model.ts";
import { type SchemaNode, isType, mayBe, schemaAt } from "../../schema/normal/schema-node.ts";
import { formatOf } from "../media.ts";
import type { MediaType } from "../model.ts";
import { type PartsPlace, isParts } from "./parts/parts.ts";
import { isSequence } from "./sequence.ts";

/** What is wrong with an item. */
export interface ItemFault {
  readonly at: number;
  /** The data of an event, which is JSON in a text. */
  readonly inData: boolean;
  readonly violations: readonly Violation[];
}

/** True for a body of many values that the document describes: one by one, or as a list. */
export function isOfItems(document: Document, { name, schema, itemSchema, parts }: MediaType): boolean {
  if (!isSequence(name) && !isParts(name)) return false;
  if (itemSchema !== undefined) return true;
  if (schema === undefined) return false;
  const node = nodeOf(document, schema);
  const hasPlaces = isParts(name) && parts !== undefined && (parts.first.length > 0 || parts.others !== undefined);
  return isType(node, "array") || (hasPlaces && mayBe(node, "array"));
}

/** What is said of the parts of a body. */
export function partsPlace(document: Document, { schema, itemSchema, parts }: MediaType): PartsPlace {
  return {
    parts,
    node: schema === undefined ? undefined : nodeOf(document, schema),
    ...(itemSchema === undefined ? {} : { each: nodeOf(document, itemSchema) }),
  };
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
  { name, itemSchema, dataSchema }: MediaType,
): Generator<ItemFault, void, undefined> {
  if (itemSchema === undefined) return;
  const isEvents = formatOf(name) === "events";
  for (const [at, item] of items.entries()) {
    const data = isEvents ? dataOf(item) : undefined;
    // The mark of the end is no item.
    if (data === "[DONE]") continue;
    const said = data === undefined ? undefined : readJson(data);
    let violations = itemSchema.validate(item);
    const inData = violations.length === 0 && dataSchema !== undefined && said !== undefined;
    // Some describe what the data says rather than the event.
    if (violations.length > 0 && said !== undefined && "value" in said && itemSchema.validate(said.value).length === 0)
      continue;
    if (inData) violations = "value" in said ? dataSchema.validate(said.value) : [unread(said.fault, dataSchema)];
    if (violations.length > 0) yield { at, inData, violations };
  }
}

const unread = ({ message }: { readonly message: string }, { pointer }: Schema): Violation => ({
  at: "",
  keyword: "contentMediaType",
  params: {},
  message,
  pointer,
});

function dataOf(item: JsonValue): string | undefined {
  const data = isObject(item) ? item["data"] : undefined;
  return typeof data === "string" ? data : undefined;
}
