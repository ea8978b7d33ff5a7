// One request on its way to a service and back.
import { linePairs } from "../../contract/header-lines.ts";
import type { ClientRequest, IncomingMessage, ServerResponse } from "node:http";
import { undoCoding } from "../../../conformance/client/bodies/content-coding.ts";
import { networkReason } from "../../../conformance/client/sending/network-reason.ts";
import { belowBase } from "../../http/request/url.ts";
import type { Visit } from "../../http/routing/visit.ts";
import type { Refusal } from "../../mock/errors/refusal.ts";
import { oneLine } from "../../report/text.ts";
import { type Ahead, readAhead } from "./ahead.ts";
import type { Forwarding, Passed, Said } from "./forwarding.ts";
import { answerLines, isLoop, requestLines } from "./lines.ts";
import { notedAnswer } from "./noted.ts";

const NOTHING: Said = { violations: [], isRefused: false };
/** Bodies that never need to end. */
const STREAMS = /^(?:text\/event-stream|application\/(?:x-ndjson|ndjson|jsonl|json-seq|stream\+json)|multipart\/)/i;
/** Methods whose requests can be sent again. */
const REPEATABLE = new Set(["GET", "HEAD", "OPTIONS", "PUT", "DELETE"]);
const HEADER = "X-Contract-Violation";
const LONGEST_HEADER = 1_000;

export interface Client {
  readonly visit: Visit;
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  readonly sent: Ahead;
  readonly objection: (() => Refusal | undefined) | undefined;
}

/** Carries one request. */
export class Passage {
  readonly #how: Forwarding;
  readonly #client: Client;
  readonly #path: string;
  /** What is sent to the service. */
  readonly #lines: readonly string[];
  #timer: NodeJS.Timeout | undefined;

  constructor(how: Forwarding, client: Client) {
    this.#how = how;
    this.#client = client;
    const { path, query, template } = client.visit;
    const place = template === undefined ? path : `${how.service.basePath}${belowBase(path, template)}`;
    this.#path = query === "" ? place : `${place}?${query}`;
    const { req, sent, visit } = client;
    const length = sent.isWhole ? sent.bytes.length : undefined;
    this.#lines = requestLines(req.rawHeaders, { host: how.service.url.host, length, without: visit.sessionName });
  }

  begin(fresh = false): void {
    const { visit, req, res, sent } = this.#client;
    const { service, timeoutMs } = this.#how;
    const { method = "GET" } = req;
    if (isLoop(req.rawHeaders)) {
      this.#refuse(508, "The proxy leads to itself", "give it the URL of a service that is not this proxy");
      return;
    }
    let outgoing: ClientRequest;
    try {
      outgoing = service.begin({ method, path: this.#path, lines: this.#lines, fresh });
    } catch (error) {
      this.#refuse(502, "The request cannot be passed on", oneLine((error as Error).message));
      return;
    }
    const leave = (): void => void outgoing.destroy();
    res.once("close", leave);
    this.#timer = setTimeout(() => {
      this.#refuse(504, "The service does not answer", `no answer came in ${timeoutMs} ms`);
      outgoing.destroy();
    }, timeoutMs);
    outgoing.once("response", (message) => {
      clearTimeout(this.#timer);
      this.#guarded(message, () => this.#receive(message));
    });
    outgoing.on("error", (error) => {
      clearTimeout(this.#timer);
      if (res.destroyed || res.headersSent || visit.status !== 0) return;
      res.off("close", leave);
      // The service may have closed an idle connection just then.
      if (outgoing.reusedSocket && !fresh && sent.isWhole && REPEATABLE.has(method)) this.begin(true);
      else this.#refuse(502, "The service cannot be reached", networkReason(error).text);
    });
    if (sent.isWhole) {
      outgoing.end(sent.bytes);
      return;
    }
    outgoing.write(sent.bytes);
    sent.release();
    req.pipe(outgoing);
  }

  /** An answer that cannot be written, or not be judged, must not end the program. */
  #guarded(message: IncomingMessage, act: () => void): void {
    try {
      act();
    } catch (error) {
      message.destroy();
      if (this.#client.res.headersSent) this.#client.res.destroy();
      else this.#refuse(502, "The answer cannot be passed on", oneLine((error as Error).message));
    }
  }

  #receive(message: IncomingMessage): void {
    if (STREAMS.test(message.headers["content-type"] ?? "")) this.#passOn(message, Buffer.alloc(0));
    else {
      let isDone = false;
      readAhead(message, this.#how.maxBody, (ahead) => {
        isDone = true;
        this.#guarded(message, () => {
          if (ahead.isWhole) this.#answer(message, ahead.bytes);
          else this.#passOn(message, ahead.bytes);
        });
        ahead.release();
      });
      message.on("error", () => undefined);
      message.once("close", () => {
        if (!isDone) this.#refuse(502, "The answer is incomplete", "the service closed the connection within its body");
      });
    }
  }

  /** Sends an answer of which everything is known. */
  #answer(message: IncomingMessage, body: Buffer): void {
    const { visit, res, req } = this.#client;
    const exchange = this.#exchange(message, body);
    const said = this.#judged(exchange);
    if (said.isRefused) {
      const detail = said.violations[0] ?? "";
      this.#refuse(502, "The service breaks its contract", detail, { exchange, said });
      return;
    }
    const { rawHeaders, statusCode = 502, statusMessage } = message;
    const lines = answerLines(rawHeaders, visit, this.#how.service.url);
    if (req.method !== "HEAD" && body.length > 0 && message.headers["content-length"] === undefined)
      lines.push("Content-Length", String(body.length));
    visit.status = statusCode;
    res.writeHead(statusCode, statusMessage, [...lines, ...violationLines(said)]);
    res.end(body);
    this.#note(exchange, said, lines);
  }

  /** Sends an answer as it comes, and judges what of it was seen when it is over. */
  #passOn(message: IncomingMessage, first: Buffer): void {
    const { visit, res } = this.#client;
    const { rawHeaders, statusCode = 502, statusMessage } = message;
    const lines = answerLines(rawHeaders, visit, this.#how.service.url);
    visit.status = statusCode;
    res.writeHead(statusCode, statusMessage, lines);
    const pieces = [first];
    let size = first.length;
    if (size > 0) res.write(first);
    message.on("data", (piece: Buffer) => {
      size += piece.length;
      if (size <= this.#how.maxBody) pieces.push(piece);
    });
    message.on("error", () => undefined);
    message.once("close", () => {
      if (!message.complete) res.destroy();
      const kind = STREAMS.test(message.headers["content-type"] ?? "") ? "stream" : "large";
      const cut = kind === "stream" ? { kind } : { kind, limit: this.#how.maxBody };
      const exchange = this.#exchange(message, Buffer.concat(pieces));
      const told: Passed = {
        ...exchange,
        response: { ...(exchange.response as object), cut } as Passed["response"] & object,
      };
      this.#guarded(message, () => this.#note(told, this.#judged(told), lines));
    });
    message.pipe(res);
  }

  #judged(exchange: Passed): Said {
    return this.#how.judge?.(exchange) ?? NOTHING;
  }

  #exchange({ rawHeaders, statusCode = 0, complete, headers }: IncomingMessage, body: Buffer): Passed {
    const { visit, req, sent, objection } = this.#client;
    const { operation } = visit;
    const refusal = objection?.();
    visit.excused = refusal;
    const coding = headers["content-encoding"];
    const isTurnedAway = statusCode === 401 || statusCode === 403;
    const intent =
      operation === undefined ? "foreign" : isTurnedAway ? "unauthenticated" : refusal ? "invalid" : "edge";
    return {
      ...(operation === undefined ? {} : { operation }),
      intent,
      objection: refusal === undefined ? undefined : `${refusal.where}: ${refusal.why}`,
      request: {
        method: req.method ?? "GET",
        url: `${this.#how.service.url.origin}${this.#path}`,
        headers: linePairs(this.#lines).filter(([name]) => name !== "Via"),
        ...(sent.bytes.length > 0 ? { body: sent.bytes } : {}),
      },
      response: {
        status: statusCode,
        headers: linePairs(rawHeaders),
        body,
        complete,
        ...(coding === undefined ? {} : { decoding: undoCoding(body, coding, this.#how.maxBody) }),
      },
      ms: performance.now() - visit.began,
    };
  }

  /** Answers in place of the service. */
  #refuse(status: number, title: string, detail: string, answered?: { exchange: Passed; said: Said }): void {
    const { visit, res } = this.#client;
    if (res.destroyed || res.headersSent) return;
    const said = answered?.said ?? NOTHING;
    const violations = said.violations.length === 0 ? {} : { violations: said.violations };
    const text = JSON.stringify({ type: "about:blank", title, status, detail, ...violations });
    const lines = ["Content-Type", "application/problem+json", "Cache-Control", "no-store"];
    const all = typeof visit.origin !== "string" ? lines : [...lines, "Access-Control-Allow-Origin", visit.origin];
    visit.status = status;
    res.writeHead(status, [...all, ...violationLines(said)]);
    res.end(text);
    this.#note(answered?.exchange, said, lines, { status, text });
  }

  /** Enters the exchange in the journal. */
  #note(
    exchange: Passed | undefined,
    { violations }: Said,
    lines: readonly string[],
    instead?: { readonly status: number; readonly text: string },
  ): void {
    const { visit, req, sent } = this.#client;
    sent.release();
    visit.world.journal?.note({
      method: req.method ?? "",
      url: req.url ?? "",
      operation: visit.operation,
      requestLines: req.rawHeaders,
      requestBody: sent.bytes.length === 0 ? undefined : sent.bytes,
      ms: performance.now() - visit.began,
      status: instead?.status ?? visit.status,
      ...notedAnswer(req.rawHeaders, lines, instead?.text ?? exchange),
      refusal: visit.excused,
      situation: undefined,
      violations: violations.length === 0 ? undefined : violations,
    });
  }
}

function violationLines({ violations }: Said): string[] {
  if (violations.length === 0) return [];
  const text = violations.join("; ").replaceAll(/[^\x20-\x7e]/g, "?");
  return [HEADER, text.length > LONGEST_HEADER ? `${text.slice(0, LONGEST_HEADER)}...` : text];
}
