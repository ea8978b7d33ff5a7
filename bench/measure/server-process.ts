// A server as a separate process: started, awaited until it answers, and stopped.
import { type ChildProcess, spawn } from "node:child_process";
import { get } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { usageOf } from "./process-usage.ts";

/** How to start a server, and the request that shows that it is up. */
export interface ServerCommand {
  readonly name: string;
  /** The arguments for Node, starting with the program. */
  readonly args: readonly string[];
  readonly port: number;
  readonly ready: { readonly path: string; readonly headers: Readonly<Record<string, string>> };
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

export interface RunningServer {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  /** From spawn to the first 200. */
  readonly startMs: number;
  /** CPU time of the process at that moment. */
  readonly startCpuMs: number;
  stop(): Promise<void>;
}

/** Longer than any of them takes. */
const PATIENCE_MS = 120_000;
/** Between two requests to a server that is not up yet. */
const PAUSE_MS = 2;

/** A free port on 127.0.0.1. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject);
    server.listen(0, "127.0.0.1", () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/**
 * Starts a server and waits for its first 200.
 * @throws Error if it exits before that or takes too long
 */
export async function startServer(command: ServerCommand): Promise<RunningServer> {
  const { name, args, port, ready, cwd } = command;
  const began = performance.now();
  const child = spawn(process.execPath, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...command.env },
    ...(cwd === undefined ? {} : { cwd }),
  });
  let said = "";
  child.stderr.on("data", (chunk: Buffer) => {
    said = `${said}${chunk.toString()}`.slice(-1000);
  });
  const pid = child.pid;
  if (pid === undefined) throw new Error(`${name} cannot be started`);
  try {
    await untilReady(child, { port, ready });
    const startMs = performance.now() - began;
    return { name, port, pid, startMs, startCpuMs: usageOf(pid).cpuMs, stop: () => stop(child) };
  } catch (error) {
    await stop(child);
    throw new Error(`${name} does not answer: ${error instanceof Error ? error.message : ""}\n${said}`, {
      cause: error,
    });
  }
}

async function untilReady(child: ChildProcess, { port, ready }: Pick<ServerCommand, "port" | "ready">): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (performance.now() < end) {
    if (child.exitCode !== null) throw new Error(`it ended with code ${child.exitCode}`);
    if ((await statusOf(port, ready)) === 200) return;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  throw new Error("it took too long");
}

/** The status of one response; 0 while nobody listens. */
function statusOf(port: number, { path, headers }: ServerCommand["ready"]): Promise<number> {
  return new Promise((resolve) => {
    const request = get({ host: "127.0.0.1", port, path, headers, agent: false }, (response) => {
      response.resume();
      response.once("end", () => resolve(response.statusCode ?? 0));
      response.once("error", () => resolve(0));
    });
    request.once("error", () => resolve(0));
  });
}

function stop(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) {
      resolve();
      return;
    }
    const force = setTimeout(() => child.kill("SIGKILL"), 5_000);
    child.once("exit", () => {
      clearTimeout(force);
      resolve();
    });
    child.kill("SIGTERM");
  });
}
