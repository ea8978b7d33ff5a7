// How answers leave: header lines prepared for each operation and status, the error body for each refusal, and
// what always stays the same made once.
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Contract, Operation, Response } from "../contract/model.ts";
import { showScalar } from "../contract/wire.ts";
import type { ErrorBodies, ErrorForm } from "../mock/error-body.ts";
import { type Refusal, type RefusalKind, statusOf } from "../mock/refusal.ts";
import { jsonMedia, mediaName, responseFor } from "../mock/response.ts";
import { Generator } from "../store/seed/generate.ts";
import { Random } from "../store/seed/random.ts";

/** Name, value, name, value: the form in which Node writes header lines without looking at them twice. */
export type HeaderLines = readonly string[];

/** One request and its answer, as they travel through the server. */
export interface Exchange {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** The status that was sent; 0 before that. */
  status: number;
}

/** An answer made from the document's examples. */
export interface ExampleAnswer {
  readonly kind: "answer";
  readonly status: number;
  readonly text?: string;
  readonly mediaType?: string;
  readonly lines: HeaderLines;
}

/** The headers that any answer may have and a page cannot read unless it is told that it may. */
const EXPOSED = ["Deprecation", "Sunset", "Link", "WWW-Authenticate", "Allow", "Location"];

/**
 * Anybody's page may read the answers, and the headers that the document describes for them; none of them depends on
 * a cookie, so no credentials are allowed.
 */
function corsLines(response: Response | undefined): string[] {
  const others = (response?.headers ?? []).map(({ name }) => name).filter((name) => isHeaderName(name));
  const known = new Set(EXPOSED.map((name) => name.toLowerCase()));
  const exposed = [...EXPOSED, ...others.filter((name) => !known.has(name.toLowerCase()))];
  return ["Access-Control-Allow-Origin", "*", "Access-Control-Expose-Headers", exposed.join(", ")];
}

/** Declared headers that depend on the request, or on the body: never sent as the document's example has them. */
const COMPUTED = new Set(
  [
    "WWW-Authenticate",
    "Allow",
    "Content-Type",
    "Content-Length",
    "Location",
    "Date",
    "Connection",
    "Transfer-Encoding",
  ].map((name) => name.toLowerCase()),
);

/** True for what a header can be called (RFC 9110, section 5.1); a document may call one anything. */
export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~\w-]+$/.test(name);
}

interface Prepared {
  readonly status: number;
  readonly lines: HeaderLines;
  readonly text: string;
}

/** An answer whose header lines are all known, but for the length that is the last of them. */
interface Head {
  readonly status: number;
  readonly lines: string[];
}

interface ErrorHead extends Head {
  readonly form: ErrorForm;
}

/** The answers of one operation, or, without one, of requests that reach none. */
export class Replies {
  readonly #contract: Contract;
  readonly #errors: ErrorBodies;
  readonly #operation: Operation | undefined;
  readonly #heads = new Map<number, Head>();
  readonly #errorHeads = new Map<RefusalKind, ErrorHead>();
  readonly #prepared = new Map<Refusal, Prepared>();

  constructor(contract: Contract, errors: ErrorBodies, operation?: Operation) {
    this.#contract = contract;
    this.#errors = errors;
    this.#operation = operation;
  }

  /** Makes the answer to a refusal that is always the same; `refuse` then only sends it. */
  prepare(refusal: Refusal, more: HeaderLines = []): void {
    const { status, lines, form } = this.#errorHead(refusal.kind);
    const text = form.write(refusal);
    this.#prepared.set(refusal, { status, lines: [...more, ...withLength(lines, text)], text });
  }

  /** Sends a success. @param text the JSON of the body; absent for a response without one */
  answer(exchange: Exchange, status: number, text: string | undefined, more?: HeaderLines): void {
    if (text === undefined) {
      const lines = [...this.#documentedLines(status), ...(more ?? [])];
      send(exchange, status, endWithoutBody(lines, status));
      return;
    }
    let head = this.#heads.get(status);
    if (head === undefined) this.#heads.set(status, (head = this.#successHead(status)));
    const lines = withLength(head.lines, text);
    if (more !== undefined) lines.push(...more);
    send(exchange, status, lines, text);
  }

  /** Sends an example of the document, with the header lines that came with it. */
  example(exchange: Exchange, { status, text, mediaType, lines }: ExampleAnswer): void {
    const all = this.#documentedLines(status);
    const named = new Set(all.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const name = lines[at] as string;
      if (!named.has(name.toLowerCase()) && isHeaderName(name)) all.push(name, lines[at + 1] as string);
    }
    if (text === undefined || isBare(status)) {
      if (mediaType !== undefined && !isBare(status)) all.push("Content-Type", mediaType);
      send(exchange, status, endWithoutBody(all, status));
      return;
    }
    all.push("Content-Type", mediaType ?? this.#mediaType(status), "Content-Length", "");
    send(exchange, status, withLength(all, text), text);
  }

  /** Sends a refusal as the contract's error. */
  refuse(exchange: Exchange, refusal: Refusal, more?: HeaderLines): void {
    const known = this.#prepared.get(refusal);
    if (known !== undefined) {
      send(exchange, known.status, known.lines, known.text);
      return;
    }
    const { status, lines, form } = this.#errorHead(refusal.kind);
    const text = form.write(refusal);
    const all = withLength(lines, text);
    send(exchange, status, more === undefined ? all : [...more, ...all], text);
  }

  /** The header lines that the document gives for a status, and those for other origins. */
  #documentedLines(status: number): string[] {
    const response = this.#response(status);
    const lines = corsLines(response);
    for (const header of response?.headers ?? []) {
      if (COMPUTED.has(header.name.toLowerCase()) || !isHeaderName(header.name)) continue;
      const value = header.known ?? (header.required ? this.#madeValue(header.schema.pointer) : undefined);
      if (value !== undefined && !/[^\t\x20-\x7e\x80-\xff]/.test(value)) lines.push(header.name, value);
    }
    return lines;
  }

  /** A required header without a value in the document still has to be there. */
  #madeValue(pointer: string): string {
    return showScalar(new Generator(this.#contract.document).value(pointer, new Random(1)));
  }

  #successHead(status: number): Head {
    const lines = this.#documentedLines(status);
    lines.push("Content-Type", this.#mediaType(status), "Content-Length", "");
    return { status, lines };
  }

  #errorHead(kind: RefusalKind): ErrorHead {
    const known = this.#errorHeads.get(kind);
    if (known !== undefined) return known;
    const status = statusOf(kind, this.#operation);
    const form = this.#errors.form(status, this.#operation);
    const lines = this.#documentedLines(status);
    lines.push("Content-Type", form.mediaType, "Content-Length", "");
    const head = { status, lines, form };
    this.#errorHeads.set(kind, head);
    return head;
  }

  #mediaType(status: number): string {
    return mediaName(jsonMedia(this.#response(status)));
  }

  #response(status: number): Response | undefined {
    return this.#operation === undefined ? undefined : responseFor(this.#operation, status);
  }
}

/** Header lines that end in a length, with the length of a text. */
function withLength(lines: readonly string[], text: string): string[] {
  const all = lines.slice();
  all[all.length - 1] = lengthOf(text);
  return all;
}

let lastText = "";
let lastLength = "0";

/** The length of a text in bytes. A list that is asked for again is the very same text, which need not be counted again. */
function lengthOf(text: string): string {
  if (text !== lastText) {
    lastText = text;
    lastLength = String(Buffer.byteLength(text));
  }
  return lastLength;
}

function endWithoutBody(lines: string[], status: number): HeaderLines {
  return isBare(status) ? lines : [...lines, "Content-Length", "0"];
}

/** 204 and 304 have no content, and so no length to announce (RFC 9110, section 8.6). */
function isBare(status: number): boolean {
  return status === 204 || status === 304;
}

/**
 * Writes an answer: head and body in one piece. An exchange that was answered before is left alone.
 * `Accept` is not looked at: of everything there is one representation, and a client that asked for another is
 * better served with it than with 406 (RFC 9110, section 12.5.1, leaves the choice).
 */
export function send(exchange: Exchange, status: number, lines: HeaderLines, text?: string): void {
  const { req, res } = exchange;
  if (res.headersSent || res.destroyed) return;
  exchange.status = status;
  res.writeHead(status, lines as string[]);
  // The answer to HEAD has the head of the answer to GET, and no body (RFC 9110, section 9.3.2).
  if (text === undefined || req.method === "HEAD") res.end();
  else res.end(text);
}
