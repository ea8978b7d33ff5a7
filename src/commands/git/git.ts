// What `gate` and `lint` ask of git: a file as it was at a revision. Where git says no, why, and what to do.
import { UsageError } from "../usage.ts";
import { Objects } from "./objects.ts";
import { NoRepository, type Repository, findRepository, fromTop, isWithin, pathInTree } from "./repository.ts";
import { commitOf, knownRevision, mergeBase } from "./revision.ts";
import { type Found, type Snapshot, snapshotOf, snapshotOfIndex } from "./snapshot.ts";

/** A file as git has it. */
export interface Tracked {
  readonly bytes: Uint8Array;
  /** What messages call the commit; "" for the index. */
  readonly revision: string;
  /** From the top of the repository, links followed. */
  readonly path: string;
  /** The files beside it. */
  readonly snapshot: Snapshot;
}

/** A file of the working tree. */
export interface Present {
  /** As it was named, made absolute. */
  readonly path: string;
  /** The same with its links followed. */
  readonly real: string;
  /** What messages call it. */
  readonly shown: string;
}

/** Git in the repository of one folder, which is found once, when something is asked. Close it when done. */
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
   * True where git knows the revision of `REF:path`; where there is no repository, it knows none.
   * @throws UsageError where the repository cannot be trusted, or the revision could be one of two
   */
  async knows(source: string): Promise<boolean> {
    const repository = await this.#findAny();
    const revision = source.slice(0, source.indexOf(":"));
    if (repository === undefined) return false;
    return revision === "" || (await commitOf(repository, revision)) !== undefined;
  }

  /**
   * What `REF:path` names.
   * @throws UsageError where there is no such revision or file
   */
  async readRevision(source: string): Promise<Tracked> {
    if (source.startsWith("-")) throw new UsageError(`${source} is no revision: it starts with a hyphen`);
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
   * A file as it was at a revision, there perhaps under another name; by default, where the current branch left the
   * default branch.
   * @returns where there was none, what messages call the revision
   * @throws UsageError where that is not known
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
    // First under the name that was given: a change may have put a link there, to a file that nobody knows.
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
   * Refuses a file of the working tree that a tracked link leads out of it: the change decides where links lead.
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
