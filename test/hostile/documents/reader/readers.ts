// Processes that read one document after another with the run functions of the built commands. A process that a
// document ends or hangs is replaced.
import { slowness } from "./slowness.ts";
import { type ChildProcess, fork } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { cliPath, environment } from "../../../cli/program.ts";
import { DOCUMENTED, type Reader } from "../commands.ts";

/** After this much processor time without a message, the process hangs. */
const SILENCE_MS = 90_000;
/** The same in wall time, which means little on a busy machine. */
const LONGEST_MS = 900_000;
/** The heap limit of the process in MiB. Its total memory is reported. */
const HEAP = 400;

const FILE = fileURLToPath(new URL("reader.cjs", import.meta.url));

type Command = Reader | "verify";
const CODES: Readonly<Record<Command, readonly number[]>> = { ...DOCUMENTED, verify: [0, 1, 2, 3, 4] };

/** One command to run, or a document to serve and then to ask or verify. "FOLDER/" is the place of the files. */
export type Asked =
  | { readonly reader: Exclude<Command, "serve">; readonly words: readonly string[] }
  | {
      readonly reader: "serve" | "verify";
      readonly spec: string;
      readonly seed?: string;
      readonly situations?: string;
    };

export interface Task {
  readonly files: Readonly<Record<string, string | Uint8Array>>;
  readonly runs: readonly Asked[];
}

export interface Heard {
  readonly reader: Command;
  readonly code: number | string;
  readonly text: string;
  /** In processor time. */
  readonly ms: number;
}

export interface ListMetadata {
  readonly all: readonly Heard[];
  /** The most memory that the process ever had, in MiB. */
  readonly memory: number;
}

/** The four readers of a document, with its version before or after. */
export function allReaders(
  file: string,
  [before, after]: readonly [string, string] = [file, file],
  flags: readonly string[] = [],
): Asked[] {
  return [
    { reader: "explain", words: ["explain", `FOLDER/${file}`] },
    { reader: "lint", words: ["lint", `FOLDER/${file}`] },
    { reader: "gate", words: ["gate", `FOLDER/${before}`, `FOLDER/${after}`, ...flags] },
    { reader: "serve", spec: `FOLDER/${file}` },
  ];
}

const OF_OURS = /^\s+at .*[:(]\d+:\d+\)?$|internal error|no answer to/m;

/** What no document may cause: an undocumented exit code, a stack trace, too much time. */
export function wrongIn({ all }: ListMetadata, mostMs: number): string[] {
  return all.flatMap(({ reader, code, text, ms }) => {
    const allowed: readonly unknown[] = CODES[reader] ?? [];
    return [
      ...(allowed.includes(code) ? [] : [`${reader} ends with ${code}: ${text}`]),
      ...(OF_OURS.test(text) ? [`${reader} shows an internal error: ${text}`] : []),
      ...(ms > mostMs && ms > mostMs * slowness() ? [`${reader} takes ${Math.round(ms)} ms of the processor`] : []),
    ];
  });
}

export class Readers {
  #child: ChildProcess | undefined;

  /** @returns the output of the readers, or how the process ended */
  async ask(task: Task): Promise<ListMetadata | string> {
    const child = (this.#child ??= await start());
    const told = await reply(child, task);
    if (typeof told === "string") this.end();
    return told;
  }

  end(): void {
    if (this.#child?.connected === true) this.#child.disconnect();
    // A hanging process does not react to that either.
    const child = this.#child;
    setTimeout(() => child?.kill("SIGKILL"), 1_000).unref();
    this.#child = undefined;
  }
}

function start(): Promise<ChildProcess> {
  const child = fork(FILE, [cliPath()], {
    execArgv: [`--max-old-space-size=${HEAP}`],
    env: environment(),
    serialization: "advanced",
    stdio: ["ignore", "ignore", "pipe", "ipc"],
  });
  return new Promise((done, failed) => {
    child.once("message", () => done(child));
    child.once("exit", () => failed(new Error("the reader does not start")));
  });
}

function reply(child: ChildProcess, task: Task): Promise<ListMetadata | string> {
  return new Promise((done) => {
    let words = "";
    const onWords = (chunk: Buffer): void => void (words += chunk.toString());
    const onExit = (code: number | null, signal: string | null): void =>
      settle(`ends the process (${code ?? signal}): ${words.slice(0, 2_000)}`);
    const onMessage = (told: ListMetadata): void => settle(told);
    const began = performance.now();
    const before = processorOf(child.pid);
    const timer = setInterval(() => {
      const isLate = performance.now() - began > LONGEST_MS || processorOf(child.pid) - before > SILENCE_MS;
      if (isLate) settle(`is silent for ${SILENCE_MS / 1000} s of the processor`);
    }, 500);
    const settle = (told: ListMetadata | string): void => {
      clearInterval(timer);
      child.off("message", onMessage).off("exit", onExit);
      child.stderr?.off("data", onWords);
      done(told);
    };
    child.on("message", onMessage).on("exit", onExit);
    child.stderr?.on("data", onWords);
    child.send(task);
  });
}

/** The processor time of a process in milliseconds if the system provides it, else the time since the epoch. */
function processorOf(pid: number | undefined): number {
  const path = `/proc/${pid}/stat`;
  if (!existsSync(path)) return Date.now();
  const [user = 0, system = 0] = readFileSync(path, "utf8").replace(/^.*\)/s, "").split(" ").slice(12, 14).map(Number);
  return (user + system) * 10;
}
