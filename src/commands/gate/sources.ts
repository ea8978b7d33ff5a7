// Where the two documents come from: files, standard input, or a revision of git.
import { existsSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { parseDocumentText } from "../../contract/load.ts";
import { type Neighbours, readDocumentText } from "../../document/load.ts";
import type { Overlays } from "../../document/overlay/overlay.ts";
import type { Location } from "../../document/location.ts";
import { FILES_KEY } from "../../document/references/model.ts";
import { oneLine } from "../../text/foreign.ts";
import { MAX_BYTES } from "../../document/size.ts";
import { utf8Of } from "../../json/bytes.ts";
import type { Git, Tracked } from "../git/git.ts";
import type { CommandIo } from "../io.ts";
import { UsageError } from "../usage.ts";
import { type Document, DocumentError, problemAtStart } from "../../document/document.ts";

/** A text, before it is understood. */
interface Source {
  readonly text: string;
  /** What findings call it. */
  readonly name: string;
  /** Where it stands, when other files may be beside it, or those files. */
  readonly beside?: string | Neighbours | undefined;
}

/** The two documents of a comparison. */
export interface Pair {
  readonly base: Document;
  readonly revision: Document;
  /** True where both are the same text and refer to no other files. */
  readonly same: boolean;
  /** True where there is no base. */
  readonly isNew?: boolean;
  /** Why nothing at all could be read of the base; the revision stands in its place. */
  readonly unread?: string;
}

/**
 * Loads both documents, and one of two equal texts only once. A document that is new is compared with itself: it is
 * read and understood like any other, and nothing differs.
 * @param base undefined: the revision's file at the merge base of the current and the default branch; `REF:` the
 *   revision's file at that revision of git; both under the name that it had then
 * @throws DocumentError for what cannot be read as a document, UsageError for what git does not have
 */
export async function loadPair(
  base: string | undefined,
  revision: string,
  { io, overlays }: { readonly io: CommandIo; readonly overlays?: Overlays | undefined },
): Promise<Pair> {
  if (base === "-" && revision === "-") throw new UsageError("only one document can come from standard input");
  return withSources(io, (sources) => pairOf(base, revision, { ...sources, overlays }));
}

async function pairOf(base: string | undefined, revision: string, sources: Sources): Promise<Pair> {
  const alike = base === undefined || /^[^:]+:$/.test(base);
  const before = alike ? await readBefore(revision, base?.slice(0, -1), sources) : await read(base, sources);
  const after = await read(revision, sources);
  const { overlays } = sources;
  const quiet = overlays === undefined ? undefined : { ...overlays, tell: () => undefined };
  if (typeof before === "string") {
    const told = `${before} has no ${revision} yet: it is new, and there is nothing that it could break`;
    sources.io.stderr(`animal-store gate: ${oneLine(told)}\n`);
    const document = await parseDocumentText(after.text, after.name, { beside: after.beside, overlays });
    return { base: { ...document, file: `nothing at ${before}` }, revision: document, same: true, isNew: true };
  }
  const isSame = before.text === after.text;
  const first = await readBase(before, isSame ? overlays : quiet);
  const additions = { beside: after.beside, overlays, lenient: true };
  if (typeof first === "string") {
    const document = await parseDocumentText(after.text, after.name, additions);
    return { base: { ...document, file: before.name }, revision: document, same: true, unread: first };
  }
  if (!isSame || first.root[FILES_KEY] !== undefined) {
    return {
      base: first,
      revision: await parseDocumentText(after.text, after.name, { ...additions, before: first }),
      same: false,
    };
  }
  const locate = (pointer: string): Location => ({ ...first.locate(pointer), file: after.name });
  return { base: first, revision: { ...first, file: after.name, locate }, same: true };
}

/** The document before; or why nothing can be read of it, which must not stop the change that mends it. */
async function readBase({ text, name, beside }: Source, overlays: Overlays | undefined): Promise<Document | string> {
  try {
    return await parseDocumentText(text, name, { beside, overlays, lenient: "all" });
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    return error.message;
  }
}

/**
 * Loads a document.
 * @param source a file, `REF:path` of git, or `-` for standard input
 * @throws as `loadPair`
 */
export async function loadSource(source: string, io: CommandIo, overlays?: Overlays): Promise<Document> {
  return withSources(io, async (sources) => {
    const { text, name, beside } = await read(source, sources);
    return parseDocumentText(text, name, { beside, overlays });
  });
}

/** Where sources are looked for, and what is changed in them. */
interface Sources {
  /** The revision's; a base of another time may not have what they are about. */
  readonly overlays?: Overlays | undefined;
  readonly io: CommandIo;
  /** Git in the folder that the command was called in; loaded when it is needed. */
  readonly git: () => Promise<Git>;
}

async function withSources<T>(io: CommandIo, act: (sources: Sources) => Promise<T>): Promise<T> {
  let git: Git | undefined;
  try {
    return await act({ io, git: async () => (git ??= new (await import("../git/git.ts")).Git(io.cwd)) });
  } finally {
    git?.close();
  }
}

async function read(source: string, { io, git }: Sources): Promise<Source> {
  if (source === "") throw new UsageError("the name of a document is empty: is a variable not set?");
  if (source === "-") return readStandardInput(io);
  if (/^https?:\/\//i.test(source)) {
    throw new UsageError(`${source} is a URL, and nothing is fetched: save it as a file, or pipe it in as -`);
  }
  const path = resolve(io.cwd, source);
  if (isRevision(source)) {
    const isFile = existsSync(path);
    if (!isFile) return fromGit(await (await git()).readRevision(source), source);
    // A change may add a file of that name, so that it is read in place of what git has.
    if (await (await git()).knows(source)) {
      throw new UsageError(`${source} is a file here and also names a revision: write ./${source} for the file`);
    }
  }
  const text = await readDocumentText(path, source);
  const file = await placeOf(source, io);
  if (file.real !== file.path) await (await git()).refuseLinkOut(file);
  return { text, name: source, beside: file.real };
}

/** True for what has the form of `REF:path`; a path that says that it is one does not. */
function isRevision(source: string): boolean {
  return source.includes(":") && !isAbsolute(source) && !/^\.{1,2}[\\/]/.test(source);
}

/** A file as it was named and as it really is; both absolute, the folder that they start from without links. */
async function placeOf(file: string, io: CommandIo): Promise<{ path: string; real: string; shown: string }> {
  const path = isAbsolute(file) ? resolve(file) : join(await realpath(io.cwd), file);
  return { path, real: await realpath(path), shown: file };
}

async function readStandardInput(io: CommandIo): Promise<Source> {
  if (io.stdin === undefined) throw new UsageError("there is no standard input to read");
  const name = "(standard input)";
  const text = textOf(await io.stdin(), name);
  if (text.trim() !== "") return { text, name };
  throw new UsageError("nothing came on standard input: did the command that should write the document fail?");
}

async function fromGit(tracked: Tracked, name: string): Promise<Source> {
  const { neighboursOf } = await import("../git/neighbours.ts");
  return { text: textOf(tracked.bytes, name), name, beside: neighboursOf(tracked) };
}

function textOf(bytes: Uint8Array, name: string): string {
  if (bytes.byteLength > MAX_BYTES) {
    throw problemAtStart(name, `the document is larger than ${MAX_BYTES / 1024 / 1024} MiB`);
  }
  const text = utf8Of(bytes);
  if (text === undefined) throw problemAtStart(name, "the document is not valid UTF-8");
  return text;
}

/**
 * The same file at a revision, by default at the merge base of the current and the default branch.
 * @returns where it has none, what messages call the revision
 */
async function readBefore(file: string, revision: string | undefined, sources: Sources): Promise<Source | string> {
  const { io, git } = sources;
  if (file === "-" || (isRevision(file) && !existsSync(resolve(io.cwd, file)))) {
    throw new UsageError(`${file} is not a file of the working tree: name BASE and REVISION both`);
  }
  if (file === "") return read(file, sources);
  const path = resolve(io.cwd, file);
  // Says why where it cannot be read.
  if (!existsSync(path) || statSync(path).isDirectory()) await readDocumentText(path, file);
  const found = await (await git()).readBefore(await placeOf(file, io), revision);
  return typeof found === "string" ? found : fromGit(found, `${found.revision}:${found.path}`);
}
