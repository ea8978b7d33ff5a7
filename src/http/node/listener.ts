// Creates the server under the pipeline, with everything configured that Node leaves open: HTTP, or HTTPS if there is a
// certificate.
import { type IncomingMessage, type Server, type ServerOptions, type ServerResponse, createServer } from "node:http";
import type * as Https from "node:https";
import type { Expectation } from "../routing/route.ts";
import type { Timeouts, Tls } from "../listening.ts";

export interface ListenerOptions {
  readonly timeouts: Timeouts;
  /** Absent for plain HTTP. */
  readonly tls: Tls | undefined;
  /** The maximum number of open connections. */
  readonly most: number;
  /** Takes heads as large as services do: those of the mock are small. */
  readonly large?: boolean;
}

const LARGE_HEAD = 65_536;

/** Answers a request. */
export type Handler = (req: IncomingMessage, res: ServerResponse, expectation: Expectation) => void;

/**
 * How many connections may be in the TLS handshake while all places are taken; when one completes, the oldest idle
 * connection is closed.
 */
const MOST_HANDSHAKES = 16;

/** Creates the server. @throws OpenSSL's Error for a certificate or key that it cannot use */
export function createListener({ timeouts, tls, most, large = false }: ListenerOptions, handle: Handler): Server {
  const server =
    tls === undefined ? createServer(settings(timeouts, large)) : createSecure(tls, settings(timeouts, large), most);
  // The size of the head limits the number of headers. Node would otherwise drop everything after the two thousandth,
  // possibly a second Host, before we could see it.
  server.maxHeadersCount = 0;
  server.on("request", (req: IncomingMessage, res: ServerResponse) => handle(req, res, "nothing"));
  server.on("checkContinue", (req: IncomingMessage, res: ServerResponse) => handle(req, res, "continue"));
  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) => handle(req, res, "unknown"));
  return server;
}

function createSecure({ cert, key }: Tls, common: ServerOptions, most: number): Server {
  const options = { ...common, cert, key, handshakeTimeout: common.headersTimeout };
  // Loading node:https takes time that plain HTTP does not need.
  const { createServer: createSecureServer } = require("node:https") as typeof Https;
  const server = createSecureServer({ ...options, minVersion: "TLSv1.2" });
  server.maxConnections = most + MOST_HANDSHAKES;
  return server;
}

function settings(timeouts: Timeouts, large: boolean): ServerOptions {
  return {
    headersTimeout: timeouts.headers,
    requestTimeout: timeouts.request,
    connectionsCheckingInterval: timeouts.checking,
    keepAliveTimeout: timeouts.keepAlive,
    maxHeaderSize: large ? LARGE_HEAD : 8192,
    // We check Host ourselves: Node's own answer has no body.
    requireHostHeader: false,
  };
}
