// Sends one request and receives its answer, byte for byte: nothing is followed, decoded or repaired.
import {
  Agent as HttpAgent,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
  request as httpRequest,
} from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import type { HeaderPairs, ReceivedResponse, SentRequest } from "./exchange.ts";
import { type NetworkReason, networkReason } from "./network-reason.ts";

/**
 * An answer, or why there was none. `fresh` tells that the connection was new, so that it was not merely stale, `http`
 * that something came back which was HTTP, though too broken to be read.
 */
export type Transmission =
  | { readonly response: ReceivedResponse; readonly ms: number }
  | { readonly failure: string; readonly fresh: boolean; readonly http: boolean; readonly ms: number };

const MAX_BODY = 16 * 1024 * 1024;

/** How connections are made; both are made by `agentsOf`, which knows of proxies. */
export interface Agents {
  /** Keeps connections open between requests. */
  readonly kept: HttpAgent;
  /** Opens one for each request. */
  readonly fresh: HttpAgent;
}

/** Connections to one target. Close it when done. */
export class Transport {
  readonly #agents: Agents;
  readonly #secure: boolean;
  readonly #timeoutMs: number;

  constructor(agents: Agents, options: { readonly secure: boolean; readonly timeoutMs: number }) {
    this.#agents = agents;
    this.#secure = options.secure;
    this.#timeoutMs = options.timeoutMs;
  }

  close(): void {
    this.#agents.kept.destroy();
    this.#agents.fresh.destroy();
  }

  /**
   * Sends a request as it stands. Never throws for what the network does.
   * @param fresh on a connection of its own, so that its loss cannot be that of an idle connection
   */
  send(sent: SentRequest, fresh = false): Promise<Transmission> {
    const started = performance.now();
    const elapsed = (): number => performance.now() - started;
    return new Promise((resolve) => {
      let request: ClientRequest;
      let begun = false;
      const lost = ({ text, http }: NetworkReason): void =>
        resolve({ failure: text, http, fresh: !request.reusedSocket, ms: elapsed() });
      try {
        request = this.#open(sent, fresh);
      } catch (error) {
        const { text, http } = networkReason(error);
        resolve({ failure: text, http, fresh: true, ms: elapsed() });
        return;
      }
      // The whole exchange is bounded: a server that trickles must not hold the run.
      const timer = setTimeout(() => {
        const part = begun ? ", only its beginning" : "";
        lost({ text: `no complete answer in ${this.#timeoutMs} ms${part}`, http: begun });
        request.destroy();
      }, this.#timeoutMs);
      request.on("response", (message) => {
        begun = true;
        receive(message, (response) => {
          clearTimeout(timer);
          resolve({ response, ms: elapsed() });
        });
      });
      request.on("error", (error) => {
        clearTimeout(timer);
        lost(networkReason(error, begun));
      });
      request.end(sent.body);
    });
  }

  #open(sent: SentRequest, fresh: boolean): ClientRequest {
    const { origin, path } = splitUrl(sent.url);
    const url = new URL(origin);
    const open = this.#secure ? httpsRequest : httpRequest;
    // The types of Node 20 do not know setDefaultHeaders yet; Node 20 itself does.
    const options: RequestOptions & { readonly setDefaultHeaders: boolean } = {
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
      // It is connecting already, and would fail later, where nobody listens.
      request.on("error", () => {});
      request.destroy();
      throw error;
    }
    return request;
  }
}

/** The agents for a target: plain, or secure. */
export function agentsFor(secure: boolean, connections: number): Agents {
  const make = (keepAlive: boolean): HttpAgent => {
    // A bound would make requests wait, and those that waited get a used connection.
    const options = { keepAlive, maxSockets: keepAlive ? connections : Infinity, scheduling: "lifo" as const };
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

/** Splits a URL without normalising its path: "//", "..", and odd escapes travel as they are. */
export function splitUrl(url: string): { readonly origin: string; readonly path: string } {
  const match = /^(https?:\/\/[^/?#]+)(.*)$/i.exec(url);
  const path = match?.[2] ?? "";
  return { origin: match?.[1] ?? url, path: path.startsWith("/") ? path : `/${path}` };
}

function receive(message: IncomingMessage, done: (response: ReceivedResponse) => void): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const finish = (): void => {
    const headers: [string, string][] = [];
    for (let index = 0; index < message.rawHeaders.length; index += 2) {
      headers.push([message.rawHeaders[index] as string, message.rawHeaders[index + 1] as string]);
    }
    done({ status: message.statusCode ?? 0, headers, body: Buffer.concat(chunks), complete: message.complete });
  };
  message.on("data", (chunk: Buffer) => {
    size += chunk.length;
    if (size > MAX_BODY) message.destroy();
    else chunks.push(chunk);
  });
  message.on("close", finish);
  // "close" follows and tells by `complete` that the body was cut short.
  message.on("error", () => {});
}
