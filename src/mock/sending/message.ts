// What is sent, and who carries it.
import type { Thing } from "./payload.ts";

/** A webhook or a callback, ready to be sent. */
export interface Message {
  /** The same for all attempts. */
  readonly id: string;
  /** The name of the webhook or callback. */
  readonly name: string;
  readonly method: string;
  readonly url: string;
  /** Name, value, name, value. */
  readonly lines: readonly string[];
  readonly text: string | undefined;
  /** The header in which the document wants a signature. */
  readonly signature?: string | undefined;
  /** The secret of the receiver, if it has one of its own. */
  readonly secret?: string | undefined;
  /** What it is, so that callbacks of its own may follow it. */
  readonly as?: Following | undefined;
}

/** What callbacks may follow. */
export interface Following {
  /** The name of the operation that describes what was sent. */
  readonly operation: string;
  readonly thing: Thing | undefined;
  /** How much more may follow the same request, at any depth. */
  readonly room: { left: number };
}

/** What came back from one attempt. */
export interface Carried {
  /** All headers as sent. */
  readonly lines: readonly string[];
  /** 0 if there was no answer. */
  readonly status: number;
  readonly answer: { readonly lines: readonly string[]; readonly text: string | undefined };
  /** Why there was no answer. */
  readonly why?: string | undefined;
  readonly ms: number;
}

/** Carries messages over the network. */
export interface Courier {
  /** Why nothing is sent to a URL; undefined if something may be. */
  objection(url: string): string | undefined;
  /** Never rejects. @param now the time of the world, which is signed */
  carry(message: Message, now: number, stop: AbortSignal): Promise<Carried>;
}
