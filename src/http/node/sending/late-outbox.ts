// The outbox of a world. What sends is loaded with the first thing that might be sent, so that it does not slow down the
// start.
import type { Contract } from "../../../contract/model.ts";
import type { Asked, Given, ItemChange, Outbox, Webhooks } from "../../../mock/outbox.ts";
import type { Collection } from "../../../mock/items/collection.ts";
import type { ResourcePlan } from "../../../mock/resource-plan.ts";
import type { WorldOutbox } from "../../../mock/sending/outbox.ts";

import { ToldCollection } from "./told-collection.ts";

/** A request that a mock has sent: it causes nothing, or two mocks would call each other for ever. */
export const SENT_BY_MOCK = "x-mock-delivery";

/** Changes that nobody has taken. */
const MOST_CHANGES = 1_000;

/** True if a document describes anything that is sent by itself. */
export function sendsAnything({ unserved }: Contract): boolean {
  return unserved.some(({ kind }) => kind !== "path");
}

export class LateOutbox implements Outbox {
  readonly #calling: ReadonlySet<string>;
  readonly #now: () => number;
  readonly #load: () => Promise<WorldOutbox>;
  #loaded: Promise<WorldOutbox> | undefined;
  #changes: ItemChange[] = [];
  /** Counts resets: what was answered before one is not sent after it. */
  #era = 0;
  #isClosed = false;

  /** @param calling the names of the operations that have callbacks */
  constructor(calling: ReadonlySet<string>, now: () => number, load: () => Promise<WorldOutbox>) {
    this.#calling = calling;
    this.#now = now;
    this.#load = load;
  }

  collection(plan: ResourcePlan): Collection {
    return new ToldCollection(plan, (change) => {
      if (this.#changes.length < MOST_CHANGES) this.#changes.push(change);
    });
  }

  take(): readonly ItemChange[] {
    const taken = this.#changes;
    if (taken.length > 0) this.#changes = [];
    return taken;
  }

  answered(asked: Asked, given: Given): void {
    const { changes = [], operation, request } = asked;
    if (changes.length === 0 && (operation === undefined || !this.#calling.has(operation.name))) return;
    if (this.#isClosed || request === undefined || request.header?.(SENT_BY_MOCK) !== "") return;
    const now = this.#now();
    const era = this.#era;
    // The client has its answer before anything is sent.
    asked.res.once("close", () => {
      void this.#open().then((outbox) => {
        if (era === this.#era) outbox.follow(asked, given, now);
      });
    });
  }

  open(): Promise<Webhooks> {
    return this.#open();
  }

  reset(): void {
    this.#era++;
    this.#changes = [];
    void this.#loaded?.then((outbox) => outbox.reset());
  }

  close(): void {
    this.#isClosed = true;
    this.reset();
  }

  #open(): Promise<WorldOutbox> {
    return (this.#loaded ??= this.#load());
  }
}
