// Where the two documents come from: files, standard input, or a revision of git.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import { promisify } from "node:util";
import type { Document } from "../contract/document.ts";
import { loadDocument, parseDocumentText } from "../contract/load.ts";
import type { CommandIo } from "./io.ts";
import { UsageError } from "./usage.ts";

const run = promisify(execFile);
const MAX_TEXT = 64 * 1024 * 1024;

/**
 * Loads a document.
 * @param source a file, `REF:path` of git, or `-` for standard input
 * @throws DocumentError for what cannot be read as a document, UsageError for what git does not have
 */
export async function loadSource(source: string, io: CommandIo): Promise<Document> {
  if (source === "-") {
    if (io.stdin === undefined) throw new UsageError("there is no standard input to read");
    return parseDocumentText(await io.stdin(), "(standard input)");
  }
  const path = resolve(io.cwd, source);
  const colon = source.indexOf(":");
  if (colon <= 0 || existsSync(path)) return loadDocument(path === source ? path : relativeOrFull(source, path, io));
  return parseDocumentText(await gitShow(source, io.cwd), source);
}

/** The name as the user gave it where that leads to the file, so that findings show it so. */
function relativeOrFull(source: string, path: string, io: CommandIo): string {
  return io.cwd === process.cwd() ? source : path;
}

/** The same file at the merge base of the current and the default branch. */
export async function loadMergeBase(revision: string, io: CommandIo): Promise<Document> {
  if (revision === "-" || (revision.includes(":") && !existsSync(resolve(io.cwd, revision)))) {
    throw new UsageError(`${revision} is no file of the working tree: name BASE and REVISION both`);
  }
  const path = resolve(io.cwd, revision);
  const folder = dirname(path);
  const branch = await defaultBranch(folder);
  const commit = (await git(["merge-base", "HEAD", branch], folder)).trim();
  const text = await gitShow(`${commit}:./${basename(path)}`, folder);
  return parseDocumentText(text, `${branch}:${revision}`);
}

async function defaultBranch(folder: string): Promise<string> {
  const head = await git(["symbolic-ref", "--short", "refs/remotes/origin/HEAD"], folder).catch(() => "");
  const candidates = [head.trim(), "origin/main", "origin/master", "main", "master"].filter((name) => name !== "");
  for (const name of candidates) {
    const known = await git(["rev-parse", "--verify", "--quiet", `${name}^{commit}`], folder).catch(() => undefined);
    if (known !== undefined) return name;
  }
  throw new UsageError(
    "the default branch is not known here (no origin/HEAD, main or master): name BASE, as in BRANCH:path",
  );
}

async function gitShow(source: string, folder: string): Promise<string> {
  // What starts with a hyphen would be an option of git.
  if (source.startsWith("-")) throw new UsageError(`${source} is no revision: it starts with a hyphen`);
  return git(["show", "--no-textconv", source, "--"], folder);
}

async function git(words: readonly string[], folder: string): Promise<string> {
  try {
    const { stdout } = await run("git", [...words], { cwd: folder, maxBuffer: MAX_TEXT, encoding: "utf8" });
    return stdout;
  } catch (error) {
    const said = error instanceof Error && "stderr" in error ? String(error.stderr).trim() : "";
    const reason = said === "" ? (error instanceof Error ? error.message : String(error)) : said;
    throw new UsageError(`git ${words[0]}: ${reason.split("\n")[0]}`);
  }
}
