// Where the two documents come from: files, standard input, or a revision of git.
import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { promisify } from "node:util";
import { parseDocumentText, readDocumentText } from "../contract/assemble.ts";
import type { Document } from "../contract/document.ts";
import type { Location } from "../contract/location.ts";
import { FILES_KEY } from "../contract/references.ts";
import type { CommandIo } from "./io.ts";
import { UsageError } from "./usage.ts";

const run = promisify(execFile);
const MAX_TEXT = 64 * 1024 * 1024;

/** A text, before it is understood. */
interface Source {
  readonly text: string;
  /** What findings call it. */
  readonly name: string;
  /** Where it stands, when other files may be beside it. */
  readonly path?: string;
}

/** The two documents of a comparison. */
export interface Pair {
  readonly base: Document;
  readonly revision: Document;
  /** True where both are the same text and refer to no other files. */
  readonly same: boolean;
}

/**
 * Loads both documents, and one of two equal texts only once.
 * @param base undefined: the revision's file at the merge base of the current and the default branch
 * @throws DocumentError for what cannot be read as a document, UsageError for what git does not have
 */
export async function loadPair(base: string | undefined, revision: string, io: CommandIo): Promise<Pair> {
  if (base === "-" && revision === "-") throw new UsageError("only one document can come from standard input");
  const before = base === undefined ? await mergeBase(revision, io) : await read(base, io);
  const after = await read(revision, io);
  const first = await parseDocumentText(before.text, before.name, before.path);
  if (before.text !== after.text || first.root[FILES_KEY] !== undefined) {
    return { base: first, revision: await parseDocumentText(after.text, after.name, after.path), same: false };
  }
  const locate = (pointer: string): Location => ({ ...first.locate(pointer), file: after.name });
  return { base: first, revision: { ...first, file: after.name, locate }, same: true };
}

/**
 * Loads a document.
 * @param source a file, `REF:path` of git, or `-` for standard input
 * @throws as `loadPair`
 */
export async function loadSource(source: string, io: CommandIo): Promise<Document> {
  const { text, name, path } = await read(source, io);
  return parseDocumentText(text, name, path);
}

async function read(source: string, io: CommandIo): Promise<Source> {
  if (source === "-") {
    if (io.stdin === undefined) throw new UsageError("there is no standard input to read");
    return { text: await io.stdin(), name: "(standard input)" };
  }
  const path = resolve(io.cwd, source);
  const colon = source.indexOf(":");
  if (colon > 0 && !existsSync(path)) return { text: await gitShow(source, io.cwd), name: source };
  return { text: await readDocumentText(path, source), name: source, path: await realpath(path) };
}

/** The same file at the merge base of the current and the default branch. */
async function mergeBase(revision: string, io: CommandIo): Promise<Source> {
  if (revision === "-" || (revision.includes(":") && !existsSync(resolve(io.cwd, revision)))) {
    throw new UsageError(`${revision} is no file of the working tree: name BASE and REVISION both`);
  }
  const path = resolve(io.cwd, revision);
  const folder = dirname(path);
  const branch = await defaultBranch(folder);
  const commit = (await git(["merge-base", "HEAD", branch], folder)).trim();
  return { text: await gitShow(`${commit}:./${basename(path)}`, folder), name: `${branch}:${revision}` };
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
