// Sends one request and receives its answer, byte for byte. It follows no redirect, decodes nothing and repairs
// nothing.
import { linePairs } from "../../../src/contract/header-lines.ts";
import { Agent as HttpAgent, type ClientRequest, type IncomingMessage, request as httpRequest } from "node:http";
import { Agent as HttpsAgent, type RequestOptions as HttpsRequestOptions, request as httpsRequest } from "node:https";
import { type SecureContext, createSecureContext } from "node:tls";
import type { TlsFiles } from "./tls-files.ts";
import { Collected } from "../bodies/collected.ts";
import { type Decoding, undoCoding } from "../bodies/content-coding.ts";
import {
  type Carrier,
  type HeaderPairs,
  MAX_BODY,
  type ReceivedResponse,
  type SentRequest,
  type Transmission,
  header,
} from "../exchange.ts";
import { afterWaiting } from "./waiting.ts";
import { type NetworkReason, networkReason } from "./network-reason.ts";

/** How connections are opened. `agentsOf`, which handles proxies, creates both agents. */
export interface Agents {
  /** Keeps connections open between requests. */
  readonly kept: HttpAgent;
  /** Opens a new connection for each request. */
  readonly fresh: HttpAgent;
}

export interface TransportOptions {
  readonly secure: boolean;
  /** The limit for one exchange. */
  readonly timeoutMs: number;
  /** Bytes of a body that are read, and the most that it is decoded to. */
  readonly maxBody?: number;
  readonly tls?: TlsFiles | undefined;
}

/** Connections to one target. Close it when done. */
export class Transport implements Carrier {
  readonly #agents: Agents;
  readonly #secure: boolean;
  readonly #timeoutMs: number;
  readonly #maxBody: number;
  readonly #tls: { readonly secureContext?: SecureContext };
  /**
   * Requests that wait for an answer. The agent cannot list them: it does not know of connections that are still
   * opening.
   */
  readonly #open = new Set<ClientRequest>();

  constructor(agents: Agents, options: TransportOptions) {
    this.#agents = agents;
    this.#secure = options.secure;
    this.#timeoutMs = options.timeoutMs;
    this.#maxBody = options.maxBody ?? MAX_BODY;
    // Made once: all authorities are parsed for it, which takes longer than a request.
    this.#tls = options.tls === undefined ? {} : { secureContext: createSecureContext(options.tls) };
  }

  close(): void {
    for (const request of this.#open) request.destroy();
    this.#agents.kept.destroy();
    this.#agents.fresh.destroy();
  }

  /**
   * Sends a request unchanged. Network failures are returned, never thrown.
   * @param fresh on a connection of its own, so that its loss cannot be that of an idle connection
   */
  send(sent: SentRequest, fresh = false): Promise<Transmission> {
    const started = performance.now();
    const elapsed = (): number => performance.now() - started;
    return new Promise((resolve) => {
      let request: ClientRequest;
      let begun = false;
      const lost = ({ text, ...more }: NetworkReason): void =>
        resolve({ failure: text, ...more, fresh: !request.reusedSocket, ms: elapsed() });
      try {
        request = this.#begin(sent, fresh);
      } catch (error) {
        const { text, ...more } = networkReason(error);
        resolve({ failure: text, ...more, fresh: true, ms: elapsed() });
        return;
      }
      this.#open.add(request);
      request.once("close", () => this.#open.delete(request));
      // The limit covers the whole exchange: a server that trickles must not hold up the run.
      const stopWaiting = afterWaiting(this.#timeoutMs, () => {
        const part = begun ? ", only its beginning" : "";
        lost({ text: `no complete answer in ${this.#timeoutMs} ms${part}`, loss: "late", http: begun });
        request.destroy();
      });
      request.on("response", (message) => {
        begun = true;
        receive(message, this.#maxBody, (response) => {
          stopWaiting();
          resolve({ response, ms: elapsed() });
        });
      });
      request.on("error", (error) => {
        stopWaiting();
        lost(networkReason(error, begun));
      });
      request.end(sent.body);
    });
  }

  #begin(sent: SentRequest, fresh: boolean): ClientRequest {
    const { origin, path } = splitUrl(sent.url);
    const url = new URL(origin);
    const open = this.#secure ? httpsRequest : httpRequest;
    // The types of Node 20 do not have setDefaultHeaders yet; Node 20 itself does.
    const options: HttpsRequestOptions & { readonly setDefaultHeaders: boolean } = {
      ...(this.#secure ? this.#tls : {}),
      agent: fresh ? this.#agents.fresh : this.#agents.kept,
      host: url.hostname.replace(/^\[|\]$/g, ""),
      port: url.port === "" ? undefined : Number(url.port),
      path,
      method: sent.method,
      setDefaultHeaders: false,
    };
    const request = open(options);
    try {
      for (const [name, values] of grouped(sent.headers)) request.setHeader(name, values);
    } catch (error) {
      // It is already connecting, and would emit its error later without a listener.
      request.on("error", () => {});
      request.destroy();
      throw error;
    }
    return request;
  }
}

/**
 * How long a connection is kept idle. Servers close it after 2 seconds or more, and a write on a connection that closes
 * just then is lost. Whether it was carried out is unknown, so it is not sent again.
 */
export const IDLE_MS = 1_000;

/** The agents for a target, for HTTP or HTTPS. */
export function agentsFor(secure: boolean, connections: number): Agents {
  const make = (keepAlive: boolean): HttpAgent => {
    // A limit would queue requests, and a queued request gets a used connection.
    const kept = { maxSockets: connections, timeout: IDLE_MS };
    const options = { keepAlive, scheduling: "lifo" as const, ...(keepAlive ? kept : { maxSockets: Infinity }) };
    return secure ? new HttpsAgent(options) : new HttpAgent(options);
  };
  return { kept: make(true), fresh: make(false) };
}

function grouped(headers: HeaderPairs): Map<string, string | string[]> {
  const groups = new Map<string, string | string[]>();
  for (const [name, value] of headers) {
    const known = groups.get(name);
    groups.set(name, known === undefined ? value : [known, value].flat());
  }
  return groups;
}

/** Splits a URL without normalizing its path: "//", "..", and odd escapes are sent unchanged. */
function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const match = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(url);
  const path = match?.[2] ?? "";
  return { origin: match?.[1] ?? url, path: path.startsWith("/") ? path : `/${path}` };
}

/** Reads an answer up to a limit. The rest is not read, and the connection is closed. */
function receive(message: IncomingMessage, maxBody: number, done: (response: ReceivedResponse) => void): void {
  const body = new Collected(maxBody);
  const stop = (ending: Ending): void => {
    done(responseOf(message, body.bytes(), ending));
    message.destroy();
  };
  const isStream = /^text\/event-stream\b/i.test(message.headers["content-type"] ?? "");
  // A stream of events need not end: what has come by then is judged.
  const timer = isStream ? setTimeout(() => stop({ kind: "stream" }), STREAM_MS) : undefined;
  message.on("data", (piece: Buffer) => {
    if (!body.add(piece)) stop({ kind: "large", limit: maxBody });
  });
  // After a body that was cut, this changes nothing: the promise is already resolved.
  message.on("close", () => {
    clearTimeout(timer);
    done(responseOf(message, body.bytes(), { kind: "whole", limit: maxBody }));
  });
  // "close" follows; `complete` then shows that the body was cut short.
  message.on("error", () => {});
}

/** How the reading of a body ended. */
type Ending = { readonly kind: "whole" | "large"; readonly limit: number } | { readonly kind: "stream" };

/** How long the first events of a stream are waited for. */
const STREAM_MS = 500;

const LARGE: Decoding = { fault: "large" };

function responseOf(
  { rawHeaders, statusCode = 0, complete }: IncomingMessage,
  body: Uint8Array,
  ending: Ending,
): ReceivedResponse {
  const isLarge = ending.kind === "large";
  const limit = ending.kind === "stream" ? MAX_BODY : ending.limit;
  const headers = linePairs(rawHeaders);
  const coding = header(headers, "content-encoding");
  const decoding = coding === undefined ? undefined : isLarge ? LARGE : undoCoding(body, coding, limit);
  const isLargeDecoded = decoding !== undefined && "fault" in decoding && decoding.fault === "large";
  return {
    status: statusCode,
    headers,
    body,
    complete: ending.kind !== "whole" || complete,
    ...(decoding === undefined ? {} : { decoding }),
    ...(isLarge || isLargeDecoded ? { cut: { kind: "large", limit } as const } : {}),
    ...(ending.kind === "stream" ? { cut: { kind: "stream" } as const } : {}),
  };
}
