// Converts between text and bytes, with Node's means where available and those of browsers elsewhere.

import type * as NodeBuffer from "node:buffer";
import type * as NodeV8 from "node:v8";

/** A built-in module of Node, if this runs on Node. Looked up at run time, because an import would fail elsewhere. */
export function nodeModule<K extends keyof NodeModules>(name: K): NodeModules[K] | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } };
  return process?.getBuiltinModule?.(name) as NodeModules[K] | undefined;
}

interface NodeModules {
  readonly "node:buffer": typeof NodeBuffer;
  readonly "node:v8": typeof NodeV8;
}

const buffer = nodeModule("node:buffer");
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

const countBytes: (text: string) => number =
  buffer === undefined ? (text) => encoder.encode(text).length : (text) => buffer.Buffer.byteLength(text);

let lastText = "";
let lastLength = 0;

/** The number of bytes of a text in UTF-8. What is stored is sent next, so the last text need not be counted again. */
export function byteLength(text: string): number {
  if (text !== lastText) {
    lastText = text;
    lastLength = countBytes(text);
  }
  return lastLength;
}

/** Decodes UTF-8. @throws TypeError for bytes that are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  // Most texts are ASCII, which Latin-1 decodes to the same in a fraction of the time.
  return buffer?.isAscii(bytes) === true ? latin1Of(bytes) : decoder.decode(bytes);
}

/** Decodes UTF-8; undefined for bytes that are not UTF-8. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return decodeUtf8(bytes);
  } catch {
    return undefined;
  }
}

/** The most bytes that are remembered with their text, so that a document that was read does not stay in memory. */
const MOST_REMEMBERED = 65_536;

let lastBytes: Uint8Array | undefined;
let lastLatin1 = "";

/**
 * A text with one character per byte, the form in which headers arrive. A body that was read is also recorded, so the
 * last one need not be converted again; bytes that were converted must not change.
 */
export function latin1Of(bytes: Uint8Array): string {
  if (bytes === lastBytes) return lastLatin1;
  const text =
    buffer === undefined
      ? Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")
      : bufferOf(buffer, bytes).toString("latin1");
  if (bytes.length <= MOST_REMEMBERED) {
    lastBytes = bytes;
    lastLatin1 = text;
  }
  return text;
}

function bufferOf({ Buffer }: typeof NodeBuffer, bytes: Uint8Array): NodeBuffer.Buffer {
  return Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
}

/** The UTF-8 encoding of a text, one character per byte. */
export function utf8AsLatin1(text: string): string {
  return latin1Of(encoder.encode(text));
}

/** Decodes UTF-8 from one character per byte. Invalid bytes become U+FFFD. */
export function latin1AsText(text: string): string {
  return lenient.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

/** Decodes base64 to one character per byte. Ignores invalid characters, and everything after the padding. */
export function base64AsLatin1(text: string): string {
  const [digits = ""] = text.replaceAll("-", "+").replaceAll("_", "/").split("=");
  const plain = digits.replaceAll(/[^\w+/]/g, "");
  // A single final digit does not make a byte.
  return atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain);
}

/** The pieces of a body, joined. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array {
  if (pieces.length === 1) return pieces[0] as Uint8Array;
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
