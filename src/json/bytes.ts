// Converts between text and bytes, with Node's means where available and those of browsers elsewhere.

import type * as NodeBuffer from "node:buffer";
import type * as NodeCrypto from "node:crypto";
import type * as NodeFs from "node:fs";
import type * as NodePath from "node:path";
import type * as NodeV8 from "node:v8";

/** A built-in module of Node, if this runs on Node. Looked up at run time, because an import would fail elsewhere. */
export function nodeModule<K extends keyof NodeModules>(name: K): NodeModules[K] | undefined {
  const { process } = globalThis as { process?: { getBuiltinModule?: (id: string) => unknown } };
  return process?.getBuiltinModule?.(name) as NodeModules[K] | undefined;
}

interface NodeModules {
  readonly "node:buffer": typeof NodeBuffer;
  readonly "node:crypto": typeof NodeCrypto;
  readonly "node:fs": typeof NodeFs;
  readonly "node:path": typeof NodePath;
  readonly "node:v8": typeof NodeV8;
}

const buffer = nodeModule("node:buffer");
const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** The number of bytes of a text in UTF-8. */
export const byteLength: (text: string) => number =
  buffer === undefined ? (text) => encoder.encode(text).length : (text) => buffer.Buffer.byteLength(text);

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

/** Decodes UTF-8. Invalid bytes become U+FFFD. */
export function textOf(bytes: Uint8Array): string {
  return lenient.decode(bytes);
}

/** A text with one character per byte, the form in which headers arrive. */
export function latin1Of(bytes: Uint8Array): string {
  if (buffer !== undefined) return bufferOf(buffer, bytes).toString("latin1");
  let text = "";
  for (let at = 0; at < bytes.length; at += CHUNK) text += String.fromCharCode(...bytes.subarray(at, at + CHUNK));
  return text;
}

/** More arguments than this are too many for a call. */
const CHUNK = 8_192;

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
