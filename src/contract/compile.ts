// From a schema of the document to a function that judges values. The only importer of Ajv.
//
// Each schema that something refers to is one unit, compiled once for each direction. Numbers need care:
// Ajv knows no bigint, so `type` with a number in it, the bounds and the integer formats are keywords of ours.
import { _, type Code, type KeywordCxt, type ValidateFunction } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { type Document, refuseDocument } from "./document.ts";
import { type JsonObject, type JsonValue, isObject } from "./json.ts";
import { INTEGER_FORMATS, SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS, TYPES } from "./keywords.ts";
import type { Direction, Schema, Violation, Warning } from "./model.ts";
import { createPatternEngine } from "./pattern.ts";
import { appendPointer, fragmentPointer, valueAt } from "./pointer.ts";
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
    return unit === null ? `${fallback}${inside}` : `${decodeURIComponent(unit[1] ?? "")}${inside}`;
  }
}

const NOTHING: readonly Violation[] = Object.freeze([]);

function unitId(pointer: string, direction: Direction): string {
  return `schema:${direction}:${encodeURIComponent(pointer)}`;
}

/** A boolean schema as an object, so that it can carry an id. */
function asObject(schema: JsonValue): JsonObject {
  if (schema === false) return { not: {} };
  return isObject(schema) ? schema : {};
}

/** Rewrites one unit from the document's dialect to what our Ajv instance understands. */
class Translator {
  readonly #document: Document;
  readonly #direction: Direction;
  readonly #references: string[];

  constructor(document: Document, direction: Direction, references: string[]) {
    this.#document = document;
    this.#direction = direction;
    this.#references = references;
  }

  translate(definition: JsonValue, pointer: string): JsonValue {
    if (typeof definition === "boolean") return definition;
    if (!isObject(definition)) refuseDocument(this.#document, pointer, "a schema must be an object or a boolean");
    if (typeof definition["$ref"] === "string" && this.#document.dialect === "3.0") {
      return { $ref: this.#reference(definition["$ref"]) };
    }
    const out: Record<string, JsonValue> = {};
    for (const [key, value] of Object.entries(definition)) {
      const place = appendPointer(pointer, key);
      if (key === "$ref") out[key] = typeof value === "string" ? this.#reference(value) : value;
      else if (SCHEMA_KEYWORDS.includes(key)) out[key] = this.translate(value, place);
      else if (SCHEMA_LIST_KEYWORDS.includes(key)) out[key] = this.#list(value, place);
      else if (SCHEMA_MAP_KEYWORDS.includes(key)) out[key] = this.#map(value, place);
      else if (JUDGING_KEYWORDS.has(key)) out[key] = value;
    }
    this.#translateType(definition, out, pointer);
    this.#translateBounds(definition, out);
    this.#translateRequired(definition, out, pointer);
    return this.#document.dialect === "3.0" && definition["nullable"] === true ? nullable(out) : out;
  }

  #reference(reference: string): string {
    const target = fragmentPointer(reference);
    if (target === undefined) return reference;
    this.#references.push(target);
    return unitId(target, this.#direction);
  }

  #list(value: JsonValue, pointer: string): JsonValue {
    if (!Array.isArray(value)) refuseDocument(this.#document, pointer, "must be a list of schemas");
    return value.map((item, index) => this.translate(item as JsonValue, appendPointer(pointer, index)));
  }

  #map(value: JsonValue, pointer: string): JsonValue {
    if (!isObject(value)) refuseDocument(this.#document, pointer, "must map names to schemas");
    const out: Record<string, JsonValue> = {};
    for (const [key, item] of Object.entries(value)) out[key] = this.translate(item, appendPointer(pointer, key));
    return out;
  }

  #translateType(definition: JsonObject, out: Record<string, JsonValue>, pointer: string): void {
    const type = definition["type"];
    if (type === undefined) return;
    const types = Array.isArray(type) ? type : [type];
    const wrong = types.find((name) => typeof name !== "string" || !TYPES.has(name));
    if (wrong !== undefined || types.length === 0) {
      const allowed = [...TYPES].join(", ");
      refuseDocument(
        this.#document,
        appendPointer(pointer, "type"),
        `type ${JSON.stringify(wrong ?? type)} is none of ${allowed}`,
      );
    }
    const numeric = types.some((name) => name === "integer" || name === "number");
    if (!numeric) out["type"] = type;
    else out[EXACT_TYPE] = types;
    const format = definition["format"];
    if (typeof format === "string" && Object.hasOwn(INTEGER_FORMATS, format)) {
      delete out["format"];
      if (numeric) out[INTEGER_FORMAT] = format;
    }
  }

  /** 3.0 writes an exclusive bound as a flag beside the bound. */
  #translateBounds(definition: JsonObject, out: Record<string, JsonValue>): void {
    for (const [flag, bound] of [
      ["exclusiveMinimum", "minimum"],
      ["exclusiveMaximum", "maximum"],
    ] as const) {
      if (typeof definition[flag] !== "boolean") continue;
      delete out[flag];
      const limit = definition[bound];
      if (definition[flag] && limit !== undefined) {
        delete out[bound];
        out[flag] = limit;
      }
    }
  }

  /** A readOnly property need not be in a request, a writeOnly one not in a response (OpenAPI 3.0.3, 3.1). */
  #translateRequired(definition: JsonObject, out: Record<string, JsonValue>, pointer: string): void {
    const required = definition["required"];
    if (!Array.isArray(required)) {
      // A boolean here is a leftover of Swagger parameters; it says nothing about a value.
      delete out["required"];
      return;
    }
    const properties = definition["properties"];
    const marker = this.#direction === "request" ? "readOnly" : "writeOnly";
    const kept = required.filter((name) => {
      if (typeof name !== "string" || !isObject(properties) || !Object.hasOwn(properties, name)) return true;
      return !this.#isMarked(appendPointer(pointer, "properties", name), marker);
    });
    out["required"] = [...new Set(kept)] as JsonValue;
  }

  #isMarked(pointer: string, marker: string): boolean {
    for (let place: string | undefined = pointer, steps = 0; place !== undefined && steps < 32; steps++) {
      const value = valueAt(this.#document.root, place);
      if (!isObject(value)) return false;
      if (value[marker] === true) return true;
      place = typeof value["$ref"] === "string" ? fragmentPointer(value["$ref"]) : undefined;
    }
    return false;
  }
}

/** Keywords that judge a value and pass through as they are. All else (titles, examples, extensions) is left out. */
const JUDGING_KEYWORDS = new Set([
  ...["enum", "const", "format", "pattern", "minLength", "maxLength", "minItems", "maxItems", "uniqueItems"],
  ...["minContains", "maxContains", "minProperties", "maxProperties", "required", "dependentRequired"],
  ...["minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf"],
  ...["$anchor", "$dynamicRef", "$dynamicAnchor"],
]);

/** Our keywords for what Ajv's `type` and `format` cannot say of a bigint. */
const EXACT_TYPE = "exact-type";
const INTEGER_FORMAT = "exact-format";

/** `nullable` with a type adds null to it; without one (beside a reference or allOf) it adds null to the whole. */
function nullable(schema: Record<string, JsonValue>): JsonValue {
  for (const key of [EXACT_TYPE, "type"]) {
    const type = schema[key];
    if (type !== undefined)
      return { ...schema, [key]: [...new Set([...(Array.isArray(type) ? type : [type]), "null"])] as JsonValue };
  }
  return { anyOf: [{ type: "null" }, schema] };
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
  for (const [keyword, operator] of Object.entries(BOUNDS)) addBound(ajv, keyword, operator);
  addExactType(ajv);
  addIntegerFormat(ajv);
  addMultipleOf(ajv);
  return ajv;
}

/** Keyword and the comparison that refuses. */
const BOUNDS = { minimum: _`<`, maximum: _`>`, exclusiveMinimum: _`<=`, exclusiveMaximum: _`>=` } as const;

/** Bounds that hold for bigint as well: JavaScript compares the two kinds exactly. */
function addBound(ajv: Ajv2020, keyword: string, refusing: (typeof BOUNDS)[keyof typeof BOUNDS]): void {
  ajv.removeKeyword(keyword);
  ajv.addKeyword({
    keyword,
    error: { message: "is out of bounds", params: ({ schema }) => _`{limit: ${literal(schema as number | bigint)}}` },
    code(cxt: KeywordCxt) {
      const { data, schema } = cxt;
      cxt.fail(
        _`(typeof ${data} == "number" || typeof ${data} == "bigint") && ${data} ${refusing} ${literal(schema as number | bigint)}`,
      );
    },
  });
}

function literal(bound: number | bigint): Code {
  return typeof bound === "bigint" ? _`BigInt(${bound.toString()})` : _`${bound}`;
}

function addExactType(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: EXACT_TYPE,
    before: "enum",
    error: { message: "has another type", params: ({ schema }) => _`{type: ${(schema as string[]).join(",")}}` },
    code(cxt: KeywordCxt) {
      const { data } = cxt;
      const allowed = (cxt.schema as string[]).map((type) => {
        if (type === "integer") return _`typeof ${data} == "bigint" || Number.isInteger(${data})`;
        if (type === "number") return _`typeof ${data} == "bigint" || Number.isFinite(${data})`;
        if (type === "null") return _`${data} === null`;
        if (type === "array") return _`Array.isArray(${data})`;
        if (type === "object") return _`(typeof ${data} == "object" && ${data} !== null && !Array.isArray(${data}))`;
        return _`typeof ${data} == ${type}`;
      });
      cxt.pass(allowed.reduce((all, one) => _`${all} || ${one}`));
    },
  });
}

function addIntegerFormat(ajv: Ajv2020): void {
  ajv.addKeyword({
    keyword: INTEGER_FORMAT,
    error: { message: "is out of range", params: ({ schema }) => _`{format: ${schema as string}}` },
    code(cxt: KeywordCxt) {
      const { data } = cxt;
      const bounds = INTEGER_FORMATS[cxt.schema as string];
      if (bounds === undefined) return;
      const low = _`BigInt(${bounds.minimum.toString()})`;
      const high = _`BigInt(${bounds.maximum.toString()})`;
      const outside = _`(typeof ${data} == "bigint" || !Number.isSafeInteger(${data}) || ${cxt.schema as string} == "int32") && (${data} < ${low} || ${data} > ${high})`;
      cxt.fail(_`(typeof ${data} == "number" || typeof ${data} == "bigint") && ${outside}`);
    },
  });
}

function addMultipleOf(ajv: Ajv2020): void {
  ajv.removeKeyword("multipleOf");
  ajv.addKeyword({
    keyword: "multipleOf",
    error: { message: "is no multiple", params: ({ schema }) => _`{limit: ${schema as number}}` },
    compile: (factor: number | bigint) => (value: unknown) => {
      if (typeof value === "bigint" || typeof factor === "bigint") {
        return !isWhole(value) || !isWhole(factor) || BigInt(value) % BigInt(factor) === 0n;
      }
      if (typeof value !== "number") return true;
      // Decimal factors such as 0.01 have no exact double: compare within the double's own error.
      const quotient = value / factor;
      return Math.abs(quotient - Math.round(quotient)) <= Math.abs(quotient) * Number.EPSILON * 4;
    },
  });
}

function isWhole(value: unknown): value is number | bigint {
  return typeof value === "bigint" || Number.isInteger(value);
}
