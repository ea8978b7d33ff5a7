// From a schema of the document to a function that judges values. The only importer of Ajv.
// Each schema that something refers to is one unit, compiled once for each direction.
import type { ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Document, refuseDocument, resolve } from "./document.ts";
import { type JsonObject, type JsonValue, isObject } from "./json.ts";
import type { Direction, Schema, Violation, Warning } from "./model.ts";
import { addNumberKeywords } from "./number-keywords.ts";
import { createPatternEngine } from "./pattern.ts";
import { fragmentPointer, valueAt } from "./pointer.ts";
import { Translator, unitId } from "./translate.ts";
import { explainError } from "./violation.ts";

/** Compiles the schemas of one document. */
export class SchemaCompiler {
  readonly warnings: Warning[] = [];
  readonly #document: Document;
  readonly #ajv: Ajv2020;
  readonly #validators = new Map<string, ValidateFunction>();
  readonly #units = new Set<string>();
  #patternPlace = "";

  constructor(document: Document) {
    this.#document = document;
    this.#ajv = createAjv((message) => this.warnings.push({ pointer: this.#patternPlace, message }));
  }

  /**
   * The schema at a pointer, ready to judge values that travel in one direction.
   * Its validator is compiled at the first use, or by `compile`.
   */
  schema(pointer: string, direction: Direction): Schema {
    const definition = valueAt(this.#document.root, pointer);
    if (typeof definition !== "boolean" && !isObject(definition)) {
      refuseDocument(this.#document, pointer, "a schema must be an object or a boolean");
    }
    const validate = (value: unknown): readonly Violation[] => this.#judge(pointer, direction, value);
    return Object.freeze({ pointer, definition, validate });
  }

  /** Compiles now what `schema` would compile at its first use. @throws DocumentError with the place of what is wrong */
  compile(pointer: string, direction: Direction): void {
    this.#validator(pointer, direction);
  }

  #judge(pointer: string, direction: Direction, value: unknown): readonly Violation[] {
    const validate = this.#validator(pointer, direction);
    if (validate(value)) return NOTHING;
    return (validate.errors ?? []).map((error) => explainError(error, (path) => this.#placeOf(path, pointer)));
  }

  #validator(pointer: string, direction: Direction): ValidateFunction {
    const id = unitId(pointer, direction);
    const known = this.#validators.get(id);
    if (known !== undefined) return known;
    this.#addUnit(pointer, direction);
    this.#patternPlace = pointer;
    try {
      const validator = this.#ajv.getSchema(id) as ValidateFunction;
      this.#validators.set(id, validator);
      return validator;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      return refuseDocument(this.#document, pointer, `the schema cannot be compiled: ${reason}`);
    }
  }

  /** Hands the unit at a pointer, and all it refers to, to Ajv. Iterative: units may refer in circles. */
  #addUnit(pointer: string, direction: Direction): void {
    const pending = [pointer];
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
      const id = unitId(next, direction);
      if (this.#units.has(id)) continue;
      this.#units.add(id);
      const definition = valueAt(this.#document.root, next);
      if (definition === undefined)
        refuseDocument(this.#document, pointer, `it refers to ${next}, where nothing stands`);
      const translator = new Translator(this.#document, direction, pending);
      this.#ajv.addSchema({ $id: id, ...asObject(translator.translate(definition, next)) }, id, undefined, false);
    }
  }

  /** Ajv's path of a refusing keyword, "schema:request:/components/schemas/A#/properties/b/type", as a pointer. */
  #placeOf(schemaPath: string, fallback: string): string {
    const hash = schemaPath.indexOf("#");
    const unit = /^schema:(?:request|response):(.*)$/.exec(schemaPath.slice(0, hash));
    const inside = fragmentPointer(schemaPath.slice(hash)) ?? "";
    const base = unit === null ? fallback : decodeURIComponent(unit[1] ?? "");
    if (valueAt(this.#document.root, base + inside.replace(/exact-(type|format)$/, "$1")) !== undefined)
      return base + inside;
    // Ajv inlines what a short reference leads to, and then counts from the reference.
    return resolve(this.#document, base).pointer + inside;
  }
}

const NOTHING: readonly Violation[] = Object.freeze([]);

/** A boolean schema as an object, so that it can carry an id. */
function asObject(schema: JsonValue): JsonObject {
  if (schema === false) return { not: {} };
  return isObject(schema) ? schema : {};
}

function createAjv(warn: (message: string) => void): Ajv2020 {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    validateSchema: false,
    validateFormats: true,
    addUsedSchema: false,
    logger: false,
    verbose: false,
    code: { regExp: createPatternEngine(warn) },
  });
  addFormats.default(ajv);
  addNumberKeywords(ajv);
  return ajv;
}
