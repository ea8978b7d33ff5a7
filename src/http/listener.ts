// The server below the pipeline, with everything set that Node leaves open: of HTTP, or of HTTPS where there is a
// certificate.
import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, createServer } from "node:http";
import type * as Https from "node:https";
import type { Expectation } from "./route.ts";

/** How long clients may take, in milliseconds. Together these close a stalled one within 12 s. */
export interface Timeouts {
  /** For the head of a request. */
  readonly headers: number;
  /** For a whole request, from its first byte. */
  readonly request: number;
  /** How often the two are looked after. */
  readonly checking: number;
  /** Between requests. */
  readonly keepAlive: number;
  /** For a connection on which nothing moves, such as that of a client that does not read. */
  readonly socket: number;
  /** For what is in flight when the server is closed. */
  readonly close: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  headers: 5_000,
  request: 10_000,
  checking: 1_000,
  keepAlive: 5_000,
  socket: 15_000,
  close: 3_000,
};

/** What HTTPS takes: a certificate, with those that it rests on, and its private key, in PEM. */
export interface Tls {
  readonly cert: string;
  readonly key: string;
}

export interface ListenerOptions {
  readonly timeouts: Timeouts;
  /** Absent for plain HTTP. */
  readonly tls: Tls | undefined;
  /** How many connections may be open. */
  readonly most: number;
}

/** Answers a request. */
export type Handler = (req: IncomingMessage, res: ServerResponse, expectation: Expectation) => void;

/** Connections that may be agreeing on keys while all places are taken: the oldest idle one goes when they have. */
const MOST_HANDSHAKES = 16;

/**
 * Creates the server.
 * @throws Error of OpenSSL for a certificate or a key that it cannot use
 */
export function createListener({ timeouts, tls, most }: ListenerOptions, handle: Handler): Server {
  const server = tls === undefined ? createServer(settings(timeouts)) : createSecure(tls, timeouts, most);
  server.timeout = timeouts.socket;
  // The size of the head bounds their number. Node would drop what comes after the two thousandth, a second Host
  // among it, before we could look.
  server.maxHeadersCount = 0;
  server.on("request", (req: IncomingMessage, res: ServerResponse) => handle(req, res, "nothing"));
  server.on("checkContinue", (req: IncomingMessage, res: ServerResponse) => handle(req, res, "continue"));
  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) => handle(req, res, "unknown"));
  return server;
}

function createSecure({ cert, key }: Tls, timeouts: Timeouts, most: number): Server {
  const options = { ...settings(timeouts), cert, key, handshakeTimeout: timeouts.headers };
  // Node takes its time to load what HTTP does without.
  const { createServer: createSecureServer } = require("node:https") as typeof Https;
  const server = createSecureServer({ ...options, minVersion: "TLSv1.2" });
  server.maxConnections = most + MOST_HANDSHAKES;
  return server;
}

function settings(timeouts: Timeouts): ServerOptions {
  return {
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.checking,
    keepAliveTimeout: timeouts.keepAlive,
    maxHeaderSize: 8192,
    // We look at Host ourselves: Node's own answer has no body.
    requireHostHeader: false,
  };
}
