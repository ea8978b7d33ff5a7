// Starts the mock of one document: with its sources, its store, the service behind it, and what its owner reads about it.
import type { Contract } from "../../contract/model.ts";
import { objectionTo } from "../../http/node/sending/options.ts";
import { type HttpServer, type ServedOptions, createMockServer } from "../../http/node/server.ts";
import { defined } from "../../json/defined.ts";
import { oneLine } from "../../report/text.ts";
import type { Situation } from "../../mock/situations/situation.ts";
import { UNUSABLE, UsageError } from "../usage.ts";
import type { CommandIo } from "../io.ts";
import { banner } from "./output/banner.ts";
import { deprecatedLines, writeHar } from "./output/request-log.ts";
import type { ServeOptions } from "./inputs/options.ts";
import { loadData } from "./kept/data-file.ts";
import { limitsOf } from "./output/unserved.ts";
import { Keeping } from "./kept/keeping.ts";
import { serverOptions } from "./server-options.ts";
import { type Sources, codeOfSources, readSources, withSeedLines } from "./inputs/sources.ts";
import { controlOf } from "./control-access.ts";
import type { openStore as OpenStore } from "./kept/store.ts";
import type { Together } from "./inputs/several.ts";
import { type Following, followSources, servedOf } from "./watch.ts";
import type { MakeBehind } from "../upstream/behind.ts";

/** The service of `--upstream`. */
async function behindOf({ upstream, mock }: ServeOptions): Promise<MakeBehind | undefined> {
  if (upstream === undefined) return undefined;
  return (await import("../upstream/partial.ts")).partly({ upstream, mock });
}

/** Something that runs until it is closed; closing gives the exit code. */
export interface Running {
  close(): Promise<number>;
}

export interface Starting {
  readonly behind?: MakeBehind | undefined;
  /** The other documents of the same address, and its place among them. */
  readonly together?: Together;
  readonly at?: number;
}

/** Starts listening and prints the banner. */
export async function start(
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
  const tell = (message: string): void => io.stderr(`animal-store ${command}: ${message}\n`);
  const endHar = har === undefined ? undefined : writeHar({ name: har, cwd: io.cwd }, { server, origin }, tell);
  return () => {
    if (!quiet) for (const line of deprecatedLines(server)) io.stderr(`animal-store ${command}: ${line}\n`);
    return endHar?.();
  };
}
