// The answers that a world keeps for requests with an idempotency key.
import type { Clock } from "./clock.ts";
import { Rows } from "../store/rows.ts";
import type { Answer } from "./response.ts";

const DAY = 86_400_000;
/** The most that is kept: answers, and their characters. */
const MOST = 1_000;
const MOST_CHARACTERS = 250_000;

export interface Kept {
  readonly asked: string;
  readonly answer: Answer;
  readonly until: number;
}

const sizeOf = (kept: Kept | undefined): number =>
  kept === undefined ? 0 : kept.asked.length + (kept.answer.text?.length ?? 0);

/** The answers to requests with a key, for a day. The oldest go when there are too many. */
export class KeptAnswers {
  readonly rows = new Rows<Kept>((_, kept, former) => (this.#characters += sizeOf(kept) - sizeOf(former)));
  #characters = 0;

  find(name: string, clock: Clock): Kept | undefined {
    const kept = this.rows.get(name);
    if (kept === undefined || kept.until > clock.now()) return kept;
    this.rows.set(name, undefined);
    return undefined;
  }

  keep(name: string, of: { readonly asked: string; readonly answer: Answer }, clock: Clock): void {
    this.rows.set(name, undefined);
    this.rows.set(name, { ...of, until: clock.now() + DAY });
    for (const oldest of this.rows.keys()) {
      if (this.rows.size <= MOST && this.#characters <= MOST_CHARACTERS) return;
      this.rows.set(oldest, undefined);
    }
  }

  clear(): void {
    this.rows.clear();
  }
}
