// The answers of an operation. Header lines are prepared for each operation and status, and an error body for each refusal; constant
// answers are built once.
import { lineNames, linePairs, linesWithout, type HeaderLines } from "../../contract/header-lines.ts";
import { keptFor, lazy } from "../../memo.ts";
import type { Asked } from "./links/body-walk.ts";
import type { OwnLinks } from "./links/own-links.ts";
import type { Contract, Operation, Response } from "../../contract/model.ts";
import { urlOf } from "../request/url.ts";
import type { Exchange } from "../exchange.ts";
import type { KeptFile } from "../../store/files.ts";
import type { ErrorBodies } from "../../mock/errors/body.ts";
import type { ErrorBodyWriter } from "../../mock/errors/body-writer.ts";
import { type RefusalKind, type Refusal, statusOf } from "../../mock/errors/refusal.ts";
import { mediaName } from "../../mock/response.ts";
import { JSON_TYPE, OCTETS, isJson, valueMedia } from "../../contract/media.ts";
import { responseFor } from "../../contract/responses.ts";
import type { Schema } from "../../schema/model.ts";
import type { ExampleAnswer } from "../../mock/documented.ts";
import { headerValue } from "../../mock/answer/header-value.ts";
import { corsLines } from "./cors.ts";
import { send, sendFile } from "./send.ts";
import { COMPUTED, isHeaderName, typed, withLength, endWithoutBody, isBare } from "./lines.ts";

interface Prepared {
  readonly status: number;
  readonly lines: HeaderLines;
  readonly text: string;
}

/** The header lines of an answer, complete except for the length at the end. */
interface Head {
  readonly status: number;
  readonly lines: string[];
}

interface SuccessHead extends Head {
  readonly response: Response | undefined;
  readonly schema: Schema | undefined;
}

interface ErrorHead extends Head {
  readonly writer: ErrorBodyWriter;
}

interface More {
  readonly lines?: HeaderLines | undefined;
  /** The URL of the item that was created. */
  readonly created?: (() => string) | undefined;
}

interface ReplyParts {
  readonly operation?: Operation;
  readonly links?: OwnLinks | undefined;
  /** Headers that are computed with each answer: what the document says of them is not sent. */
  readonly computed?: ReadonlySet<string>;
}

/** The answers of one operation, or of requests that reach no operation. */
export class Replies {
  readonly #contract: Contract;
  readonly #errors: ErrorBodies;
  readonly #operation: Operation | undefined;
  /** Decides where answers lead; absent for answers that are not the document's. */
  readonly #links: OwnLinks | undefined;
  readonly #computed: ReadonlySet<string>;
  readonly #heads = new Map<number, SuccessHead>();
  readonly #errorHeads = new Map<RefusalKind, ErrorHead>();
  /** The answers to constant refusals, each built when it is first sent. */
  readonly #prepared = new Map<Refusal, () => Prepared | undefined>();
  readonly #challenges = new Map<Refusal, HeaderLines>();

  constructor(contract: Contract, errors: ErrorBodies, { operation, links, computed = new Set() }: ReplyParts = {}) {
    this.#contract = contract;
    this.#errors = errors;
    this.#operation = operation;
    this.#links = links;
    this.#computed = computed;
  }

  /** Prepares the answer to a constant refusal; `refuse` then only sends it. */
  prepare(refusal: Refusal, more: HeaderLines = []): void {
    this.#challenges.set(refusal, more);
    this.#prepared.set(
      refusal,
      lazy(() => {
        const { status, lines, writer } = this.#errorHead(refusal.kind);
        if (writer.withAsked !== undefined) return undefined;
        const text = writer.write(refusal);
        return { status, lines: [...more, ...withLength(lines, text)], text };
      }),
    );
  }

  /** Sends a success. @param text the JSON of the body; absent for a response without one */
  answer(exchange: Exchange, status: number, text: string | undefined, { lines = [], created }: More = {}): void {
    const head = keptFor(this.#heads, status, () => this.#successHead(status));
    const asked = this.#asked(exchange, created);
    const own = this.#links?.lines(head.response, lines, asked) ?? lines;
    if (text === undefined) {
      send(exchange, status, endWithoutBody([...this.#documentedLines(status), ...own], status));
      return;
    }
    const body = this.#links?.body(text, head.schema, asked, false) ?? text;
    send(exchange, status, withLength(head.lines, body, own), body);
  }

  /**
   * Sends an example of the document, with the header lines that belong to it.
   * @param isOwn the text already leads to the mock
   */
  example(
    exchange: Exchange,
    { status, text, pieces, octets, mediaType, lines }: ExampleAnswer,
    isOwn: boolean = status >= 400,
  ): void {
    const all = [
      ...this.#challengeLines(status),
      ...this.#documentedLines(status),
      ...this.#ownLines(exchange, status),
    ];
    const named = lineNames(all);
    for (const [name, given] of linePairs(lines)) {
      const isLocation = this.#links !== undefined && name.toLowerCase() === "location";
      const value = isLocation
        ? this.#links.documented(status, given, this.#response(status), this.#asked(exchange))
        : given;
      if (value !== undefined && !named.has(name.toLowerCase()) && isHeaderName(name)) all.push(name, value);
    }
    if (octets !== undefined && !isBare(status)) {
      sendFile(exchange, status, all, { type: mediaType ?? OCTETS, bytes: octets });
      return;
    }
    if (text === undefined || isBare(status)) {
      if (mediaType !== undefined && !isBare(status)) all.push("Content-Type", mediaType);
      send(exchange, status, endWithoutBody(all, status));
      return;
    }
    const type = mediaType ?? this.#mediaType(status);
    const own = (one: string): string => (isOwn ? one : (this.#links?.text(one, this.#asked(exchange)) ?? one));
    const shown = pieces?.map(own);
    const body = shown?.join("") ?? (isJson(type) && !isOwn ? this.#ownExample(exchange, status, text) : own(text));
    send(exchange, status, withLength(typed(all, type), body), shown ?? body);
  }

  /** The body of a success as `answer` sends it. */
  shown(exchange: Exchange, status: number, text: string, created: More["created"]): string {
    return this.#links?.body(text, this.#schema(status), this.#asked(exchange, created), false) ?? text;
  }

  /** Sends a file, with the header lines that the document describes. */
  file(exchange: Exchange, status: number, { type, bytes }: KeptFile): void {
    const lines = [...this.#documentedLines(status), ...this.#ownLines(exchange, status)];
    sendFile(exchange, status, lines, { type: mediaName({ name: type ?? OCTETS }), bytes });
  }

  /** Sends an answer that somebody has given, whose header lines come before those of the document. */
  stub(exchange: Exchange, { status, text, mediaType = JSON_TYPE, lines }: ExampleAnswer): void {
    const given = lineNames(lines);
    const all = [...lines, ...linesWithout(this.#documentedLines(status), (name) => given.has(name))];
    if (text === undefined || isBare(status)) send(exchange, status, endWithoutBody(all, status));
    else send(exchange, status, withLength(typed(all, mediaType), text), text);
  }

  /** The lines that depend on where the mock is. */
  #ownLines(exchange: Exchange, status: number): HeaderLines {
    return this.#links?.lines(this.#response(status), [], this.#asked(exchange)) ?? [];
  }

  /** Only an operation that stores something knows the pages of its lists. */
  #ownExample(exchange: Exchange, status: number, text: string): string {
    return this.#links?.body(text, this.#schema(status), this.#asked(exchange), true) ?? text;
  }

  #asked({ req, world }: Exchange, created?: More["created"]): Asked {
    return { url: () => urlOf(req, this.#operation ?? { security: [] }), sent: world.sent, created };
  }

  /** Sends a refusal as the contract's error. */
  refuse(exchange: Exchange, refusal: Refusal, more?: HeaderLines): void {
    exchange.refusal = refusal;
    const known = this.#prepared.get(refusal)?.();
    if (known !== undefined) {
      send(exchange, known.status, known.lines, known.text);
      return;
    }
    const { status, lines, writer } = this.#errorHead(refusal.kind);
    const text = bodyFor(writer, refusal, exchange);
    send(exchange, status, [...(more ?? this.#challenges.get(refusal) ?? []), ...withLength(lines, text)], text);
  }

  /** What a refusal is answered with. */
  told(refusal: Refusal): { readonly status: number; readonly text: string } {
    const { status, writer } = this.#errorHead(refusal.kind);
    return { status, text: writer.write(refusal) };
  }

  /** Sends a requested error, with a status that the operation documents. */
  force(exchange: Exchange, status: number, refusal: Refusal): void {
    exchange.refusal = refusal;
    const writer = this.#errors.simulated(status, this.#operation);
    const text = bodyFor(writer, refusal, exchange);
    const lines = [...this.#challengeLines(status), ...this.#documentedLines(status)];
    send(exchange, status, withLength(typed(lines, writer.mediaType), text), text);
  }

  /** The challenge in a refused credential's answer with that status. */
  #challengeLines(status: number): readonly string[] {
    for (const [{ kind }, lines] of this.#challenges) {
      const at = lines.indexOf("WWW-Authenticate");
      if (at % 2 === 0 && statusOf(kind, this.#operation) === status) return lines.slice(at, at + 2);
    }
    return [];
  }

  /** The header lines that the document describes for a status, and those for other origins. */
  #documentedLines(status: number): string[] {
    const response = this.#response(status);
    const lines = corsLines(response);
    for (const header of response?.headers ?? []) {
      const name = header.name.toLowerCase();
      if (COMPUTED.has(name) || this.#computed.has(name) || !isHeaderName(name)) continue;
      if (this.#links?.isConstant(header) === false) continue;
      // A required header must be sent even if the document gives no value.
      const value = header.required ? headerValue(this.#contract, header) : header.known;
      for (const line of value === undefined ? [] : [value, ...(header.more ?? [])])
        if (!/[^\t\x20-\x7e\x80-\xff]/.test(line)) lines.push(header.name, line);
    }
    return lines;
  }

  #successHead(status: number): SuccessHead {
    const lines = typed(this.#documentedLines(status), this.#mediaType(status));
    return { status, lines, response: this.#response(status), schema: this.#schema(status) };
  }

  #errorHead(kind: RefusalKind): ErrorHead {
    const known = this.#errorHeads.get(kind);
    if (known !== undefined) return known;
    const status = statusOf(kind, this.#operation);
    const writer = this.#errors.writerFor(status, this.#operation);
    const lines = typed(this.#documentedLines(status), writer.mediaType);
    const head = { status, lines, writer };
    this.#errorHeads.set(kind, head);
    return head;
  }

  #schema(status: number): Schema | undefined {
    return valueMedia(this.#response(status)?.content ?? [])?.schema;
  }

  #mediaType(status: number): string {
    return mediaName(valueMedia(this.#response(status)?.content ?? []));
  }

  #response(status: number): Response | undefined {
    return this.#operation === undefined ? undefined : responseFor(this.#operation.responses, status);
  }
}

function bodyFor(writer: ErrorBodyWriter, refusal: Refusal, { req, world }: Exchange): string {
  const text = writer.write(refusal);
  if (writer.withAsked === undefined) return text;
  const [path = ""] = (req.url ?? "").split("?");
  return writer.withAsked(text, { method: req.method ?? "", path, now: world.clock.now() });
}
