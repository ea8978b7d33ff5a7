// Measures the memory per item: what remains after garbage collection with many items and with few.
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { serveCommand } from "./own-servers.ts";
import { startServer } from "./server-process.ts";

const PROBE = join(__dirname, "heap-probe.js");

/** @returns the memory in bytes of a server started with the items in a file */
export async function heldBytes(cli: string, seed: string, folder: string): Promise<number> {
  const file = join(folder, "heap.json");
  rmSync(file, { force: true });
  const nodeArgs = ["--expose-gc", "--require", PROBE];
  const server = await startServer(
    await serveCommand({ name: "ours, memory", cli, seed, nodeArgs, env: { BENCH_HEAP_FILE: file } }),
  );
  try {
    process.kill(server.pid, "SIGUSR2");
    const end = performance.now() + 30_000;
    while (!existsSync(file)) {
      if (performance.now() > end) throw new Error("the server does not tell its memory");
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    // Also counts strings outside of V8's heap, if there are any.
    const { heapUsed, external } = JSON.parse(readFileSync(file, "utf8")) as NodeJS.MemoryUsage;
    return heapUsed + external;
  } finally {
    await server.stop();
  }
}
