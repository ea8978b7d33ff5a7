// Deliveries that tests wait for. Each is returned once.
import type { Sent } from "../outbox.ts";

/** How many are kept that nobody asked for. */
const MOST = 200;
const MOST_WAITERS = 100;

interface Waiter {
  readonly name: string;
  readonly done: (sent: Sent) => void;
}

export class Awaited {
  #arrived: Sent[] = [];
  #waiters: Waiter[] = [];
  #last: Sent | undefined;

  note(sent: Sent): void {
    this.#last = sent;
    if (sent.outcome === "repeated") return;
    const waiter = this.#waiters.find(({ name }) => name === sent.name);
    if (waiter === undefined) this.#arrived = [...this.#arrived.slice(1 - MOST), sent];
    else {
      this.#waiters = this.#waiters.filter((one) => one !== waiter);
      waiter.done(sent);
    }
  }

  /** @param hint why it may never come */
  next(name: string, milliseconds: number, hint: string): Promise<Sent> {
    const at = this.#arrived.findIndex((one) => one.name === name);
    const [found] = at === -1 ? [] : this.#arrived.splice(at, 1);
    if (found !== undefined) return Promise.resolve(found);
    if (this.#waiters.length >= MOST_WAITERS) throw new Error(`${MOST_WAITERS} calls wait already`);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = {
        name,
        done: (sent) => {
          clearTimeout(timer);
          resolve(sent);
        },
      };
      const timer = setTimeout(() => {
        this.#waiters = this.#waiters.filter((one) => one !== waiter);
        reject(new Error(`no ${name} was delivered within ${milliseconds} ms${hint}${this.#lastTold(name)}`));
      }, milliseconds);
      this.#waiters.push(waiter);
    });
  }

  clear(): void {
    this.#arrived = [];
    this.#last = undefined;
  }

  #lastTold(name: string): string {
    const last = this.#last;
    if (last?.name !== name || last.why === undefined) return "";
    return `; attempt ${last.attempt}: ${last.why}`;
  }
}
