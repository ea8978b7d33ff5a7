// Handlers in code: what an operation answers where no document can say it. Types only; `routing/by-code.ts` asks them.
import type { JsonValue } from "../json/value.ts";
import type { World } from "../mock/world.ts";

/** An answer as a handler gives it, or as it is given one. */
export interface HandlerAnswer {
  /** By default the operation's success. */
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as text where the operation answers text. */
  readonly body?: JsonValue;
}

/** A request that the document allows. */
export interface HandlerRequest {
  readonly method: string;
  /** The URL as the client asked for it. */
  readonly url: string;
  /** The path parameters, by name. */
  readonly params: Readonly<Record<string, JsonValue>>;
  /** The query parameters of the document, by name, with their defaults. */
  readonly query: Readonly<Record<string, JsonValue>>;
  readonly body: JsonValue | undefined;
  /** The value of a header; undefined if it was not sent. */
  header(name: string): string | undefined;
  /** What the mock answers without a handler. It is carried out, once, when it is first asked for. */
  answer(): Required<HandlerAnswer>;
}

/** What a handler may return; nothing leaves the answer to the mock. */
export type Handled = HandlerAnswer | undefined | void | Promise<HandlerAnswer | undefined | void>;

/** A handler of the server, which gets the world itself. */
export type ServerHandler = (request: HandlerRequest, world: World) => Handled;

/** Handlers by `operationId`. */
export type ServerHandlers = Readonly<Record<string, ServerHandler>>;
