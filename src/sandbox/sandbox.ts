// Runs the code of a package on data of unknown origin: in a worker, with limits of time and memory, and without a
// network. What is asked there may fail; it cannot take the program down, keep it waiting, or reach another machine.
import { isAbsolute, join } from "node:path";
import { Worker } from "node:worker_threads";

/** What a worker may use for one question. */
export interface Limits {
  /** Milliseconds from the question to its answer. */
  readonly ms: number;
  /** The heap, in MiB. */
  readonly megabytes: number;
}

/** What came of a question: a value, or in a few words why there is none ("it took longer than 10 s"). */
export type Answer<Value> = { readonly value: Value } | { readonly failure: string };

/** What a guest sends back; see `guest.ts`. */
export type Reply = { readonly ready: true } | Answer<unknown>;

/** A worker takes long to start on a busy machine; that is not the fault of the question. */
const START_MS = 30_000;

/**
 * The built file of a guest, named by its place below src. Tests run the sources, which a worker of Node 20 cannot:
 * it gets what was built of them.
 */
function guestFile(name: string): string {
  if (isAbsolute(name)) return name;
  const built = __filename.endsWith(".ts") ? join(__dirname, "..", "..", "dist", "src") : join(__dirname, "..");
  return join(built, `${name}.js`);
}

interface Running {
  readonly worker: Worker;
  /** Rejects where the guest could not be loaded. */
  readonly ready: Promise<unknown>;
}

/** A worker that answers questions one after the other. It starts with the first, and keeps the program no longer. */
export class Sandbox<Question, Value> {
  readonly #file: string;
  readonly #limits: Limits;
  #running: Running | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param guest the place of the worker's module below src, without extension, or the path of a file */
  constructor(guest: string, limits: Limits) {
    this.#file = guestFile(guest);
    this.#limits = limits;
  }

  /** Starts the worker now, so that the first question need not wait for it. */
  start(): void {
    this.#running ??= this.#start();
  }

  /** Asks one question; never rejects. A worker that fails is replaced for the next one. */
  ask(question: Question): Promise<Answer<Value>> {
    const answer = this.#last.then(() => this.#ask(question));
    this.#last = answer;
    return answer;
  }

  /** Ends the worker. A later question starts another. */
  async close(): Promise<void> {
    const running = this.#running;
    this.#running = undefined;
    await running?.worker.terminate();
  }

  async #ask(question: Question): Promise<Answer<Value>> {
    const { worker, ready } = (this.#running ??= this.#start());
    worker.ref();
    try {
      await ready;
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin
      worker.postMessage(question);
      const reply = await replyOf(worker, this.#limits.ms);
      if ("failure" in reply) return reply;
      if ("value" in reply) return { value: reply.value as Value };
      throw new Error("it answered out of turn");
    } catch (error) {
      await this.close();
      return { failure: this.#reason(error) };
    } finally {
      worker.unref();
    }
  }

  #start(): Running {
    const { megabytes } = this.#limits;
    const worker = new Worker(this.#file, {
      // Nothing of the environment is its business, and what it prints is nobody's.
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: Math.ceil(megabytes / 8) },
    });
    worker.unref();
    const ready = replyOf(worker, START_MS);
    // Whoever asks is told. Without a question nobody has to know.
    ready.catch(() => undefined);
    worker.on("error", () => undefined);
    worker.once("exit", () => {
      if (this.#running?.worker === worker) this.#running = undefined;
    });
    return { worker, ready };
  }

  #reason(error: unknown): string {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === "ERR_WORKER_OUT_OF_MEMORY") return `it needed more than ${this.#limits.megabytes} MiB`;
    return message;
  }
}

/** The next reply of a worker. Rejects when it fails, ends or takes too long. */
function replyOf(worker: Worker, ms: number): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const settle = (act: () => void): void => {
      clearTimeout(timer);
      worker.off("message", onMessage).off("error", onError).off("exit", onExit);
      act();
    };
    const onMessage = (reply: Reply): void => settle(() => resolve(reply));
    const onError = (error: Error): void => settle(() => reject(error));
    const onExit = (): void => settle(() => reject(new Error("it ended without an answer")));
    const timer = setTimeout(() => settle(() => reject(new Error(`it took longer than ${ms / 1000} s`))), ms);
    timer.unref();
    worker.on("message", onMessage).on("error", onError).on("exit", onExit);
  });
}
