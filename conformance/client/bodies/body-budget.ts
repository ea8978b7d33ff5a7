// Limits how much of what a target sent is kept for judging and reporting at the end of a run. The target decides how
// much it sends, and must not decide how much memory that takes.
import { type Exchange, dropBody } from "../exchange.ts";

/** Bytes of all bodies together, read and decoded. */
const MOST = 64 * 1024 * 1024;
/** Bytes kept of a body when the rest is dropped. */
const BEGINNING = 64 * 1024;

/**
 * The bodies of a run. When they exceed the limit, the oldest go first; large ones are first cut to their beginning.
 */
export class BodyBudget {
  readonly #large: Exchange[] = [];
  readonly #others: Exchange[] = [];
  #bytes = 0;

  add(exchange: Exchange): void {
    const bytes = bytesOf(exchange);
    this.#bytes += bytes;
    (bytes > BEGINNING ? this.#large : this.#others).push(exchange);
    while (this.#bytes > MOST) {
      const [large] = this.#large.splice(0, 1);
      if (large !== undefined) {
        this.#drop(large, BEGINNING);
        this.#others.push(large);
        continue;
      }
      const [other] = this.#others.splice(0, 1);
      if (other === undefined) return;
      this.#drop(other, 0);
    }
  }

  #drop(exchange: Exchange, kept: number): void {
    this.#bytes -= bytesOf(exchange);
    dropBody(exchange, kept);
    this.#bytes += bytesOf(exchange);
  }
}

function bytesOf({ response }: Exchange): number {
  const { body, decoding } = response ?? {};
  return (body?.length ?? 0) + (decoding !== undefined && "bytes" in decoding ? decoding.bytes.length : 0);
}
