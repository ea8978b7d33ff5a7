// Bodies that are not JSON, from what the document says: its examples, files beside it, and values of its schemas, written
// as the media type has it.
import { concreteMedia, formatOf, isJson } from "../../contract/media.ts";
import { isSuccessStatus } from "../../contract/responses.ts";
import type { Contract, MediaType, Operation } from "../../contract/model.ts";
import { writeCsv, writeEvent, writeLine } from "../../contract/representation/rows.ts";
import { bytesOf, lackOf, sampleFile } from "../../contract/representation/samples.ts";
import { partsPlace } from "../../contract/representation/items.ts";
import { isParts } from "../../contract/representation/parts/parts.ts";
import { writeParts } from "../../contract/representation/parts/write-parts.ts";
import { writeXml } from "../../contract/representation/xml.ts";
import { type FormMedia, isFormMedia } from "../../contract/representation/forms/form-reader.ts";
import { FormWriter } from "../../contract/representation/forms/form-writer.ts";
import type { HeaderMaker } from "../../contract/serialization/part-headers.ts";
import { showScalar } from "../../contract/serialization/text.ts";
import type { Document } from "../../document/document.ts";
import { writeYaml } from "../../document/yaml/write.ts";
import { decodeUtf8 } from "../../json/bytes.ts";
import { type JsonArray, type JsonValue, isObject } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import type { Schema } from "../../schema/model.ts";
import { type SchemaNode, isType, mayBe, schemaAt } from "../../schema/normal/schema-node.ts";
import { Answers } from "./answer.ts";
import { readExternal } from "./external.ts";

/** A body: a text, which may come in pieces, or bytes. */
export interface MadeBody {
  readonly text?: string;
  readonly pieces?: readonly string[];
  readonly bytes?: Uint8Array;
  /** Its media type, if that has parameters of its own. */
  readonly type?: string;
}

/** How a body is made. */
export interface Making {
  /** The name of the example that is asked for. */
  readonly example?: string | undefined;
  /** Which of many generated values to begin with; examples are then ignored. */
  readonly turn?: number | undefined;
  /** How many lines or events a stream has. */
  readonly events?: number | undefined;
  /** What ends a stream of events. */
  readonly end?: string | undefined;
  /** All descriptions of the response: what is streamed is often only described as JSON. */
  readonly beside: readonly MediaType[];
}

/** Lines or events in a stream, if nobody says how many. */
const USUAL_EVENTS = 3;

/** True if a request asks for events where the document offers them besides JSON: by `stream: true`. */
export function asksForStream({ body, responses }: Operation, sent: JsonValue | undefined): boolean {
  if (body === undefined || !isObject(sent) || sent["stream"] !== true) return false;
  return responses.some(({ status, content }) => isSuccessStatus(status) && content.some(isOfEvents));
}

/** True for a stream of events. */
export function isOfEvents({ name }: Pick<MediaType, "name">): boolean {
  return formatOf(name) === "events";
}

/** The data that ends a stream, if the document says so: "terminated by a `data: [DONE]` message". */
export function endOfStream(document: Document, { body, responses }: Operation): string | undefined {
  const schema = body?.content.find(({ name }) => isJson(name))?.schema;
  const asked =
    schema === undefined ? undefined : schemaAt(document, schema.pointer, "request").properties.get("stream");
  const texts = [asked?.annotations.description ?? "", ...responses.map(({ description }) => description)];
  return texts.some((text) => text.includes("[DONE]")) ? "[DONE]" : undefined;
}

/** Why a body of that description cannot be made; undefined if it can. */
export function whyNot(document: Document, media: MediaType, beside: readonly MediaType[]): string | undefined {
  const lack = lackOf(media, beside);
  const [external] = media.external;
  if (lack !== undefined || external === undefined || lackOf({ ...media, external: [] }, beside) === undefined)
    return lack;
  if (media.external.some((one) => readExternal(document, one) !== undefined)) return undefined;
  return `the example of ${concreteMedia(media.name)} is in a file that is not below the document's folder, or cannot be read`;
}

/** The body of a description that is not JSON. */
export function madeBody(
  { document, title }: Pick<Contract, "document" | "title">,
  media: MediaType,
  how: Making,
): MadeBody {
  const name = concreteMedia(media.name);
  const format = formatOf(name);
  if (format === "lines" || format === "events") return streamOf(document, media, how);
  if (isParts(name)) return partsOf(document, media, how);
  const given = how.turn === undefined ? exampleOf(document, media, how) : undefined;
  if (given instanceof Uint8Array) return format === "bytes" ? { bytes: given } : { text: decodeUtf8(given) };
  const { schema } = media;
  const node = schema === undefined ? undefined : schemaAt(document, schema.pointer, "response");
  if (format === "bytes") {
    if (given !== undefined) return { bytes: bytesFor(given, name, node) };
    return { bytes: sampleFile(name, title) ?? new Uint8Array() };
  }
  if (typeof given === "string" && (format !== "csv" || node === undefined || mayBe(node, "string")))
    return { text: given };
  const value = given ?? (schema === undefined ? "" : valueOf(document, schema, how.turn ?? 0));
  const fields = isFormMedia(media) ? formOf(document, media, value) : undefined;
  return fields ?? { text: written(value, name, node) };
}

/** A form; undefined if it cannot be written as one. */
function formOf(document: Document, media: FormMedia, value: JsonValue): MadeBody | undefined {
  const writer = new FormWriter(document, media, headerValues(document));
  const fields = writer.write(value);
  if (fields === undefined) return undefined;
  const { body, mediaType } = writer.text(fields);
  return { text: body, type: mediaType };
}

/** Parts: those of an example, or as many as a schema describes. */
function partsOf(document: Document, media: MediaType, how: Making): MadeBody {
  const example = how.turn === undefined ? exampleOf(document, media, how) : undefined;
  if (typeof example === "string") return { text: example };
  const isOfItem = media.itemSchema !== undefined;
  const schema = media.itemSchema ?? media.schema;
  const isList = schema !== undefined && !isType(schemaAt(document, schema.pointer, "response"), "object");
  const count = !isOfItem && !isList ? 1 : (how.events ?? USUAL_EVENTS);
  const made = schema === undefined ? [] : valuesOf(document, schema, { from: how.turn ?? 0, count, isOfItem });
  // Of an object, each property is a part.
  const [only] = isOfItem || isList ? [] : made;
  const value = Array.isArray(example) || isObject(example) ? (example as JsonValue) : isObject(only) ? only : made;
  return writeParts(partsPlace(document, media), media.name, value, headerValues(document));
}

/** A value as a text of a media type that has a format of its own. */
export function written(value: JsonValue, name: string, schema: SchemaNode | undefined): string {
  switch (formatOf(name)) {
    case "xml":
      return writeXml(value, schema);
    case "csv":
      return typeof value === "string" ? value : writeCsv(value, name.includes("tab-") ? "\t" : ",");
    case "yaml":
      return writeYaml(value);
    case "json":
      return writeJson(value);
    default:
      return showScalar(value);
  }
}

function exampleOf(document: Document, media: MediaType, { example }: Making): JsonValue | Uint8Array | undefined {
  const { examples, external, schema } = media;
  const fits = ({ name }: { readonly name?: string }): boolean => example === undefined || name === example;
  const found = examples
    .filter(fits)
    .find(({ value }) => typeof value === "string" || schema?.accepts?.(value) !== false);
  if (found !== undefined) return found.value;
  for (const one of external.filter(fits)) {
    const bytes = readExternal(document, one);
    if (bytes !== undefined) return bytes;
  }
  return undefined;
}

/** Makes what headers of parts say. */
export function headerValues(document: Document): HeaderMaker {
  return ({ schema }) => valueOf(document, schema, 0);
}

function valueOf(document: Document, schema: Schema, turn: number): JsonValue {
  const about = turn === 0 ? schema.pointer : `${schema.pointer} ${turn}`;
  return new Answers(document, schema).make(about, { kind: turn === 0 ? "one" : "many", turn });
}

/** The bytes of a text: of base64, where the document or the media type says so. */
function bytesFor(value: JsonValue, name: string, node: SchemaNode | undefined): Uint8Array {
  if (typeof value !== "string") return new TextEncoder().encode(writeJson(value));
  const isEncoded =
    node?.form.formats.includes("byte") === true ||
    node?.parts.some(({ definition }) => definition["contentEncoding"] === "base64") === true ||
    (/^(?:image|audio|video|font)\/|\/(?:pdf|zip)$/.test(name) && value.length % 4 === 0);
  const isBase64 = isEncoded && /^[A-Za-z0-9+/\s]+={0,2}\s*$/.test(value);
  return isBase64 ? bytesOf(atob(value)) : new TextEncoder().encode(value);
}

/** The schema of what is streamed, which is often only described as JSON. */
function streamed(media: MediaType, beside: readonly MediaType[]): Schema | undefined {
  const format = formatOf(media.name);
  if (format !== "lines" && format !== "events") return undefined;
  return beside.find(({ name, schema }) => isJson(name) && schema !== undefined)?.schema;
}

/** Lines or events: those of the example, the examples one after another, or values of the schema. */
function streamOf(document: Document, media: MediaType, how: Making): MadeBody {
  const isEvents = isOfEvents(media);
  const write = (value: JsonValue): string =>
    isEvents ? writeEvent(value) : `${media.name.endsWith("json-seq") ? "\u001e" : ""}${writeLine(value)}`;
  const { example, turn, events } = how;
  const named = media.examples.filter(({ name }) => name !== undefined && (example === undefined || name === example));
  const [first] = named.length > 0 ? named : media.examples;
  const external = turn === undefined && first === undefined ? exampleOf(document, media, how) : undefined;
  const verbatim =
    external instanceof Uint8Array ? decodeUtf8(external) : turn === undefined ? first?.value : undefined;
  if (typeof verbatim === "string") return inPieces(cutAt(verbatim, isEvents), events);
  if (turn === undefined && named.length > 0)
    return inPieces(
      named.map(({ value }) => write(value)),
      events,
    );
  const isOfItem = media.itemSchema !== undefined;
  const schema = media.itemSchema ?? media.schema ?? streamed(media, how.beside);
  const count = events ?? USUAL_EVENTS;
  if (schema === undefined && isEvents) return inPieces([HEARTBEAT]);
  const values = schema === undefined ? [] : valuesOf(document, schema, { from: turn ?? 0, count, isOfItem });
  const last = isEvents && how.end !== undefined ? [writeEvent(how.end)] : [];
  return inPieces([...values.map(write), ...last]);
}

/** A comment in a stream of events, which says that it is alive. */
const HEARTBEAT = ":\n\n";

/** Values of a schema, or of the items of a list. @param isOfItem the schema is that of one item, which may be a list */
function valuesOf(
  document: Document,
  schema: Schema,
  { from, count, isOfItem }: { readonly from: number; readonly count: number; readonly isOfItem: boolean },
): readonly JsonValue[] {
  const node = schemaAt(document, schema.pointer, "response");
  if (!isOfItem && isType(node, "array")) {
    const list = valueOf(document, schema, from);
    return Array.isArray(list) ? (list as JsonArray).slice(0, count) : [list];
  }
  const content = node.properties.get("data")?.parts.find(({ definition }) => isObject(definition["contentSchema"]));
  const inner =
    content === undefined ? undefined : { ...schema, pointer: `${content.pointer}/contentSchema`, validate: () => [] };
  return Array.from({ length: count }, (_, at) => {
    const value = valueOf(document, schema, from + at);
    if (inner === undefined || !isObject(value)) return value;
    const { accepts: _accepts, ...free } = inner;
    return { ...value, data: writeJson(valueOf(document, free, from + at)) };
  });
}

/** The events of a text, or its lines. */
function cutAt(text: string, isEvents: boolean): readonly string[] {
  return text.split(isEvents ? /(?<=\n\n)/ : /(?<=\n)/).filter((piece) => piece !== "");
}

function inPieces(pieces: readonly string[], most = Infinity): MadeBody {
  const shown = pieces.slice(0, most);
  return { pieces: shown, text: shown.join("") };
}
