// Where the two documents come from: files, standard input, or a revision of git.
import { existsSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { basename, dirname, resolve } from "node:path";
import { type Neighbours, parseDocumentText, problemAtStart, readDocumentText } from "../contract/assemble.ts";
import type { Document } from "../contract/document.ts";
import type { Location } from "../contract/location.ts";
import { FILES_KEY } from "../contract/references.ts";
import { MAX_BYTES, decodeText } from "./decode.ts";
import type { Tracked } from "./git.ts";
import type { CommandIo } from "./io.ts";
import { UsageError } from "./usage.ts";

/** A text, before it is understood. */
interface Source {
  readonly text: string;
  /** What findings call it. */
  readonly name: string;
  /** Where it stands, when other files may be beside it, or those files. */
  readonly beside?: string | Neighbours;
}

/** The two documents of a comparison. */
export interface Pair {
  readonly base: Document;
  readonly revision: Document;
  /** True where both are the same text and refer to no other files. */
  readonly same: boolean;
}

/**
 * Loads both documents, and one of two equal texts only once. A document that is new is compared with itself: it is
 * read and understood like any other, and nothing differs.
 * @param base undefined: the revision's file at the merge base of the current and the default branch; `REF:` the
 *   revision's file at that revision of git; both under the name that it had then
 * @throws DocumentError for what cannot be read as a document, UsageError for what git does not have
 */
export async function loadPair(base: string | undefined, revision: string, io: CommandIo): Promise<Pair> {
  if (base === "-" && revision === "-") throw new UsageError("only one document can come from standard input");
  const alike = base === undefined || /^[^:]+:$/.test(base);
  const before = alike ? await readBefore(revision, base?.slice(0, -1), io) : await read(base, io);
  const after = await read(revision, io);
  if (typeof before === "string") {
    io.stderr(
      `animal-store gate: ${before} has no ${revision} yet: it is new, and there is nothing that it could break\n`,
    );
    const document = await parseDocumentText(after.text, after.name, after.beside);
    return { base: { ...document, file: `nothing at ${before}` }, revision: document, same: true };
  }
  const first = await parseDocumentText(before.text, before.name, before.beside);
  if (before.text !== after.text || first.root[FILES_KEY] !== undefined) {
    return {
      base: first,
      revision: await parseDocumentText(after.text, after.name, after.beside, first),
      same: false,
    };
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
  const { text, name, beside } = await read(source, io);
  return parseDocumentText(text, name, beside);
}

async function read(source: string, io: CommandIo): Promise<Source> {
  if (source === "") throw new UsageError("the name of a document is empty: is a variable not set?");
  if (source === "-") return readStandardInput(io);
  if (/^https?:\/\//i.test(source)) {
    throw new UsageError(`${source} is a URL, and nothing is fetched: save it as a file, or pipe it in as -`);
  }
  const path = resolve(io.cwd, source);
  if (source.includes(":") && !existsSync(path)) {
    const { readRevision } = await import("./git.ts");
    return fromGit(await readRevision(source, io.cwd), source);
  }
  return { text: await readDocumentText(path, source), name: source, beside: await realpath(path) };
}

async function readStandardInput(io: CommandIo): Promise<Source> {
  if (io.stdin === undefined) throw new UsageError("there is no standard input to read");
  const name = "(standard input)";
  const text = textOf(await io.stdin(), name);
  if (text.trim() !== "") return { text, name };
  throw new UsageError("nothing came on standard input: did the command that should write the document fail?");
}

async function fromGit(tracked: Tracked, name: string): Promise<Source> {
  const { neighboursOf } = await import("./git-neighbours.ts");
  return { text: textOf(tracked.bytes, name), name, beside: neighboursOf(tracked) };
}

function textOf(bytes: Uint8Array, name: string): string {
  if (bytes.byteLength > MAX_BYTES) {
    throw problemAtStart(name, `the document is larger than ${MAX_BYTES / 1024 / 1024} MiB`);
  }
  const text = decodeText(bytes);
  if (text === undefined) throw problemAtStart(name, "the document is not valid UTF-8");
  return text;
}

/**
 * The same file at a revision, by default at the merge base of the current and the default branch.
 * @returns where it has none, what messages call the revision
 */
async function readBefore(file: string, revision: string | undefined, io: CommandIo): Promise<Source | string> {
  if (file === "-" || (file.includes(":") && !existsSync(resolve(io.cwd, file)))) {
    throw new UsageError(`${file} is no file of the working tree: name BASE and REVISION both`);
  }
  if (file === "") return read(file, io);
  const path = resolve(io.cwd, file);
  // Says why where it cannot be read; a link is followed, as git keeps only where it leads.
  if (!existsSync(path) || statSync(path).isDirectory()) await readDocumentText(path, file);
  const real = await realpath(path);
  const git = await import("./git.ts");
  const found = await git.readBefore({ folder: dirname(real), file: basename(real), shown: file }, revision);
  return typeof found === "string" ? found : fromGit(found, `${found.revision}:${found.path}`);
}
