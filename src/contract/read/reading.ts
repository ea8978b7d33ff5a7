// What every part of the reader works with: the document, its schemas, and the problems found so far. A part that
// cannot be understood is a problem at its place and never the end of the reading.
import {
  type Document,
  DocumentError,
  type DocumentProblem,
  type Resolved,
  referenceText,
  resolve,
} from "../../document/document.ts";
import type { Direction } from "../../document/grammar.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { appendPointer } from "../../json/pointer.ts";
import type { Schema } from "../../schema/model.ts";
import type { SchemaSet } from "../../schema/schema-set.ts";

/** An object of the document, and the pointer where it really stands: references are followed. */
export interface ObjectAt {
  readonly value: JsonObject;
  readonly pointer: string;
}

export class Reading {
  readonly document: Document;
  readonly #schemas: SchemaSet;
  readonly #shared = new Map<string, object>();
  #problems: DocumentProblem[] = [];

  constructor(document: Document, schemas: SchemaSet) {
    this.document = document;
    this.#schemas = schemas;
  }

  /** The problems outside of everything that was read with `apart`. */
  get problems(): readonly DocumentProblem[] {
    return this.#problems;
  }

  /** Notes that what stands at a pointer cannot be understood. */
  report(pointer: string, message: string): void {
    this.#problems.push({ pointer, message, location: this.document.locate(pointer) });
  }

  /** What a reader returns, and the problems that it found, which are then not among those of the whole. */
  apart<T>(read: () => T): { readonly value: T; readonly problems: readonly DocumentProblem[] } {
    const outer = this.#problems;
    this.#problems = [];
    try {
      return { value: read(), problems: Object.freeze(this.#problems) };
    } finally {
      this.#problems = outer;
    }
  }

  /**
   * What a reader makes of a part that many refer to, made once. A part with problems is read for each, which has them then.
   * @param what is read of it
   */
  shared<T extends object>(what: string, { pointer }: ObjectAt, read: () => T): T {
    const name = `${what} ${pointer}`;
    const known = this.#shared.get(name);
    if (known !== undefined) return known as T;
    const before = this.#problems.length;
    const made = read();
    if (this.#problems.length === before) this.#shared.set(name, made);
    return made;
  }

  /** What a function returns; undefined, and a problem, where it refuses the document. */
  attempt<T>(read: () => T): T | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof DocumentError)) throw error;
      this.#problems.push(...error.problems);
      return undefined;
    }
  }

  /**
   * The object some steps below a part, references followed; undefined, and a problem, where there is none.
   * @param what names it in the problem: "a parameter"
   */
  object(holder: ObjectAt, steps: readonly (string | number)[], what: string): ObjectAt | undefined {
    const at = appendPointer(holder.pointer, ...steps);
    const found = this.#follow(below(holder.value, steps), at);
    if (found === undefined) return undefined;
    if (isObject(found.value)) return { value: found.value, pointer: found.pointer };
    this.report(at, `${what} must be an object here`);
    return undefined;
  }

  /** What stands at a pointer, references followed; most places hold none. */
  #follow(value: JsonValue | undefined, pointer: string): Resolved | undefined {
    if (value !== undefined && referenceText(value) === undefined) return { value, pointer };
    return this.attempt(() => resolve(this.document, pointer));
  }

  /** The schema under a field of a part, as the validators know it. Without one, or with a broken one, anything goes. */
  schema({ value, pointer }: ObjectAt, direction: Direction, field = "schema"): Schema {
    const at = appendPointer(pointer, field);
    const found = value[field] === undefined ? undefined : this.attempt(() => this.#schemas.schema(at, direction));
    return found ?? Object.freeze({ pointer: at, origin: "absent", validate: () => [] });
  }

  /** What the schema of a part says itself, references followed, and where; undefined for a part without one. */
  schemaValue({ value, pointer }: ObjectAt): ObjectAt | undefined {
    if (!isObject(value["schema"])) return undefined;
    const found = this.#follow(value["schema"], appendPointer(pointer, "schema"));
    return isObject(found?.value) ? { value: found.value, pointer: found.pointer } : undefined;
  }

  /**
   * The map under a field of a part, and where it stands; an empty one, and a problem, where there is something else.
   * @param what says what should stand there: "content must map …"
   */
  map({ value, pointer }: ObjectAt, field: string, what: string): ObjectAt {
    const at = appendPointer(pointer, field);
    const found = value[field] === undefined ? undefined : this.#follow(value[field], at);
    if (found === undefined) return { value: {}, pointer: at };
    if (isObject(found.value)) return { value: found.value, pointer: found.pointer };
    this.report(at, what);
    return { value: {}, pointer: at };
  }
}

function below(value: JsonValue, steps: readonly (string | number)[]): JsonValue | undefined {
  let found: JsonValue | undefined = value;
  for (const step of steps) {
    const isThere: boolean = typeof found === "object" && found !== null && Object.hasOwn(found, step);
    found = isThere ? (found as Record<string, JsonValue>)[step] : undefined;
  }
  return found;
}

/** The same list, frozen: nothing of a contract changes once it is read. */
export function freezeList<T>(list: T[]): readonly T[] {
  return Object.freeze(list);
}
