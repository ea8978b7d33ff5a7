// `animal-store serve`: runs the mock of a document until it is stopped.
import type { CommandRow } from "../command.ts";
import { UNUSABLE } from "../usage.ts";
import { codeOf } from "../given-file.ts";
import { INTERRUPTED } from "../interrupt.ts";
import type { CommandIo } from "../io.ts";
import { FLAGS, type ServeFlags, type ServeOptions, readServeOptions } from "./inputs/options.ts";
import { explainSources } from "./inputs/sources.ts";
import type { MakeBehind } from "../upstream/behind.ts";
import { quoted } from "../../json/quote.ts";
import { type Running, start } from "./start.ts";

const HELP = `
Every option can also be set by a variable: ANIMAL_STORE_PORT for --port, and so on.

Examples:
  $ animal-store serve
  $ animal-store serve openapi.yaml --port 8080 --seed 50
  $ animal-store serve openapi.yaml --no-auth --origin https://app.example.com
  $ animal-store serve openapi.yaml --watch --data items.json
  $ animal-store serve --today 2030-12-06
  $ animal-store serve shop.yaml stock.yaml --mount /stock=stock.yaml
  $ animal-store serve openapi.yaml --log --situation 'latency=200..800' --situation 'status=503 share=0.1'

Exit codes: 0 stopped, 2 wrong usage, an unusable document, or a file of --data or --har that could not be
written at the end, 130 stopped by a second Ctrl-C.`;

export const serveCommand: CommandRow = {
  name: "serve",
  description: "start a stateful mock server that enforces the document",
  takes: [["[files...]", "the OpenAPI document, or several (default: the embedded animal store)"]],
  flags: FLAGS,
  help: HELP,
  run: async (files, flags, io) => serveUntilSignal(await optionsOf(files, flags, io), io),
};

/** Ctrl-C, the end of a job, a closed terminal, Ctrl-\\: each would otherwise end the process without a last save. */
const STOPS = ["SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT"] as const;

/** The options for each document. */
async function optionsOf(files: readonly string[], flags: ServeFlags, io: CommandIo): Promise<readonly ServeOptions[]> {
  if (files.length > 1 || flags["workspace"] !== undefined || flags["mount"] !== undefined)
    return (await import("./inputs/several.ts")).optionsOfSeveral(files, flags, io);
  const [spec] = files;
  return [readServeOptions(spec === undefined ? flags : { ...flags, spec }, io.env)];
}

/** Serves until a signal. @param behind what stands behind the mock, for other commands than `serve` */
export async function serveUntilSignal(
  options: ServeOptions | readonly ServeOptions[],
  io: CommandIo,
  behind?: MakeBehind,
): Promise<number> {
  const stop = new AbortController();
  const onSignal = (): void => {
    // The second signal ends the program without waiting for requests in flight.
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  };
  for (const signal of STOPS) process.on(signal, onSignal);
  const [first] = [options].flat() as [ServeOptions];
  const { workers } = first;
  try {
    if (workers !== undefined && io.env["ANIMAL_STORE_WORKER"] === undefined)
      return await (await import("./workers.ts")).runWorkers(first, io, stop.signal);
    return await runServe(options, io, stop.signal, behind);
  } finally {
    // A worker would stay for as long as the first process listens to it.
    if (workers !== undefined && process.connected) process.disconnect();
    for (const signal of STOPS) process.off(signal, onSignal);
  }
}

/**
 * Serves until the signal is aborted.
 * @returns the exit code: 0 after a clean stop, 2 if the document cannot be served or something could not be saved
 */
export async function runServe(
  given: ServeOptions | readonly ServeOptions[],
  io: CommandIo,
  stop?: AbortSignal,
  behind?: MakeBehind,
): Promise<number> {
  const all = [given].flat();
  let failed = all[0] as ServeOptions;
  try {
    const [one] = all;
    const running =
      all.length === 1 && one !== undefined
        ? [await start(one, io, { behind })]
        : await startTogether(all, io, (options) => (failed = options));
    await aborted(stop);
    const codes = await Promise.all(running.map(async (started) => started.close()));
    return Math.max(...codes);
  } catch (error) {
    return complain(failed, io, explain(error, failed));
  }
}

/** Starts several, which share one address. @param onFailure is told whose start failed */
async function startTogether(
  all: readonly ServeOptions[],
  io: CommandIo,
  onFailure: (options: ServeOptions) => void,
): Promise<Running[]> {
  const { Together } = await import("./inputs/several.ts");
  const together = new Together(all.length);
  const starts = all.map(async (options, at) => {
    try {
      return await start(options, io, { together, at });
    } catch (error) {
      if (together.fail(error)) onFailure(options);
      throw error;
    }
  });
  const settled = await Promise.allSettled(starts);
  const running = settled.flatMap((one) => (one.status === "fulfilled" ? [one.value] : []));
  if (running.length === all.length) return running;
  await Promise.all(running.map(async (started) => started.close()));
  throw together.failure;
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted === true) done();
    else signal?.addEventListener("abort", () => done(), { once: true });
  });
}

/** What went wrong and how to fix it, in one line, plus one line for each invalid item of a seed. */
function explain(error: unknown, { host, port, spec }: ServeOptions): string {
  const sources = explainSources(error, spec);
  if (sources !== undefined) return sources;
  const code = codeOf(error);
  if (code === "EADDRINUSE")
    return `port ${port} is in use; stop the program that listens there, or choose another with --port (0 takes a free one)`;
  if (code === "EACCES") return `you may not use port ${port}; choose one above 1023 with --port`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `${quoted(host)} is not an address of this machine; choose another with --host`;
  }
  throw error;
}

function complain({ command }: Pick<ServeOptions, "command">, io: CommandIo, message: string): number {
  io.stderr(`animal-store ${command}: ${message}\n`);
  return UNUSABLE;
}
