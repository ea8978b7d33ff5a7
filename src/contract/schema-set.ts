// The schemas of a document as values that judge: whatever makes the validators, compiled now or at build time.
import { type Document, refuseDocument, resolve } from "./document.ts";
import { isObject } from "./json.ts";
import type { Direction, Schema, Violation } from "./model.ts";
import { fragmentPointer, valueAt } from "./pointer.ts";
import { type RawViolation, explainError, inDocument } from "./violation.ts";

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

/** Hands out the schemas of one document. */
export class SchemaSet {
  readonly #document: Document;
  readonly #source: ValidatorSource;

  constructor(document: Document, source: ValidatorSource) {
    this.#document = document;
    this.#source = source;
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
      try {
        return validator(value);
      } catch (error) {
        // A schema that leads back to itself for the same value says nothing about it (JSON Schema Core, section
        // 9.4.1); values do not nest deeply enough to be the reason.
        if (error instanceof RangeError) return undefined;
        throw error;
      }
    };
    const accepts = (value: unknown): boolean => judge(value) ?? true;
    const hasVerdict = (value: unknown): boolean => judge(value) !== undefined;
    const validate = (value: unknown): readonly Violation[] =>
      accepts(value) ? NOTHING : this.#explain(validator as Validator, pointer);
    return Object.freeze({ pointer, definition, validate, accepts, hasVerdict });
  }

  #explain(validator: Validator, pointer: string): readonly Violation[] {
    return (validator.errors ?? []).map((error) => explainError(error, (path) => this.#placeOf(path, pointer)));
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

const NOTHING: readonly Violation[] = Object.freeze([]);
