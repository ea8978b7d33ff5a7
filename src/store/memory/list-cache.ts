// Caches list responses until the next write, because clients request the same list again and again.
import type { ByteCount } from "../byte-budget.ts";

/** The number of cached responses, and the maximum length of each. */
const KEPT_ANSWERS = 256;
const KEPT_LENGTH = 65_536;

/** List texts by the name of their query. */
export class ListCache {
  readonly #texts = new Map<string, string>();
  readonly #budget: ByteCount;
  #bytes = 0;

  constructor(budget: ByteCount) {
    this.#budget = budget;
  }

  get(name: string): string | undefined {
    return this.#texts.get(name);
  }

  keep(name: string, text: string): void {
    if (text.length > KEPT_LENGTH) return;
    if (this.#texts.size >= KEPT_ANSWERS) this.forget();
    const bytes = (name.length + text.length) * 2;
    if (bytes > this.#budget.left) return;
    this.#budget.count(bytes);
    this.#bytes += bytes;
    this.#texts.set(name, text);
  }

  forget(): void {
    if (this.#texts.size === 0) return;
    this.#texts.clear();
    this.#budget.count(-this.#bytes);
    this.#bytes = 0;
  }
}
