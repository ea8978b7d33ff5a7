// `animal-store serve`: runs the mock of a document until it is stopped.
import type { Command } from "commander";
import type { Contract } from "../../contract/model.ts";
import { objectionTo } from "../../http/node/sending/options.ts";
import { type HttpServer, type ServedOptions, createMockServer } from "../../http/node/server.ts";
import { defined } from "../../json/defined.ts";
import { oneLine } from "../../report/text.ts";
import type { Situation } from "../../mock/situations/situation.ts";
import { UNUSABLE, ended } from "../ending.ts";
import { addFlags } from "../flags.ts";
import { codeOf } from "../given-file.ts";
import { INTERRUPTED } from "../interrupt.ts";
import type { CommandIo } from "../io.ts";
import { banner } from "./output/banner.ts";
import { deprecatedLines, writeHar } from "./output/request-log.ts";
import { FLAGS, type ServeFlags, type ServeOptions, readServeOptions } from "./inputs/options.ts";
import { loadData } from "./kept/data-file.ts";
import { limitsOf } from "./output/unserved.ts";
import { Keeping } from "./kept/keeping.ts";
import { serverOptions } from "./server-options.ts";
import { type Sources, codeOfSources, explainSources, readSources, withSeedLines } from "./inputs/sources.ts";
import { controlOf } from "./control-access.ts";
import type { openStore as OpenStore } from "./kept/store.ts";
import type { Together } from "./inputs/several.ts";
import { type Following, followSources, servedOf } from "./watch.ts";
import type { MakeBehind } from "../upstream/behind.ts";
import { UsageError } from "../usage.ts";
import { quoted } from "../../json/quote.ts";

/** Adds the command to the program. @param exit receives the exit code when the command ends */
export function registerServe(program: Command, io: CommandIo, exit: (code: number) => void): void {
  const command = program
    .command("serve")
    .description("start a stateful mock server that enforces the document")
    .argument("[files...]", "the OpenAPI document, or several (default: the embedded animal store)");
  addFlags(command, FLAGS)
    .addHelpText("after", HELP)
    .action(async (files: readonly string[], flags: ServeFlags) => {
      exit(await ended("serve", io, async () => serveUntilSignal(await optionsOf(files, flags, io), io)));
    });
}

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

/** The service of `--upstream`. */
async function behindOf({ upstream, mock }: ServeOptions): Promise<MakeBehind | undefined> {
  if (upstream === undefined) return undefined;
  return (await import("../upstream/partial.ts")).partly({ upstream, mock });
}

/** Something that runs until it is closed; closing gives the exit code. */
interface Running {
  close(): Promise<number>;
}

interface Starting {
  readonly behind?: MakeBehind | undefined;
  /** The other documents of the same address, and its place among them. */
  readonly together?: Together;
  readonly at?: number;
}

/** Starts listening and prints the banner. */
async function start(
  options: ServeOptions,
  io: CommandIo,
  { behind: given, together, at = 0 }: Starting,
): Promise<Running> {
  const sources = await readSources(options, io);
  const { contract, inference } = sources;
  const objection = objectionTo(options.webhooks, contract);
  if (objection !== undefined) throw new UsageError(`--webhook: ${objection}`);
  const tell = (message: string): void => io.stderr(`${oneLine(`animal-store ${options.command}: ${message}`)}\n`);
  const tls = options.tls && (await (await import("./inputs/tls.ts")).readTls(options.tls, io.cwd));
  const held = options.data === undefined ? undefined : loadData(options.data, io.cwd);
  const situations = await situationsOf(options, contract, io);
  let following: Following | undefined;
  const shared = options.store === undefined ? undefined : await openStore(options, { ...sources, situations });
  const known = { ...defined({ others: together?.othersOf(at) }), secret: shared?.secret };
  const { control, ...tokens } = controlOf(options, () => following as Following, known);
  const behind = await (given ?? (await behindOf(options)))?.(() => following?.current.contract ?? contract);
  const mockOptions = {
    ...serverOptions(options, io),
    ...control,
    situations,
    ...behind?.options,
    ...defined({ sharing: shared?.sharing }),
  };
  const server = serverOf(sources, { ...mockOptions, ...defined({ tls }) });
  const store = new Keeping(server, options.data === undefined ? undefined : { name: options.data, cwd: io.cwd }, tell);
  if (held !== undefined) store.restore(held);
  store.begin();
  following = followSources(servedOf(sources), { options, io, tell, server, store, mockOptions });
  const templates = contract.operations.map(({ path }) => path);
  const mine = { server, templates, name: options.spec ?? "", title: contract.title, path: options.control?.path };
  const listening = together?.listen(at, mine, options) ?? server.listen({ host: options.host, port: options.port });
  const { url } = await listening.catch((error: unknown) => {
    following?.close();
    store.close();
    void behind?.close();
    void shared?.close();
    throw error;
  });
  const say = options.jsonLog ? io.stderr : io.stdout;
  // Workers have one address, which the first of them says.
  if (io.env["ANIMAL_STORE_WORKER"] !== "further") {
    for (const message of [...limitsOf(contract), ...(shared?.told ?? [])]) tell(message);
    say(banner({ contract, inference, url, ...tokens, title: behind?.title, isNext: at > 0 }, options));
  }
  const end = requestLog(server, new URL(url).origin, options, io);
  return {
    async close() {
      following?.close();
      behind?.closing();
      await server.close();
      const lost = [store.close(), end()].filter((one) => one !== undefined);
      lost.forEach(tell);
      await shared?.close();
      const code = (await behind?.close()) ?? 0;
      return lost.length === 0 ? code : UNUSABLE;
    },
  };
}

/** What shares the worlds is loaded only where they are shared. */
async function openStore(...given: Parameters<typeof OpenStore>): ReturnType<typeof OpenStore> {
  return (await import("./kept/store.ts")).openStore(...given);
}

/** A separate function, because the caller's closures live as long as the server and would keep the seeds in memory. */
function serverOf(sources: Sources, options: ServedOptions): HttpServer {
  const { contract, inference, seeds } = sources;
  const server: HttpServer = withSeedLines(seeds, () =>
    createMockServer(contract, inference, { ...options, ...codeOfSources(sources, () => server), seeds: seeds.seeds }),
  );
  return server;
}

/** The situations that are on from the start. Loaded on demand, because few users ask for any. */
async function situationsOf(
  { situation: words, situations: file }: ServeOptions,
  { operations }: Contract,
  { cwd }: CommandIo,
): Promise<readonly Situation[]> {
  if (words.length === 0 && file === undefined) return [];
  const { readSituations } = await import("./inputs/situations.ts");
  return readSituations({ words, file }, operations, cwd);
}

/** Starts reporting requests. @returns a function that reports the rest, stops, and says what could not be written */
function requestLog(
  server: HttpServer,
  origin: string,
  { har, quiet, command }: ServeOptions,
  io: CommandIo,
): () => string | undefined {
  const tell = (message: string): void => void complain({ command }, io, message);
  const endHar = har === undefined ? undefined : writeHar({ name: har, cwd: io.cwd }, { server, origin }, tell);
  return () => {
    if (!quiet) for (const line of deprecatedLines(server)) io.stderr(`animal-store ${command}: ${line}\n`);
    return endHar?.();
  };
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
