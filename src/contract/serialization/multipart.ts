// multipart/form-data (RFC 7578): a body as a whole, read and written.
import { latin1AsText, latin1Of } from "../../json/bytes.ts";
import { JSON_TYPE, MULTIPART, isJson, isText, mediaParameter } from "../media.ts";
import type { Field, Fields, WrittenField } from "./form.ts";
import { decodeFor, undecoded } from "./styles.ts";

/** Reads the parts of a body. A part that is a file, by its name or its media type, has no text. */
export function readMultipart(bytes: Uint8Array, contentType: string): Fields {
  const boundary = mediaParameter(contentType, "boundary");
  if (boundary === undefined || boundary === "") return { fault: "has no boundary in its Content-Type" };
  const delimiter = `\r\n--${boundary}`;
  // One character a byte, and a line end before the first boundary, which is then like the others.
  const text = `\r\n${latin1Of(bytes)}`;
  const fields: Field[] = [];
  let at = text.indexOf(delimiter);
  if (at === -1) return { fault: "does not have the boundary that its Content-Type names" };
  for (;;) {
    at += delimiter.length;
    if (text.startsWith("--", at)) return fields;
    const head = text.indexOf("\r\n\r\n", at);
    const end = head === -1 ? -1 : text.indexOf(delimiter, head + 2);
    if (end === -1) return { fault: "ends before its last boundary" };
    const field = fieldOf(text.slice(at, head).split("\r\n"), text.slice(head + 4, end));
    if (field === undefined) return { fault: "has a part without a name in its Content-Disposition" };
    fields.push(field);
    at = end;
  }
}

function fieldOf(lines: readonly string[], content: string): Field | undefined {
  const header = (name: string): string =>
    lines.find((line) => line.toLowerCase().startsWith(`${name}:`))?.slice(name.length + 1) ?? "";
  const disposition = header("content-disposition");
  const name = /;\s*name="([^"]*)"/i.exec(disposition)?.[1] ?? /;\s*name=([^\s;"]+)/i.exec(disposition)?.[1];
  if (name === undefined) return undefined;
  const type = header("content-type").trim();
  const isFile = /;\s*filename\*?=/i.test(disposition) || !(type === "" || isText(type) || isJson(type));
  return { name: decode(name.replaceAll("%22", '"')), text: isFile ? undefined : undecoded(decode(content)) };
}

function decode(text: string): string {
  return latin1AsText(text);
}

/** What stands between the parts; no value that is made from a schema holds it. */
const BOUNDARY = "part-of-the-form";

/** The media type that goes with `multipartText`. */
export const MULTIPART_WITH_BOUNDARY = `${MULTIPART}; boundary=${BOUNDARY}`;

/** The fields as parts: what is no text says what it is (OpenAPI 3.1 section 4.8.15.1). */
export function multipartText(fields: readonly WrittenField[]): string {
  const parts = fields.map(({ name, text, holds = "text" }) => {
    const quoted = name.replaceAll(/["\r\n]/g, encodeURIComponent);
    const file = holds === "file" ? '; filename="file"\r\nContent-Type: application/octet-stream' : "";
    const json = holds === "json" ? `\r\nContent-Type: ${JSON_TYPE}` : "";
    const plain = decodeFor("query", text) ?? text;
    return `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${quoted}"${file}${json}\r\n\r\n${plain}\r\n`;
  });
  return `${parts.join("")}--${BOUNDARY}--\r\n`;
}
