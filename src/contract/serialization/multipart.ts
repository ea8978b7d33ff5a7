// Reads multipart/form-data (RFC 7578) from a complete body.
import { latin1AsText, latin1Of, textOf } from "../../json/bytes.ts";
import { isJson, isText, mediaParameter } from "../media.ts";
import type { Field, Fields } from "./form.ts";
import { undecoded } from "./styles.ts";

/** Nobody's form has more parts. */
const MOST_PARTS = 2_000;
/** The longest head of a part. */
const LONGEST_HEAD = 16_384;

/** A part of a multipart body: the lines of its head, and its content. */
export interface Part {
  readonly lines: readonly string[];
  readonly content: Uint8Array;
}

/** Reads the fields of a form. A part that is a file, according to its file name or media type, has no text. */
export function readMultipart(bytes: Uint8Array, contentType: string): Fields {
  const parts = readPartsOf(bytes, contentType);
  if ("fault" in parts) return parts;
  const fields = parts.map(({ lines, content }) => fieldOf(lines, content));
  return fields.includes(undefined)
    ? { fault: "has a part without a name in its Content-Disposition" }
    : fields.filter((field) => field !== undefined);
}

/** Reads the parts of a body (RFC 2046 section 5.1). */
export function readPartsOf(bytes: Uint8Array, contentType: string): readonly Part[] | { readonly fault: string } {
  const boundary = mediaParameter(contentType, "boundary");
  if (boundary === undefined || boundary === "") return { fault: "has no boundary in its Content-Type" };
  const delimiter = `\r\n--${boundary}`;
  // One character per byte, and a line break before the first boundary, so that all boundaries look alike.
  const text = `\r\n${latin1Of(bytes)}`;
  const parts: Part[] = [];
  let at = delimiterIn(text, delimiter, 0);
  if (at === -1) return { fault: "does not have the boundary that its Content-Type names" };
  for (;;) {
    at += delimiter.length;
    if (text.startsWith("--", at)) return parts;
    const head = text.indexOf("\r\n\r\n", at);
    const end = head === -1 ? -1 : delimiterIn(text, delimiter, head + 2);
    if (end === -1) return { fault: "ends before its last boundary" };
    if (head - at > LONGEST_HEAD) return { fault: `has a part whose head is longer than ${LONGEST_HEAD} bytes` };
    // The text begins with two characters that are not in the body.
    const part = { lines: text.slice(at, head).split("\r\n"), content: bytes.subarray(head + 2, end - 2) };
    if (parts.push(part) > MOST_PARTS) return { fault: `has more than ${MOST_PARTS} parts` };
    at = end;
  }
}

/** Where the next delimiter begins; -1 if there is none. One that is longer belongs to a part inside this one. */
function delimiterIn(text: string, delimiter: string, from: number): number {
  let at = text.indexOf(delimiter, from);
  for (; at !== -1; at = text.indexOf(delimiter, at + delimiter.length)) {
    END.lastIndex = at + delimiter.length;
    if (END.test(text)) return at;
  }
  return -1;
}

/** What may follow a delimiter (RFC 2046 section 5.1.1). */
const END = /--|[ \t]*\r\n/y;

function fieldOf(lines: readonly string[], content: Uint8Array): Field | undefined {
  const disposition = partHeader(lines, "content-disposition");
  const name = partName(lines);
  if (name === undefined) return undefined;
  const type = partHeader(lines, "content-type").trim();
  const isFile = /;\s*filename\*?=/i.test(disposition) || !(type === "" || isText(type) || isJson(type));
  const text = isFile ? undefined : undecoded(textOf(content));
  const field = { name, text, lines };
  return isFile ? { ...field, file: { ...fileName(disposition), ...fileType(type), bytes: content } } : field;
}

/** The name of a part; undefined if it has none. */
export function partName(lines: readonly string[]): string | undefined {
  const disposition = partHeader(lines, "content-disposition");
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? /;\s*name=([^\s;"]+)/i.exec(disposition)?.[1];
  return name === undefined ? undefined : decode(name.replaceAll("%22", '"'));
}

/** The value of a header of a part, by its name in lower case; "" if there is none. */
export function partHeader(lines: readonly string[], name: string): string {
  return lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? "";
}

/** RFC 7578 section 4.2: without folders, since some clients send the whole path. */
function fileName(disposition: string): { readonly name?: string } {
  const sent = /;\s*filename="([^"]*)"/i.exec(disposition)?.[1] ?? /;\s*filename=([^\s;"]+)/i.exec(disposition)?.[1];
  const name = decode((sent ?? "").replaceAll("%22", '"').replace(/^.*[/\\]/s, ""));
  return name === "" ? {} : { name };
}

function fileType(type: string): { readonly type?: string } {
  const name = type.split(";", 1)[0]?.trim() ?? "";
  return name === "" ? {} : { type: name };
}

function decode(text: string): string {
  return latin1AsText(text);
}
