// An answer that waits until it is true: what is written to it is sent, or dropped, later.
import type { Reply } from "../exchange.ts";

export class HeldReply implements Reply {
  readonly #real: Reply;
  #held: (() => void)[] = [];
  #state: "held" | "sent" | "dropped" = "held";
  #hasHead = false;
  #isDestroyed = false;
  #message = "";

  constructor(real: Reply) {
    this.#real = real;
  }

  get headersSent(): boolean {
    return this.#state === "sent" ? this.#real.headersSent : this.#hasHead;
  }

  get destroyed(): boolean {
    return this.#state === "dropped" || this.#isDestroyed || this.#real.destroyed;
  }

  get statusMessage(): string {
    return this.#message;
  }

  set statusMessage(message: string) {
    this.#message = message;
    this.#do(() => (this.#real.statusMessage = message));
  }

  writeContinue(): void {
    this.#do(() => this.#real.writeContinue());
  }

  writeHead(status: number, lines: string[]): void {
    this.#hasHead = true;
    this.#do(() => this.#real.writeHead(status, lines));
  }

  flushHeaders(): void {
    this.#do(() => this.#real.flushHeaders());
  }

  write(text: string, done: () => void): void {
    this.#do(() => this.#real.write(text, done));
  }

  end(...body: readonly never[]): void {
    this.#do(() => this.#real.end(...(body as [never])));
  }

  destroy(): void {
    this.#isDestroyed = true;
    this.#do(() => this.#real.destroy());
  }

  once(event: "close", listener: () => void): void {
    this.#do(() => this.#real.once(event, listener));
  }

  /** Sends what was written, and from now on everything at once. */
  release(): void {
    this.#state = "sent";
    const held = this.#held;
    this.#held = [];
    for (const step of held) step();
  }

  /** Sends nothing, now or later. */
  drop(): void {
    this.#state = "dropped";
    this.#held = [];
  }

  #do(step: () => void): void {
    if (this.#state === "sent") step();
    else if (this.#state === "held") this.#held.push(step);
  }
}
