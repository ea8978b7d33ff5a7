// What every part of the reader uses: the document, its schemas and the problems found so far. A part that cannot be
// understood becomes a problem at its place and never stops the reading.
import {
  type Document,
  DocumentError,
  type DocumentProblem,
  type Resolved,
  referenceText,
  resolve,
} from "../../document/document.ts";
import type { Direction } from "../../document/grammar.ts";
import { type JsonValue, type JsonObject, isObject } from "../../json/value.ts";
import { appendPointer } from "../../json/pointer.ts";
import type { Schema } from "../../schema/model.ts";
import type { SchemaSet } from "../../schema/schema-set.ts";

/** An object of the document, and the pointer to where it really is, after following references. */
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

  /** All problems except those found by `apart`. */
  get problems(): readonly DocumentProblem[] {
    return this.#problems;
  }

  /** Records that the part at a pointer cannot be understood. */
  report(pointer: string, message: string): void {
    this.#problems.push({ pointer, message, location: this.document.locate(pointer) });
  }

  /** Runs a reader and keeps its problems separate from all others. */
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
   * Reads a part that many others refer to once and returns the result each time. A part with problems is read again
   * for each reference, so that each gets the problems.
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

  /** Runs a function. If it refuses the document, records a problem and returns undefined. */
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
   * The object some steps below a part, after following references. If there is none, records a problem and returns
   * undefined.
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

  /** What is at a pointer, after following references, which most places do not contain. */
  #follow(value: JsonValue | undefined, pointer: string): Resolved | undefined {
    if (value !== undefined && referenceText(value) === undefined) return { value, pointer };
    return this.attempt(() => resolve(this.document, pointer));
  }

  /** The schema under a field of a part, as the validators know it. A missing or broken schema allows anything. */
  schema({ value, pointer }: ObjectAt, direction: Direction, field = "schema"): Schema {
    const at = appendPointer(pointer, field);
    const found = value[field] === undefined ? undefined : this.attempt(() => this.#schemas.schema(at, direction));
    return found ?? Object.freeze({ pointer: at, origin: "absent", validate: () => [] });
  }

  /** The schema of a part as written, after following references, and where it is; undefined for a part without one. */
  schemaValue({ value, pointer }: ObjectAt, field = "schema"): ObjectAt | undefined {
    if (!isObject(value[field])) return undefined;
    const found = this.#follow(value[field], appendPointer(pointer, field));
    return isObject(found?.value) ? { value: found.value, pointer: found.pointer } : undefined;
  }

  /**
   * The map under a field of a part, and where it is. If there is something else, records a problem and returns an
   * empty map.
   * @param what says what the field should contain: "content must map …"
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

/** Freezes a list, because a contract never changes once it is read. */
export function freezeList<T>(list: T[]): readonly T[] {
  return Object.freeze(list);
}

/** The string; a number as its digits, because YAML turns 1.0 into one; "" for anything else. */
export function plainText(value: JsonValue | undefined): string {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : "";
}
