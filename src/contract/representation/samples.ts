// The smallest valid files of types whose content nobody can generate from a schema.
import { concreteMedia, formatOf, isJson } from "../media.ts";
import type { MediaType } from "../model.ts";

const BASE64: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "image/png":
      "iVBORw0KGgoAAAANSUhEUgAAAEAAAABACAIAAAAlC+aJAAAATElEQVR42u3PMQ0AAAwDoPpXVWmVsHsJOCB9LgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgICAgIClwEWvQIdYfGMOwAAAABJRU5ErkJggg==",
    "image/gif": "R0lGODlhAQABAIAAAMDAwAAAACH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==",
    "image/jpeg":
      "/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=",
    "image/webp": "UklGRhoAAABXRUJQVlA4TA0AAAAvAAAAEAcQERGIiP4HAA==",
    "image/bmp": "Qk06AAAAAAAAADYAAAAoAAAAAQAAAAEAAAABABgAAAAAAAQAAAATCwAAEwsAAAAAAAAAAAAAwMDAAA==",
    "application/zip": "UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==",
    "application/gzip": "H4sIAAAAAAAAAwMAAAAAAAAAAAA=",
    "audio/wav": "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAIA+AAACABAAZGF0YQAAAAA=",
  }),
);

const OTHER_NAMES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "image/jpg": "image/jpeg",
    "image/*": "image/png",
    "application/x-zip-compressed": "application/zip",
    "application/x-gzip": "application/gzip",
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "application/tar": "application/x-tar",
    "application/x-gtar": "application/x-tar",
  }),
);

const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="64" height="64"><rect width="64" height="64" fill="#c0c0c0"/></svg>\n';

/** A small valid file of a media type; undefined if none can be made. @param title what a document in it says */
export function sampleFile(type: string, title: string): Uint8Array | undefined {
  const name = OTHER_NAMES.get(type) ?? type;
  const known = BASE64.get(name);
  if (known !== undefined) return bytesOf(atob(known));
  if (name === "image/svg+xml") return bytesOf(SVG);
  // An archive without files ends where it begins.
  if (name === "application/x-tar") return new Uint8Array(10_240);
  if (name === "application/pdf") return bytesOf(pdf(title));
  // Any bytes are a stream of octets, whoever named it: application/octet-stream, application/vnd.acme.raw-stream.
  return /[-.]stream$/.test(name) ? bytesOf(`${plain(title)}\n`) : undefined;
}

/** What the document lacks for a body of a description; undefined if one can be made of it, files beside it included. */
export function lackOf(media: MediaType, beside: readonly MediaType[]): string | undefined {
  const name = concreteMedia(media.name);
  const format = formatOf(name);
  if (format === "json" || format === "text" || format === "form" || media.examples.length > 0) return undefined;
  if (format === "bytes") {
    if (media.external.length > 0 || sampleFile(name, "") !== undefined) return undefined;
    return `the document has no example of ${name}, and no file of that type can be made up`;
  }
  const isStream = format === "lines" || format === "events";
  const streamed = isStream && beside.some((one) => isJson(one.name) && one.schema !== undefined);
  const isDescribed = media.itemSchema !== undefined || media.schema !== undefined || streamed;
  // Nothing needs to be known about a stream in which nothing happens.
  if (isDescribed || media.external.length > 0 || format === "events") return undefined;
  return `the document has neither an example nor a schema of ${name}`;
}

/** Bytes from one character each. */
export function bytesOf(latin1: string): Uint8Array {
  return Uint8Array.from(latin1, (one) => one.charCodeAt(0));
}

/** Printable ASCII, which the standard fonts of PDF have. */
function plain(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").slice(0, 80);
}

/** A page with one line. */
function pdf(title: string): string {
  const line = plain(title).replaceAll(/[\\()]/g, "\\$&");
  const content = `BT /F1 18 Tf 40 780 Td (${line}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let text = "%PDF-1.4\n";
  const offsets = objects.map((object, at) => {
    const offset = text.length;
    text += `${at + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const table = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  const end = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}${end}`;
}
