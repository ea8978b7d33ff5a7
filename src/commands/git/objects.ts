// Reads git objects by full hash, all through one process.
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { MAX_BYTES } from "../../document/size.ts";
import { UsageError } from "../usage.ts";
import { type Repository, unusable } from "./repository.ts";

/** An object as git keeps it. */
export interface GitObject {
  readonly type: string;
  readonly bytes: Buffer;
}

interface Waiting {
  readonly id: string;
  readonly settle: (object: GitObject | undefined) => void;
  readonly fail: (error: Error) => void;
}

/** Reads objects. Close it when done. */
export class Objects {
  readonly #repository: Repository;
  readonly #waiting: Waiting[] = [];
  #child: ChildProcessWithoutNullStreams | undefined;
  #chunks: Buffer[] = [];
  #size = 0;
  /** The header of the answer being read, and the number of bytes in the answer, including its final line feed. */
  #head: { readonly type: string; readonly end: number; readonly start: number } | undefined;

  constructor(repository: Repository) {
    this.#repository = repository;
  }

  /**
   * Reads an object; undefined if git does not have it, as in a partial clone.
   * @param id its full hash
   * @throws UsageError for an object that is too large, or if git cannot run
   */
  read(id: string): Promise<GitObject | undefined> {
    if (!isFullName(id)) return Promise.resolve(undefined);
    return new Promise((settle, fail) => {
      this.#waiting.push({ id, settle, fail });
      (this.#child ??= this.#start()).stdin.write(`${id}\n`);
    });
  }

  close(): void {
    this.#child?.stdin.end();
    this.#child = undefined;
  }

  #start(): ChildProcessWithoutNullStreams {
    const { words, env, top } = this.#repository;
    const child = spawn("git", [...words, "cat-file", "--batch"], { env, cwd: top });
    child.stdout.on("data", (chunk: Buffer) => {
      this.#chunks.push(chunk);
      this.#size += chunk.length;
      this.#settle();
    });
    // Unread output on standard error would fill the pipe and block git.
    child.stderr.resume();
    // Requests to a process that has exited fail below.
    child.stdin.on("error", () => {});
    child.once("error", (error) => this.#fail(unusable(["cat-file"], error)));
    child.once("close", () => this.#fail(new UsageError("git cat-file ended before it had answered")));
    return child;
  }

  #fail(error: Error): void {
    this.#child = undefined;
    for (const { fail } of this.#waiting.splice(0)) fail(error);
  }

  #settle(): void {
    for (let waiting = this.#waiting[0]; waiting !== undefined; waiting = this.#waiting[0]) {
      this.#head ??= this.#readHead();
      if (this.#head === undefined) return;
      const { type, start, end } = this.#head;
      if (end - start > MAX_BYTES) {
        this.#child?.kill();
        this.#fail(new UsageError(`the object ${waiting.id} of git is larger than ${MAX_BYTES / 1024 / 1024} MiB`));
        return;
      }
      if (this.#size < end) return;
      const whole = this.#joined();
      this.#chunks = [whole.subarray(end)];
      this.#size = whole.length - end;
      this.#head = undefined;
      this.#waiting.shift();
      waiting.settle(type === "" ? undefined : { type, bytes: whole.subarray(start, end - 1) });
    }
  }

  /** "<name> SP <type> SP <size> LF", or "<name> SP missing LF". */
  #readHead(): { readonly type: string; readonly end: number; readonly start: number } | undefined {
    const text = this.#joined();
    const start = text.indexOf(10) + 1;
    if (start === 0) return undefined;
    const [, type = "", size] = text.toString("latin1", 0, start - 1).split(" ");
    return size === undefined ? { type: "", start, end: start } : { type, start, end: start + Number(size) + 1 };
  }

  #joined(): Buffer {
    const [first] = this.#chunks;
    if (this.#chunks.length === 1 && first !== undefined) return first;
    const whole = Buffer.concat(this.#chunks);
    this.#chunks = [whole];
    return whole;
  }
}

/** True for a full hash. A short one may also be the name of a branch. */
export function isFullName(text: string): boolean {
  return /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/.test(text);
}
