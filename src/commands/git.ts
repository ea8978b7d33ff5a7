// What `gate` and `lint` ask of git: a file as it was at a revision. Where git says no, why, and what to do.
import { execFile } from "node:child_process";
import { posix } from "node:path";
import { promisify } from "node:util";
import { MAX_BYTES } from "./decode.ts";
import { UsageError } from "./usage.ts";

const run = promisify(execFile);

/** A file as git has it. */
export interface Tracked {
  readonly bytes: Uint8Array;
  /** A commit, a branch, or "" for the index. */
  readonly revision: string;
  /** From the top of the repository. */
  readonly path: string;
  /** A folder inside the repository. */
  readonly folder: string;
}

/**
 * What `REF:path` names.
 * @throws UsageError where there is no such revision or file
 */
export async function readRevision(source: string, folder: string): Promise<Tracked> {
  // What starts with a hyphen would be an option of git.
  if (source.startsWith("-")) throw new UsageError(`${source} is no revision: it starts with a hyphen`);
  const [revision, path] = [source.slice(0, source.indexOf(":")), source.slice(source.indexOf(":") + 1)];
  const bytes = await readBlob(source, folder);
  if (bytes === undefined) throw await missing({ source, revision, path }, folder);
  const fromTop = /^\.\.?\//.test(path) ? posix.join(await prefixOf(folder, source), path) : path;
  return { bytes, revision, path: fromTop, folder };
}

async function missing(
  { source, revision, path }: { readonly source: string; readonly revision: string; readonly path: string },
  folder: string,
): Promise<UsageError> {
  await prefixOf(folder, `${source} is no file`);
  const name = revision === "" ? "the index" : revision;
  if (revision !== "" && (await commitOf(revision, folder)) === undefined) {
    return new UsageError(
      `${source} is no file, and git knows no ${name} here: fetch it first (in CI, with enough history), or correct it`,
    );
  }
  if ((await ask(["cat-file", "-t", source], folder))?.trim() === "tree") {
    return new UsageError(`${source} is a folder, not a file`);
  }
  const hint = path.startsWith(".") ? "" : ` (paths count from the top of the repository; ${revision}:./… from here)`;
  return new UsageError(`${name} has no file ${path}${hint}`);
}

/** A file of the working tree. */
export interface Present {
  readonly folder: string;
  readonly file: string;
  /** What messages call it. */
  readonly shown: string;
}

/**
 * A file as it was at a revision, there perhaps under another name; by default, where the current branch left the
 * default branch.
 * @returns where there was none, what messages call the revision
 * @throws UsageError where that is not known
 */
export async function readBefore({ folder, file, shown }: Present, revision?: string): Promise<Tracked | string> {
  const prefix = await prefixOf(folder, `the document before ${shown} is looked up in git`);
  const branch = revision ?? (await defaultBranch(folder));
  const commit = revision === undefined ? await mergeBase(branch, folder) : await knownCommit(revision, folder);
  // The branch may have moved on since: the commit is what the lines were counted in.
  const name = revision ?? commit.slice(0, 12);
  const path = `${prefix}${file}`;
  const bytes = await readBlob(`${commit}:${path}`, folder);
  if (bytes !== undefined) return { bytes, revision: name, path, folder };
  const { formerPath } = await import("./git-former.ts");
  const former = await formerPath({ commit, path, branch, shown }, (words) => ask(words, folder));
  const moved = former === undefined ? undefined : await readBlob(`${commit}:${former}`, folder);
  return former === undefined || moved === undefined ? branch : { bytes: moved, revision: name, path: former, folder };
}

async function mergeBase(branch: string, folder: string): Promise<string> {
  const commit = (await ask(["merge-base", "HEAD", branch], folder))?.trim();
  if (commit !== undefined) return commit;
  throw new UsageError(`git knows no commit that HEAD and ${branch} share: fetch more history, or name BASE`);
}

async function knownCommit(revision: string, folder: string): Promise<string> {
  const commit = revision.startsWith("-") ? undefined : await commitOf(revision, folder);
  if (commit !== undefined) return commit.trim();
  throw new UsageError(`git knows no ${revision} here: fetch it first (in CI, with enough history), or correct it`);
}

async function defaultBranch(folder: string): Promise<string> {
  const head = (await ask(["symbolic-ref", "--short", "refs/remotes/origin/HEAD"], folder)) ?? "";
  const candidates = [head.trim(), "origin/main", "origin/master", "main", "master"].filter((name) => name !== "");
  for (const name of candidates) if ((await commitOf(name, folder)) !== undefined) return name;
  throw new UsageError(
    "the default branch is not known here (no origin/HEAD, main or master): name BASE, as in BRANCH:path",
  );
}

function commitOf(revision: string, folder: string): Promise<string | undefined> {
  return ask(["rev-parse", "--verify", "--quiet", "--end-of-options", `${revision}^{commit}`], folder);
}

/** The path of a folder from the top of its repository, "" or with a slash at the end. */
async function prefixOf(folder: string, why: string): Promise<string> {
  const prefix = await ask(["rev-parse", "--show-prefix"], folder);
  if (prefix !== undefined) return prefix.replace(/\n$/, "");
  throw new UsageError(`${why}, and this is no git repository: name a file, or run it inside the repository`);
}

/** The bytes of a file of a revision, as they are: `show` would list a folder, and convert text. */
export function readBlob(source: string, folder: string): Promise<Uint8Array | undefined> {
  return call(["cat-file", "blob", source], folder);
}

async function ask(words: readonly string[], folder: string): Promise<string | undefined> {
  return (await call(words, folder))?.toString("utf8");
}

/** What git prints; undefined where it says no. @throws UsageError where git cannot be run */
async function call(words: readonly string[], folder: string): Promise<Buffer | undefined> {
  try {
    const { stdout } = await run("git", [...words], { cwd: folder, maxBuffer: MAX_BYTES, encoding: "buffer" });
    return stdout;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (typeof code === "number") return undefined;
    if (code === "ENOENT") throw new UsageError("git is not installed, or this folder is gone: name two files");
    if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
      throw new UsageError(`${words.at(-1)} is larger than ${MAX_BYTES / 1024 / 1024} MiB`);
    }
    throw new UsageError(`git ${words[0]}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
