// The server below the pipeline, with everything set that Node leaves open: of HTTP, or of HTTPS where there is a
// certificate.
import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, createServer } from "node:http";
import type * as Https from "node:https";
import type { Expectation } from "../routing/route.ts";
import type { Timeouts, Tls } from "../listening.ts";

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
