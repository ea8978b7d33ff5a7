// What a contract sends by itself, read once for all worlds; and where the operator wants it sent.
import type { Contract } from "../../contract/model.ts";
import { once } from "../../memo.ts";
import type { Inference } from "../../resource/model.ts";
import { type Callback, callbacksOf } from "./callbacks.ts";
import type { Carried, Courier, Message } from "./message.ts";
import type { Delivery } from "../journal/entry.ts";
import { PayloadMaker } from "./payload.ts";
import { type SubscriptionShape, subscriptionsOf } from "../../resource/events/subscriptions.ts";
import { type Topic, topicsOf } from "../../resource/events/topics.ts";

/** Addresses of webhooks, by name; `*` stands for all of them. */
export type Addresses = ReadonlyMap<string, ReadonlySet<string>>;

export const ANY_WEBHOOK = "*";

export interface SendingParts {
  readonly contract: Contract;
  readonly inference: Inference;
  readonly courier: Courier;
  readonly addresses: Addresses;
  /** Hears of each attempt, in any world. */
  readonly onDelivery?: ((message: Message, delivery: Delivery, carried: Carried | undefined) => void) | undefined;
}

/** What every world of a mock sends. */
export class SendingPlan {
  readonly parts: SendingParts;
  readonly topics: readonly Topic[];
  readonly subscriptions: readonly SubscriptionShape[];
  readonly #callbacks: ReadonlyMap<string, readonly Callback[]>;
  readonly #makerOf = once(({ webhook }: Topic) => new PayloadMaker(this.parts.contract, webhook));

  constructor(parts: SendingParts) {
    const { contract, inference } = parts;
    this.parts = parts;
    this.topics = topicsOf(contract, inference);
    this.subscriptions = this.topics.length === 0 ? [] : subscriptionsOf(contract.document, inference.resources);
    this.#callbacks = callbacksOf(contract);
  }

  callbacks(operation: string): readonly Callback[] {
    return this.#callbacks.get(operation) ?? [];
  }

  topic(name: string): Topic | undefined {
    return this.topics.find((topic) => topic.name === name);
  }

  makerOf(topic: Topic): PayloadMaker {
    return this.#makerOf(topic);
  }
}
