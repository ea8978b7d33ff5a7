// `serve --workers`: several processes behind one address, which share their worlds in a store. Loaded only for it.
import cluster, { type Worker } from "node:cluster";
import { type AddressInfo, createServer } from "node:net";
import { count } from "../../report/text.ts";
import type { CommandIo } from "../io.ts";
import { UNUSABLE } from "../usage.ts";
import type { ServeOptions } from "./inputs/options.ts";

/** The variable that says whether a worker is the first one, which speaks for all. */
const WORKER = "ANIMAL_STORE_WORKER";

/**
 * Starts workers, and others in place of those that crash, until the signal is aborted.
 * @returns the exit code: the largest of the workers'
 */
export async function runWorkers(
  { workers: wanted = 1, host, port }: Pick<ServeOptions, "workers" | "host" | "port">,
  io: CommandIo,
  stop: AbortSignal,
): Promise<number> {
  const tell = (message: string): void => io.stderr(`animal-store serve: ${message}\n`);
  const running = new Set<Worker>();
  let worst = 0;
  // The system gives each connection to a worker that takes it. Node would hand it over, and forget one whose worker
  // crashes at that moment: its client would wait for ever.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  // If all crash at once, those that are started again must not choose another port.
  if (port === 0) cluster.setupPrimary({ args: [...process.argv.slice(2), "--port", String(await freePort(host))] });
  return new Promise((resolve) => {
    let isEnding = false;
    let listening = 0;
    const end = (): void => {
      isEnding = true;
      for (const worker of running) worker.process.kill("SIGTERM");
      if (running.size === 0) resolve(worst);
    };
    const start = (number: number, isFirst = false): void => {
      let hasListened = false;
      const worker = cluster.fork({ [WORKER]: isFirst ? "first" : "further" });
      running.add(worker);
      worker.once("listening", () => {
        hasListened = true;
        if (isEnding) return;
        listening++;
        if (listening === 1) for (let further = 2; further <= wanted; further++) start(further);
        if (listening === wanted) tell(`${count(wanted, "worker")} behind this address`);
      });
      worker.once("exit", (code, signal) => {
        running.delete(worker);
        if (isEnding || stop.aborted) {
          worst = Math.max(worst, code ?? 0);
          if (running.size === 0) resolve(worst);
        } else if (!hasListened) {
          // Its own message says why, and another would not do better.
          worst = Math.max(worst, code ?? 0, UNUSABLE);
          end();
        } else {
          tell(`worker ${number} ended (${signal ?? `exit code ${code}`}): another is started`);
          start(number);
        }
      });
    };
    stop.addEventListener("abort", end, { once: true });
    // The first one says what all of them serve, and finds out whether it can be served.
    start(1, true);
  });
}

function freePort(host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", reject).listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
