// The schemas of a document as values that judge: whatever makes the validators, compiled now or at build time.
import { type Document, refuseDocument, resolve } from "../document/document.ts";
import { fragmentPointer, valueAt } from "../json/pointer.ts";
import { type RawViolation, explainError, inDocument } from "./violation.ts";
import type { Direction } from "../document/grammar.ts";
import type { Schema, Violation } from "./model.ts";
import { judging } from "./judging.ts";
import { WorkExceeded } from "./work.ts";
import { isObject } from "../json/value.ts";

/** A validator as Ajv makes it: false, and what is wrong in `errors`. */
export interface Validator {
  (value: unknown): boolean;
  errors?: readonly RawViolation[] | null;
}

/** Where validators come from. */
export interface ValidatorSource {
  /** The validator of the schema at a pointer. @throws DocumentError where it cannot be had */
  validator(pointer: string, direction: Direction): Validator;
}

export interface SchemaSetOptions {
  /** Refusals that count for nothing: a value that is refused for these alone is allowed. */
  readonly excuses?: Excuses;
}

type Excuses = (error: RawViolation) => boolean;

/** Hands out the schemas of one document. */
export class SchemaSet {
  readonly #document: Document;
  readonly #source: ValidatorSource;
  readonly #excuses: Excuses | undefined;
  /** Where the keywords stand that have refused something: no more than the document has. */
  readonly #places = new Map<string, string>();

  constructor(document: Document, source: ValidatorSource, { excuses }: SchemaSetOptions = {}) {
    this.#document = document;
    this.#source = source;
    this.#excuses = excuses;
  }

  /** The schema at a pointer, ready to judge values that travel in one direction. */
  schema(pointer: string, direction: Direction): Schema {
    const definition = valueAt(this.#document.root, pointer);
    if (typeof definition !== "boolean" && !isObject(definition)) {
      refuseDocument(this.#document, pointer, "a schema must be an object or a boolean");
    }
    // Looked up at the first use and kept: this is on the way of every request.
    let validator: Validator | undefined;
    const judge = (value: unknown): boolean | undefined => {
      validator ??= this.#source.validator(pointer, direction);
      judging.begin(value);
      try {
        return validator(value) || this.#areExcused(validator);
      } catch (error) {
        // A schema that leads back to itself for the same value says nothing about it (JSON Schema Core, section
        // 9.4.1); values do not nest deeply enough to be the reason. Nor does one that nobody can judge to an end.
        if (error instanceof RangeError || error instanceof WorkExceeded) return undefined;
        throw error;
      }
    };
    const accepts = (value: unknown): boolean => judge(value) ?? true;
    const validate = (value: unknown): readonly Violation[] =>
      accepts(value) ? NOTHING : this.#explain(validator as Validator, pointer);
    return Object.freeze({ pointer, origin: "document", definition, validate, accepts, verdict: judge });
  }

  #explain(validator: Validator, pointer: string): readonly Violation[] {
    const told = new Set<string>();
    const violations: Violation[] = [];
    for (const error of validator.errors ?? []) {
      // One schema may be met by many alternatives, and says the same of the value each time.
      const key = `${error.schemaPath} ${error.instancePath} ${nameIn(error.params)}`;
      if (told.has(key) || this.#excuses?.(error) === true) continue;
      told.add(key);
      violations.push(explainError(error, (path) => this.#knownPlace(path, pointer)));
    }
    return violations;
  }

  #areExcused({ errors }: Validator): boolean {
    const found = errors ?? [];
    return this.#excuses !== undefined && found.length > 0 && found.every(this.#excuses);
  }

  /** One value may be refused by hundreds of alternatives, and a search has thousands of values refused. */
  #knownPlace(schemaPath: string, fallback: string): string {
    const key = `${schemaPath} ${fallback}`;
    const known = this.#places.get(key);
    if (known !== undefined) return known;
    const place = this.#placeOf(schemaPath, fallback);
    this.#places.set(key, place);
    return place;
  }

  /** Ajv's path of a refusing keyword, "schema:request:/components/schemas/A#/properties/b/type", as a pointer. */
  #placeOf(schemaPath: string, fallback: string): string {
    // "#" stands between unit and keyword, but Ajv leaves it out below a reference; ids hold no raw slash.
    const [id = "", ...steps] = schemaPath.replace("#", "").split("/");
    const inside = fragmentPointer(`#${steps.map((step) => `/${step}`).join("")}`) ?? "";
    const unit = /^schema:(?:request|response):(.*)$/.exec(id);
    const base = unit === null ? fallback : decodeURIComponent(unit[1] ?? "");
    if (valueAt(this.#document.root, base + inDocument(inside)) !== undefined) return base + inside;
    // Ajv inlines what a short reference leads to, and then counts from the reference.
    return resolve(this.#document, base).pointer + inside;
  }
}

/** The property that an error is about: a keyword may refuse several at one place. */
function nameIn(params: object): string {
  const { missingProperty, additionalProperty, unevaluatedProperty, propertyName } = params as Record<
    string,
    string | undefined
  >;
  return missingProperty ?? additionalProperty ?? unevaluatedProperty ?? propertyName ?? "";
}

const NOTHING: readonly Violation[] = Object.freeze([]);
