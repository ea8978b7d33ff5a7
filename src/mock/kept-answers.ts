// The answers that a world keeps for requests with an idempotency key.
import type { Clock } from "./clock.ts";
import type { Answer } from "./response.ts";

const DAY = 86_400_000;
/** The most that is kept: answers, and their characters. */
const MOST = 1_000;
const MOST_CHARACTERS = 250_000;

interface Kept {
  readonly asked: string;
  readonly answer: Answer;
  readonly until: number;
}

const sizeOf = ({ asked, answer }: Kept): number => asked.length + (answer.text?.length ?? 0);

/** The answers to requests with a key, for a day. The oldest go when there are too many. */
export class KeptAnswers {
  readonly #kept = new Map<string, Kept>();
  #characters = 0;

  find(name: string, clock: Clock): Kept | undefined {
    const kept = this.#kept.get(name);
    if (kept === undefined || kept.until > clock.now()) return kept;
    this.#drop(name);
    return undefined;
  }

  keep(name: string, of: { readonly asked: string; readonly answer: Answer }, clock: Clock): void {
    this.#drop(name);
    const kept = { ...of, until: clock.now() + DAY };
    this.#kept.set(name, kept);
    this.#characters += sizeOf(kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MOST && this.#characters <= MOST_CHARACTERS) return;
      this.#drop(oldest);
    }
  }

  clear(): void {
    this.#kept.clear();
    this.#characters = 0;
  }

  #drop(name: string): void {
    const kept = this.#kept.get(name);
    if (kept !== undefined) this.#characters -= sizeOf(kept);
    this.#kept.delete(name);
  }
}
