// Runs a package's code on untrusted data: in a worker, with limits on time and memory, and without a network. A
// question may fail, but it cannot take the program down, keep it waiting or reach another machine.
import { isAbsolute, join } from "node:path";
import { Worker } from "node:worker_threads";

/** What a worker may use for one question. */
export interface Limits {
  /** Milliseconds from the question to its answer. */
  readonly ms: number;
  /** The heap, in MiB. */
  readonly megabytes: number;
}

/** The result of a question: a value, or a few words that say why there is none ("it took longer than 10 s"). */
export type Answer<Value> = { readonly value: Value } | { readonly failure: string };

/** What a guest sends back; see `guest.ts`. */
export type Reply = { readonly ready: true } | Answer<unknown>;

/** On a busy machine a worker starts slowly, which is not the fault of the question. */
const START_MS = 30_000;

/**
 * The built file of a guest, by its path below src. Tests run TypeScript sources, which a worker on Node 20 cannot
 * load, so it gets the built version.
 */
function guestFile(name: string): string {
  if (isAbsolute(name)) return name;
  const built = __filename.endsWith(".ts") ? join(__dirname, "..", "..", "dist", "src") : join(__dirname, "..");
  return join(built, `${name}.js`);
}

interface Running {
  readonly worker: Worker;
  /** Rejects if the guest could not be loaded. */
  readonly ready: Promise<unknown>;
}

/**
 * A worker that answers questions one at a time. It starts with the first question and does not keep the program alive.
 */
export class Sandbox<Question, Value> {
  readonly #file: string;
  readonly #limits: Limits;
  #running: Running | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /** @param guest the path of the worker's module below src without extension, or of a file */
  constructor(guest: string, limits: Limits) {
    this.#file = guestFile(guest);
    this.#limits = limits;
  }

  /** Starts the worker now, so that the first question does not wait for it. */
  start(): void {
    this.#running ??= this.#start();
  }

  /** Asks one question; never rejects. A worker that failed is replaced for the next question. */
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
      // An empty environment, and no output.
      env: {},
      stdout: true,
      stderr: true,
      resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: Math.ceil(megabytes / 8) },
    });
    worker.unref();
    const ready = replyOf(worker, START_MS);
    // Callers see the error. Without a question, nobody needs to know.
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

/** The next reply of a worker. Rejects if it fails, ends or takes too long. */
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
