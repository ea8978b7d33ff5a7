// The `--data` file: read at the start and written after changes. It is complete at every moment: new content is
// written next to it, flushed to disk and then renamed.
import { open, readFile, rename, rm, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import { readJsonBytes } from "../../json/read.ts";
import { type Holdings, type SetAside, readHoldings, revisionOf, writeHoldings } from "../../mock/items/holdings.ts";
import type { World } from "../../mock/world.ts";
import { codeOf } from "../given-file.ts";
import { UsageError } from "../usage.ts";

/** The shortest time between two writes, in milliseconds. */
const PAUSE = 1_000;
/** A large file is written less often, to leave most of the time for clients. */
const SHARE = 10;
/** Deeper than a request body may nest, because the file wraps items in its own structure. */
const MAX_DEPTH = 200;

/**
 * Reads the file.
 * @returns undefined if it does not exist yet
 * @throws UsageError for a file that cannot be read or is broken; the file is left as it is
 */
export async function loadData(name: string, cwd: string): Promise<Holdings | undefined> {
  let bytes: Uint8Array;
  try {
    const path = resolve(cwd, name);
    const found = await stat(path);
    // Reading a named pipe or some devices would never end.
    if (!found.isFile() && !found.isDirectory()) throw new UsageError(`--data cannot read ${name}: it is not a file`);
    bytes = await readFile(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = codeOf(error);
    if (code === "ENOENT") return undefined;
    throw new UsageError(`--data cannot read ${name}: ${code}`);
  }
  const reading = readJsonBytes(bytes, MAX_DEPTH);
  const holdings = "fault" in reading ? { problem: reading.fault.message } : readHoldings(reading.value);
  if (!("problem" in holdings)) return holdings;
  throw new UsageError(
    `--data cannot use ${name}: it ${holdings.problem}. Nothing was changed: fix it, or move it away to start from the seed`,
  );
}

/** Writes a text to a file, completely or not at all. */
export async function replaceFile(path: string, text: string): Promise<void> {
  const beside = `${path}.new`;
  // Remove what another process left or somebody planted there: a link would be followed, and a named pipe would block.
  await rm(beside, { force: true });
  const file = await open(beside, "wx");
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(beside, path);
  await syncFolder(dirname(path));
}

/** Flushes the folder, so that the new name is on disk as well. Systems that cannot do that write it soon anyway. */
async function syncFolder(path: string): Promise<void> {
  try {
    const folder = await open(path, "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch {
    // Windows cannot open folders.
  }
}

/** Keeps a world in a file. */
export class DataKeeper {
  readonly #path: string;
  readonly #name: string;
  readonly #world: () => World;
  readonly #complain: (message: string) => void;
  #aside: readonly SetAside[] = [];
  #written: string | undefined;
  /** The file as last seen, to avoid overwriting another writer's changes. */
  #seen: string | undefined;
  #failed = "";
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();
  #hasBegun = false;
  #isClosed = false;

  /**
   * @param place the name of the file as given, and the folder it starts from
   * @param world gives the current world, which a reload replaces
   * @param complain is called once for each reason why the file cannot be written
   */
  constructor(place: { name: string; cwd: string }, world: () => World, complain: (message: string) => void) {
    this.#path = resolve(place.cwd, place.name);
    this.#name = place.name;
    this.#world = world;
    this.#complain = complain;
  }

  /** Items kept for a document that allows them again. */
  set aside(aside: readonly SetAside[]) {
    this.#aside = aside;
    this.#written = undefined;
  }

  /** Writes for the first time, so that a problem shows at once. @throws UsageError */
  async begin(): Promise<void> {
    await this.#save();
    if (this.#failed !== "") throw new UsageError(this.#failed);
    this.#hasBegun = true;
    this.#plan(PAUSE);
  }

  /** Writes what has changed, and stops. */
  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#save();
  }

  #plan(pause: number): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      const began = performance.now();
      this.#writing = this.#save().then(() => this.#plan(Math.max(PAUSE, (performance.now() - began) * SHARE)));
    }, pause).unref();
  }

  async #save(): Promise<void> {
    const revision = revisionOf(this.#world());
    if (revision === this.#written) return;
    try {
      const now = await stateOf(this.#path);
      if (this.#seen !== undefined && now !== undefined && now !== this.#seen) {
        this.#fail(`--data does not write ${this.#name}: another process has written it; stop one of the two`);
        return;
      }
      await replaceFile(this.#path, writeHoldings(this.#world(), this.#aside));
      this.#seen = await stateOf(this.#path);
      this.#written = revision;
      this.#failed = "";
    } catch (error) {
      this.#fail(`--data cannot write ${this.#name}: ${codeOf(error)}`, "; it is tried again");
    }
  }

  /** Reports each reason once. */
  #fail(message: string, more = ""): void {
    if (message !== this.#failed && this.#hasBegun) this.#complain(message + more);
    this.#failed = message;
  }
}

/** Identifies the file at a path and its last change; undefined if there is none. */
async function stateOf(path: string): Promise<string | undefined> {
  try {
    const { ino, mtimeNs, size } = await stat(path, { bigint: true });
    return `${ino} ${mtimeNs} ${size}`;
  } catch {
    return undefined;
  }
}
