// Ends a run early because its time is over or the user interrupts it. Nothing new is sent then; pending requests may
// still be answered for a moment, and created items may be removed.
import { Undecidable } from "./undecidable.ts";

/** Why a run ended early. */
export type EndedBy = "interruption" | "time";

/** An answer within this time still counts: it may confirm a creation, which must be known to be undone. */
const GRACE_MS = 600;
/**
 * This long after the end, nothing more is sent and no answer is awaited, even if items that the run created remain. A
 * run ends within 3 seconds, and writing the report of a large document takes one of them, or two on a slow or busy
 * machine.
 */
const LAST_MS = 1_000;
/**
 * On a busy machine, judging may delay the end. Answers and removals get at least this much time from then on;
 * otherwise the items that the run created would stay.
 */
const LEAST_GRACE_MS = 200;
const LEAST_CLEARING_MS = 400;
/** This long after the end, no answer is judged either. If the cleanup took longer, judging still gets a moment. */
const JUDGED_MS = 750;
const LEAST_JUDGED_MS = 150;

const REASONS = {
  interruption: ["the run was interrupted", "a run without an interruption"],
  time: ["the time of the run is over", "a larger --max-time"],
} as const satisfies Readonly<Record<EndedBy, readonly [why: string, needs: string]>>;

export interface StopOptions {
  /** How long the run may take; absent: no limit. */
  readonly maxTimeMs?: number;
  /** Interrupts the run. */
  readonly signal?: AbortSignal;
}

/** When a run must end. Close it when the run has ended. */
export class Stop {
  #endedBy: EndedBy | undefined;
  #endedAt = 0;
  #judgedMs = JUDGED_MS;
  #clearing = false;
  /** True once nothing may be awaited any longer. */
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

  /** Why the run had to end early; undefined while it may go on. */
  get endedBy(): EndedBy | undefined {
    return this.#endedBy;
  }

  /** Like `endedBy`, in words: why, and what would have let the run go on. */
  get ending(): Undecidable | undefined {
    return this.#endedBy === undefined ? undefined : undecidable(this.#endedBy);
  }

  close(): void {
    clearTimeout(this.#whole);
    clearTimeout(this.#timer);
    this.#signal?.removeEventListener("abort", this.#onAbort);
  }

  /** @throws Undecidable when nothing more may be sent */
  check(): void {
    if (this.#endedBy !== undefined && (this.#late || !this.#clearing)) throw undecidable(this.#endedBy);
  }

  /** @throws Undecidable when there is no time left to judge answers */
  checkJudging(): void {
    if (this.#endedBy !== undefined && performance.now() - this.#endedAt > this.#judgedMs)
      throw undecidable(this.#endedBy);
  }

  /** Waits, but not beyond the end of the run. */
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

  /** The result of something pending. @throws Undecidable when it takes longer than the end of the run allows */
  within<T>(underWay: Promise<T>): Promise<T> {
    return new Promise((resolve, reject) => {
      const cut = (): void => reject(undecidable(this.#endedBy ?? "interruption"));
      this.#underWay.add(cut);
      const settled = (): boolean => this.#underWay.delete(cut);
      void underWay.then(resolve, reject).finally(settled);
    });
  }

  /** Does something that gets a few seconds even after the end: removing the items that the run created. */
  async clearingUp(act: () => Promise<void>): Promise<void> {
    this.#clearing = true;
    if (this.#endedBy !== undefined) this.#leave(LAST_MS, LEAST_CLEARING_MS);
    await act();
    if (this.#endedBy !== undefined)
      this.#judgedMs = Math.max(JUDGED_MS, performance.now() - this.#endedAt + LEAST_JUDGED_MS);
    this.#clearing = false;
    clearTimeout(this.#timer);
  }

  /** @param at when it was due to end: judging may delay a timer */
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

  /** Leaves this much time after the end to what is pending, and at least `least` from now on. */
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

/** Created once: after the end of a large run they are thrown by the thousand. */
const UNDECIDABLE = {
  interruption: new Undecidable(...REASONS.interruption),
  time: new Undecidable(...REASONS.time),
} as const satisfies Readonly<Record<EndedBy, Undecidable>>;

function undecidable(by: EndedBy): Undecidable {
  return UNDECIDABLE[by];
}
