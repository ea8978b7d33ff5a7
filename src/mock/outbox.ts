// What a world tells of its changes, so that something can be sent because of them. Types only: who sends is in
// sending/, which needs the network, and is handed in.
import type { Operation } from "../contract/model.ts";
import type { JsonValue } from "../json/value.ts";
import type { Key } from "../store/store.ts";
import type { Collection } from "./items/collection.ts";
import type { Delivery } from "./journal/entry.ts";
import type { ResourcePlan } from "./resource-plan.ts";

/** A change of one item. */
export interface ItemChange {
  readonly kind: "created" | "updated" | "removed";
  readonly plan: ResourcePlan;
  readonly key: Key;
  /** As stored: after a creation or an update, and before a removal. */
  readonly text: string;
  /** As stored before an update. */
  readonly former?: string | undefined;
}

/** What was read of a request: what behaviours get. */
interface ReadRequest {
  readonly values: readonly (JsonValue | undefined)[];
  readonly body?: JsonValue | undefined;
  readonly header?: (name: string) => string;
  readonly url?: () => string;
}

/** A request that was answered, and what it changed. */
export interface Asked {
  readonly req: {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
    readonly rawHeaders: readonly string[];
  };
  readonly res: { once(event: "close", listener: () => void): unknown };
  readonly operation: Operation | undefined;
  /** Absent if nothing was carried out. */
  readonly request?: ReadRequest | undefined;
  readonly changes?: readonly ItemChange[] | undefined;
}

/** The answer to it. */
export interface Given {
  readonly status: number;
  readonly lines: readonly string[];
  readonly text: string | undefined;
}

/** What the mock has sent, with what became of it. */
export interface Sent extends Delivery {
  readonly method: string;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The value of JSON, or else the text. */
  readonly body: JsonValue | undefined;
  /** The answer; absent if there was none. */
  readonly status?: number;
}

/** Hears of the changes of a world, and sends what follows them. */
export interface Outbox {
  /** The items of a resource, whose changes are heard of. */
  collection(plan: ResourcePlan): Collection;
  /** The changes since the last call. */
  take(): readonly ItemChange[];
  /** Sends what follows a request, after its answer. */
  answered(asked: Asked, given: Given): void;
  /** What sends; it is loaded when it is first needed. */
  open(): Promise<Webhooks>;
  reset(): void;
  close(): void;
}

/** The webhooks of a document, in one world. */
export interface Webhooks {
  /** The webhooks of the document, with the addresses that are registered for each. */
  list(): readonly { readonly name: string; readonly addresses: readonly string[] }[];
  /** @returns why not, for a name that the document does not have, or an address to which nothing may be sent */
  register(name: string, url: string): string | undefined;
  /** @returns false if it was not registered */
  unregister(name: string, url: string): boolean;
  /** Sends a webhook now. @returns why not, or the addresses that it is sent to */
  send(name: string, body?: JsonValue): string | readonly string[];
  /** The next delivery of that name that came to an end and was not returned before. @throws Error after that time */
  next(name: string, milliseconds: number): Promise<Sent>;
}
