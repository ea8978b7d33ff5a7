// Loads the two documents: from files, standard input or a git revision.
import { existsSync, statSync } from "node:fs";
import { realpath } from "node:fs/promises";
import { isAbsolute, join, resolve } from "node:path";
import { type Additions, parseDocumentText } from "../../schema/load/load-document.ts";
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

/** A text that is not parsed yet. */
interface Source {
  readonly text: string;
  /** Its name in findings. */
  readonly name: string;
  /** Its location, if other files may be next to it, or those files. */
  readonly beside?: string | Neighbours | undefined;
}

/** The two documents to compare. */
export interface Pair {
  readonly base: Document;
  readonly revision: Document;
  /** True if both have the same text and refer to no other files. */
  readonly same: boolean;
  /** True if there is no base. */
  readonly isNew?: boolean;
  /** Why the base could not be read at all. The revision is used in its place. */
  readonly unread?: string;
}

/**
 * Loads both documents; equal texts are loaded only once. A new document is compared with itself, so it is read like
 * any other and shows no difference.
 * @param base undefined for the revision's file at the merge base of the current and the default branch; `REF:` for the
 * same file at that git revision. Both follow a renamed file.
 * @throws DocumentError for text that is not a document, UsageError for something git does not have
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

/** The old document; or why it cannot be read, which must not block the change that repairs it. */
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
 * @param source a file, `REF:path` in git, or `-` for standard input
 * @throws the same errors as `loadPair`
 */
export async function loadSource(
  source: string,
  io: CommandIo,
  reading: Pick<Additions, "overlays" | "lenient"> = {},
): Promise<Document> {
  return withSources(io, async (sources) => {
    const { text, name, beside } = await read(source, sources);
    return parseDocumentText(text, name, { ...reading, beside });
  });
}

/** Where to look for sources, and the overlays to apply. */
interface Sources {
  /** For the revision only: an older base may not have what they change. */
  readonly overlays?: Overlays | undefined;
  readonly io: CommandIo;
  /** Git in the current folder, loaded on demand. */
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
    // A change may add a file with this name to shadow the revision, so refuse an ambiguous name.
    if (await (await git()).knows(source)) {
      throw new UsageError(`${source} is a file here and also names a revision: write ./${source} for the file`);
    }
  }
  const text = await readDocumentText(path, source);
  const file = await placeOf(source, io);
  if (file.real !== file.path) await (await git()).refuseLinkOut(file);
  return { text, name: source, beside: file.real };
}

/** True for text in the form `REF:path`, unless it is marked as a path ("./", "/"). */
function isRevision(source: string): boolean {
  return source.includes(":") && !isAbsolute(source) && !/^\.{1,2}[\\/]/.test(source);
}

/** The named path of a file and its real path. Both are absolute and start at the real path of the current folder. */
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
 * @returns the display name of the revision if the file does not exist there
 */
async function readBefore(file: string, revision: string | undefined, sources: Sources): Promise<Source | string> {
  const { io, git } = sources;
  if (file === "-" || (isRevision(file) && !existsSync(resolve(io.cwd, file)))) {
    throw new UsageError(`${file} is not a file of the working tree: name BASE and REVISION both`);
  }
  if (file === "") return read(file, sources);
  const path = resolve(io.cwd, file);
  // Throws an error that says why the file cannot be read.
  if (!existsSync(path) || statSync(path).isDirectory()) await readDocumentText(path, file);
  const found = await (await git()).readBefore(await placeOf(file, io), revision);
  return typeof found === "string" ? found : fromGit(found, `${found.revision}:${found.path}`);
}
