// The schemas of a document as values that can judge, whatever makes the validators: compiled now or at build time.
import { type Document, refuseDocument, resolve, referenceText } from "../document/document.ts";
import { fragmentPointer, valueAt } from "../json/pointer.ts";
import { type RawViolation, explainError, inDocument } from "./violation.ts";
import type { Direction } from "../document/grammar.ts";
import type { DocumentSchema, Validate, Violation } from "./model.ts";
import { Judging } from "./judging.ts";
import { UNLIMITED, type Work, WorkExceeded } from "./work.ts";
import { type JsonArray, type JsonValue, isObject } from "../json/value.ts";
import { quoted } from "../json/quote.ts";

/** A validator as Ajv makes it: returns false and sets `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly RawViolation[] | null;
}

/** The source of validators. */
export interface ValidatorSource {
  /** The validator of the schema at a pointer. @throws DocumentError if it cannot have one */
  validator(pointer: string, direction: Direction, work?: Work): Validator;
  /** The state of a validation, if the validators count what they do. */
  readonly judging?: Judging;
}

export interface SchemaSetOptions {
  /** Refusals that do not count: a value rejected only for these is allowed. */
  readonly excuses?: Excuses;
}

type Excuses = (error: RawViolation) => boolean;

/** Gives access to the schemas of one document. */
export class SchemaSet {
  readonly #document: Document;
  readonly #source: ValidatorSource;
  readonly #judging: Judging;
  readonly #excuses: Excuses | undefined;
  /** The places of keywords that have rejected something: no more than the document has. */
  readonly #places = new Map<string, string>();

  constructor(document: Document, source: ValidatorSource, { excuses }: SchemaSetOptions = {}) {
    this.#document = document;
    this.#source = source;
    this.#judging = source.judging ?? new Judging();
    this.#excuses = excuses;
  }

  /** The schema at a pointer, ready to judge values sent in one direction. */
  schema(pointer: string, direction: Direction): DocumentSchema {
    const definition = valueAt(this.#document.root, pointer);
    if (typeof definition !== "boolean" && !isObject(definition)) {
      refuseDocument(this.#document, pointer, "a schema must be an object or a boolean");
    }
    // Looked up on first use and kept, because every request needs it.
    let validator: Validator | undefined;
    const judge = (value: unknown, work: Work): boolean | undefined => {
      validator ??= this.#source.validator(pointer, direction, work);
      try {
        return validator(value) || this.#areExcused(validator);
      } catch (error) {
        // A schema that leads back to itself for the same value says nothing about it (JSON Schema Core, section
        // 9.4.1); values do not nest deeply enough to be the cause. Nor does a schema whose judgement would never end.
        if (error instanceof RangeError || error instanceof WorkExceeded) return undefined;
        throw error;
      }
    };
    const verdict = (value: unknown, work?: Work): boolean | undefined => {
      if (work !== undefined) return this.#judging.paid(value, work, () => judge(value, work));
      this.#judging.begin(value, UNLIMITED);
      return judge(value, UNLIMITED);
    };
    const violations = (value: unknown, work?: Work): readonly Violation[] | undefined => {
      const allowed = verdict(value, work);
      if (allowed === undefined) return undefined;
      return allowed ? NOTHING : this.#explain(validator as Validator, pointer);
    };
    const accepts = (value: unknown): boolean => verdict(value) ?? true;
    const validate: Validate = (value, work) => violations(value, work) ?? NOTHING;
    return Object.freeze({ pointer, origin: "document", definition, validate, accepts, verdict, violations });
  }

  #explain(validator: Validator, pointer: string): readonly Violation[] {
    const told = new Set<string>();
    const violations: Violation[] = [];
    for (const error of validator.errors ?? []) {
      // Many alternatives may lead to the same schema, which says the same about the value each time.
      const key = `${error.schemaPath} ${error.instancePath} ${nameIn(error.params)}`;
      if (told.has(key) || this.#excuses?.(error) === true) continue;
      told.add(key);
      violations.push(this.#named(explainError(error, (path) => this.#knownPlace(path, pointer))));
    }
    return violations;
  }

  /** Says which alternatives of a `oneOf` a value matches, if it matches several. */
  #named(violation: Violation): Violation {
    const { keyword, params, pointer, message } = violation;
    const [one, other] = params.matching ?? [];
    if (keyword !== "oneOf" || one === undefined || other === undefined) return violation;
    const alternatives = valueAt(this.#document.root, pointer);
    const [first, second] = [one, other].map((at) =>
      nameOf(Array.isArray(alternatives) ? (alternatives as JsonArray)[at] : undefined, at),
    );
    return { ...violation, message: `${message}, and matches ${first} and ${second}` };
  }

  #areExcused({ errors }: Validator): boolean {
    const found = errors ?? [];
    return this.#excuses !== undefined && found.length > 0 && found.every(this.#excuses);
  }

  /** Cached, because hundreds of alternatives may reject one value, and a search rejects thousands of values. */
  #knownPlace(schemaPath: string, fallback: string): string {
    const key = `${schemaPath} ${fallback}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.#placeOf(schemaPath, fallback);
    this.#places.set(key, place);
    return place;
  }

  /** Ajv's path of a rejecting keyword, "schema:request:/components/schemas/A#/properties/b/type", as a pointer. */
  #placeOf(schemaPath: string, fallback: string): string {
    // "#" separates unit and keyword, but Ajv omits it below a reference; ids contain no raw slash.
    const [id = "", ...steps] = schemaPath.replace("#", "").split("/");
    const inside = fragmentPointer(`#${steps.map((step) => `/${step}`).join("")}`) ?? "";
    const unit = /^schema:(?:request|response):(.*)$/.exec(id);
    const base = unit === null ? fallback : decodeURIComponent(unit[1] ?? "");
    if (valueAt(this.#document.root, base + inDocument(inside)) !== undefined) return base + inside;
    // Ajv inlines the target of a short reference, and then counts from the reference.
    return resolve(this.#document, base).pointer + inside;
  }
}

/** What an alternative is called: its title, the schema that it refers to, or its number. */
function nameOf(alternative: JsonValue | undefined, at: number): string {
  const title = isObject(alternative) ? alternative["title"] : undefined;
  const name = typeof title === "string" ? title : (referenceText(alternative)?.split("/").at(-1) ?? "");
  return name === "" ? `alternative ${at + 1}` : quoted(name);
}

/** The property that an error is about, because a keyword may reject several at one place. */
function nameIn(params: object): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = params as Record<
    string,
    string | undefined
  >;
  return missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName ?? "";
}

const NOTHING: readonly Violation[] = Object.freeze([]);
