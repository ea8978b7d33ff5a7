// What `gate` and `lint` ask of git: a file as it was at a revision. Where git says no, why, and what to do.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { UsageError } from "./usage.ts";

const run = promisify(execFile);
const MAX_TEXT = 64 * 1024 * 1024;

/**
 * The text of `REF:path`.
 * @throws UsageError where there is no such revision or file
 */
export async function showRevision(source: string, folder: string): Promise<string> {
  // What starts with a hyphen would be an option of git.
  if (source.startsWith("-")) throw new UsageError(`${source} is no revision: it starts with a hyphen`);
  const text = await ask(["show", "--no-textconv", source, "--"], folder);
  if (text !== undefined) return text;
  const [revision, path] = [source.slice(0, source.indexOf(":")), source.slice(source.indexOf(":") + 1)];
  await needRepository(folder, `${source} is no file`);
  if ((await commitOf(revision, folder)) === undefined) {
    throw new UsageError(`git knows no ${revision} here: fetch it first (in CI, with enough history), or correct it`);
  }
  const hint = path.startsWith(".") ? "" : ` (paths count from the top of the repository; ${revision}:./… from here)`;
  throw new UsageError(`${revision} has no file ${path}${hint}`);
}

/**
 * A file as it was where the current branch left the default branch.
 * @param shown what messages call the file
 * @throws UsageError where that is not known
 */
export async function showAtMergeBase(
  folder: string,
  file: string,
  shown: string,
): Promise<{ readonly text: string; readonly branch: string }> {
  await needRepository(folder, `with ${shown} alone, the document before is looked up in git`);
  const branch = await defaultBranch(folder);
  const commit = (await ask(["merge-base", "HEAD", branch], folder))?.trim();
  if (commit === undefined) {
    throw new UsageError(`git knows no commit that HEAD and ${branch} share: fetch more history, or name BASE`);
  }
  const text = await ask(["show", "--no-textconv", `${commit}:./${file}`, "--"], folder);
  if (text === undefined) throw new UsageError(`${branch} has no ${shown} yet: there is nothing that it could break`);
  return { text, branch };
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

async function needRepository(folder: string, why: string): Promise<void> {
  if ((await ask(["rev-parse", "--git-dir"], folder)) !== undefined) return;
  throw new UsageError(`${why}, and this is no git repository: name a file, or run it inside the repository`);
}

/** What git prints; undefined where it says no. @throws UsageError where git cannot be run */
async function ask(words: readonly string[], folder: string): Promise<string | undefined> {
  try {
    const { stdout } = await run("git", [...words], { cwd: folder, maxBuffer: MAX_TEXT, encoding: "utf8" });
    return stdout;
  } catch (error) {
    const { code } = error as { code?: unknown };
    if (code === "ENOENT") throw new UsageError("git is not installed, or this folder is gone: name two files");
    if (typeof code === "number") return undefined;
    throw new UsageError(`git ${words[0]}: ${error instanceof Error ? error.message : String(error)}`);
  }
}
