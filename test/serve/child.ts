// `serve` in a separate process, for tests of the process itself.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { cliPath, environment } from "../cli/program.ts";
import { Heard } from "../waiting.ts";

export interface Running {
  readonly child: ChildProcess;
  readonly port: number;
  /** The base URL, with the path that the document serves under. */
  readonly url: string;
  /** The exit code, after it has ended. */
  readonly ended: Promise<number | null>;
  /** Its output so far. */
  readonly said: () => string;
}

/** How to start it: flags for Node, and limits set by a shell. */
export interface Start {
  readonly nodeFlags?: readonly string[];
  /** Shell commands to run first: "ulimit -n 64". */
  readonly limits?: string;
}

/** Starts it on a free port, and waits until it listens. */
export async function startChild(flags: readonly string[], { nodeFlags = [], limits }: Start = {}): Promise<Running> {
  const argv = [process.execPath, ...nodeFlags, cliPath(), "serve", "--port", "0", ...flags];
  const [command = "", ...args] = limits === undefined ? argv : ["sh", "-c", `${limits}; exec "$@"`, "sh", ...argv];
  const child = spawn(command, args, { env: environment(), stdio: ["ignore", "pipe", "pipe"] });
  const ended = once(child, "exit").then(([code]) => code as number | null);
  const said = new Heard();
  child.stdout.on("data", said.add);
  child.stderr.on("data", said.add);
  child.once("close", said.end);
  const url = /https?:\/\/127\.0\.0\.1:\d+[^\s"]*/.exec(await said.until("Ctrl-C"))?.[0] ?? "";
  return { child, port: Number(new URL(url).port), url, ended, said: () => said.text };
}
