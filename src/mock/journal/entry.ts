// One request with its answer, as recorded: the raw data. It is prepared for display when it is read, which is far less
// often.
import type { Operation } from "../../contract/model.ts";
import { byteLength } from "../../json/bytes.ts";
import type { Refusal } from "../errors/refusal.ts";

/** The bytes kept of a body. */
const KEPT_BODY = 16_384;

/** What is known about a request after it was answered. */
export interface Answered {
  readonly method: string;
  /** As it was sent. */
  readonly url: string;
  readonly operation: Operation | undefined;
  /** Name, value, name, value. */
  readonly requestLines: readonly string[];
  readonly requestBody: Uint8Array | undefined;
  readonly ms: number;
  /** 0 for a connection that was closed without an answer. */
  readonly status: number;
  readonly lines: readonly string[];
  readonly text: string | undefined;
  readonly refusal: Refusal | undefined;
  readonly situation: string | undefined;
}

export interface Entry extends Answered {
  /** Counts up across all worlds. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name of the session; undefined in the shared world. */
  readonly session: string | undefined;
  /** The length in bytes of a body of which only the beginning is kept. */
  readonly requestBytes: number;
  /** The length of the answer if only its beginning is kept; -1 if the text is complete. */
  readonly bytes: number;
  /** The memory that it uses. */
  readonly weight: number;
}

/** The memory that an entry uses besides its texts. */
const ENTRY_BYTES = 400;
const LINE_BYTES = 24;
/** All answers of an operation share the texts of their lines; an entry only adds references to them. */
const PLACE_BYTES = 8;

/** Creates the entry of a request. Counting and decoding are left to the reader where possible. */
export function entryOf(answered: Answered, id: number, session: string | undefined): Entry {
  const { method, url, operation, requestLines, ms, status, lines, refusal, situation } = answered;
  const requestBytes = answered.requestBody?.length ?? 0;
  const requestBody = requestBytes > KEPT_BODY ? beginningOfBytes(answered.requestBody) : answered.requestBody;
  const isLong = answered.text !== undefined && answered.text.length > KEPT_BODY;
  const text = isLong ? beginningOf(answered.text) : answered.text;
  const bytes = isLong ? byteLength(answered.text) : -1;
  const weight =
    ENTRY_BYTES +
    url.length +
    textOf(requestLines) +
    lines.length * PLACE_BYTES +
    Math.min(requestBytes, KEPT_BODY) +
    (text === undefined ? 0 : text.length * 2);
  const at = Date.now();
  return {
    id,
    at,
    session,
    method,
    url,
    operation,
    requestLines,
    requestBody,
    requestBytes,
    ms,
    status,
    lines,
    text,
    bytes,
    refusal,
    situation,
    weight,
  };
}

function textOf(lines: readonly string[]): number {
  let sum = 0;
  for (let at = 0; at < lines.length; at++) sum += (lines[at] as string).length + LINE_BYTES;
  return sum;
}

const encoder = new TextEncoder();
const lenient = new TextDecoder("utf-8");

let lastText = "";
let lastBeginning = "";

/** The beginning as a copy: a substring would keep the whole text in memory. */
function beginningOf(text: string): string {
  // Repeating a list returns the identical text.
  if (text === lastText) return lastBeginning;
  lastText = text;
  const bytes = encoder.encode(text.slice(0, KEPT_BODY)).subarray(0, KEPT_BODY);
  return (lastBeginning = lenient.decode(bytes).replace(/\uFFFD$/, ""));
}

/** The same for bytes, copied for the same reason. */
function beginningOfBytes(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes === undefined ? undefined : Uint8Array.prototype.slice.call(bytes, 0, KEPT_BODY);
}

/** The text of the request body or its beginning; invalid UTF-8 is replaced. */
export function requestText({ requestBody }: Entry): string | undefined {
  return requestBody === undefined ? undefined : lenient.decode(requestBody).replace(/\uFFFD$/, "");
}

/** The length of the answer. */
export function answerBytes({ text, bytes }: Entry): number {
  return bytes >= 0 ? bytes : byteLength(text ?? "");
}
