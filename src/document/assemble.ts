// Turns parsed text into a document: resolves references and locates each part. Nothing is read from disk here, so this
// also works where there is no file system.
import {
  type Dialect,
  type Document,
  DocumentError,
  type DocumentProblem,
  type LostReference,
  problemAtStart,
  refuseDocument,
} from "./document.ts";
import type { Locate, Location } from "./location.ts";
import { tooLongName } from "./long-names.ts";
import type { ParsedText } from "./read.ts";
import {
  FILES_KEY,
  type Following,
  type ReadReferenced,
  type ReferenceNote,
  type SourceFile,
  filePrefix,
} from "./references/model.ts";
import { bundle } from "./references/references.ts";
import { readingFragments } from "./swagger/fragments.ts";
import { isSwagger, upgraded } from "./swagger/upgrade.ts";
import type { Subschemas } from "./walk.ts";
import { pointerSteps } from "../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { keptFor } from "../memo.ts";
import { quoted } from "../json/quote.ts";

/** The other files of a document that is not in a folder: where the document is among them, and how to read them. */
export interface Neighbours {
  /** The path of the document among them; relative references start here. */
  readonly path: string;
  readonly read: ReadReferenced;
  /** The texts read so far, by path. */
  readonly texts: ReadonlyMap<string, ParsedText>;
  /** The name of a file in findings. */
  readonly nameOf: (path: string) => string;
}

/**
 * Whether to carry on when a reference leads nowhere (see `Document.lost`). "inside" does so only within files that
 * were read; "all" also accepts references that no document may have, for a document that is only compared against and
 * no longer judged.
 */
export type Leniency = boolean | "inside" | "all";

/** What a document needs besides its own text. */
export interface Surroundings {
  /** Gives the immediate subschemas of a schema. */
  readonly subschemas: Subschemas;
  /** The other files of the document. If absent, no other file is read. */
  readonly beside?: Neighbours | undefined;
  /** An earlier version of the document; see `bundle`. */
  readonly before?: Document | undefined;
  readonly lenient?: Leniency | undefined;
}

/** Makes a document from a copy of a value. Synchronous, because references to other files are refused. */
export function documentOfTree(value: JsonObject, surroundings: Omit<Surroundings, "beside">): Document {
  const main = { value: structuredClone(value), locate: () => ({ line: 1, column: 1 }) };
  const work = assembling(main, "(object)", surroundings);
  let step = work.next();
  while (step.done !== true) step = work.next({ refused: ALONE });
  return step.value;
}

/** Makes a document from parsed text. @param name what findings call it */
export async function assemble(main: ParsedText, name: string, surroundings: Surroundings): Promise<Document> {
  const other = surroundings.beside?.read ?? refuseAll;
  const read = isObject(main.value) && isSwagger(main.value) ? readingFragments(main.value, other) : other;
  const work = assembling(main, name, surroundings);
  let step = work.next();
  // oxlint-disable-next-line no-await-in-loop -- what a file says decides which one is read next
  while (step.done !== true) step = work.next(await read(step.value.reference, step.value.from));
  return step.value;
}

/** Says what was found instead of a document, and recognizes an empty file and an HTML page, such as a login page. */
function noObject(value: JsonValue): string {
  if (value === null) return "the document is empty; it must be an object with an openapi version";
  if (typeof value === "string" && /^<(?:!doctype|html)\b/i.test(value)) {
    return "this is an HTML page; the document must be YAML or JSON with an openapi version";
  }
  return "the document must be an object with an openapi version";
}

function* assembling(written: ParsedText, name: string, surroundings: Surroundings): Following<Document> {
  const { beside, before, subschemas, lenient = false } = surroundings;
  if (!isObject(written.value)) throw problemAtStart(name, noObject(written.value));
  const upgrade = isSwagger(written.value) ? upgraded(written.value, name, written.locate) : undefined;
  const main = { ...written, ...upgrade, value: upgrade?.value ?? written.value };
  const { value } = main;
  const others = beside ?? alone(name);
  const dialect = dialectOf(value);
  const bundled = yield* bundle(
    { path: others.path, value },
    {
      ...{ dialect, subschemas, before: before?.root },
      original: upgrade?.original,
    },
  );
  const isMain = ({ path }: SourceFile): boolean => path === others.path;
  const files = bundled.files.map((file) => ({
    name: isMain(file) ? name : others.nameOf(file.path),
    locate: isMain(file) ? main.locate : (others.texts.get(file.path) as ParsedText).locate,
  }));
  const repeated = (main.repeated ?? []).map(({ message, pointer, line, column }): DocumentProblem => ({
    message,
    pointer: upgrade?.converted(pointer) ?? pointer,
    location: { file: name, line, column },
  }));
  const places = new Map(repeated.map(({ pointer, location }) => [pointer, location]));
  // The report of a large run asks for the same locations thousands of times.
  const locate = (pointer: string): Location => keptFor(places, pointer, () => locateInFiles(files, pointer));
  const problemOf = ({ fileIndex, pointer, message }: ReferenceNote): DocumentProblem => {
    const place = `${filePrefix(fileIndex)}${pointer}`;
    return { message, pointer: place, location: locate(place) };
  };
  const lost = bundled.faults.map((note): LostReference => ({
    ...problemOf(note),
    kind: note.kind,
    isMap: note.isMap,
  }));
  const isLost = lost.length > 0 && (lenient === false || (lenient === "inside" && bundled.isUnread));
  const isRefused = bundled.isForbidden ? lenient !== "all" : isLost;
  if (isRefused) throw new DocumentError(bundled.faults.map(problemOf));
  const notes = (upgrade?.notes ?? []).map((note): ReferenceNote => ({ fileIndex: 0, ...note }));
  const oddities = Object.freeze([...notes, ...bundled.oddities].map(problemOf));
  const document: Document = Object.freeze({
    file: name,
    dialect,
    ...(upgrade !== undefined && { isSwagger: true }),
    root: bundled.root,
    oddities,
    ...(lost.length > 0 && { lost }),
    ...(repeated.length > 0 && { repeated }),
    locate,
  });
  checkVersion(document);
  const long = tooLongName(bundled.root);
  if (long !== undefined) {
    const said = `${writeJson(long.slice(0, 80))}… has ${long.length} characters`;
    throw problemAtStart(name, `the document has names that are too long for how much stands below them: ${said}`);
  }
  return document;
}

/** A document on its own: references to other files are refused. */
function alone(name: string): Omit<Neighbours, "read"> {
  return { path: name, texts: new Map(), nameOf: (other) => other };
}

const refuseAll: ReadReferenced = async () => ({ refused: ALONE });
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
  const { openapi, swagger, info } = document.root as { openapi?: JsonValue; swagger?: JsonValue; info?: JsonValue };
  if (typeof openapi === "string" && /^3\.[012](\.\d+)?(-.*)?$/.test(openapi)) return;
  if (swagger !== undefined) {
    refuseDocument(document, "/swagger", `the swagger version is ${quoted(swagger)}; of Swagger, 2.0 is read`);
  }
  // What Postman's API answers has the collection inside.
  const { collection } = document.root;
  const about = isObject(collection) ? collection["info"] : info;
  if (isObject(about) && (about["_postman_id"] !== undefined || isPostmans(about["schema"]))) {
    refuseDocument(
      document,
      about === info ? "/info" : "/collection/info",
      "this is a Postman collection; postman-to-openapi makes an OpenAPI document of it",
    );
  }
  const seen = openapi === undefined ? "is missing" : `is ${quoted(openapi)}`;
  const allowed = "it must be 3.0.x, 3.1.x or 3.2.x, in quotes, or swagger must be 2.0";
  refuseDocument(document, "/openapi", `the openapi version ${seen}; ${allowed}`);
}

/** True for the schema that a collection of Postman names. */
function isPostmans(schema: JsonValue | undefined): boolean {
  return typeof schema === "string" && /^https?:\/\/schema\.(?:get)?postman\.com\//.test(schema);
}
