// The questions that `gate` and `lint` ask git: what a file was at a revision. If git refuses, the error says why and
// what to do.
import { UsageError } from "../usage.ts";
import { Objects } from "./objects.ts";
import { NoRepository, type Repository, findRepository, fromTop, isWithin, pathInTree } from "./repository.ts";
import { commitOf, knownRevision, mergeBase } from "./revision.ts";
import { type Found, type Snapshot, snapshotOf, snapshotOfIndex } from "./snapshot.ts";

/** A file in git. */
export interface Tracked {
  readonly bytes: Uint8Array;
  /** The display name of the commit; "" for the index. */
  readonly revision: string;
  /** The path from the top of the repository, with links followed. */
  readonly path: string;
  /** The files next to it. */
  readonly snapshot: Snapshot;
}

/** A file of the working tree. */
export interface Present {
  /** The path as named, made absolute. */
  readonly path: string;
  /** The same path with links followed. */
  readonly real: string;
  /** Its name in messages. */
  readonly shown: string;
}

/** Git in the repository of one folder, which is looked up once, on demand. Close it when done. */
export class Git {
  readonly #cwd: string;
  #repository: Promise<Repository> | undefined;
  #objects: Objects | undefined;

  constructor(cwd: string) {
    this.#cwd = cwd;
  }

  close(): void {
    this.#objects?.close();
  }

  /**
   * True if git knows the revision in `REF:path`. Outside a repository it knows none.
   * @throws UsageError if the repository is not trusted or the revision is ambiguous
   */
  async knows(source: string): Promise<boolean> {
    const repository = await this.#findAny();
    const revision = source.slice(0, source.indexOf(":"));
    if (repository === undefined) return false;
    return revision === "" || (await commitOf(repository, revision)) !== undefined;
  }

  /**
   * The file that `REF:path` names.
   * @throws UsageError if there is no such revision or file
   */
  async readRevision(source: string): Promise<Tracked> {
    if (source.startsWith("-")) throw new UsageError(`${source} is not a revision: it starts with a hyphen`);
    const [revision, path] = [source.slice(0, source.indexOf(":")), source.slice(source.indexOf(":") + 1)];
    const repository = await this.#find(`${source} is not a file`);
    const { snapshot, shown } = await this.#snapshot(repository, revision, source);
    const found = await snapshot.read(pathInTree(repository, path));
    if ("bytes" in found) return { ...found, revision: shown, snapshot };
    const name = revision === "" ? "the index" : revision;
    const hint = path.startsWith(".") ? "" : ` (paths count from the top of the repository; ${revision}:./… from here)`;
    throw refusal(found, { source, missing: `${name} has no file ${path}${hint}` });
  }

  async #snapshot(
    repository: Repository,
    revision: string,
    source: string,
  ): Promise<{ readonly snapshot: Snapshot; readonly shown: string }> {
    const objects = (this.#objects ??= new Objects(repository));
    if (revision === "") return { snapshot: await snapshotOfIndex(repository, objects), shown: "" };
    const commit = await commitOf(repository, revision);
    if (commit !== undefined) return { snapshot: await snapshotOf(commit, objects), shown: revision };
    throw new UsageError(
      `${source} is not a file, and git knows no ${revision} here: fetch it first (in CI, with enough history), or correct it`,
    );
  }

  /**
   * A file as it was at a revision, perhaps under another name. By default the revision is where the current branch
   * left the default branch.
   * @returns the display name of the revision if the file did not exist there
   * @throws UsageError if that cannot be determined
   */
  async readBefore({ path, real, shown }: Present, revision?: string): Promise<Tracked | string> {
    const repository = await this.#find(`the document before ${shown} is looked up in git`);
    const [named, kept] = [fromTop(repository, path), fromTop(repository, real)];
    const [first = kept, second = first] = [named, kept];
    if (first === undefined || second === undefined) {
      throw new UsageError(`${shown} is not in the repository of this folder: run it there, or name BASE as a file`);
    }
    const found = revision === undefined ? await mergeBase(repository) : await knownRevision(repository, revision);
    const branch = "branch" in found ? String(found.branch) : found.shown;
    const snapshot = await snapshotOf(found.commit, (this.#objects ??= new Objects(repository)));
    // Try the given name first: the change may have put a link there, to a file that nobody knows.
    for (const one of new Set([first, second])) {
      const before = await snapshot.read(one);
      if ("bytes" in before) return { ...before, revision: found.shown, snapshot };
      if (before.not !== "there" && before.not !== "file") {
        throw refusal(before, { source: `${branch}:${one}`, missing: "" });
      }
    }
    const { formerPath } = await import("./former.ts");
    const moved = { commit: found.commit, path: second, branch, shown };
    const former = await formerPath(moved, repository, snapshot);
    if (former === undefined) return branch;
    const before = await snapshot.read(former);
    return "bytes" in before ? { ...before, revision: found.shown, snapshot } : branch;
  }

  /**
   * Refuses a file of the working tree if a tracked link on its path leads out of the tree: the author of the change
   * decides where links lead.
   * @throws UsageError
   */
  async refuseLinkOut({ path, real, shown }: Present): Promise<void> {
    const { linkOut } = await import("./links.ts");
    const repository = await this.#findAny();
    if (repository === undefined || isWithin(real, repository.top)) return;
    const link = await linkOut(repository, path);
    if (link === undefined) return;
    throw new UsageError(`${shown} is not read: the link ${link} leads out of the repository, to ${real}`);
  }

  async #find(why: string): Promise<Repository> {
    try {
      return await (this.#repository ??= findRepository(this.#cwd));
    } catch (error) {
      throw error instanceof UsageError ? new UsageError(`${why}, and ${error.message}`) : error;
    }
  }

  async #findAny(): Promise<Repository | undefined> {
    try {
      return await (this.#repository ??= findRepository(this.#cwd));
    } catch (error) {
      if (error instanceof NoRepository) return undefined;
      throw error;
    }
  }
}

function refusal(
  found: Exclude<Found, { readonly bytes: Buffer }>,
  { source, missing }: { readonly source: string; readonly missing: string },
): UsageError {
  switch (found.not) {
    case "there":
      return new UsageError(missing);
    case "file":
      return new UsageError(`${source} is a folder, not a file`);
    case "inside":
      return new UsageError(`${source} is a link that leads out of the repository, and nothing is read there`);
    case "ours":
      return new UsageError(`${source} is in a submodule, a repository of its own: run it there`);
  }
}
