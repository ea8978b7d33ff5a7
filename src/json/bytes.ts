// Texts as bytes and back, by what Node has for it where there is Node, and by what every browser has elsewhere.

import type * as NodeBuffer from "node:buffer";
import type * as NodeV8 from "node:v8";

/** A module of Node, where this runs on Node: asked for at run time, as an import would fail anywhere else. */
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

/** How many bytes a text takes up as UTF-8. What is stored is sent next, so that the last text need not be counted again. */
export function byteLength(text: string): number {
  if (text !== lastText) {
    lastText = text;
    lastLength = countBytes(text);
  }
  return lastLength;
}

/** The text of bytes that are UTF-8. @throws TypeError for bytes that are not */
export function decodeUtf8(bytes: Uint8Array): string {
  // Most texts are ASCII, which is the same in Latin-1, and read in a fraction of the time.
  const isPlain = buffer?.Buffer.isBuffer(bytes) === true && buffer.isAscii(bytes);
  return isPlain ? bytes.toString("latin1") : decoder.decode(bytes);
}

/** The same; undefined for bytes that are not. */
export function utf8Of(bytes: Uint8Array): string | undefined {
  try {
    return decodeUtf8(bytes);
  } catch {
    return undefined;
  }
}

/** Bytes as a text of one character each: the form in which headers arrive. */
export function latin1Of(bytes: Uint8Array): string {
  if (buffer !== undefined) return buffer.Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("latin1");
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}

/** A text as UTF-8, one character a byte. */
export function utf8AsLatin1(text: string): string {
  return latin1Of(encoder.encode(text));
}

/** What bytes of one character each mean as UTF-8; what is none becomes U+FFFD. */
export function latin1AsText(text: string): string {
  return lenient.decode(Uint8Array.from(text, (character) => character.charCodeAt(0)));
}

/** Bytes in base64, one character a byte; what is no base64 is passed over, and so is what follows the padding. */
export function base64AsLatin1(text: string): string {
  const [digits = ""] = text.replaceAll("-", "+").replaceAll("_", "/").split("=");
  const plain = digits.replaceAll(/[^\w+/]/g, "");
  // A single digit at the end holds no whole byte.
  return atob(plain.length % 4 === 1 ? plain.slice(0, -1) : plain);
}

/** Pieces of a body in one. */
export function joined(pieces: readonly Uint8Array[]): Uint8Array {
  if (buffer !== undefined) return buffer.Buffer.concat(pieces);
  const whole = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}
