// A document: everything that was read, in one tree whose references all point inside it, and the
// place of each part in the files it came from. A contract is made from it; the gate compares two.
import { isObject, type JsonObject, type JsonValue, writeJson } from "./json.ts";
import type { Location } from "./location.ts";
import { fragmentPointer, valueAt } from "./pointer.ts";

/** The schema language of the document: OpenAPI 3.0's own, or JSON Schema 2020-12 for 3.1 and 3.2. */
export type Dialect = "3.0" | "3.1";

export interface Document {
  /** The file as the user named it, or "(object)" for a value that came from memory. */
  readonly file: string;
  readonly dialect: Dialect;
  /** The tree. Each `$ref` in it is "#" and a JSON pointer that leads somewhere. */
  readonly root: JsonObject;
  /** The place of a pointer, or of its nearest ancestor that has one. */
  locate(pointer: string): Location;
}

/** One thing wrong with a document, for a person. */
export interface DocumentProblem {
  readonly message: string;
  readonly location: Location;
  readonly pointer: string;
}

/** So many problems are shown; of the rest, only the number. */
const SHOWN = 20;
/** A message or a pointer may quote what the document says; more than this nobody reads. */
const LONGEST = 500;

/** Thrown when a document cannot be read, resolved or compiled. Its message has a line for each problem. */
export class DocumentError extends Error {
  readonly problems: readonly DocumentProblem[];
  constructor(problems: readonly DocumentProblem[]) {
    const lines = problems.slice(0, SHOWN).map(showProblem);
    if (problems.length > SHOWN) lines.push(`and ${problems.length - SHOWN} more of the kind`);
    super(lines.join("\n"));
    this.name = "DocumentError";
    this.problems = problems;
  }
}

/** "spec.yaml:12:3: says what is wrong (at /paths/~1items)". */
export function showProblem(problem: DocumentProblem): string {
  const { file, line, column } = problem.location;
  const pointer = problem.pointer === "" ? "" : ` (at ${problem.pointer})`;
  return `${file}:${line}:${column}: ${oneLine(problem.message)}${oneLine(pointer)}`;
}

/** Without what would break the line or steer a terminal: the text may come from a document of unknown origin. */
function oneLine(text: string): string {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}… (cut short)` : text;
  // oxlint-disable-next-line no-control-regex -- control characters are what this is about
  return shown.replaceAll(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g, (char) => JSON.stringify(char).slice(1, -1));
}

/** Throws a DocumentError for one problem at one place. */
export function refuseDocument(document: Document, pointer: string, message: string): never {
  throw new DocumentError([{ message, pointer, location: document.locate(pointer) }]);
}

/** A value of the tree with its references followed, and the pointer where it really stands. */
export interface Resolved {
  readonly value: JsonValue;
  readonly pointer: string;
}

/**
 * Follows `$ref` from a pointer until it meets something that is no reference.
 * Siblings of `$ref` are not merged: schemas, where 3.1 gives them a meaning, go through the compiler.
 * @throws DocumentError when references lead in a circle or nowhere
 */
export function resolve(document: Document, pointer: string): Resolved {
  // Most places hold no reference: there is nothing to remember for them.
  let visited: Set<string> | undefined;
  let place = pointer;
  for (;;) {
    if (visited?.has(place) === true) {
      refuseDocument(document, pointer, "its $ref leads in a circle and never to a value");
    }
    const value = valueAt(document.root, place);
    if (value === undefined) refuseDocument(document, pointer, "there is nothing at this place of the document");
    if (!isObject(value) || typeof value["$ref"] !== "string") return { value, pointer: place };
    const target = fragmentPointer(value["$ref"]);
    if (target === undefined) refuseDocument(document, place, `$ref ${writeJson(value["$ref"])} is not a JSON pointer`);
    (visited ??= new Set()).add(place);
    place = target;
  }
}
