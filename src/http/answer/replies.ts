// The answers of an operation. Header lines are prepared for each operation and status, and an error body for each refusal; constant
// answers are built once.
import { lazy } from "../../memo.ts";
import type { Asked } from "./links/body-walk.ts";
import type { OwnLinks } from "./links/own-links.ts";
import type { Contract, Operation, Response } from "../../contract/model.ts";
import { urlOf } from "../request/url.ts";
import type { Exchange, HeaderLines } from "../exchange.ts";
import type { KeptFile } from "../../store/files.ts";
import type { ErrorBodies } from "../../mock/errors/body.ts";
import type { ErrorBodyWriter } from "../../mock/errors/body-writer.ts";
import { type RefusalKind, type Refusal, statusOf } from "../../mock/errors/refusal.ts";
import { mediaName } from "../../mock/response.ts";
import { JSON_TYPE, OCTETS, isJson, valueMedia } from "../../contract/media.ts";
import { responseFor } from "../../contract/responses.ts";
import { type ExampleAnswer, headerValue } from "../../mock/documented.ts";
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
  readonly #heads = new Map<number, Head>();
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
  answer(exchange: Exchange, status: number, text: string | undefined, { lines, created }: More = {}): void {
    const own = this.#ownLines(exchange, status, lines);
    if (text === undefined) {
      send(exchange, status, endWithoutBody([...this.#documentedLines(status), ...own], status));
      return;
    }
    let head = this.#heads.get(status);
    if (head === undefined) this.#heads.set(status, (head = this.#successHead(status)));
    const body = this.#ownBody(exchange, status, text, { created });
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
    const named = new Set(all.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
    for (let at = 0; at + 1 < lines.length; at += 2) {
      const name = lines[at] as string;
      const given = lines[at + 1] as string;
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
    const body =
      shown?.join("") ?? (isJson(type) && !isOwn ? this.#ownBody(exchange, status, text, "example") : own(text));
    send(exchange, status, withLength(typed(all, type), body), shown ?? body);
  }

  /** The body of a success as `answer` sends it. */
  shown(exchange: Exchange, status: number, text: string, created: More["created"]): string {
    return this.#ownBody(exchange, status, text, { created });
  }

  /** Sends a file, with the header lines that the document describes. */
  file(exchange: Exchange, status: number, { type, bytes }: KeptFile): void {
    const lines = [...this.#documentedLines(status), ...this.#ownLines(exchange, status)];
    sendFile(exchange, status, lines, { type: mediaName({ name: type ?? OCTETS }), bytes });
  }

  /** Sends an answer that somebody has given, whose header lines come before those of the document. */
  stub(exchange: Exchange, { status, text, mediaType = JSON_TYPE, lines }: ExampleAnswer): void {
    const given = new Set(lines.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
    const others = this.#documentedLines(status);
    const all = [...lines, ...others.filter((_, at) => !given.has((others[at - (at % 2)] as string).toLowerCase()))];
    if (text === undefined || isBare(status)) send(exchange, status, endWithoutBody(all, status));
    else send(exchange, status, withLength(typed(all, mediaType), text), text);
  }

  /** The lines that depend on where the mock is, and those that were computed. */
  #ownLines(exchange: Exchange, status: number, more: HeaderLines = []): HeaderLines {
    return this.#links?.lines(this.#response(status), more, this.#asked(exchange)) ?? more;
  }

  #ownBody(exchange: Exchange, status: number, text: string, of: More | "example"): string {
    const schema = valueMedia(this.#response(status)?.content ?? [])?.schema;
    // An operation that stores something knows the pages of its lists.
    const asked = this.#asked(exchange);
    if (of === "example") return this.#links?.body(text, schema, asked, true) ?? text;
    return this.#links?.body(text, schema, { ...asked, created: of.created }, false) ?? text;
  }

  #asked({ req, world }: Exchange): Asked {
    const { security } = this.#operation ?? { security: [] };
    return { url: () => urlOf(req, { security }), sent: world.sent };
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

  #successHead(status: number): Head {
    return { status, lines: typed(this.#documentedLines(status), this.#mediaType(status)) };
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
