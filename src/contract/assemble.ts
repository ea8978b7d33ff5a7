// From a file, a text or a value to a document: read, located, references resolved. No schema is compiled yet.
import { realpath } from "node:fs/promises";
import { relative } from "node:path";
import { type Dialect, type Document, DocumentError, refuseDocument } from "./document.ts";
import { type JsonObject, type JsonValue, isObject } from "./json.ts";
import type { Locate, Location } from "./location.ts";
import { pointerSteps } from "./pointer.ts";
import { preparedDocument } from "./prepared.ts";
import { type ParsedText, ReferencedFiles, parseText, readText } from "./read.ts";
import { FILES_KEY, bundle, filePrefix } from "./references.ts";

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
 * @param path where it stands, as the root for relative references; absent: other files are not read
 */
export async function parseDocumentText(text: string, name: string, path?: string): Promise<Document> {
  const prepared = preparedDocument(text, name);
  if (prepared !== undefined) return prepared;
  const parsed = parseText(text);
  if ("fault" in parsed) {
    const { message, line, column } = parsed.fault;
    throw new DocumentError([
      { message: `the document ${message}`, pointer: "", location: { file: name, line, column } },
    ]);
  }
  return assemble(parsed, name, path);
}

/** Makes a document of a value. References to other files are refused. */
export async function documentOfValue(value: JsonObject, file = "(object)"): Promise<Document> {
  return assemble({ value: structuredClone(value), locate: () => ({ line: 1, column: 1 }) }, file);
}

async function assemble(main: ParsedText, name: string, path?: string): Promise<Document> {
  if (!isObject(main.value)) throw problemAtStart(name, "the document must be an object with an openapi version");
  const others = new ReferencedFiles(path ?? name);
  const read = (reference: string, from: string): ReturnType<ReferencedFiles["read"]> =>
    path === undefined
      ? Promise.resolve({ refused: "leads to another file, and this document is not in a folder to read from" })
      : others.read(reference, from);
  const bundled = await bundle({ path: path ?? name, value: main.value }, read);
  const files = bundled.files.map((file, index) => ({
    name: index === 0 ? name : relative(process.cwd(), file.path) || file.path,
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
  const seen = openapi === undefined ? "is missing" : `is ${JSON.stringify(openapi)}`;
  refuseDocument(document, "/openapi", `the openapi version ${seen}; it must be 3.0.x or 3.1.x, in quotes`);
}

function problemAtStart(file: string, message: string): DocumentError {
  return new DocumentError([{ message, pointer: "", location: { file, line: 1, column: 1 } }]);
}
