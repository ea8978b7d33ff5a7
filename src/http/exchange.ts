// One request and its answer, as they travel through the server.
import type { Operation } from "../contract/model.ts";
import type { World } from "../mock/world.ts";
import type { Refusal } from "../mock/errors/refusal.ts";
import type { Disturbance } from "../mock/situations/situation.ts";

/** Name, value, name, value: the form in which Node writes header lines without looking at them twice. */
export type HeaderLines = readonly string[];

/** What is read of a request. Node's own has more; another host makes one of these. */
export interface Incoming {
  readonly method?: string | undefined;
  /** The request target. */
  readonly url?: string | undefined;
  /** By names in lower case. */
  readonly headers: {
    readonly accept?: string | undefined;
    readonly origin?: string | undefined;
    readonly [name: string]: string | readonly string[] | undefined;
  };
  /** Name, value, name, value, as they were sent. */
  readonly rawHeaders: readonly string[];
  readonly socket: Connected;
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end", listener: () => void): unknown;
  removeAllListeners(event: "data" | "end"): unknown;
}

/** What is done with a connection. One that is encrypted says so by having the property. */
interface Connected {
  readonly encrypted?: boolean;
  setTimeout(milliseconds: number): unknown;
  destroy(): unknown;
}

/** What an answer is written to: Node's response, or what another host makes one of. */
export interface Reply {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  statusMessage: string;
  writeContinue(): void;
  writeHead(status: number, lines: string[]): unknown;
  flushHeaders(): void;
  write(text: string, done: () => void): unknown;
  end(text?: string): unknown;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** One request and its answer, as they travel through the server. */
export interface Exchange {
  readonly req: Incoming;
  readonly res: Reply;
  /** The status that was sent; 0 before that. */
  status: number;
  /** The page that may read the answer: the origin of the request, once it is allowed; null for a page that may not. */
  origin: string | null | undefined;
  /** What happens to the answer; absent for nearly all of them. */
  disturbance: Disturbance | undefined;
  /** Makes the body that is sent in place of the usual one. */
  alter: ((status: number, text: string) => string | undefined) | undefined;
  /** Why the request was refused. */
  refusal: Refusal | undefined;
  /** What the client sees. */
  world: World;
  /** The operation that was reached. */
  operation: Operation | undefined;
  /** The bytes of the request's body, where it was read. */
  body: Uint8Array | undefined;
  /** When the request came, as `performance.now` tells it. */
  readonly began: number;
  /** True for what is no request of the document's: nothing is kept of it. */
  isSilent: boolean;
}

/** An answer that is about to be sent. */
export interface Outgoing {
  readonly status: number;
  readonly lines: HeaderLines;
  readonly text: string | undefined;
}

/** Sends an answer in the usual way. */
export type Sender = (exchange: Exchange, outgoing: Outgoing) => void;
