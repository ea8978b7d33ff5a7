// From a file, a text or a value to a document: read, located, references resolved. No schema is compiled yet.
import { realpath } from "node:fs/promises";
import { relative } from "node:path";
import { type Dialect, type Document, DocumentError, refuseDocument } from "./document.ts";
import { type JsonObject, type JsonValue, isObject, writeJson } from "./json.ts";
import type { Locate, Location } from "./location.ts";
import { pointerSteps } from "./pointer.ts";
import { preparedDocument } from "./prepared.ts";
import { type ParsedText, ReferencedFiles, parseText, readText } from "./read.ts";
import { FILES_KEY, type ReadReferenced, bundle, filePrefix } from "./references.ts";

/** The files beside a document that does not stand in a folder: where it stands, and how they are read. */
export interface Neighbours {
  /** The path of the document among them; what relative references start from. */
  readonly path: string;
  readonly read: ReadReferenced;
  /** What was read, by path. */
  readonly texts: ReadonlyMap<string, ParsedText>;
  /** What findings call one of them. */
  readonly nameOf: (path: string) => string;
}

/**
 * Loads a document.
 * @param source the path of a YAML or JSON file, or the document as a value
 */
export async function loadDocument(source: string | JsonObject): Promise<Document> {
  if (typeof source !== "string") return documentOfValue(source);
  return parseDocumentText(await readDocumentText(source), source, await realpath(source));
}

/** The text of a document's file. @param name what findings call it */
export async function readDocumentText(path: string, name: string = path): Promise<string> {
  const text = await readText(path);
  if (typeof text !== "string") throw problemAtStart(name, `the document ${text.refused}`);
  return text;
}

/**
 * Makes a document of a text that was read elsewhere (standard input, a revision of git).
 * @param name what findings call the file
 * @param beside the path where it stands, as the root for relative references, or the files that stand beside it;
 * absent: other files are not read
 * @param before an earlier version of the document; see `bundle`
 */
export async function parseDocumentText(
  text: string,
  name: string,
  beside?: string | Neighbours,
  before?: Document,
): Promise<Document> {
  const prepared = preparedDocument(text, name);
  if (prepared !== undefined) return prepared;
  const parsed = parseText(text);
  if ("fault" in parsed) {
    const { message, line, column } = parsed.fault;
    throw new DocumentError([
      { message: `the document ${message}`, pointer: "", location: { file: name, line, column } },
    ]);
  }
  return assemble(parsed, name, { beside, before });
}

/**
 * Makes a document of a value. References to other files are refused.
 * @param before an earlier version of the document; see `bundle`
 */
export async function documentOfValue(value: JsonObject, before?: Document): Promise<Document> {
  return assemble({ value: structuredClone(value), locate: () => ({ line: 1, column: 1 }) }, "(object)", { before });
}

interface Surroundings {
  readonly beside?: string | Neighbours | undefined;
  readonly before?: Document | undefined;
}

async function assemble(main: ParsedText, name: string, { beside, before }: Surroundings = {}): Promise<Document> {
  if (!isObject(main.value)) throw problemAtStart(name, "the document must be an object with an openapi version");
  const others = typeof beside === "object" ? beside : inFolder(beside, name);
  const bundled = await bundle({ path: others.path, value: main.value }, others.read, before?.root);
  const files = bundled.files.map((file, index) => ({
    name: index === 0 ? name : others.nameOf(file.path),
    locate: index === 0 ? main.locate : (others.texts.get(file.path) as ParsedText).locate,
  }));
  const locate = (pointer: string): Location => locateInFiles(files, pointer);
  const document: Document = Object.freeze({
    file: name,
    dialect: dialectOf(bundled.root),
    root: bundled.root,
    locate,
  });
  if (bundled.faults.length > 0) {
    throw new DocumentError(
      bundled.faults.map(({ fileIndex, pointer, message }) => {
        const place = `${filePrefix(fileIndex)}${pointer}`;
        return { message, pointer: place, location: locate(place) };
      }),
    );
  }
  checkVersion(document);
  return document;
}

/** The files of the folder that the document stands in; without a path there are none. */
function inFolder(path: string | undefined, name: string): Neighbours {
  const files = new ReferencedFiles(path ?? name);
  return {
    path: path ?? name,
    read: (reference, from) => (path === undefined ? Promise.resolve({ refused: ALONE }) : files.read(reference, from)),
    texts: files.texts,
    nameOf: (other) => relative(process.cwd(), other) || other,
  };
}

const ALONE = "leads to another file, and this document is not in a folder to read from: name it as a file";

interface LocatedFile {
  readonly name: string;
  readonly locate: Locate;
}

function locateInFiles(files: readonly LocatedFile[], pointer: string): Location {
  const steps = pointerSteps(pointer);
  const index = steps[0] === FILES_KEY ? Number(steps[1]) : 0;
  const file = files[index];
  const prefix = filePrefix(index);
  if (file === undefined) return { file: "", line: 1, column: 1 };
  return { file: file.name, ...file.locate(pointer.startsWith(prefix) ? pointer.slice(prefix.length) : pointer) };
}

function dialectOf(root: JsonObject): Dialect {
  const version = root["openapi"];
  return typeof version === "string" && version.startsWith("3.0") ? "3.0" : "3.1";
}

function checkVersion(document: Document): void {
  const { openapi, swagger } = document.root as { openapi?: JsonValue; swagger?: JsonValue };
  if (typeof openapi === "string" && /^3\.[012](\.\d+)?(-.*)?$/.test(openapi)) return;
  if (swagger !== undefined) {
    refuseDocument(
      document,
      "/swagger",
      "this is Swagger 2.0; OpenAPI 3.0 and 3.1 are understood (swagger2openapi converts)",
    );
  }
  const seen = openapi === undefined ? "is missing" : `is ${writeJson(openapi)}`;
  refuseDocument(document, "/openapi", `the openapi version ${seen}; it must be 3.0.x or 3.1.x, in quotes`);
}

/** The error for a document of which nothing could be understood. */
export function problemAtStart(file: string, message: string): DocumentError {
  return new DocumentError([{ message, pointer: "", location: { file, line: 1, column: 1 } }]);
}
