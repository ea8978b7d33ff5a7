// A document: everything that was read, in one tree whose references all point inside it, and the
// place of each part in the files it came from. A contract is made from it; the gate compares two.
import type { PartKind } from "./grammar.ts";
import type { Location } from "./location.ts";
import { fragmentPointer, valueAt } from "../json/pointer.ts";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { oneLine } from "../text/foreign.ts";

/** The schema language of the document: OpenAPI 3.0's own, or JSON Schema 2020-12 for 3.1 and 3.2. */
export type Dialect = "3.0" | "3.1";

export interface Document {
  /** The file as the user named it, or "(object)" for a value that came from memory. */
  readonly file: string;
  readonly dialect: Dialect;
  /** The tree. Each `$ref` in it is "#" and a JSON pointer that leads somewhere. */
  readonly root: JsonObject;
  /** What is read although OpenAPI does not know it where it stands. */
  readonly oddities: readonly DocumentProblem[];
  /** References that lead nowhere, each replaced by an empty object; only in what was read leniently. */
  readonly lost?: readonly LostReference[];
  /** The place of a pointer, or of its nearest ancestor that has one. */
  locate(pointer: string): Location;
}

/** One thing wrong with a document, for a person. */
export interface DocumentProblem {
  readonly message: string;
  readonly location: Location;
  readonly pointer: string;
}

/** A reference that leads nowhere. */
export interface LostReference extends DocumentProblem {
  /** What stands there, or should stand in the list or map. */
  readonly kind: PartKind;
  /** True where it stands in place of a list or a map. */
  readonly isMap: boolean;
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

/** Thrown where a document is well written and asks for more work than is done for any. */
export class DocumentLimitError extends DocumentError {}

/** "spec.yaml:12:3: says what is wrong (at /paths/~1items)". */
function showProblem(problem: DocumentProblem): string {
  const { line, column } = problem.location;
  const pointer = problem.pointer === "" ? "" : ` (at ${problem.pointer})`;
  return `${oneLine(problem.location.file)}:${line}:${column}: ${cut(problem.message)}${cut(pointer)}`;
}

function cut(text: string): string {
  return oneLine(text.length > LONGEST ? `${text.slice(0, LONGEST)}… (cut short)` : text);
}

/** The error for a document that cannot be understood at all. @param place where it stops making sense */
export function problemAtStart(
  file: string,
  message: string,
  { line, column } = { line: 1, column: 1 },
): DocumentError {
  return new DocumentError([{ message, pointer: "", location: { file, line, column } }]);
}

/**
 * Refuses the address of a document: nothing is ever fetched.
 * @throws DocumentError that says how to download it
 */
export function refuseAddress(source: string): void {
  if (!/^[a-z][a-z0-9+.-]+:\/\//i.test(source)) return;
  const quoted = `'${source.replaceAll("'", "%27")}'`;
  const message = `documents are read from files, never fetched; download it first: curl -fsSLo openapi.yaml ${quoted}`;
  throw problemAtStart(source, message);
}

/** Throws a DocumentError for one problem at one place. */
export function refuseDocument(document: Document, pointer: string, message: string): never {
  throw new DocumentError([{ message, pointer, location: document.locate(pointer) }]);
}

/** The `$ref` of a part as it is written; undefined for what is no reference. */
export function referenceText(part: JsonValue | undefined): string | undefined {
  const reference = isObject(part) ? part["$ref"] : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** True for what means to be a reference, whatever its `$ref` is. */
export function hasReference(part: JsonValue | undefined): boolean {
  return isObject(part) && Object.hasOwn(part, "$ref");
}

/** What stands beside the `$ref` of a part. */
export function besideReference(part: JsonObject): JsonObject {
  const { $ref: _reference, ...beside } = part;
  return beside;
}

/** The pointer that the `$ref` of a part leads to; undefined for what is no reference, or none to a place. */
export function referenceOf(part: JsonValue | undefined): string | undefined {
  const reference = referenceText(part);
  return reference === undefined ? undefined : fragmentPointer(reference);
}

/** Throws a DocumentLimitError for the place where the work stopped. */
export function refuseWork(document: Document, pointer: string, message: string): never {
  throw new DocumentLimitError([{ message, pointer, location: document.locate(pointer) }]);
}

/** A value of the tree with its references followed, and the pointer where it really stands. */
export interface Resolved {
  readonly value: JsonValue;
  readonly pointer: string;
}

/** Where references lead: to a place, or into a circle that is told at one of its members. */
interface Way {
  readonly place: string;
  readonly isCircle: boolean;
}

/** Ways of more steps than this are remembered: a document may have thousands of them, one in the other. */
const SHORT = 3;
const longWays = new WeakMap<JsonObject, Map<string, Way>>();

/**
 * Follows `$ref` from a pointer until it meets something that is no reference.
 * Siblings of `$ref` are not merged: schemas, where 3.1 gives them a meaning, go through the compiler.
 * @throws DocumentError when references lead in a circle or nowhere
 */
export function resolve(document: Document, pointer: string): Resolved {
  const { place, isCircle } = wayFrom(document, pointer);
  if (isCircle) refuseDocument(document, place, "its $ref leads in a circle and never to a value");
  const value = valueAt(document.root, place);
  if (value === undefined) refuseDocument(document, pointer, "there is nothing at this place of the document");
  return { value, pointer: place };
}

/** True for a reference that leads, by references alone, to itself or into a circle of others. */
export function leadsInCircle(document: Document, pointer: string): boolean {
  try {
    return wayFrom(document, pointer).isCircle;
  } catch (error) {
    if (error instanceof DocumentError) return false;
    throw error;
  }
}

function wayFrom(document: Document, pointer: string): Way {
  const known = longWays.get(document.root);
  // Most places hold no reference: there is nothing to remember for them.
  let visited: Set<string> | undefined;
  let place = pointer;
  let way = known?.get(place);
  while (way === undefined) {
    const reference = referenceText(valueAt(document.root, place));
    if (reference === undefined) way = { place, isCircle: false };
    else {
      const target = fragmentPointer(reference);
      if (target === undefined) refuseDocument(document, place, `$ref ${writeJson(reference)} is not a JSON pointer`);
      (visited ??= new Set()).add(place);
      place = target;
      way = visited.has(place) ? { place: firstOf(visited, place), isCircle: true } : known?.get(place);
    }
  }
  if (visited !== undefined && visited.size > SHORT) {
    const ways = known ?? new Map<string, Way>();
    longWays.set(document.root, ways);
    for (const one of visited) ways.set(one, way);
  }
  return way;
}

/** The member of a circle at which it is told, wherever it is entered. */
function firstOf(visited: ReadonlySet<string>, entry: string): string {
  const passed = [...visited];
  return passed.slice(passed.indexOf(entry)).sort()[0] ?? entry;
}
