// A document: everything that was read, in one tree whose references all point inside it, and the location of each part
// in its source file. A contract is made from a document; the gate compares two of them.
import type { PartKind } from "./grammar.ts";
import type { Location } from "./location.ts";
import { fragmentPointer, valueAt } from "../json/pointer.ts";
import { isObject, type JsonObject, type JsonValue } from "../json/value.ts";
import { oneLine, withoutLongWords } from "../text/foreign.ts";
import { quoted } from "../json/quote.ts";

/** The schema language of the document: OpenAPI 3.0 has its own; 3.1 and 3.2 use JSON Schema 2020-12. */
export type Dialect = "3.0" | "3.1";

export interface Document {
  /** The file as the user named it, or "(object)" for a value from memory. */
  readonly file: string;
  readonly dialect: Dialect;
  /** True if the file is Swagger 2.0, of which the tree is the OpenAPI 3.0 that it means. */
  readonly isSwagger?: boolean;
  /** The tree. Each `$ref` in it is "#" and a JSON pointer that resolves. */
  readonly root: JsonObject;
  /** Parts that are read although OpenAPI does not define them there. */
  readonly oddities: readonly DocumentProblem[];
  /** References that lead nowhere, each replaced by an empty object. Only in a document that was read leniently. */
  readonly lost?: readonly LostReference[];
  /** Keys that occur twice in a map; the last one counts. Only in a document that was read leniently. */
  readonly repeated?: readonly DocumentProblem[];
  /** The location of a pointer, or of its nearest ancestor that has one. */
  locate(pointer: string): Location;
}

/** One problem of a document, for people to read. */
export interface DocumentProblem {
  readonly message: string;
  readonly location: Location;
  readonly pointer: string;
}

/** A reference that leads nowhere. */
export interface LostReference extends DocumentProblem {
  /** The kind of object that is missing; for a list or a map, the kind of its members. */
  readonly kind: PartKind;
  /** True if a list or a map is missing rather than an object. */
  readonly isMap: boolean;
}

/** Problems listed; the rest are only counted. */
const SHOWN = 20;
/** Messages and pointers can quote the document, so each is cut to this length. */
const LONGEST = 500;

/** Thrown when a document cannot be read, resolved or compiled. The message has one line per problem. */
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

/** Thrown when a valid document would need more work than the limits allow. */
export class DocumentLimitError extends DocumentError {}

/** "spec.yaml:12:3: says what is wrong (at /paths/~1items)". */
function showProblem(problem: DocumentProblem): string {
  const { line, column } = problem.location;
  const pointer = problem.pointer === "" ? "" : ` (at ${problem.pointer})`;
  return withoutLongWords(
    `${oneLine(problem.location.file)}:${line}:${column}: ${cut(problem.message)}${cut(pointer)}`,
  );
}

function cut(text: string): string {
  return oneLine(text.length > LONGEST ? `${text.slice(0, LONGEST)}… (cut short)` : text);
}

/** The error for a document that cannot be understood at all. @param place where reading it failed */
export function problemAtStart(
  file: string,
  message: string,
  { line, column } = { line: 1, column: 1 },
): DocumentError {
  return new DocumentError([{ message, pointer: "", location: { file, line, column } }]);
}

/** Throws a DocumentError for one problem in one place. */
export function refuseDocument(document: Document, pointer: string, message: string): never {
  throw new DocumentError([{ message, pointer, location: document.locate(pointer) }]);
}

/** What the document says of a part in words; "" if it says nothing. */
export function descriptionAt({ root }: Pick<Document, "root">, pointer: string): string {
  const part = valueAt(root, pointer);
  const text = isObject(part) ? part["description"] : undefined;
  return typeof text === "string" ? text : "";
}

/** The `$ref` of a part as written; undefined if the part is not a reference. */
export function referenceText(part: JsonValue | undefined): string | undefined {
  const reference = isObject(part) ? part["$ref"] : undefined;
  return typeof reference === "string" ? reference : undefined;
}

/** True if a part has a `$ref`, valid or not. */
export function hasReference(part: JsonValue | undefined): boolean {
  return isObject(part) && Object.hasOwn(part, "$ref");
}

/** The siblings of a part's `$ref`. */
export function besideReference(part: JsonObject): JsonObject {
  const { $ref: _reference, ...beside } = part;
  return beside;
}

/** The pointer in the `$ref` of a part; undefined if it is not a reference or does not hold a pointer. */
export function referenceOf(part: JsonValue | undefined): string | undefined {
  const reference = referenceText(part);
  return reference === undefined ? undefined : fragmentPointer(reference);
}

/** Throws a DocumentLimitError for the place where the work stopped. */
export function refuseWork(document: Document, pointer: string, message: string): never {
  throw new DocumentLimitError([{ message, pointer, location: document.locate(pointer) }]);
}

/** A value of the tree after following references, and the pointer to where it really is. */
export interface Resolved {
  readonly value: JsonValue;
  readonly pointer: string;
}

/** Where references lead: to a place, or into a cycle, which is reported at one of its members. */
interface Way {
  readonly place: string;
  readonly isCircle: boolean;
}

/** Longer chains of references are cached: a document may have thousands of them, nested in each other. */
const SHORT = 3;
const longWays = new WeakMap<JsonObject, Map<string, Way>>();

/**
 * Follows `$ref` from a pointer until it reaches something that is not a reference.
 * Siblings of `$ref` are not merged: 3.1 gives them a meaning in schemas, and the compiler handles those.
 * @throws DocumentError if references lead nowhere or form a cycle
 */
export function resolve(document: Document, pointer: string): Resolved {
  const { place, isCircle } = wayFrom(document, pointer);
  if (isCircle) refuseDocument(document, place, "its $ref leads in a circle and never to a value");
  const value = valueAt(document.root, place);
  if (value === undefined) refuseDocument(document, pointer, "there is nothing at this place of the document");
  return { value, pointer: place };
}

/** Where a reference leads through references alone. */
export function wayFrom(document: Document, pointer: string): Way {
  const known = longWays.get(document.root);
  // Created on demand, because most places hold no reference.
  let visited: Set<string> | undefined;
  let place = pointer;
  let way = known?.get(place);
  while (way === undefined) {
    const reference = referenceText(valueAt(document.root, place));
    if (reference === undefined) way = { place, isCircle: false };
    else {
      const target = fragmentPointer(reference);
      if (target === undefined) refuseDocument(document, place, `$ref ${quoted(reference)} is not a JSON pointer`);
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

/** The member of a cycle at which it is reported, no matter where the cycle was entered. */
function firstOf(visited: ReadonlySet<string>, entry: string): string {
  const passed = [...visited];
  return passed.slice(passed.indexOf(entry)).sort()[0] ?? entry;
}
