// The repository that a command is called in, and the only way by which git is run in it. Files of a proposed change
// may be planted to make git act: whatever could run a program, open a connection or rename an object is off.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, posix, relative, sep } from "node:path";
import { promisify } from "node:util";
import { MAX_BYTES } from "../../document/size.ts";
import { UsageError } from "../usage.ts";

const run = promisify(execFile);

/** Configuration is read from the repository too, so what it could start is overruled on every command line. */
const GUARDS = [
  "--no-pager",
  "--no-replace-objects",
  "--literal-pathspecs",
  ...["safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null"].flatMap((one) => ["-c", one]),
];

/** Thrown where a folder is in no repository. */
export class NoRepository extends UsageError {}

/** A repository, found once. */
export interface Repository {
  /** The top of the working tree: absolute, links resolved. */
  readonly top: string;
  /** The folder that the command was called in, from the top: "" or with a slash at the end. */
  readonly prefix: string;
  /** What comes before the words of each call of git. */
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Finds the repository of a folder. Git looks for it without being told where, so it still checks who owns it.
 * @throws NoRepository where there is none, UsageError for one that cannot be trusted; the messages go on a sentence
 */
export async function findRepository(cwd: string): Promise<Repository> {
  const folder = await realpath(cwd);
  const env = cleanEnvironment(folder);
  const asked = ["rev-parse", "--is-bare-repository", "--absolute-git-dir", "--show-toplevel"];
  const { stdout, stderr } = await gitIn({ words: GUARDS, env }, asked, folder);
  const [bare, gitDir = "", top = "", ...rest] = stdout.toString("utf8").replace(/\n$/, "").split("\n");
  // Before 2.38, git uses a folder that merely looks like a repository, `safe.bareRepository` or not.
  if (bare === "true" || /bare repository/.test(stderr) || (gitDir !== "" && isWithin(folder, gitDir))) {
    throw new UsageError(
      "this folder is, or is in, a bare repository, which may have been planted: run it in the working tree",
    );
  }
  if (/dubious ownership|unsafe repository/.test(stderr)) {
    throw new UsageError(
      "git does not trust this repository because another user owns it: " +
        "if you do, run git config --global --add safe.directory FOLDER",
    );
  }
  if (gitDir === "" || top === "" || rest.length > 0) {
    throw new NoRepository("this is not a git repository: name a file, or run it inside the repository");
  }
  const prefix = relative(top, folder).split(sep).join("/");
  const words = [...GUARDS, `--git-dir=${gitDir}`, `--work-tree=${top}`];
  return { top, prefix: prefix === "" ? "" : `${prefix}/`, words, env };
}

/** What git prints; undefined where it says no. @throws UsageError where git cannot be run */
export async function ask(repository: Repository, words: readonly string[]): Promise<string | undefined> {
  const { stdout, failed } = await gitIn(repository, words, repository.top);
  return failed ? undefined : stdout.toString("utf8");
}

/** A path of the file system from the top of the working tree, with "/"; undefined for one that is not below it. */
export function fromTop({ top }: Repository, path: string): string | undefined {
  return isWithin(path, top) && path !== top ? relative(top, path).split(sep).join("/") : undefined;
}

/** The path that `REF:path` names, from the top: "./" and "../" start from the caller's folder, as in git. */
export function pathInTree({ prefix }: Repository, path: string): string {
  return /^\.\.?\//.test(path) ? posix.join(prefix, path) : path;
}

/** True for a folder, and what is below it. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === "" || (way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

interface Output {
  readonly stdout: Buffer;
  readonly stderr: string;
  readonly failed: boolean;
}

async function gitIn(
  { words: before, env }: Pick<Repository, "words" | "env">,
  words: readonly string[],
  cwd: string,
): Promise<Output> {
  try {
    const options = { cwd, env, maxBuffer: MAX_BYTES, encoding: "buffer" } as const;
    const { stdout, stderr } = await run("git", [...before, ...words], options);
    return { stdout, stderr: stderr.toString("utf8"), failed: false };
  } catch (error) {
    const { code, stdout, stderr } = error as { code?: unknown; stdout?: Buffer; stderr?: Buffer };
    if (typeof code !== "number" || stdout === undefined) throw unusable(words, error);
    return { stdout, stderr: stderr?.toString("utf8") ?? "", failed: true };
  }
}

/** Why git could not be run at all. */
export function unusable(words: readonly string[], error: unknown): UsageError {
  const { code } = error as { code?: unknown };
  if (code === "ENOENT") return new UsageError("git is not installed, or this folder is gone: name two files");
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
    return new UsageError(`git ${words[0]} has more than ${MAX_BYTES / 1024 / 1024} MiB to say`);
  }
  return new UsageError(`git ${words[0]}: ${error instanceof Error ? error.message : String(error)}`);
}

/**
 * The environment of git: what steers it in there is left out, no transport is allowed, nothing is fetched to complete
 * a partial clone, and git itself is looked for where the change cannot have put a program of that name.
 */
function cleanEnvironment(folder: string): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !/^(?:GIT_|LC_|LANG)/i.test(name));
  const path = (process.env["PATH"] ?? "").split(delimiter);
  const top = treeAround(folder);
  const isSafe = (one: string): boolean =>
    isAbsolute(one) && !isWithin(one, top) && !one.split(/[\\/]/).includes("node_modules");
  return {
    ...Object.fromEntries(kept),
    PATH: path.filter(isSafe).join(delimiter),
    LC_ALL: "C",
    GIT_ALLOW_PROTOCOL: "",
    GIT_NO_LAZY_FETCH: "1",
    GIT_NO_REPLACE_OBJECTS: "1",
    GIT_OPTIONAL_LOCKS: "0",
    GIT_TERMINAL_PROMPT: "0",
  };
}

/** The folder above that looks like the top of a working tree, else the folder itself: a guess, made without git. */
function treeAround(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, ".git"))) return above;
    if (above === dirname(above)) return folder;
  }
}
