// The files of a revision, or of the index, by path. Links are followed as long as they stay inside.
import { posix } from "node:path";
import { keptFor } from "../../memo.ts";
import { UsageError } from "../usage.ts";
import type { Objects } from "./objects.ts";
import { type Repository, ask } from "./repository.ts";

/** A file and its path after following all links; or what was found instead. */
export type Found =
  | { readonly path: string; readonly bytes: Buffer }
  | { readonly not: "there" | "file" | "inside" | "ours" };

const NOT_THERE: Found = { not: "there" };
const A_FOLDER: Found = { not: "file" };
const LEADS_OUT: Found = { not: "inside" };
/** The folder of another repository: a submodule. */
const ANOTHERS: Found = { not: "ours" };

const LINK = "120000";
const SUBMODULE = "160000";
const MOST_LINKS = 40;
const LONGEST_LINK = 4096;

interface Entry {
  readonly mode: string;
  readonly id: string;
  readonly isFolder: boolean;
}

/** The entry at a path that contains no links. */
type Look = (path: string) => Promise<Entry | undefined>;

/** The files of a revision. */
export class Snapshot {
  readonly #look: Look;
  readonly #objects: Objects;

  constructor(look: Look, objects: Objects) {
    this.#look = look;
    this.#objects = objects;
  }

  /**
   * The file at a path from the top.
   * @throws UsageError for a file that is in the tree but not available, as in a partial clone
   */
  async read(path: string): Promise<Found> {
    let [done, left, links] = ["", steps(path), 0];
    while (left.length > 0) {
      const [step = "", ...after] = left;
      if (step === "..") {
        if (done === "") return LEADS_OUT;
        [done, left] = [parentOf(done), after];
        continue;
      }
      const here = done === "" ? step : `${done}/${step}`;
      const entry = await this.#look(here);
      if (entry === undefined) return NOT_THERE;
      if (entry.mode === SUBMODULE) return ANOTHERS;
      if (entry.mode === LINK) {
        const target = (await this.#content(entry.id, here)).toString("utf8");
        if (target.length > LONGEST_LINK || target.startsWith("/") || ++links > MOST_LINKS) return LEADS_OUT;
        left = [...steps(target), ...after];
      } else if (after.length === 0) {
        return entry.isFolder ? A_FOLDER : { path: here, bytes: await this.#content(entry.id, here) };
      } else if (entry.isFolder) {
        [done, left] = [here, after];
      } else {
        return NOT_THERE;
      }
    }
    return A_FOLDER;
  }

  async #content(id: string, path: string): Promise<Buffer> {
    return (await objectAt(this.#objects, id, path)).bytes;
  }
}

const steps = (path: string): string[] => path.split("/").filter((step) => step !== "" && step !== ".");

const parentOf = (path: string): string => (path.includes("/") ? posix.dirname(path) : "");

async function objectAt(objects: Objects, id: string, path: string): Promise<{ type: string; bytes: Buffer }> {
  const object = await objects.read(id);
  if (object !== undefined) return object;
  throw new UsageError(
    `git has ${path} in its tree, but not its contents (is it a partial clone?), and nothing is fetched: ` +
      "check out without a filter",
  );
}

/** The files of a commit. @param commit its full hash */
export async function snapshotOf(commit: string, objects: Objects): Promise<Snapshot> {
  const text = (await objectAt(objects, commit, "the commit")).bytes.toString("latin1");
  const root = /^tree ([0-9a-f]+)\n/.exec(text)?.[1] ?? "";
  const trees = new Map<string, Promise<ReadonlyMap<string, Entry>>>();
  const treeOf = (id: string, path: string): Promise<ReadonlyMap<string, Entry>> =>
    keptFor(trees, id, async () =>
      entriesOf((await objectAt(objects, id, path === "" ? "its top" : path)).bytes, commit.length / 2),
    );
  const look: Look = async (path) => {
    let entry: Entry = { mode: "", id: root, isFolder: true };
    let at = "";
    for (const step of steps(path)) {
      const next: Entry | undefined = entry.isFolder ? (await treeOf(entry.id, at)).get(step) : undefined;
      if (next === undefined) return undefined;
      [entry, at] = [next, at === "" ? step : `${at}/${step}`];
    }
    return entry;
  };
  return new Snapshot(look, objects);
}

/** The entries of a tree. Each is "<mode> SP <name> NUL" and the object's hash in 20 or 32 bytes. */
function entriesOf(bytes: Buffer, length: number): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at < bytes.length;) {
    const [space, end] = [bytes.indexOf(0x20, at), bytes.indexOf(0, at)];
    const mode = bytes.toString("latin1", at, space);
    const id = bytes.toString("hex", end + 1, end + 1 + length);
    entries.set(bytes.toString("utf8", space + 1, end), { mode, id, isFolder: mode === "40000" });
    at = end + 1 + length;
  }
  return entries;
}

/** The files of the index. */
export async function snapshotOfIndex(repository: Repository, objects: Objects): Promise<Snapshot> {
  const entries = new Map<string, Entry>();
  for (const line of ((await ask(repository, ["ls-files", "--stage", "-z"])) ?? "").split("\0")) {
    const [, mode, id, stage, path] = /^(\d+) ([0-9a-f]+) (\d)\t([^]*)$/.exec(line) ?? [];
    if (mode === undefined || id === undefined || stage !== "0" || path === undefined) continue;
    entries.set(path, { mode, id, isFolder: false });
    for (let above = parentOf(path); above !== "" && !entries.has(above); above = parentOf(above)) {
      entries.set(above, { mode: "", id: "", isFolder: true });
    }
  }
  return new Snapshot((path) => Promise.resolve(entries.get(path)), objects);
}
