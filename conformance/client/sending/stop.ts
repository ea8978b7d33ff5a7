// Ends a run before it is through, because its time is over or somebody interrupts it: nothing new is asked then, what
// is under way may still be answered for a moment, and what was created may be removed.
import { Undecidable } from "../undecidable.ts";

/** Why a run ended before it was through. */
export type EndedBy = "interruption" | "time";

/** An answer that comes within this still counts: it may be that to a creation, which must be known to be undone. */
const GRACE_MS = 600;
/**
 * From here on nothing is sent and no answer is awaited, even if items remain that the run created: a run ends within
 * 3 seconds, and writing the report of a large document takes one of them, or two on a machine that is slow or busy.
 */
const LAST_MS = 1_000;
/**
 * What judges may keep the end waiting on a busy machine. Answers and removals get at least this much from then on: what a
 * run created would otherwise stay.
 */
const LEAST_GRACE_MS = 200;
const LEAST_CLEARING_MS = 400;
/** From here on no answer is judged either. Where clearing up took longer, judging still gets a moment. */
const JUDGED_MS = 750;
const LEAST_JUDGED_MS = 150;

const REASONS = {
  interruption: ["the run was interrupted", "a run that is let finish"],
  time: ["the time of the run is over", "a larger --max-time"],
} as const satisfies Readonly<Record<EndedBy, readonly [why: string, needs: string]>>;

export interface StopOptions {
  /** How long the run may take; absent means as long as it does. */
  readonly maxTimeMs?: number;
  /** Interrupts the run. */
  readonly signal?: AbortSignal;
}

/** When a run must end. Close it when the run has. */
export class Stop {
  #endedBy: EndedBy | undefined;
  #endedAt = 0;
  #judgedMs = JUDGED_MS;
  #clearing = false;
  /** True once nothing at all may be waited for any longer. */
  #late = false;
  #timer: NodeJS.Timeout | undefined;
  readonly #whole: NodeJS.Timeout | undefined;
  readonly #signal: AbortSignal | undefined;
  readonly #onAbort = (): void => this.#end("interruption");
  readonly #sleepers = new Set<() => void>();
  readonly #underWay = new Set<() => void>();

  constructor({ maxTimeMs, signal }: StopOptions = {}) {
    const due = performance.now() + (maxTimeMs ?? 0);
    this.#whole = maxTimeMs === undefined ? undefined : setTimeout(() => this.#end("time", due), maxTimeMs);
    this.#signal = signal;
    signal?.addEventListener("abort", this.#onAbort);
    if (signal?.aborted === true) this.#end("interruption");
    else if (maxTimeMs === 0) this.#end("time", due);
  }

  /** Why the run had to end before it was through; undefined while it need not. */
  get endedBy(): EndedBy | undefined {
    return this.#endedBy;
  }

  /** As `endedBy`, in words: why, and what would have let the run go on. */
  get ending(): Undecidable | undefined {
    return this.#endedBy === undefined ? undefined : undecidable(this.#endedBy);
  }

  close(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }

  /** @throws Undecidable when nothing more may be asked */
  check(): void {
    if (this.#endedBy !== undefined && (this.#late || !this.#clearing)) throw undecidable(this.#endedBy);
  }

  /** @throws Undecidable when there is no time left to judge what was received */
  checkJudging(): void {
    if (this.#endedBy !== undefined && performance.now() - this.#endedAt > this.#judgedMs)
      throw undecidable(this.#endedBy);
  }

  /** Waits, but not longer than the run goes on. */
  sleep(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const wake = (): void => {
        clearTimeout(timer);
        this.#sleepers.delete(wake);
        resolve();
      };
      const timer = setTimeout(wake, ms);
      this.#sleepers.add(wake);
    });
  }

  /** What comes of something under way. @throws Undecidable when it takes longer than the end of the run allows */
  within<T>(underWay: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cut = (): void => reject(undecidable(this.#endedBy ?? "interruption"));
      this.#underWay.add(cut);
      const settled = (): boolean => this.#underWay.delete(cut);
      void underWay.then(resolve, reject).finally(settled);
    });
  }

  /** Does something for which a few seconds are left even after the end: what the run created is to be removed. */
  async clearingUp(act: () => Promise<void>): Promise<void> {
    this.#clearing = true;
    if (this.#endedBy !== undefined) this.#leave(LAST_MS, LEAST_CLEARING_MS);
    await act();
    if (this.#endedBy !== undefined)
      this.#judgedMs = Math.max(JUDGED_MS, performance.now() - this.#endedAt + LEAST_JUDGED_MS);
    this.#clearing = false;
    clearTimeout(this.#timer);
  }

  /** @param at when it was to end: what is being judged may keep a timer waiting */
  #end(by: EndedBy, at = performance.now()): void {
    if (this.#endedBy !== undefined) return;
    this.#endedBy = by;
    this.#endedAt = at;
    if (this.#clearing) {
      this.#leave(LAST_MS, LEAST_CLEARING_MS);
    } else {
      this.#leave(GRACE_MS, LEAST_GRACE_MS);
      this.#wake();
    }
  }

  /** Leaves this much time from the end on to what is under way, and never less than `least` from now on. */
  #leave(ms: number, least: number): void {
    const left = Math.max(least, this.#endedAt + ms - performance.now());
    clearTimeout(this.#timer);
    this.#late = false;
    this.#timer = setTimeout(() => {
      this.#late = true;
      for (const cut of this.#underWay) cut();
      this.#wake();
    }, left);
  }

  #wake(): void {
    for (const wake of this.#sleepers) wake();
  }
}

/** Made once: after the end of a large run they are thrown by the thousand. */
const UNDECIDABLE = {
  interruption: new Undecidable(...REASONS.interruption),
  time: new Undecidable(...REASONS.time),
} as const satisfies Readonly<Record<EndedBy, Undecidable>>;

function undecidable(by: EndedBy): Undecidable {
  return UNDECIDABLE[by];
}
