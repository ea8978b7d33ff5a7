// The HTTP server of the mock: node:http itself, with everything set that Node leaves open.
import { type IncomingMessage, type Server, type ServerResponse, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Contract } from "../contract/model.ts";
import type { Inference } from "../resource/model.ts";
import { type MockOptions, assemble } from "./assemble.ts";
import { type Expectation, dispatch, visitOf } from "./dispatch.ts";
import type { Exemplar, Visit } from "./endpoint.ts";
import { createExemplar } from "./exemplar.ts";
import { answerFaults, track } from "./faults.ts";
import { refuse } from "../mock/refusal.ts";

export { DEFAULT_KEY, type MockOptions } from "./assemble.ts";

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

/** What is known of a request after it was answered. Nothing in it was chosen freely by the client. */
export interface RequestRecord {
  readonly method: string;
  /** The path template; absent for a path that the document does not list. */
  readonly path: string | undefined;
  readonly status: number;
  readonly ms: number;
}

export interface MockServerOptions extends MockOptions {
  readonly timeouts?: Partial<Timeouts>;
  /** Is told of each request that was answered. */
  readonly onRequest?: (record: RequestRecord) => void;
  /** Is told of each error of our own. */
  readonly onError?: (error: unknown, template: string | undefined) => void;
  /** Answers operations that the mock does not model; Prism unless something else is given. */
  readonly exemplar?: Exemplar;
}

/** Where a server listens. */
export interface Address {
  /** The base URL, path prefix included: "http://127.0.0.1:4010/v1". */
  readonly url: string;
  readonly port: number;
}

export interface MockServer {
  /** Begins to listen. @throws the error of the operating system, for example EADDRINUSE */
  listen(where?: { readonly host?: string; readonly port?: number }): Promise<Address>;
  /** Ends: answers what is in flight, closes the rest, all within the time for closing and a little more. */
  close(): Promise<void>;
  /** Puts every resource back to what it started with. */
  reset(): void;
}

const INTERNAL = refuse("internal_error", "service", "the service could not answer");

/**
 * Creates the mock of a contract.
 * @throws SeedError when items of a seed do not fit
 */
export function createMockServer(
  contract: Contract,
  inference: Inference,
  options: MockServerOptions = {},
): MockServer {
  // The options hold the seeds, so nothing that lives as long as the server may hold the options.
  const { onRequest, onError } = options;
  const fail = (visit: Visit, error: unknown): void => {
    onError?.(error, visit.template);
    // Half an answer cannot be taken back; the client must not take it for a whole one.
    if (visit.res.headersSent) {
      visit.res.destroy();
      return;
    }
    // The reason of the answer that failed, which Node would keep.
    visit.res.statusMessage = "";
    (visit.replies ?? assembly.directory.replies).refuse(visit, INTERNAL);
  };
  const exemplar = options.exemplar ?? createExemplar(contract);
  const assembly = assemble({ contract, inference, options, exemplar, fail });
  const { directory } = assembly;
  let closing = false;

  const handle = (req: IncomingMessage, res: ServerResponse, expectation: Expectation): void => {
    track(req, res);
    if (closing) res.shouldKeepAlive = false;
    const visit = visitOf(req, res, expectation);
    if (onRequest !== undefined) observe(visit, onRequest);
    try {
      dispatch(directory, visit, expectation);
    } catch (error) {
      fail(visit, error);
    }
  };
  const timeouts = { ...DEFAULT_TIMEOUTS, ...options.timeouts };
  const server = createServer(settings(timeouts), (req, res) => handle(req, res, "nothing"));
  server.timeout = timeouts.socket;
  // The size of the head bounds their number. Node would drop what comes after the two thousandth, a second Host
  // among it, before we could look.
  server.maxHeadersCount = 0;
  server.on("checkContinue", (req: IncomingMessage, res: ServerResponse) => handle(req, res, "continue"));
  server.on("checkExpectation", (req: IncomingMessage, res: ServerResponse) => handle(req, res, "unknown"));
  answerFaults(server, assembly.errors);
  return {
    listen: (where) => listen(server, where ?? {}, assembly.basePaths[0] ?? ""),
    close() {
      closing = true;
      return close(server, timeouts.close);
    },
    reset() {
      for (const collection of assembly.collections) collection.reset();
    },
  };
}

function settings(timeouts: Timeouts): Parameters<typeof createServer>[0] {
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

function observe(visit: Visit, onRequest: (record: RequestRecord) => void): void {
  const began = performance.now();
  visit.res.once("close", () => {
    const method = visit.req.method ?? "";
    onRequest({ method, path: visit.template, status: visit.status, ms: performance.now() - began });
  });
}

function listen(server: Server, where: { host?: string; port?: number }, basePath: string): Promise<Address> {
  const { host = "127.0.0.1", port = 0 } = where;
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen({ host, port }, () => {
      server.off("error", reject);
      const { port: real } = server.address() as AddressInfo;
      resolve({ url: `http://${shownHost(host)}:${real}${basePath}`, port: real });
    });
  });
}

/** An address that can be typed into a client: one that stands for all interfaces is none. */
function shownHost(host: string): string {
  if (host === "0.0.0.0" || host === "::") return "127.0.0.1";
  return host.includes(":") ? `[${host}]` : host;
}

function close(server: Server, patience: number): Promise<void> {
  return new Promise((resolve) => {
    if (!server.listening) {
      resolve();
      return;
    }
    // Connections fall idle one by one, as what is in flight is answered.
    const idle = setInterval(() => server.closeIdleConnections(), 50);
    const all = setTimeout(() => server.closeAllConnections(), patience);
    server.close(() => {
      clearInterval(idle);
      clearTimeout(all);
      resolve();
    });
  });
}
