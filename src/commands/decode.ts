// Bytes that came from elsewhere as text. What is no UTF-8 is refused, as it is in files: it would be half understood.

/** As of a file: nothing larger is a document. */
export const MAX_BYTES = 32 * 1024 * 1024;

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text; undefined for what is not valid UTF-8. */
export function decodeText(bytes: Uint8Array): string | undefined {
  try {
    return decoder.decode(bytes);
  } catch {
    return undefined;
  }
}
