// `animal-store serve`: the mock of a document, until it is told to stop.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { DocumentError } from "../contract/document.ts";
import { type MockServer, type MockServerOptions, type RequestRecord, createMockServer } from "../http/server.ts";
import { inferResources } from "../resource/infer.ts";
import type { Inference } from "../resource/model.ts";
import { type Seed, SeedError } from "../store/seed/seed.ts";
import { lineOfItem, readSeedFile } from "../store/seed/seed-file.ts";
import { contractOf } from "./contract-of.ts";
import type { CommandIo } from "./io.ts";
import { banner } from "./serve-banner.ts";
import { type ServeFlags, type ServeOptions, readServeOptions } from "./serve-options.ts";
import { UsageError } from "./usage.ts";

/** What was asked for cannot be done. */
const USAGE = 2;
/** Ended by a second signal, as shells say it. */
const INTERRUPTED = 130;

/** Adds the command to the program. @param exit is told the exit code when the command ends */
export function registerServe(program: Command, io: CommandIo, exit: (code: number) => void): void {
  const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
  program
    .command("serve")
    .description("serve a mock of the document that remembers, refuses and warns as the document says")
    .option("--spec <file>", "the OpenAPI document (default: the embedded animal store)")
    .option("--host <address>", "the address to listen on (default: 127.0.0.1)")
    .option("--port <number>", "the port to listen on; 0 takes a free one (default: 4010)")
    .option("--key <key>", "an API key to accept, repeatable (default: demo-key)", collect)
    .option("--seed <number|file>", "start with that many made items, or with those of a JSON file")
    .option("--today <date>", "the day to live in, for example after a sunset date")
    .option("--quiet", "print the base URL and nothing else")
    .option("--json-log", "print a line of JSON for each request")
    .option("--allowed-host <name>", "a host name to answer for beside localhost, repeatable", collect)
    .option("--capacity <number>", "how many items a resource may hold (default: 1000000)")
    .addHelpText("after", "\nEach option can be set by a variable as well: ANIMAL_STORE_PORT for --port, and so on.")
    .action(async (flags: ServeFlags) => {
      exit(await serveUntilSignal(flags, io));
    });
}

async function serveUntilSignal(flags: ServeFlags, io: CommandIo): Promise<number> {
  const stop = new AbortController();
  const onSignal = (): void => {
    // Whoever asks twice does not want to wait for what is in flight.
    if (stop.signal.aborted) process.exit(INTERRUPTED);
    stop.abort();
  };
  process.on("SIGINT", onSignal);
  process.on("SIGTERM", onSignal);
  try {
    return await runServe(readServeOptions(flags, io.env), io, stop.signal);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    return complain(io, error.message);
  } finally {
    process.off("SIGINT", onSignal);
    process.off("SIGTERM", onSignal);
  }
}

/**
 * Serves until the signal is given.
 * @returns the exit code: 0 after a clean end, 2 for what cannot be served
 */
export async function runServe(options: ServeOptions, io: CommandIo, stop?: AbortSignal): Promise<number> {
  try {
    const server = await start(options, io);
    await aborted(stop);
    await server.close();
    return 0;
  } catch (error) {
    return complain(io, explain(error, options));
  }
}

/** Listens, and says so. */
async function start(options: ServeOptions, io: CommandIo): Promise<MockServer> {
  const contract = await contractOf(options.spec, io.cwd);
  const inference = inferResources(contract);
  const seeds = await readSeed(options.seed, io);
  checkNames(seeds, inference);
  const server = withSeedLines(seeds, () =>
    createMockServer(contract, inference, { ...serverOptions(options, io), seeds: seeds.seeds }),
  );
  const { url } = await server.listen({ host: options.host, port: options.port });
  for (const { message } of contract.warnings.slice(0, 3)) io.stderr(`animal-store serve: ${message}\n`);
  const say = options.jsonLog ? io.stderr : io.stdout;
  say(options.quiet ? `${url}\n` : banner({ contract, inference, url }, options));
  return server;
}

function serverOptions(options: ServeOptions, io: CommandIo): MockServerOptions {
  const { keys, today, capacity, host } = options;
  return {
    keys,
    capacity,
    ...(today === undefined ? {} : { today }),
    // Whoever listens under a name wants to be called by it.
    allowedHosts: [...options.allowedHosts, host],
    ...(options.jsonLog ? { onRequest: (record) => io.stdout(logLine(record)) } : {}),
    onWarning: (message) => io.stderr(`animal-store serve: ${message}\n`),
    onError: (error, template) => io.stderr(errorLine(error, template)),
  };
}

function logLine({ method, path, status, ms }: RequestRecord): string {
  return `${JSON.stringify({ method, path: path ?? null, status, ms: Math.round(ms * 100) / 100 })}\n`;
}

/** Where an error of our own came from. Its message is left out: it may repeat what a client sent. */
function errorLine(error: unknown, template: string | undefined): string {
  const name = error instanceof Error ? error.name : typeof error;
  const frame = error instanceof Error ? (/\n\s+at ([^\n]*)/.exec(error.stack ?? "")?.[1] ?? "") : "";
  return `animal-store serve: an error of ours, answered with 500, at ${template ?? "no path"}: ${name} ${frame}\n`;
}

interface SeedChoice {
  readonly seeds: NonNullable<MockServerOptions["seeds"]>;
  /** The text and the name of the file that the items came from. */
  readonly file?: { readonly name: string; readonly text: string; readonly names: readonly string[] };
}

async function readSeed(seed: number | string | undefined, io: CommandIo): Promise<SeedChoice> {
  if (seed === undefined) return { seeds: {} };
  if (typeof seed === "number") return { seeds: { default: { kind: "count", count: seed } } };
  let bytes: Buffer;
  try {
    bytes = await readFile(resolve(io.cwd, seed));
  } catch (error) {
    throw new UsageError(`--seed cannot read ${seed}: ${codeOf(error)}; it must be a number or a JSON file`);
  }
  const read = readSeedFile(bytes);
  if ("problem" in read) throw new UsageError(`--seed cannot use ${seed}: it ${read.problem}`);
  const file = { name: seed, text: bytes.toString("utf8") };
  if ("list" in read) return { seeds: { first: { kind: "items", items: read.list } }, file: { ...file, names: [] } };
  const named = Object.entries(read.lists).map(([name, items]): [string, Seed] => [name, { kind: "items", items }]);
  return { seeds: { named: Object.fromEntries(named) }, file: { ...file, names: named.map(([name]) => name) } };
}

/** A list for a resource that there is not would be passed over in silence. */
function checkNames({ file }: SeedChoice, { resources }: Inference): void {
  const names = resources.map(({ name }) => name);
  const stranger = file?.names.find((name) => !names.includes(name));
  if (stranger === undefined || file === undefined) return;
  const known = names.length === 0 ? "there are none" : `there are ${names.join(", ")}`;
  throw new UsageError(`--seed cannot use ${file.name}: no resource is called ${stranger}; ${known}`);
}

/** Says on which line of the file each item stands that does not fit. */
function withSeedLines<T>({ file }: SeedChoice, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof SeedError) || file === undefined) throw error;
    const name = error.resource !== undefined && file.names.includes(error.resource) ? error.resource : undefined;
    const problems = error.problems.map(
      ({ index, message }) => `${file.name}:${lineOfItem(file.text, index, name)}: item ${index + 1} ${message}`,
    );
    throw new UsageError(`--seed cannot use ${file.name}\n${problems.join("\n")}`);
  }
}

function aborted(signal: AbortSignal | undefined): Promise<void> {
  return new Promise((done) => {
    if (signal?.aborted === true) done();
    else signal?.addEventListener("abort", () => done(), { once: true });
  });
}

/** What went wrong and what to do about it, in one line; one more for each item of a seed. */
function explain(error: unknown, { host, port, spec }: ServeOptions): string {
  if (error instanceof UsageError) return error.message;
  if (error instanceof SeedError) return `--seed does not fit: ${error.message}`;
  if (error instanceof DocumentError) {
    const [first = ""] = error.message.split("\n");
    const more = error.problems.length - 1;
    const others = more > 0 ? ` (and ${more} more)` : "";
    return `${first}${others}; mend the document${spec === undefined ? "" : " or name another with --spec"}`;
  }
  const code = codeOf(error);
  if (code === "EADDRINUSE") return `port ${port} is in use; stop what listens there, or choose another with --port`;
  if (code === "EACCES") return `port ${port} may not be used; choose one above 1023 with --port`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") {
    return `${JSON.stringify(host)} is no address of this machine; choose another with --host`;
  }
  throw error;
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? "unknown error";
}

function complain(io: CommandIo, message: string): number {
  io.stderr(`animal-store serve: ${message}\n`);
  return USAGE;
}
