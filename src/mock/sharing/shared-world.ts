// One world of several processes. A request is carried out at once on what this process knows, and becomes true when the
// engine takes what it did: if others came first, it is taken back, their changes are repeated here, and it is carried
// out again. Requests that wait go together.
import type { Operation } from "../../contract/model.ts";
import { type Engine, EngineError, type Outcome, type Step, UNTOUCHED } from "../../store/engine.ts";
import type { Mask } from "../journal/mask.ts";
import type { World } from "../world.ts";
import type { Recorder } from "./recorder.ts";
import { RecordReader, RecordWriter } from "./records.ts";
import { Replica } from "./replica.ts";

/** Requests that are carried out together. */
const MOST_TOGETHER = 64;
/** How long others may come first, in milliseconds. */
const PATIENCE = 10_000;
/** How long to wait before asking for a turn again, in milliseconds. */
const PAUSE = 1;
/** How long to wait before a world that this process has no room for is read again, in milliseconds. */
const RESPITE = 10_000;

/** What all worlds of a shared mock have. */
export interface SharedParts {
  readonly engine: Engine;
  readonly operations: readonly Operation[];
  /** Hides what must not be kept of requests. */
  readonly mask: Mask;
}

/** Something to do in a world. */
interface Task {
  /** Does it, from the beginning each time. */
  readonly work: () => void;
  /** Called once: what was done is true, or why it is not. */
  readonly done: (fault?: unknown) => void;
}

export class SharedWorld {
  readonly world: World;
  readonly records: RecordReader;
  readonly #engine: Engine;
  readonly #recorder: Recorder;
  readonly #replica: Replica;
  readonly #waiting: Task[] = [];
  /** What the current requests have recorded; undefined between requests. */
  #records: string[] | undefined;
  /** Absent before it was first loaded. */
  #version: string | undefined;
  #isLost = true;
  /** Why this process cannot have it, for a while. */
  #objection: { readonly error: EngineError; readonly until: number } | undefined;
  #isBusy = false;

  constructor(world: World, recorder: Recorder, { engine, operations, mask }: SharedParts) {
    this.world = world;
    this.#engine = engine;
    this.#recorder = recorder;
    this.#replica = new Replica(world, recorder, engine);
    this.records = new RecordReader(world, engine, operations);
    const writer = new RecordWriter(world.name, mask);
    if (world.journal !== undefined)
      world.journal.divert = (answered) => {
        const record = writer.write(answered);
        // An answer that was delayed is recorded when it is sent.
        if (this.#records === undefined) void engine.record(world.name, [record]).catch(() => undefined);
        else this.#records.push(record);
      };
  }

  /** Does something when it is its turn. */
  carry(task: Task): void {
    this.#waiting.push(task);
    if (!this.#isBusy) void this.#run();
  }

  /** Does something, and waits until it is true. @throws EngineError */
  do<T>(work: () => T): Promise<T> {
    return new Promise((resolve, reject) => {
      let made: { readonly value: T } | { readonly error: unknown } | undefined;
      this.carry({
        work: () => {
          try {
            made = { value: work() };
          } catch (error) {
            made = { error };
          }
        },
        done: (fault) => {
          if (fault !== undefined || made === undefined) reject(asError(fault));
          else if ("error" in made) reject(asError(made.error));
          else resolve(made.value);
        },
      });
    });
  }

  async #run(): Promise<void> {
    this.#isBusy = true;
    // What arrives together goes together.
    await Promise.resolve();
    while (this.#waiting.length > 0) {
      const tasks = this.#waiting.splice(0, MOST_TOGETHER);
      let fault: unknown;
      try {
        await this.#settle(tasks);
      } catch (error) {
        fault = error ?? new Error("unknown");
        this.#takeBack();
      }
      for (const { done } of tasks) done(fault);
    }
    this.#isBusy = false;
  }

  async #settle(tasks: Task[]): Promise<void> {
    if (this.#isLost) await this.#load();
    const end = performance.now() + PATIENCE;
    for (let attempt = 0; performance.now() < end; attempt++) {
      const step = this.#attempt(tasks, attempt);
      const outcome = await this.#engine.step(this.world.name, step);
      if (outcome.kind === "done") {
        this.#version = outcome.version;
        this.#recorder.settle();
        return;
      }
      this.#takeBack();
      const hasTurn = await this.#follow(outcome);
      if (!hasTurn && step.changes.length > 0) await this.#takeTurn(end);
      // What has arrived meanwhile goes along.
      tasks.push(...this.#waiting.splice(0, MOST_TOGETHER - tasks.length));
    }
    throw new EngineError("unreachable", "others were always first");
  }

  #attempt(tasks: readonly Task[], attempt: number): Step {
    this.#records = [];
    for (const { work } of tasks) {
      work();
      this.#recorder.endRequest();
    }
    const records = this.#records;
    this.#records = undefined;
    const { changes, blobs } = this.#recorder.done;
    // What was read after others were asked was true when it was read.
    const isPast = attempt > 0 && changes.length === 0;
    const wantsTurn = attempt === 0 && changes.length > 0;
    return { from: this.#version ?? UNTOUCHED, changes, blobs, records, isPast, wantsTurn };
  }

  /** Waits until the others wait, so that requests need not be carried out again and again. */
  async #takeTurn(end: number): Promise<void> {
    const nothing = { changes: [], blobs: new Map<string, string>(), records: [], wantsTurn: true };
    while (performance.now() < end) {
      const outcome = await this.#engine.step(this.world.name, { from: this.#version ?? UNTOUCHED, ...nothing });
      if (outcome.kind === "done" || (await this.#follow(outcome))) return;
      if (outcome.kind === "wait") await new Promise((resolve) => setTimeout(resolve, PAUSE));
    }
  }

  /** Does what others have done. @returns true if it is the turn of this process */
  async #follow(outcome: Outcome): Promise<boolean> {
    if (outcome.kind === "reload") this.#isLost = true;
    if (this.#isLost) await this.#load();
    else if (outcome.kind === "missed") await this.#catchUp(outcome);
    return outcome.kind === "missed" && outcome.hasTurn;
  }

  #takeBack(): void {
    this.#records = undefined;
    if (!this.#recorder.undo()) this.#isLost = true;
  }

  async #catchUp({ changes, version }: Missed): Promise<void> {
    this.#isLost = true;
    await this.#replica.apply(changes);
    this.#version = version;
    this.#isLost = false;
  }

  async #load(): Promise<void> {
    // One that cannot be loaded would be read again for each request.
    if (this.#objection !== undefined && performance.now() < this.#objection.until) throw this.#objection.error;
    // A new one is as it starts.
    if (this.#version !== undefined) this.#replica.forget();
    this.#version = UNTOUCHED;
    try {
      this.#version = await this.#engine.load(this.world.name, (changes) => this.#replica.apply(changes));
      this.#isLost = false;
    } catch (error) {
      const isCrowded = error instanceof EngineError && error.kind === "crowded";
      if (isCrowded) this.#objection = { error, until: performance.now() + RESPITE };
      throw error;
    }
  }
}

type Missed = Extract<Outcome, { readonly kind: "missed" }>;

function asError(fault: unknown): Error {
  return fault instanceof Error ? fault : new Error(String(fault));
}
