// Reads the document and the seed again on request or, with `--watch`, when their files change. If the new version is
// broken, the old one stays in use.
import { statSync } from "node:fs";
import { resolve } from "node:path";
import { filesOf } from "../../document/files.ts";
import type { MockServer, ServedOptions } from "../../http/node/server.ts";
import { count } from "../../report/text.ts";
import { codeOf, readAgain } from "../given-file.ts";
import type { CommandIo } from "../io.ts";
import type { Keeping } from "./kept/keeping.ts";
import type { ServeOptions } from "./inputs/options.ts";
import { type Sources, codeOfSources, explainSources, readSources, withSeedLines } from "./inputs/sources.ts";

/** How often files are checked, in milliseconds. Polling works on every file system; notification does not. */
const INTERVAL = 200;

/** What a change needs to know and to update. */
export interface Watching {
  readonly options: ServeOptions;
  readonly io: CommandIo;
  readonly server: MockServer;
  readonly store: Keeping;
  readonly mockOptions: ServedOptions;
  readonly tell: (message: string) => void;
}

/** What is remembered of the served sources, without the items of the seed. */
export interface Served extends Pick<Sources, "contract"> {
  /** The digest of the seed file. */
  readonly digest: string | undefined;
}

/** What to remember of the sources: the contract, and the digest of the seed file if there is one. */
export function servedOf({ contract, seeds }: Sources): Served {
  return { contract, digest: seeds.file?.digest };
}

/** The sources being served. */
export interface Following {
  readonly current: Served;
  /** Reads them again. @returns why the old ones are still served, if the new ones cannot be */
  reload(): Promise<string | undefined>;
  close(): void;
}

/** Serves the sources and, with `--watch`, their new versions when files change. */
export function followSources(first: Served, watching: Watching): Following {
  const { options, io, tell } = watching;
  let current = first;
  let watched: ReadonlyMap<string, string> = new Map();
  // Reloads do not overlap.
  let work: Promise<string | undefined> = Promise.resolve(undefined);
  const again = async (): Promise<string | undefined> => {
    try {
      const next = await readSources(options, io, readAgain);
      take(next, current, watching);
      current = servedOf(next);
      if (options.watch) watchAll();
      return undefined;
    } catch (error) {
      // Whatever happened, ending the server would help nobody.
      const why = explainSources(error, options.spec) ?? `internal error: ${(error as Error).message}`;
      tell(`still serving the previous document and seed: ${why}`);
      return why;
    }
  };
  const reload = (): Promise<string | undefined> => (work = work.then(again));
  // Remember each file as it was when first read, so that a change before the first check counts too.
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

/** Changes whenever the file does, or what the file system answers. Reading the file then tells what is wrong. */
function signature(file: string): string {
  try {
    const { mtimeMs, size, ino } = statSync(file);
    return `${mtimeMs} ${size} ${ino}`;
  } catch (error) {
    return codeOf(error);
  }
}

/** Serves the new sources with the existing items; a changed seed replaces the items. */
function take(next: Sources, former: Served, { server, store, mockOptions, tell }: Watching): void {
  const { contract, inference, seeds } = next;
  const { saved } = store;
  const hasNewSeed = seeds.file?.digest !== former.digest;
  withSeedLines(seeds, () => {
    server.reload(contract, inference, { ...mockOptions, ...codeOfSources(next, () => server), seeds: seeds.seeds });
  });
  const what = `read again: ${contract.title} ${contract.version}, ${count(contract.operations.length, "operation")}`;
  tell(`${what}${hasNewSeed ? ", with the items of the new seed" : ""}`);
  if (!hasNewSeed) store.restore(saved);
}

/** The files of the document, its overlays, the seed and the handlers. */
function sourceFiles({ contract }: Served, { spec, seed, overlays, handlers }: ServeOptions, cwd: string): string[] {
  const files = spec === undefined ? [] : [resolve(cwd, spec), ...filesOf(contract.document).slice(1)];
  // Names of referenced files are relative to the working directory of the process.
  const all = [...files.map((file) => resolve(file)), ...overlays.map((file) => resolve(cwd, file))];
  const others = [seed, handlers].filter((file) => typeof file === "string");
  return [...all, ...others.map((file) => resolve(cwd, file))];
}
