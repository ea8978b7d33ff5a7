// Where the two documents come from: files, standard input, or a revision of git.
import { existsSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { parseDocumentText, readDocumentText } from "../contract/assemble.ts";
import type { Document } from "../contract/document.ts";
import type { Location } from "../contract/location.ts";
import { FILES_KEY } from "../contract/references.ts";
import type { CommandIo } from "./io.ts";
import { UsageError } from "./usage.ts";

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
    const text = await io.stdin();
    if (text.trim() !== "") return { text, name: "(standard input)" };
    throw new UsageError("nothing came on standard input: did the command that should write the document fail?");
  }
  const path = resolve(io.cwd, source);
  const colon = source.indexOf(":");
  if (colon > 0 && !existsSync(path)) {
    const { showRevision } = await import("./git.ts");
    return { text: await showRevision(source, io.cwd), name: source };
  }
  return { text: await readDocumentText(path, source), name: source, path: await realpath(path) };
}

/** The same file at the merge base of the current and the default branch. */
async function mergeBase(revision: string, io: CommandIo): Promise<Source> {
  if (revision === "-" || (revision.includes(":") && !existsSync(resolve(io.cwd, revision)))) {
    throw new UsageError(`${revision} is no file of the working tree: name BASE and REVISION both`);
  }
  const path = resolve(io.cwd, revision);
  if (!existsSync(path)) await readDocumentText(path, revision);
  const { showAtMergeBase } = await import("./git.ts");
  const found = await showAtMergeBase(dirname(path), basename(path), revision);
  return { text: found.text, name: `${found.branch}:${revision}` };
}
