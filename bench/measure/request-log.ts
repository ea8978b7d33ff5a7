// Counts the requests that reach our server, from its log.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { serveCommand } from "./own-servers.ts";

export interface Counted {
  readonly requests: number;
  /** Those that may have changed something: a 2xx response to anything but GET, HEAD or OPTIONS. */
  readonly writes: number;
}

export interface Counting {
  readonly port: number;
  stop(): Promise<Counted>;
}

const READING = new Set(["GET", "HEAD", "OPTIONS", "TRACE"]);

/** Starts a server that logs each request. */
export async function startCounting(cli: string): Promise<Counting> {
  const { args, port } = await serveCommand({ name: "counting", cli });
  const child = spawn(process.execPath, [...args, "--json-log"], { stdio: ["ignore", "pipe", "pipe"] });
  let requests = 0;
  let writes = 0;
  createInterface({ input: child.stdout }).on("line", (line) => {
    const { method, status } = JSON.parse(line) as { method: string; status: number };
    requests++;
    if (!READING.has(method) && status >= 200 && status < 300) writes++;
  });
  // With --json-log the address goes to stderr; once it appears, the server is up.
  await new Promise((resolve, reject) => {
    child.stderr.once("data", resolve);
    child.once("exit", (code) => reject(new Error(`serve ended with code ${code}`)));
  });
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        child.once("close", () => resolve({ requests, writes }));
        child.kill("SIGTERM");
      }),
  };
}
