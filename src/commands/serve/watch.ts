// The document and the seed, read again when somebody asks for it, or with `--watch` when their files change. What is
// broken leaves everything as it was.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { filesOf } from "../../document/files.ts";
import type { MockServer, MockServerOptions } from "../../http/node/server.ts";
import { count } from "../../report/text.ts";
import type { CommandIo } from "../io.ts";
import type { Keeping } from "./keeping.ts";
import type { ServeOptions } from "./options.ts";
import { type Sources, readSources, withSeedLines } from "./sources.ts";

/** How often the files are looked at, in milliseconds. Looking works on every file system; being told does not. */
const INTERVAL = 200;

/** What a change has to do with. */
export interface Watching {
  readonly options: ServeOptions;
  readonly io: CommandIo;
  readonly server: MockServer;
  readonly store: Keeping;
  readonly mockOptions: MockServerOptions;
  readonly tell: (message: string) => void;
  /** What went wrong, in words. @throws what is no fault of the files */
  readonly explain: (error: unknown, options: ServeOptions) => string;
}

/** What stays known of sources that are served; not the items of the seed. */
export interface Served extends Pick<Sources, "contract"> {
  /** Of the file of the seed. */
  readonly digest: string | undefined;
}

/** What is kept of the sources that were read: the contract, and the digest of the seed file where there is one. */
export function servedOf({ contract, seeds }: Sources): Served {
  return { contract, digest: seeds.file?.digest };
}

/** The sources that are served. */
export interface Following {
  readonly current: Served;
  /** Reads them again. @returns why the former ones are still served, where the new ones cannot be */
  reload(): Promise<string | undefined>;
  close(): void;
}

/** Serves sources; with `--watch`, what they become when their files change. */
export function followSources(first: Served, watching: Watching): Following {
  const { options, io, tell, explain } = watching;
  let current = first;
  let watched: ReadonlyMap<string, string> = new Map();
  // One after the other.
  let work: Promise<string | undefined> = Promise.resolve(undefined);
  const again = async (): Promise<string | undefined> => {
    try {
      const next = await readSources(options, io);
      take(next, current, watching);
      current = servedOf(next);
      if (options.watch) watchAll();
      return undefined;
    } catch (error) {
      const why = explain(error, options);
      tell(`the former document and seed are still served, as the new ones cannot be: ${why}`);
      return why;
    }
  };
  const reload = (): Promise<string | undefined> => (work = work.then(again));
  // What a file was like when it was first read: a change before the first look is a change as well.
  const watchAll = (): void => {
    watched = new Map(
      sourceFiles(current, options, io.cwd).map((file) => [file, watched.get(file) ?? signature(file)]),
    );
  };
  const look = (): void => {
    const changed = [...watched].filter(([file, before]) => signature(file) !== before);
    if (changed.length === 0) return;
    watched = new Map([...watched.keys()].map((file) => [file, signature(file)]));
    void reload();
  };
  if (options.watch) watchAll();
  const timer = options.watch ? setInterval(look, INTERVAL).unref() : undefined;
  return {
    get current() {
      return current;
    },
    reload,
    close() {
      clearInterval(timer);
    },
  };
}

/** Changes when a file does; "" where it is not there. */
function signature(file: string): string {
  const stats = statSync(file, { throwIfNoEntry: false });
  return stats === undefined ? "" : `${stats.mtimeMs} ${stats.size} ${stats.ino}`;
}

/** Serves what was read, with the items there are; where the seed is another, with those of the seed. */
function take(next: Sources, former: Served, { server, store, mockOptions, tell }: Watching): void {
  const { contract, inference, seeds } = next;
  const { holdings } = store;
  const hasNewSeed = seeds.file?.digest !== former.digest;
  withSeedLines(seeds, () => server.reload(contract, inference, { ...mockOptions, seeds: seeds.seeds }));
  const what = `read again: ${contract.title} ${contract.version}, ${count(contract.operations.length, "operation")}`;
  tell(`${what}${hasNewSeed ? ", with the items of the new seed" : ""}`);
  if (!hasNewSeed) store.restore(holdings);
}

/** The files of the document and of its overlays, and that of the seed. */
function sourceFiles({ contract }: Served, { spec, seed, overlays }: ServeOptions, cwd: string): string[] {
  const files = spec === undefined ? [] : [resolve(cwd, spec), ...filesOf(contract.document).slice(1)];
  // Files that the document refers to are named from where the process runs.
  const all = [...files.map((file) => resolve(file)), ...overlays.map((file) => resolve(cwd, file))];
  return typeof seed === "string" ? [...all, resolve(cwd, seed)] : all;
}
