// Finds the repository of the current folder and runs git there; objects.ts keeps another git running. Files of a
// proposed change may be planted to make git act, so everything that could run a program, open a connection or rename an
// object is switched off.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { delimiter, dirname, isAbsolute, join, posix, relative, sep } from "node:path";
import { promisify } from "node:util";
import { MAX_BYTES } from "../../document/size.ts";
import { UsageError } from "../usage.ts";

const run = promisify(execFile);

/**
 * Git also reads configuration from the repository, so every command line overrides the settings that can start
 * something.
 */
const GUARDS = [
  "--no-pager",
  "--no-replace-objects",
  "--literal-pathspecs",
  ...["safe.bareRepository=explicit", "core.fsmonitor=false", "core.hooksPath=/dev/null"].flatMap((one) => ["-c", one]),
];

/** Thrown if a folder is not in a repository. */
export class NoRepository extends UsageError {}

/** A repository, looked up once. */
export interface Repository {
  /** The top of the working tree: absolute, with links resolved. */
  readonly top: string;
  /** The current folder relative to the top: "" or with a trailing slash. */
  readonly prefix: string;
  /** The words that precede the arguments of each git call. */
  readonly words: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * Finds the repository of a folder. Git is not told where it is, so it still checks who owns it.
 * @throws NoRepository if there is none, UsageError if it is not trusted; the messages continue a sentence
 */
export async function findRepository(cwd: string): Promise<Repository> {
  const folder = await realpath(cwd);
  const env = cleanEnvironment(folder);
  const asked = ["rev-parse", "--is-bare-repository", "--absolute-git-dir", "--show-toplevel"];
  const { stdout, stderr } = await gitIn({ words: GUARDS, env }, asked, folder);
  const [bare, gitDir = "", top = "", ...rest] = stdout.toString("utf8").replace(/\n$/, "").split("\n");
  // Before 2.38, git accepts a folder that merely looks like a repository, whatever `safe.bareRepository` says.
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

/** The output of git; undefined if git reports an error. @throws UsageError if git cannot run */
export async function ask(repository: Repository, words: readonly string[]): Promise<string | undefined> {
  const { stdout, failed } = await gitIn(repository, words, repository.top);
  return failed ? undefined : stdout.toString("utf8");
}

/** A file-system path relative to the top of the working tree, with "/"; undefined if it is not below the top. */
export function fromTop({ top }: Repository, path: string): string | undefined {
  return isWithin(path, top) && path !== top ? relative(top, path).split(sep).join("/") : undefined;
}

/** The path in `REF:path` relative to the top. As in git, "./" and "../" start from the current folder. */
export function pathInTree({ prefix }: Repository, path: string): string {
  return /^\.\.?\//.test(path) ? posix.join(prefix, path) : path;
}

/** True for a folder and everything below it. */
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

/** The error for when git cannot run at all. */
export function unusable(words: readonly string[], error: unknown): UsageError {
  const { code } = error as { code?: unknown };
  if (code === "ENOENT") return new UsageError("git is not installed, or this folder is gone: name two files");
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
    return new UsageError(`git ${words[0]} printed more than ${MAX_BYTES / 1024 / 1024} MiB`);
  }
  return new UsageError(`git ${words[0]}: ${error instanceof Error ? error.message : String(error)}`);
}

/**
 * The environment of git: without the variables that control it, with no transport allowed, without fetching the rest
 * of a partial clone, and with a PATH in which a change cannot have put a program named git.
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

/**
 * The closest ancestor that looks like the top of a working tree, or else the folder itself. A guess made without git.
 */
function treeAround(folder: string): string {
  for (let above = folder; ; above = dirname(above)) {
    if (existsSync(join(above, ".git"))) return above;
    if (above === dirname(above)) return folder;
  }
}
