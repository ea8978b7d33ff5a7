// Recognizes the schemas of a document that certainly compile. A large document has thousands, and a mock or a run of
// the suite judges few values with them. All others are compiled when the document is read, to report faults.
import { type Dialect, type Document, referenceOf } from "../../document/document.ts";
import { appendPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";
import { type FanOut, MOST_JUDGES } from "./fan-out.ts";
import { KEYWORDS, type KeywordFamily, subschemas } from "../keywords.ts";
import { patternsIn } from "../patterns-in.ts";
import { TYPES } from "../types.ts";

/** A larger schema is compiled at once, because a request should not wait for that. */
const MOST_PARTS = 1_000;
const MOST_DEPTH = 60;
/** Their code is nested. */
const MOST_ALTERNATIVES = 100;

/** A part of a schema and its depth in it. */
interface SchemaPart {
  readonly schema: JsonValue | undefined;
  readonly pointer: string;
  readonly depth: number;
}

/** Checks the schemas that others refer to, each once. */
export class PlainSchemas {
  readonly #document: Document;
  readonly #fanOut: FanOut;
  readonly #isPattern: (source: string, pointer: string) => boolean;
  /** The schemas that were checked, each with those that it refers to. */
  readonly #references = new Map<string, readonly string[]>();

  /** @param isPattern says whether a regular expression is valid */
  constructor(document: Document, fanOut: FanOut, isPattern: (source: string, pointer: string) => boolean) {
    this.#document = document;
    this.#fanOut = fanOut;
    this.#isPattern = isPattern;
  }

  /**
   * The schemas that are not plain, among the one at a pointer and all that it leads to, as far as they were not asked
   * for before.
   */
  notPlain(start: string): string[] {
    const found: string[] = [];
    const pending = [start];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      if (this.#references.has(next)) continue;
      const references: string[] = [];
      const isPlain = this.#isPlain(next, references);
      if (!isPlain || this.#fanOut.at(next) > MOST_JUDGES) found.push(next);
      this.#references.set(next, references);
      pending.push(...references);
    }
    return found;
  }

  /** The schema at a pointer, which was checked, and all that it leads to. */
  *reached(start: string): Generator<string, void, undefined> {
    const passed = new Set([start]);
    for (const place of passed) {
      yield place;
      for (const next of this.#references.get(place) ?? []) passed.add(next);
    }
  }

  /** @param references receives the schemas that it refers to */
  #isPlain(start: string, references: string[]): boolean {
    const pending: SchemaPart[] = [{ schema: valueAt(this.#document.root, start), pointer: start, depth: 0 }];
    let isPlain = true;
    let parts = 0;
    for (let part = pending.pop(); part !== undefined; part = pending.pop()) {
      const { schema, pointer, depth } = part;
      if (typeof schema === "boolean") continue;
      if (!isObject(schema)) return false;
      if (++parts > MOST_PARTS || depth > MOST_DEPTH) isPlain = false;
      const target = referenceOf(schema);
      if (target !== undefined) references.push(target);
      isPlain &&= this.#isUsual(schema, pointer);
      for (const { steps, schema: inner } of subschemas(schema, this.#document.dialect)) {
        pending.push({ schema: inner, pointer: appendPointer(pointer, ...steps), depth: depth + 1 });
      }
    }
    return isPlain;
  }

  /** True if each keyword has a value of the right kind. */
  #isUsual(schema: JsonObject, pointer: string): boolean {
    const { dialect } = this.#document;
    if (dialect === "3.0" && referenceOf(schema) !== undefined) return true;
    for (const keyword of Object.keys(schema)) {
      if (!isUsualValue(keyword, schema[keyword] as JsonValue, dialect)) return false;
    }
    return patternsIn(schema).every(({ pattern, steps }) => this.#isPattern(pattern, appendPointer(pointer, ...steps)));
  }
}

function isUsualValue(keyword: string, value: JsonValue, dialect: Dialect): boolean {
  const known = KEYWORDS.get(keyword);
  if (known === undefined) return true;
  if (known.mayBeFlag === true && typeof value === "boolean") return dialect === "3.0";
  if (known.holds === "list") return Array.isArray(value) && value.length > 0 && value.length <= MOST_ALTERNATIVES;
  if (known.holds !== undefined) return isObject(value) || (known.holds === "schema" && typeof value === "boolean");
  return USUAL[known.family](value, keyword);
}

const isText = (value: JsonValue): boolean => typeof value === "string";
const isNumber = (value: JsonValue): boolean => typeof value === "number";
const isTrue = (): boolean => true;
const isType = (value: JsonValue): boolean => typeof value === "string" && TYPES.has(value);

/** What the value of a keyword usually is, by family. */
const USUAL = {
  identity: (_value, keyword) => keyword === "$schema",
  reference: (value, keyword) => referenceOf({ [keyword]: value }) !== undefined,
  type: (value, keyword) =>
    keyword === "nullable" || (Array.isArray(value) ? value.length > 0 && value.every(isType) : isType(value)),
  values: (value, keyword) => keyword === "const" || (Array.isArray(value) && value.length > 0),
  "number bound": isNumber,
  multiple: isNumber,
  length: isNumber,
  pattern: isText,
  format: isText,
  count: isNumber,
  unique: (value) => typeof value === "boolean",
  presence: (value, keyword) =>
    keyword === "required" && (typeof value === "boolean" || (Array.isArray(value) && value.every(isText))),
  applicator: isTrue,
  annotation: isTrue,
} satisfies Record<KeywordFamily, (value: JsonValue, keyword: string) => boolean>;
