// Every place of a document that says something, found by walking its grammar: each part once, at the place where it
// stands, whether it is reached directly or by a reference.
import type { Document } from "../../src/contract/document.ts";
import { type JsonObject, type JsonValue, isObject, writeJson } from "../../src/contract/json.ts";
import { appendPointer, fragmentPointer, pointerSteps, valueAt } from "../../src/contract/pointer.ts";
import { FILES_KEY } from "../../src/contract/references.ts";
import { type Field, GRAMMAR, type NodeKind, type PlaceKind } from "./grammar.ts";
import { proseParts } from "./prose.ts";
import { holdsSchemas, schemaField } from "./schema-fields.ts";

export interface Place {
  readonly kind: PlaceKind;
  readonly pointer: string;
  /** The part of the document that the place belongs to, and what that is. */
  readonly holder: string;
  readonly holderKind: NodeKind;
  /** The last step of the pointer: "maximum". */
  readonly key: string;
  readonly value: JsonValue;
  /** The place in words: "maximum: 100", or the sentence. */
  readonly text: string;
  /** Pointers that this place answers for besides its own. */
  readonly spans: readonly string[];
}

/** All places of a document, in the order in which it is read. */
export function placesOf(document: Document): Place[] {
  const walk = new Walk(document);
  walk.node("root", "");
  return walk.places;
}

class Walk {
  readonly places: Place[] = [];
  readonly #document: Document;
  readonly #seen = new Set<string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** Reads the part at a pointer, following a reference to the part that it stands for. */
  node(kind: NodeKind, pointer: string): void {
    if (this.#seen.has(pointer)) return;
    this.#seen.add(pointer);
    const value = valueAt(this.#document.root, pointer);
    if (!isObject(value)) return this.#bare(kind, pointer, value);
    if (typeof value["$ref"] === "string") {
      const target = fragmentPointer(value["$ref"]);
      if (target !== undefined) this.node(kind, target);
    }
    if (kind === "schema") return this.#schema(value, pointer);
    const { self, identity = [], fields, rest } = GRAMMAR[kind];
    const isReference = typeof value["$ref"] === "string";
    if (self !== undefined && !isReference) this.#self(self, kind, { pointer, value, identity });
    for (const [key, item] of Object.entries(value)) {
      if (key === "$ref" || identity.includes(key) || (kind === "root" && key === FILES_KEY)) continue;
      const known = Object.hasOwn(fields, key) ? fields[key] : key.startsWith("x-") ? EXTENSION : rest;
      this.#field(known ?? UNKNOWN, { kind, holder: pointer, key, value: item });
    }
  }

  /** `true` and `false` are schemas too; what else is no object is no part. */
  #bare(kind: NodeKind, pointer: string, value: JsonValue | undefined): void {
    if (kind !== "schema" || typeof value !== "boolean") return;
    // "additionalProperties: false" is a keyword already.
    if (this.places.at(-1)?.pointer === pointer) return;
    this.#add({ kind: "keyword", pointer, holder: pointer, holderKind: kind, value });
  }

  #self(
    placeKind: PlaceKind,
    kind: NodeKind,
    part: { pointer: string; value: JsonObject; identity: readonly string[] },
  ): void {
    const { pointer, value, identity } = part;
    const named = identity.filter((key) => value[key] !== undefined);
    const about = named.map((key) => show(value[key] as JsonValue)).join(", ");
    const key = pointerSteps(pointer).at(-1) ?? "";
    this.places.push({
      kind: placeKind,
      pointer,
      holder: pointer,
      holderKind: kind,
      key,
      value,
      text: about === "" ? `${placeKind} ${key}` : `${placeKind} ${about}`,
      spans: named.map((name) => appendPointer(pointer, name)),
    });
  }

  #field(field: Field, at: { kind: NodeKind; holder: string; key: string; value: JsonValue }): void {
    const pointer = appendPointer(at.holder, at.key);
    if ("leaf" in field) {
      this.#add({ kind: field.leaf, pointer, holder: at.holder, holderKind: at.kind, value: at.value });
    } else if ("prose" in field) this.#prose(pointer, at.holder, at.kind);
    else if ("one" in field) this.node(field.one, pointer);
    else if ("list" in field) {
      if (Array.isArray(at.value))
        for (const index of at.value.keys()) this.node(field.list, appendPointer(pointer, index));
    } else if (isObject(at.value)) {
      for (const name of Object.keys(at.value)) {
        if (name.startsWith("x-") && field.map !== "header" && field.map !== "schema") {
          this.#field(EXTENSION, { kind: at.kind, holder: pointer, key: name, value: at.value[name] as JsonValue });
        } else this.node(field.map, appendPointer(pointer, name));
      }
    }
  }

  #schema(schema: JsonObject, pointer: string): void {
    for (const [key, value] of Object.entries(schema)) {
      if (key === "$ref") continue;
      const at = appendPointer(pointer, key);
      if (key === "description") {
        this.#prose(at, pointer, "schema");
        continue;
      }
      const kind = schemaField(key);
      if (kind !== undefined) this.#add({ kind, pointer: at, holder: pointer, holderKind: "schema", value });
      const held = holdsSchemas(key);
      if (held === "one") this.node("schema", at);
      if (held === "list" && Array.isArray(value))
        for (const index of value.keys()) this.node("schema", appendPointer(at, index));
      if (held === "map" && isObject(value))
        for (const name of Object.keys(value)) this.node("schema", appendPointer(at, name));
    }
  }

  #prose(pointer: string, holder: string, holderKind: NodeKind): void {
    const value = valueAt(this.#document.root, pointer);
    const parts = proseParts(typeof value === "string" ? value : "");
    const base = { pointer, holder, holderKind, value: value ?? null };
    if (parts.length === 0) this.#add({ kind: "label", ...base });
    for (const { kind, text } of parts) this.#add({ kind, text, ...base });
  }

  #add(place: Omit<Place, "key" | "spans" | "text"> & { readonly text?: string }): void {
    const key = pointerSteps(place.pointer).at(-1) ?? "";
    this.places.push({ ...place, key, spans: [], text: place.text ?? `${key}: ${show(place.value)}` });
  }
}

const EXTENSION: Field = { leaf: "extension" };
const UNKNOWN: Field = { leaf: "unknown field" };
const MAX_TEXT = 100;

function show(value: JsonValue): string {
  const text = typeof value === "string" ? value : writeJson(value);
  return text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT - 1)}…` : text;
}
