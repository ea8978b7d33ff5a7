// The load generator, in a separate process so that its cost is not counted for anybody else. One job at a time.
import autocannon from "autocannon";
import type { LoadJob, LoadReport } from "./load.ts";

/** Shorter than autocannon's default of a second, so that a round of 0.3 s does not take 1 s. */
const SAMPLE_MS = 20;

process.on("message", run);
// The parent is gone, and nobody would read the result.
process.on("disconnect", () => process.exit(0));

function run({ port, requests, connections, amount, maxMs }: LoadJob): void {
  const durations: number[] = [];
  const began = performance.now();
  let ended = began;
  let isRunning = true;
  // Polls for responses instead of sleeping. The kernel would wake a sleeping generator in the middle of the server's
  // write, at the server's expense, and only a server fast enough to let the generator sleep would pay for it.
  const spin = (): void => void (isRunning && setImmediate(spin));
  spin();
  const options = { url: `http://127.0.0.1:${port}`, connections, amount, sampleInt: SAMPLE_MS, requests };
  const load = autocannon(options, (error, result) => {
    clearTimeout(timer);
    isRunning = false;
    const statuses = Object.fromEntries(
      Object.entries(result?.statusCodeStats ?? {}).map(([status, { count }]) => [status, count]),
    );
    const failed = (result?.errors ?? 0) + (result?.timeouts ?? 0) + (error === null ? 0 : 1);
    process.send?.({ statuses, failed, ms: ended - began, ...percentiles(durations) } satisfies LoadReport);
  });
  // autocannon's own percentiles are whole milliseconds.
  load.on("response", (_client: unknown, _status: number, _bytes: number, duration: number) => {
    durations.push(duration);
    ended = performance.now();
  });
  const timer = setTimeout(() => load.stop(), maxMs);
}

function percentiles(durations: number[]): Pick<LoadReport, "p50" | "p99"> {
  durations.sort((a, b) => a - b);
  const at = (part: number): number => durations[Math.floor(durations.length * part)] ?? 0;
  return { p50: at(0.5), p99: at(0.99) };
}
