// Answers what never becomes a request: lines that are not HTTP, heads that are too large, clients that stall, CONNECT.
// Node would answer these without a body, or not at all; here they get the contract's error like everything else.
import { linePairs } from "../../contract/header-lines.ts";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import type { Connections } from "./connections.ts";
import { writeHttpDate } from "../../contract/http-date.ts";
import { typed, withLength } from "../answer/lines.ts";
import { STALLED } from "../request/body/read.ts";
import type { ErrorBodies } from "../../mock/errors/body.ts";
import { type Refusal, refuse, statusOf } from "../../mock/errors/refusal.ts";

/** The meaning of the parser's error codes; any other code is a malformed request. */
const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  [
    "HPE_HEADER_OVERFLOW",
    refuse("headers_too_large", "head", "the request line and the headers are larger than 8192 bytes"),
  ],
  ["HPE_CHUNK_EXTENSIONS_OVERFLOW", refuse("body_too_large", "body", "the chunk extensions are too large")],
  ["ERR_HTTP_REQUEST_TIMEOUT", STALLED],
]);
const MALFORMED = refuse("malformed_request", "request", "the request is not HTTP/1.1 as RFC 9112 has it");
// The text in the place of the method may be anything, even a misplaced key, so it is not repeated.
const UNKNOWN_METHOD = refuse(
  "not_implemented",
  "method",
  "the method is none that is known here; a path answers OPTIONS and the methods that the document gives it, in capitals",
);
const NO_TUNNEL = refuse("not_implemented", "method", "CONNECT is not supported");

/** Answers requests that the parser refuses. */
export function answerProtocolErrors(server: Server, errors: () => ErrorBodies, connections: Connections): void {
  server.on("clientError", (error: ParserError, socket: Socket) => {
    // A peer that failed the TLS handshake, or speaks plain HTTP, cannot read an answer.
    const isUnread = error.code === "ECONNRESET" || /^(ERR_SSL_|ERR_TLS_|EPROTO$)/.test(error.code ?? "");
    const refusal = REFUSALS.get(error.code ?? "") ?? unknownMethod(error) ?? MALFORMED;
    if (isUnread || !socket.writable || isAnswered(connections.responseOn(socket))) socket.destroy();
    else if (refusal === STALLED && socket.bytesRead === 0)
      connections.endUnlessHeard(socket, () => hangUp(socket, refusal, errors()));
    else hangUp(socket, refusal, errors());
  });
  server.on("connect", (_req: IncomingMessage, socket: Socket) => {
    socket.on("error", () => socket.destroy());
    hangUp(socket, NO_TUNNEL, errors());
  });
}

/** What Node reports about bytes that its parser refused. */
interface ParserError extends NodeJS.ErrnoException {
  readonly reason?: string;
  readonly rawPacket?: Buffer;
  /** How far the parser got in the packet. */
  readonly bytesParsed?: number;
}

const REQUEST_LINE = /^[!#$%&'*+.^_`|~\w-]+ \S+ HTTP\/1\.[01]$/;

/** A valid request line with a method that the parser does not know is correct HTTP: RFC 9110, section 9.1. */
function unknownMethod({ code, reason = "", rawPacket, bytesParsed = 0 }: ParserError): Refusal | undefined {
  const isMethod = code === "HPE_INVALID_METHOD" || reason.startsWith("Invalid method");
  if (!isMethod || rawPacket === undefined) return undefined;
  const start = bytesParsed === 0 ? 0 : rawPacket.lastIndexOf("\n", bytesParsed - 1) + 1;
  const end = rawPacket.indexOf("\r\n", start);
  return REQUEST_LINE.test(rawPacket.toString("latin1", start, Math.max(start, end))) ? UNKNOWN_METHOD : undefined;
}

/**
 * True if bytes of an answer were sent while its request is not complete, or not yet sent although it is. Anything
 * written now would become part of that answer, or be taken for the answer to another request.
 */
function isAnswered(res: ServerResponse | undefined): boolean {
  if (res === undefined) return false;
  return res.req.complete ? !res.writableFinished : res.headersSent;
}

/** Writes a refusal to a bare connection, and closes it. */
function hangUp(socket: Socket, refusal: Refusal, errors: ErrorBodies): void {
  const status = statusOf(refusal.kind);
  const writer = errors.writerFor(status);
  const body = writer.write(refusal);
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ""}`,
    ...linePairs(withLength(typed([], writer.mediaType), body)).map(([name, value]) => `${name}: ${value}`),
    `Date: ${writeHttpDate(Date.now())}`,
    "Connection: close",
  ];
  socket.end(`${head.join("\r\n")}\r\n\r\n${body}`, () => socket.destroySoon());
  // A peer that keeps sending, or never closes its side, must not hold the connection.
  setTimeout(() => socket.destroy(), 1000).unref();
}
