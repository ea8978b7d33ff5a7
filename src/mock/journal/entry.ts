// One request with its answer, as it is kept: what travelled, untouched. It is made fit to be shown where it is read,
// which is far less often.
import type { Operation } from "../../contract/model.ts";
import { byteLength } from "../../json/bytes.ts";
import type { Refusal } from "../errors/refusal.ts";

/** Of a body, so much is kept. */
const KEPT_BODY = 16_384;

/** What is known of a request once it was answered. */
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
  /** Counts up over all worlds. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name of the session; undefined in the world that clients share. */
  readonly session: string | undefined;
  /** The beginning of a body that is too long to be kept, and how long it was in bytes. */
  readonly requestBytes: number;
  /** How long the answer was, where its text is only the beginning; -1 where the text is all of it. */
  readonly bytes: number;
  /** What it takes up. */
  readonly weight: number;
}

/** What an entry takes up beside its texts. */
const ENTRY_BYTES = 400;
const LINE_BYTES = 24;
/** The texts of an answer's lines are those of all its operation's answers: an entry has only the places of its own. */
const PLACE_BYTES = 8;

/** Makes the entry of a request. Nothing is counted or decoded that the reader can as well. */
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

/** The beginning as a text of its own: a part of a text keeps all of it in memory. */
function beginningOf(text: string): string {
  // A list that is asked for again is the very same text.
  if (text === lastText) return lastBeginning;
  lastText = text;
  const bytes = encoder.encode(text.slice(0, KEPT_BODY)).subarray(0, KEPT_BODY);
  return (lastBeginning = lenient.decode(bytes).replace(/\uFFFD$/, ""));
}

/** The same of bytes, copied for the same reason. */
function beginningOfBytes(bytes: Uint8Array | undefined): Uint8Array | undefined {
  return bytes === undefined ? undefined : Uint8Array.prototype.slice.call(bytes, 0, KEPT_BODY);
}

/** The text of the request's body, or of its beginning; what is no UTF-8 is replaced. */
export function requestText({ requestBody }: Entry): string | undefined {
  return requestBody === undefined ? undefined : lenient.decode(requestBody).replace(/\uFFFD$/, "");
}

/** How long the answer was. */
export function answerBytes({ text, bytes }: Entry): number {
  return bytes >= 0 ? bytes : byteLength(text ?? "");
}
