// Undoes content codings (RFC 9110 section 8.4) up to a limit, because a few bytes may expand to any number of them.
import { brotliDecompressSync, gunzipSync, inflateSync } from "node:zlib";

/** The result of undoing a coding. `large`: it would exceed the limit. */
export type Decoding = { readonly bytes: Uint8Array } | { readonly fault: "unknown" | "broken" | "large" };

const DECODERS: ReadonlyMap<string, (body: Uint8Array, options: { maxOutputLength: number }) => Buffer> = new Map([
  ["gzip", gunzipSync],
  ["x-gzip", gunzipSync],
  ["br", brotliDecompressSync],
  ["deflate", inflateSync],
]);

/**
 * Undoes the coding of a body.
 * @param coding the value of Content-Encoding; "" or "identity" if there is none
 * @param limit in bytes; never decodes more than that
 */
export function undoCoding(body: Uint8Array, coding: string, limit: number): Decoding {
  const name = coding.trim().toLowerCase();
  if (body.length === 0 || name === "identity" || name === "") return { bytes: body };
  const decode = DECODERS.get(name);
  if (decode === undefined) return { fault: "unknown" };
  try {
    return { bytes: decode(body, { maxOutputLength: limit }) };
  } catch (error) {
    return { fault: (error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE" ? "large" : "broken" };
  }
}
