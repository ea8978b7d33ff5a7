// Sends a limited number of requests to a server and reports what they cost it.
import { type ChildProcess, fork } from "node:child_process";
import { join } from "node:path";
import type { Request } from "autocannon";
import { bind } from "./affinity.ts";
import { usageOf } from "./process-usage.ts";
import type { RunningServer } from "./server-process.ts";

export interface LoadJob {
  readonly port: number;
  /** Sent in turn on each connection. */
  readonly requests: readonly Request[];
  readonly connections: number;
  readonly amount: number;
  /** The load ends after this time, however much was sent. */
  readonly maxMs: number;
}

export interface LoadReport {
  /** The number of responses with each status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly failed: number;
  readonly ms: number;
  readonly p50: number;
  readonly p99: number;
}

/** The cost of a round of requests. */
export interface Round extends LoadReport {
  readonly answers: number;
  readonly cpuMs: number;
}

const CONNECTIONS = 8;
const MAX_MS = 5_000;

/** The process that generates load. */
export class LoadGenerator {
  readonly #child: ChildProcess;

  constructor() {
    this.#child = fork(join(__dirname, "load-worker.js"), { stdio: "inherit" });
    if (this.#child.pid !== undefined) bind(this.#child.pid, "load");
  }

  /** Runs one round. @throws Error if the generator fails */
  async round(server: RunningServer, requests: readonly Request[], amount: number): Promise<Round> {
    const before = usageOf(server.pid).cpuMs;
    const report = await this.#ask({ port: server.port, requests, connections: CONNECTIONS, amount, maxMs: MAX_MS });
    const cpuMs = usageOf(server.pid).cpuMs - before;
    const answers = Object.values(report.statuses).reduce((sum, count) => sum + count, 0);
    return { ...report, answers, cpuMs };
  }

  close(): void {
    this.#child.disconnect();
  }

  #ask(job: LoadJob): Promise<LoadReport> {
    return new Promise((resolve, reject) => {
      const onExit = (code: number | null): void => reject(new Error(`the load generator ended with code ${code}`));
      this.#child.once("exit", onExit);
      this.#child.once("message", (report: LoadReport) => {
        this.#child.off("exit", onExit);
        resolve(report);
      });
      this.#child.send(job);
    });
  }
}
