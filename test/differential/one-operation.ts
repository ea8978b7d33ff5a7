// Extracts one operation as a document: its responses and the schemas they lead to. Prism takes minutes for a large
// document, and a fault anywhere in it would leave all operations without a second judge.
import { type Document, besideReference, referenceOf, resolve } from "../../src/document/document.ts";
import { isExtension } from "../../src/document/field-names.ts";
import { plainMedia } from "../../src/contract/media.ts";
import type { Operation } from "../../src/contract/model.ts";
import { appendPointer, valueAt } from "../../src/json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { keptFor } from "../../src/memo.ts";
import { KEYWORDS, keywordsOf, subschemas } from "../../src/schema/keywords.ts";

type Draft = Record<string, JsonValue>;

/** Keywords that say nothing about values: descriptions, and data in which `$ref` is an ordinary name. */
const SILENT = new Set(keywordsOf("annotation").filter((name) => KEYWORDS.get(name)?.silences === undefined));

/**
 * Extracts an operation from its document.
 * @returns a document whose references lead to its own schemas, so nothing has to be fetched; undefined if the document
 * has no such operation
 * @throws DocumentError for references that form a cycle and never reach a value
 */
export function operationAlone(document: Document, { path, method, pointer }: Operation): JsonObject | undefined {
  if (valueAt(document.root, pointer) === undefined) return undefined;
  const schemas = new SchemaShelf(document);
  const responses = mapAt(document, appendPointer(pointer, "responses"), (response) => ({
    description: "",
    headers: mapAt(document, appendPointer(response, "headers"), (header) => ({
      ...fieldsAt(document, header, ["required", "style", "explode"]),
      ...contentAt(document, header, schemas),
    })),
    ...contentAt(document, response, schemas),
  }));
  const { openapi, jsonSchemaDialect } = document.root;
  return {
    openapi: openapi ?? "",
    ...(jsonSchemaDialect === undefined ? {} : { jsonSchemaDialect }),
    info: { title: "", version: "" },
    paths: { [path]: { [method.toLowerCase()]: { responses } } },
    components: { schemas: schemas.all() },
  };
}

/** The values of a map, each copied from where it really is. */
function mapAt(document: Document, pointer: string, copy: (pointer: string) => JsonObject): JsonObject {
  const map = valueAt(document.root, pointer);
  const names = isObject(map) ? Object.keys(map).filter((name) => !isExtension(name)) : [];
  return Object.fromEntries(names.map((name) => [name, copy(resolve(document, appendPointer(pointer, name)).pointer)]));
}

function fieldsAt(document: Document, pointer: string, names: readonly string[]): JsonObject {
  const value = valueAt(document.root, pointer);
  const fields = isObject(value) ? Object.entries(value) : [];
  return Object.fromEntries(fields.filter(([name]) => names.includes(name)));
}

/** The content of a response or header, or the schema that a header has instead. */
function contentAt(document: Document, pointer: string, schemas: SchemaShelf): JsonObject {
  const value = valueAt(document.root, pointer);
  const own = (place: string): JsonObject => {
    const schema = valueAt(document.root, appendPointer(place, "schema"));
    return schema === undefined ? {} : { schema: schemas.copy(schema) };
  };
  if (!isObject(value) || value["content"] === undefined) return own(pointer);
  const content = Object.entries(mapAt(document, appendPointer(pointer, "content"), own));
  // Prism cannot parse a lone "*".
  return {
    content: Object.fromEntries(content.map(([name, media]) => [name === "*" ? plainMedia(name) : name, media])),
  };
}

/** Copied schemas: one for each that a reference leads to. */
class SchemaShelf {
  readonly #document: Document;
  readonly #names = new Map<string, string>();
  readonly #copied = new Map<string, JsonValue>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Copies a schema so that it refers to this shelf. */
  copy(schema: JsonValue): JsonValue {
    if (!isObject(schema)) return schema;
    const copy: Draft = Object.fromEntries(
      Object.entries(schema).filter(([keyword]) => !SILENT.has(keyword) && !isExtension(keyword)),
    );
    const within = new Map<string | number, Map<string, JsonValue>>();
    for (const { steps, schema: inner } of subschemas(schema, this.#document.dialect)) {
      const [keyword = "", step] = steps;
      if (step === undefined) {
        copy[keyword] = this.copy(inner);
        continue;
      }
      keptFor(within, keyword, () => new Map()).set(String(step), this.copy(inner));
    }
    for (const [keyword, copies] of within) copy[keyword] = replaced(copy[keyword], copies);
    const target = referenceOf(schema);
    if (target === undefined) return copy;
    const reference = { $ref: `#/components/schemas/${this.#nameOf(target)}` };
    // In 3.0, siblings of a reference mean nothing. In 3.1 they count, but Prism would drop them.
    const beside = besideReference(copy);
    const counts = this.#document.dialect !== "3.0" && Object.keys(beside).length > 0;
    return counts ? { allOf: [reference, beside] } : reference;
  }

  /** Every schema, with all those they lead to. */
  all(): JsonObject {
    // The loop adds names while it runs, as schemas lead to others.
    for (const [pointer, name] of this.#names) {
      this.#copied.set(name, this.copy(valueAt(this.#document.root, pointer) ?? {}));
    }
    return Object.fromEntries(this.#copied);
  }

  #nameOf(pointer: string): string {
    let name = this.#names.get(pointer);
    if (name === undefined) this.#names.set(pointer, (name = `s${this.#names.size}`));
    return name;
  }
}

/** A list or map with some values replaced. */
function replaced(holder: JsonValue | undefined, values: ReadonlyMap<string, JsonValue>): JsonValue {
  if (!Array.isArray(holder)) return { ...(isObject(holder) ? holder : {}), ...Object.fromEntries(values) };
  return (holder as readonly JsonValue[]).map((value, index) => values.get(String(index)) ?? value);
}
