// One request with its answer, as recorded: the raw data. It is prepared for display when it is read, which is far less
// often.
import type { Operation } from "../../contract/model.ts";
import { byteLength, latin1AsText, latin1Of, utf8AsLatin1 } from "../../json/bytes.ts";
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
  /** How the answer of a service breaks the document. */
  readonly violations?: readonly string[] | undefined;
  /** What was sent and is not in the answer, because the document does not allow it there. */
  readonly repairs?: readonly string[] | undefined;
  /** For a request that the mock itself has sent, or would have. */
  readonly delivery?: Delivery | undefined;
}

/** What the mock has sent: an attempt to deliver a webhook, or to call back. */
export interface Delivery {
  /** The name of the webhook or callback. */
  readonly name: string;
  /** The same for all attempts. */
  readonly id: string;
  /** Counts from 1; 0 if it was refused and never sent. */
  readonly attempt: number;
  /** What becomes of it: it arrived, it is repeated, it is given up, or it was never sent. */
  readonly outcome: "delivered" | "repeated" | "failed" | "refused";
  /** Why it did not arrive. */
  readonly why?: string;
}

export interface Entry extends Omit<Answered, "requestBody"> {
  /** Counts up across all worlds. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  /** The name of the session; undefined in the shared world. */
  readonly session: string | undefined;
  /** The body or its beginning, one character per byte: a text is cheaper to keep than a buffer. */
  readonly requestBody: string | undefined;
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
  const { method, url, operation, ms, status, lines, refusal, situation, violations, repairs, delivery } = answered;
  const asked = shared(answered.requestLines);
  const sent = answered.requestBody;
  const requestBytes = sent?.length ?? 0;
  const requestBody = sent && latin1Of(requestBytes > KEPT_BODY ? sent.subarray(0, KEPT_BODY) : sent);
  const isLong = answered.text !== undefined && answered.text.length > KEPT_BODY;
  const text = isLong ? beginningOf(answered.text) : answered.text;
  const bytes = isLong ? byteLength(answered.text) : -1;
  const weight =
    ENTRY_BYTES +
    url.length +
    asked.weight +
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
    requestLines: asked.lines,
    requestBody,
    requestBytes,
    ms,
    status,
    lines,
    text,
    bytes,
    refusal,
    situation,
    violations,
    repairs,
    delivery,
    weight,
  };
}

function textOf(lines: readonly string[]): number {
  let sum = 0;
  for (let at = 0; at < lines.length; at++) sum += (lines[at] as string).length + LINE_BYTES;
  return sum;
}

let lastText = "";
let lastBeginning = "";

/** The beginning as a copy: a substring would keep the whole text in memory. */
function beginningOf(text: string): string {
  // Repeating a list returns the identical text.
  if (text === lastText) return lastBeginning;
  lastText = text;
  const bytes = utf8AsLatin1(text.slice(0, KEPT_BODY)).slice(0, KEPT_BODY);
  return (lastBeginning = wholeCharacters(bytes));
}

let last: Weighed = { lines: [], weight: 0 };

/** Header lines, and the memory that they use. */
interface Weighed {
  readonly lines: readonly string[];
  readonly weight: number;
}

/** A client repeats its header lines with each request, and equal ones are kept only once. */
function shared(lines: readonly string[]): Weighed {
  if (lines.length !== last.lines.length || lines.some((line, at) => line !== last.lines[at]))
    last = { lines, weight: textOf(lines) };
  return last;
}

/** The text of the request body or its beginning; invalid UTF-8 is replaced. */
export function requestText({ requestBody }: Entry): string | undefined {
  return requestBody === undefined ? undefined : wholeCharacters(requestBody);
}

/** The text of UTF-8 that may end within a character. */
function wholeCharacters(bytes: string): string {
  return latin1AsText(bytes).replace(/\uFFFD$/, "");
}

/** The length of the answer. */
export function answerBytes({ text, bytes }: Entry): number {
  return bytes >= 0 ? bytes : byteLength(text ?? "");
}
