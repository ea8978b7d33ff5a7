// Translates the dialect of the document for our validators: references become ids of units, 3.0's `nullable` and flags
// become 2020-12, and readOnly and writeOnly follow the direction of travel.
import { noteEvaluated } from "./keywords/evaluated-properties.ts";
import { isDynamicAnchor } from "../dynamic-anchors.ts";
import { isNullAlternative } from "../form/composition.ts";
import { type Document, referenceText, refuseDocument } from "../../document/document.ts";
import { WEIGHED, weightOf } from "./keywords/counted.ts";
import { KEYWORDS, type KeywordFamily } from "../keywords.ts";
import { TYPES } from "../types.ts";
import { INTEGER_FORMATS } from "../number-formats.ts";
import { EXACT_TYPE, INTEGER_FORMAT } from "./keywords/number-keywords.ts";
import { OVERLAP, overlapWith } from "./keywords/overlap.ts";
import { isSilencedAt } from "../normal/annotations.ts";
import { withoutFlags } from "../form/bounds.ts";
import { overlapOf } from "./overlap.ts";
import { appendPointer, fragmentPointer, valueAt } from "../../json/pointer.ts";
import type { ReferenceEnds } from "./reference-ends.ts";
import { unitId } from "./unit-id.ts";
import type { Direction } from "../../document/grammar.ts";
import { type JsonObject, type JsonValue, isLeaf, isObject } from "../../json/value.ts";
import { quoted } from "../../json/quote.ts";

/** Schemas within one unit. Its validator is a single function, whose code grows with them. */
const MAX_PARTS = 5000;

/** In the code of alternatives, each is nested within the one before, so compiling takes quadratic time. */
const ALTERNATIVES = 500;

/** How a document is read. */
export interface Reading {
  readonly document: Document;
  readonly direction: Direction;
  readonly ends: ReferenceEnds;
  /** Whether a tag that names no alternative also lets a value match several. */
  readonly anyTag: boolean;
}

/** Rewrites one unit from the document's dialect to what our Ajv instance understands. */
export class Translator {
  readonly #document: Document;
  readonly #direction: Direction;
  readonly #references: string[];
  readonly #ends: ReferenceEnds;
  readonly #anyTag: boolean;
  #size = 0;
  #namesInherited = false;

  /** @param references receives the schemas that the unit refers to */
  constructor({ document, direction, ends, anyTag }: Reading, references: string[]) {
    this.#document = document;
    this.#direction = direction;
    this.#ends = ends;
    this.#anyTag = anyTag;
    this.#references = references;
  }

  /** How many schemas were translated; a name that depends on another counts as one. */
  get size(): number {
    return this.#size;
  }

  /** Whether a translated schema mentions a property that every JavaScript object inherits. */
  get namesInherited(): boolean {
    return this.#namesInherited;
  }

  translate(definition: JsonValue, pointer: string): JsonValue {
    if (typeof definition === "boolean") return definition;
    if (!isObject(definition)) refuseDocument(this.#document, pointer, "a schema must be an object or a boolean");
    const reference = referenceText(definition);
    if (reference !== undefined && this.#document.dialect === "3.0") return { $ref: this.#reference(reference) };
    // Ajv generates code for each name that depends on another.
    this.#size += 1 + namesIn(definition["dependentRequired"]);
    if (this.#size > MAX_PARTS) {
      refuseDocument(
        this.#document,
        pointer,
        `the schema has more than ${MAX_PARTS} parts; what it repeats can be a $ref`,
      );
    }
    const out: Record<string, JsonValue> = {};
    for (const [key, value] of Object.entries(withoutFlags(definition))) {
      const place = appendPointer(pointer, key);
      // In a list, because Ajv looks for identifiers of schemas in any object.
      if (EXACT_VALUES.has(key) && (isOddList(value) || holdsLongInteger(value) || holdsObjects(key, value)))
        out[`exact-${key}`] = key === "const" ? [value] : value;
      else if (JUDGING_KEYWORDS.has(key)) out[key] = this.#keyword(key, value, place);
    }
    if (reference !== undefined) Object.assign(out, { $ref: this.#reference(reference) });
    this.#translateType(definition, out, pointer);
    this.#translateRequired(definition, out, pointer);
    this.#translateDynamic(definition, out, pointer);
    this.#namesInherited ||= [definition["required"], definition["dependentRequired"]].some(holdsInherited);
    noteEvaluated(out);
    const overlap = overlapOf(definition, (target) => valueAt(this.#document.root, target));
    if (overlap !== false) out[OVERLAP] = overlap === true || this.#anyTag ? true : overlapWith(overlap);
    const weight = weightOf(out);
    if (weight !== undefined) out[WEIGHED] = weight;
    return this.#document.dialect === "3.0" && definition["nullable"] === true ? nullable(out) : out;
  }

  #reference(reference: string): string {
    const target = fragmentPointer(reference);
    if (target === undefined) return reference;
    const end = this.#ends.of(target);
    this.#references.push(end);
    return unitId(end, this.#direction);
  }

  /** The value of a keyword, with the schemas in it translated. */
  #keyword(key: string, value: JsonValue, pointer: string): JsonValue {
    switch (KEYWORDS.get(key)?.holds) {
      case "schema":
        return this.translate(value, pointer);
      case "list":
        return this.#list(value, pointer);
      case "map":
        return this.#map(value, pointer);
      default:
        return value;
    }
  }

  #list(value: JsonValue, pointer: string): JsonValue {
    if (!Array.isArray(value)) refuseDocument(this.#document, pointer, "must be a list of schemas");
    const isChoice = /\/(?:any|one)Of$/.test(pointer);
    if (isChoice) this.#size += Math.floor(value.length ** 2 / ALTERNATIVES);
    const isNull = (item: JsonValue): boolean => isChoice && isNullAlternative(this.#document.dialect, item);
    return value.map((item: JsonValue, index) =>
      isNull(item) ? { type: "null" } : this.translate(item, appendPointer(pointer, index)),
    );
  }

  #map(value: JsonValue, pointer: string): JsonValue {
    if (!isObject(value)) refuseDocument(this.#document, pointer, "must map names to schemas");
    const out: Record<string, JsonValue> = {};
    for (const [key, item] of Object.entries(value)) {
      this.#namesInherited ||= key in Object.prototype;
      out[key] = this.translate(item, appendPointer(pointer, key));
    }
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
        `type ${quoted(wrong ?? type)} is none of ${allowed}`,
      );
    }
    const numeric = types.some((name) => name === "integer" || name === "number");
    if (!numeric) out["type"] = type;
    else out[EXACT_TYPE] = types;
    const format = definition["format"];
    if (typeof format === "string" && INTEGER_FORMATS.has(format)) {
      delete out["format"];
      if (numeric) out[INTEGER_FORMAT] = format;
    }
    // Ajv's own number formats ignore a bigint, so this one is judged separately.
    if (format === "float" && numeric) out[INTEGER_FORMAT] = format;
  }

  /** A dynamic reference became a pointer when the document was read, unless it may lead to too many schemas, or to none. */
  #translateDynamic(definition: JsonObject, out: Record<string, JsonValue>, pointer: string): void {
    const reference = definition["$dynamicRef"];
    if (typeof reference !== "string") return;
    if (fragmentPointer(reference) !== undefined) {
      delete out["$dynamicRef"];
      const target = { $ref: this.#reference(reference) };
      out["allOf"] = [...(Array.isArray(out["allOf"]) ? out["allOf"] : []), target];
    } else {
      const place = appendPointer(pointer, "$dynamicRef");
      refuseDocument(
        this.#document,
        place,
        `$dynamicRef "${reference}" leads to ${isDynamicAnchor(this.#document.root, reference) ? "more than one schema" : "no schema"}; use $ref`,
      );
    }
  }

  /** A readOnly property need not be in a request, nor a writeOnly one in a response (OpenAPI 3.0.3, 3.1). */
  #translateRequired(definition: JsonObject, out: Record<string, JsonValue>, pointer: string): void {
    const required = definition["required"];
    if (!Array.isArray(required)) {
      // A boolean is a leftover of Swagger parameters, and says nothing about a value.
      delete out["required"];
      return;
    }
    const properties = definition["properties"];
    const valueOf = (place: string): JsonValue | undefined => valueAt(this.#document.root, place);
    const kept = required.filter((name) => {
      if (typeof name !== "string" || !isObject(properties) || !Object.hasOwn(properties, name)) return true;
      return !isSilencedAt(appendPointer(pointer, "properties", name), this.#direction, valueOf);
    });
    out["required"] = [...new Set(kept)] as JsonValue;
  }
}

function namesIn(lists: JsonValue | undefined): number {
  if (!isObject(lists)) return 0;
  return Object.values(lists).reduce<number>((sum, list) => sum + (Array.isArray(list) ? list.length : 0), 0);
}

function holdsInherited(names: JsonValue | undefined): boolean {
  if (Array.isArray(names)) return names.some((name) => typeof name === "string" && name in Object.prototype);
  return (
    isObject(names) && Object.entries(names).some(([name, list]) => name in Object.prototype || holdsInherited(list))
  );
}

/** Keywords whose values Ajv writes into code, which cannot contain a bigint. */
const EXACT_VALUES: ReadonlySet<string> = new Set(["const", "enum"]);

/** Ajv rejects an empty list, and searches a long one value by value. */
function isOddList(value: JsonValue): boolean {
  return Array.isArray(value) && (value.length === 0 || value.length > LONG_LIST);
}

const LONG_LIST = 200;

/** Ajv compares objects by their own `valueOf` and `toString`, if they have such members. */
function holdsObjects(key: string, value: JsonValue): boolean {
  return key === "enum" && Array.isArray(value) ? !value.every((one: JsonValue) => isLeaf(one)) : !isLeaf(value);
}

function holdsLongInteger(value: JsonValue): boolean {
  if (typeof value === "bigint") return true;
  if (typeof value === "number") return Number.isInteger(value) && !Number.isSafeInteger(value);
  return typeof value === "object" && value !== null && Object.values(value).some((item) => holdsLongInteger(item));
}

/** What validators are not given, such as titles and examples; types are translated apart. */
const NOT_JUDGING: ReadonlySet<KeywordFamily> = new Set(["identity", "annotation", "type"] as const);
/** Keywords that judge a value, and references. */
const JUDGING_KEYWORDS: ReadonlySet<string> = new Set(
  [...KEYWORDS].flatMap(([name, { family }]) => (NOT_JUDGING.has(family) ? [] : [name])),
);

/**
 * `nullable` with a type adds null to the type; without one (next to a reference or allOf) it adds null to the whole.
 */
function nullable(schema: Record<string, JsonValue>): JsonValue {
  for (const key of [EXACT_TYPE, "type"]) {
    const type = schema[key];
    if (type !== undefined)
      return { ...schema, [key]: [...new Set([...(Array.isArray(type) ? type : [type]), "null"])] as JsonValue };
  }
  return { anyOf: [{ type: "null" }, schema] };
}
