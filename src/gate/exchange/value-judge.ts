// Judges values by the schemas of one contract, listing the violations.
import { SchemaCompiler } from "../../schema/compile/compile.ts";
import { type Document, DocumentError, DocumentLimitError } from "../../document/document.ts";
import { SchemaSet } from "../../schema/schema-set.ts";
import { type Work, WorkExceeded } from "../../schema/work.ts";
import { NormalForms } from "../../schema/normal/normal-forms.ts";
import { hasTags } from "../../schema/form/tags.ts";
import { tagViolations } from "./tag-violations.ts";
import { type Expected, expectedAt } from "../../contract/serialization/expected.ts";
import type { Samples } from "../../schema/compare/proposals/context.ts";
import type { Sender } from "../surface/model.ts";
import type { Direction } from "../../document/grammar.ts";
import type { DocumentSchema, Violation } from "../../schema/model.ts";
import type { RawViolation } from "../../schema/violation.ts";
import { valueAt } from "../../json/pointer.ts";
import type { JsonObject, JsonValue } from "../../json/value.ts";
import { writeJson } from "../../json/write.ts";
import { keptFor } from "../../memo.ts";

/** Thrown if a schema does not compile and so cannot judge values. */
export class NotCompiled extends Error {
  /** Whether it cannot judge any value, rather than this one. */
  readonly isFinal: boolean;

  constructor(why: string, isFinal: boolean) {
    super(`a schema cannot be used: ${why}`);
    this.isFinal = isFinal;
  }
}

const MAX_ATTEMPTS = 10;
const ENDLESS = "it leads back to itself without end";

/**
 * Judges values by the schemas of one document, with two validators of each: a search asks one that stops at the first
 * violation, and an exchange is judged by one that looks at everything. So what a search takes for allowed is confirmed by
 * another validator than that it was found with.
 */
export class ValueJudge {
  readonly document: Document;
  readonly work: Work;
  readonly request: NormalForms;
  readonly response: NormalForms;
  /** Values that were generated for these schemas. */
  readonly samples: Samples = new Map();
  readonly #expected: Readonly<Record<Sender, Map<string | undefined, Expected>>> = {
    client: new Map(),
    server: new Map(),
  };
  /** All violations of a value. */
  readonly #whole: SchemaSet;
  /** The first violation of a value: it may have thousands. */
  readonly #brief: SchemaSet;
  /** The root of the other version. */
  readonly #other: JsonObject | undefined;
  readonly #isExcusing: boolean;
  readonly #schemas = new Map<string, DocumentSchema>();
  /** The first place of each schema text. */
  readonly #firsts = new Map<string, string>();
  /** How often the validator of a schema gave up. */
  readonly #gaveUp = new Map<string, number>();

  /**
   * @param work pays for all judgements
   * @param other the root of the other version, if two are compared
   */
  constructor(document: Document, work: Work, other?: JsonObject) {
    this.document = document;
    this.work = work;
    this.#other = other;
    this.request = new NormalForms(document, "request", work);
    this.response = new NormalForms(document, "response", work);
    this.#isExcusing = hasBlank(document.root);
    const setOf = (brief: boolean): SchemaSet => {
      const compiler = new SchemaCompiler(document, { deferred: true, anyTag: true, brief });
      return new SchemaSet(document, compiler, this.#isExcusing ? { excuses: isBlank } : {});
    };
    this.#whole = setOf(false);
    this.#brief = setOf(true);
  }

  space(sender: Sender): NormalForms {
    return sender === "client" ? this.request : this.response;
  }

  /** The types that the schema at a pointer lets text represent: computed once, however many texts are read. */
  expected(pointer: string | undefined, sender: Sender): Expected {
    const known = this.#expected[sender].get(pointer) ?? expectedAt(this.space(sender), pointer);
    this.#expected[sender].set(pointer, known);
    return known;
  }

  /**
   * The violations of a value under the schema at a pointer. Without a pointer there is no schema, and no violation.
   */
  value(pointer: string | undefined, sender: Sender, value: JsonValue): readonly Violation[] {
    if (pointer === undefined) return [];
    return this.#guarded(pointer, sender, (direction) => {
      const violations = this.#violations(pointer, direction, value);
      const more = this.#tagViolations(pointer, sender, value);
      // A schema that extends the one with the tag has already reported these.
      const known = new Set(violations.map(({ at, pointer: keyword }) => `${at} ${keyword}`));
      return [...violations, ...more.filter(({ at, pointer: keyword }) => !known.has(`${at} ${keyword}`))];
    });
  }

  /** True if a value has no violation: for searches, in which most values are refused. */
  allows(pointer: string | undefined, sender: Sender, value: JsonValue): boolean {
    if (pointer === undefined) return true;
    return this.#guarded(pointer, sender, (direction) => {
      // Of several violations one may be excused, so all of them are needed.
      const set = this.#isExcusing ? this.#whole : this.#brief;
      return (
        told(this.#schema(set, pointer, direction).verdict(value, this.work)) &&
        this.#tagViolations(pointer, sender, value).length === 0
      );
    });
  }

  #tagViolations(pointer: string, sender: Sender, value: JsonValue): readonly Violation[] {
    if (!hasTags(this.document.root)) return [];
    const space = this.space(sender);
    const judgeBy = (at: string, item: JsonValue) => this.#violations(at, space.direction, item);
    return tagViolations({ space, judgeBy, other: this.#other }, space.conjunction(pointer), value);
  }

  /** @throws NotCompiled if the schema cannot judge values */
  #guarded<Result>(pointer: string, sender: Sender, judge: (direction: Direction) => Result): Result {
    if (this.#gaveUp.size > 0 && (this.#gaveUp.get(`${sender} ${pointer}`) ?? 0) >= MAX_ATTEMPTS)
      throw new NotCompiled(ENDLESS, true);
    try {
      return judge(sender === "client" ? "request" : "response");
    } catch (error) {
      if (error instanceof WorkExceeded) throw error;
      if (error instanceof DocumentLimitError) throw new NotCompiled(error.message, true);
      if (error instanceof DocumentError) throw error;
      // The validator itself gave up: the recursion is too deep, or it cannot run a combination of keywords. A schema
      // that consists only of a reference to itself does so with every value, and fills a whole stack each time.
      this.#gaveUp.set(`${sender} ${pointer}`, (this.#gaveUp.get(`${sender} ${pointer}`) ?? 0) + 1);
      throw new NotCompiled(error instanceof Error ? error.message : String(error), false);
    }
  }

  /**
   * In a long list whose items are all wrong, the first violation is enough: collecting all of them takes quadratic
   * time. What is allowed is allowed by both validators.
   */
  #violations(pointer: string, direction: Direction, value: JsonValue): readonly Violation[] {
    const sets = isLarge(value) && !this.#isExcusing ? [this.#brief, this.#whole] : [this.#whole];
    for (const set of sets) {
      const violations = told(this.#schema(set, pointer, direction).violations(value, this.work));
      if (violations.length > 0) return violations;
    }
    return [];
  }

  #schema(set: SchemaSet, pointer: string, direction: Direction): DocumentSchema {
    const key = `${set === this.#brief ? "brief" : "whole"} ${direction} ${pointer}`;
    const known = this.#schemas.get(key);
    if (known !== undefined) return known;
    const schema = this.#shared(set, pointer, direction);
    this.#schemas.set(key, schema);
    return schema;
  }

  /** Equal schemas without references, which documents repeat at thousands of places, have one validator. */
  #shared(set: SchemaSet, pointer: string, direction: Direction): DocumentSchema {
    const definition = valueAt(this.document.root, pointer);
    const text = definition === undefined ? "" : writeJson(definition);
    if (text.includes(REFERS)) return set.schema(pointer, direction);
    const first = keptFor(this.#firsts, text, () => pointer);
    const schema = set.schema(first, direction);
    if (first === pointer) return schema;
    const here = (one: Violation): Violation => ({ ...one, pointer: pointer + one.pointer.slice(first.length) });
    return { ...schema, pointer, violations: (value, work) => schema.violations(value, work)?.map(here) };
  }
}

/** In the text of a schema that refers to others. */
const REFERS = '"$';

/** What a schema says. Where it says nothing, the value is not allowed: neither side has to accept it. */
function told<Said>(said: Said | undefined): Said {
  if (said === undefined) throw new RangeError(ENDLESS);
  return said;
}

/** An empty name in `required` is an unfilled template: nobody sends such a property. */
function isBlank({ keyword, params }: RawViolation): boolean {
  return keyword === "required" && (params as { readonly missingProperty?: string }).missingProperty === "";
}

/**
 * True if a schema requires such a name: one of several violations may then be excused, so all of them are needed.
 */
function hasBlank(tree: JsonValue): boolean {
  if (typeof tree !== "object" || tree === null) return false;
  for (const key of Object.keys(tree)) {
    const item = (tree as JsonObject)[key] as JsonValue;
    if (key === "required" && Array.isArray(item) && item.includes("")) return true;
    if (hasBlank(item)) return true;
  }
  return false;
}

/** True for values with many parts. */
function isLarge(value: JsonValue): boolean {
  let left = LARGE;
  const enter = (one: JsonValue): void => {
    left--;
    if (typeof one !== "object" || one === null) return;
    for (const inner of Object.values(one)) if (left > 0) enter(inner);
  };
  enter(value);
  return left <= 0;
}

const LARGE = 300;
