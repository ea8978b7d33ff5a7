// One request and its answer, as they pass through the server.
import { type HeaderLines } from "../contract/header-lines.ts";
import type { Operation } from "../contract/model.ts";
import type { World } from "../mock/world.ts";
import type { MockRequest } from "../mock/roles/basis.ts";
import type { ItemChange } from "../mock/outbox.ts";
import type { Refusal } from "../mock/errors/refusal.ts";
import type { Disturbance } from "../mock/situations/situation.ts";

/** The parts of a request that the mock reads. Node's request has more; another host supplies an object like this. */
export interface Incoming {
  readonly method?: string | undefined;
  /** The request target. */
  readonly url?: string | undefined;
  /** Name, value, name, value, as sent. */
  readonly rawHeaders: readonly string[];
  readonly socket: Connected;
  /** Sends the body, piece by piece, and tells when it was complete; nothing of it is read before. */
  on(event: "data", listener: (chunk: Uint8Array) => void): unknown;
  on(event: "end", listener: () => void): unknown;
}

/** The operations on a connection. */
interface Connected {
  readonly encrypted?: boolean;
  setTimeout(milliseconds: number): unknown;
  destroy(): unknown;
}

/** Where an answer is written: Node's response, or what another host supplies. */
export interface Reply {
  readonly headersSent: boolean;
  readonly destroyed: boolean;
  statusMessage: string;
  writeContinue(): void;
  writeHead(status: number, lines: string[]): unknown;
  flushHeaders(): void;
  write(text: string, done: () => void): unknown;
  end(): unknown;
  end(body: string | Uint8Array): unknown;
  end(text: string, encoding: "latin1" | "utf8"): unknown;
  destroy(): unknown;
  once(event: "close", listener: () => void): unknown;
}

/** One request and its answer, as they pass through the server. */
export interface Exchange {
  readonly req: Incoming;
  readonly res: Reply;
  /** The status that was sent; 0 before that. */
  status: number;
  /** The origin of a page that may read the answer, once it is allowed; null for a page that may not. */
  origin: string | null | undefined;
  /** What happens to the answer; usually absent. */
  disturbance: Disturbance | undefined;
  /** Builds the body that replaces the usual one. */
  alter: ((status: number, text: string) => string | undefined) | undefined;
  /** Why the request was refused. */
  refusal: Refusal | undefined;
  /** Why the request would have been refused, where the mock is lenient. */
  excused: Refusal | undefined;
  /** The session that the client names. */
  session: string | undefined;
  /** How a query names a session. */
  readonly sessionName: string;
  /** The world that the client sees; until it is admitted, never one that only this request would create. */
  world: World;
  /** The operation that was reached. */
  operation: Operation | undefined;
  /** The bytes of the request body, if it was read. */
  body: Uint8Array | undefined;
  /** What the document says of the request, once all of it was read. */
  request: MockRequest | undefined;
  /** What of the request is not in the answer, because the document does not allow it there. */
  repairs: readonly string[] | undefined;
  /** What the request has changed, if somebody hears of it. */
  changes: readonly ItemChange[] | undefined;
  /** When the request arrived, from `performance.now`. */
  readonly began: number;
  /** True for a request that is not for the document's API: it is not recorded. */
  isSilent: boolean;
}

/** An answer about to be sent. */
export interface Outgoing {
  readonly status: number;
  readonly lines: HeaderLines;
  readonly text: string | undefined;
  /** The body of an answer that is a file. */
  readonly bytes?: Uint8Array | undefined;
  /** The text of a stream, piece by piece. */
  readonly pieces?: readonly string[] | undefined;
}

/** Sends an answer in the usual way. */
export type Sender = (exchange: Exchange, outgoing: Outgoing) => void;
