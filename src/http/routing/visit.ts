// A request on its way to its operation.
import type { Exchange } from "../exchange.ts";
import type { Replies } from "../answer/replies.ts";
import type { Head } from "../request/head.ts";

/** A request that is being routed: what the server knows about it so far. */
export interface Visit extends Exchange {
  readonly head: Head;
  /** The path as sent. */
  path: string;
  query: string;
  /** The texts of the path parameters, in the order of the template. */
  texts: readonly string[];
  /** The path template, once it is known. */
  template: string | undefined;
  /** The client waits for 100 Continue before it sends the body (RFC 9110, section 10.1.1). */
  readonly awaitsContinue: boolean;
  /** The answers of the path or operation that was reached; absent before that. */
  replies: Replies | undefined;
}
