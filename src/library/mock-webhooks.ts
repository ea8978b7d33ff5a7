// What a mock sends by itself, in a test: where webhooks go, sending one, and waiting for one.
import type { JsonValue } from "../json/value.ts";
import { type ExchangeReading, readEntry } from "../mock/journal/reading.ts";
import type { Mask } from "../mock/journal/mask.ts";
import type { Sent, Webhooks } from "../mock/outbox.ts";
import type { World } from "../mock/world.ts";

/** A webhook or callback that was sent, and what became of it. */
export type SentWebhook = Sent;

/** How long a test waits by default, in milliseconds. */
const PATIENCE = 5_000;

/** The webhooks and callbacks of one world. */
export class MockWebhooks {
  readonly #world: () => World;
  readonly #mask: () => Mask;

  constructor(world: () => World, mask: () => Mask) {
    this.#world = world;
    this.#mask = mask;
  }

  /**
   * Sends a webhook to an address from now on.
   * @param name the name of a webhook in the document; `*` stands for all of them
   * @throws TypeError for an unknown name, or an address to which the mock may not send
   */
  async add(name: string, url: string | URL): Promise<void> {
    const why = (await this.#open()).register(name, String(url));
    if (why !== undefined) throw new TypeError(`webhooks.add(${JSON.stringify(name)}, ...): ${why}`);
  }

  /** Stops sending a webhook to an address. */
  async remove(name: string, url: string | URL): Promise<void> {
    (await this.#open()).unregister(name, String(url));
  }

  /**
   * Sends a webhook now, to all of its addresses.
   * @param body what to send instead of a generated body
   * @returns the addresses
   */
  async send(name: string, body?: JsonValue): Promise<readonly string[]> {
    const sent = (await this.#open()).send(name, body);
    if (typeof sent === "string") throw new TypeError(`webhooks.send: ${sent}`);
    return sent;
  }

  /**
   * Waits for the next webhook or callback of that name: delivered, given up, or refused. Each is returned once, and
   * one that was sent before the call counts.
   * @throws Error if there is none in time
   */
  async next(name: string, { timeout = PATIENCE }: { readonly timeout?: number } = {}): Promise<SentWebhook> {
    return (await this.#open()).next(name, timeout);
  }

  /** The latest attempts, oldest first, with masked secrets. */
  get deliveries(): readonly ExchangeReading[] {
    const entries = this.#world().journal?.entries ?? [];
    return entries.filter(({ delivery }) => delivery !== undefined).map((entry) => readEntry(entry, this.#mask()));
  }

  async #open(): Promise<Webhooks> {
    const { outbox } = this.#world();
    if (outbox === undefined) throw new TypeError("the document describes neither webhooks nor callbacks");
    return outbox.open();
  }
}
