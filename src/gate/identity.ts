// The id of a change: built from named parts, so that edits elsewhere in a document do not alter it, and an exemption
// covers no other change.
import { createHash } from "node:crypto";
import { dirname, relative, resolve } from "node:path";
import type { Document } from "../document/document.ts";
import { FILES_KEY } from "../document/references/model.ts";
import { appendPointer, lastStep, memberOf, parentPointer, valueAt } from "../json/pointer.ts";
import { type JsonValue, isObject } from "../json/value.ts";
import { writeJson } from "../json/write.ts";
import { countsOf, keptFor } from "../memo.ts";
import type { Draft } from "./model.ts";

/**
 * The kind, for people, and a digest of the kind, subject, direction, places and differing values. The values matter:
 * two properties that shared a component and now each have a schema of their own are two changes.
 */
export function changeId(draft: Draft, base: Document, revision: Document): string {
  const { kind, subject, values, direction, basePointer, revisionPointer } = draft;
  const places = [
    basePointer === undefined ? null : namedPlace(base, basePointer).place,
    revisionPointer === undefined ? null : namedPlace(revision, revisionPointer).place,
  ];
  const identity = writeJson([kind, subject, direction, ...places, ...(values === undefined ? [] : [values])]);
  return `${kind}-${createHash("sha256").update(identity).digest("hex").slice(0, 8)}`;
}

/** A place, with what stands there. */
interface Named {
  /** The pointer with every list index replaced by the name of its entry: "/parameters/query limit/schema". */
  readonly place: string;
  readonly value: JsonValue | undefined;
}

/** Of thousands of changes in one schema, each asks for the same ancestors. */
const namesIn = new WeakMap<Document, Map<string, Named>>();

function namedPlace(document: Document, pointer: string): Named {
  if (pointer === "") return { place: "", value: document.root };
  return keptFor(
    keptFor(namesIn, document, () => new Map()),
    pointer,
    () => {
      const above = parentPointer(pointer);
      const { place, value: holder } = namedPlace(document, above);
      const step = lastStep(pointer);
      const value = typeof holder === "object" && holder !== null ? memberOf(holder, step) : undefined;
      const isEntry = Array.isArray(holder) && value !== undefined;
      const name = above === FILES ? fileOf(document, pointer) : isEntry ? nameAmong(document, holder, value) : step;
      return { place: appendPointer(place, name), value };
    },
  );
}

const FILES = appendPointer("", FILES_KEY);

/** A file that the document refers to, relative to the document's folder. */
function fileOf(document: Document, pointer: string): string {
  const folder = dirname(resolve(document.file));
  return relative(folder, resolve(document.locate(pointer).file));
}

/**
 * What identifies an entry of a list, whatever its position: its own name; or else the constant in it, if no other
 * entry has the same one; or else that it is the only entry without a name, or the only one of its type. The last
 * resort is a digest of its content, which changes whenever the entry does.
 */
function nameAmong(document: Document, list: readonly JsonValue[], entry: JsonValue): string {
  const own = nameOf(document, entry);
  if (own !== undefined) return own;
  const { names, types } = censusOf(document, list);
  const tag = tagOf(entry);
  if (tag !== undefined && names.get(tag) === 1) return tag;
  const type = typeName(entry);
  const unnamed = [...types.values()].reduce((sum, one) => sum + one, 0);
  if (unnamed === 1) return "";
  if (types.get(type) === 1 && (names.get(type) ?? 0) === 0) return type;
  return createHash("sha256").update(writeJson(entry)).digest("hex").slice(0, 12);
}

/** How many entries of a list have a name or constant, and, of those without a name, a type. */
interface Census {
  readonly names: Map<string | undefined, number>;
  readonly types: Map<string, number>;
}

/** Of a list of thousands, each entry asks for the same. */
const censuses = new WeakMap<readonly JsonValue[], Census>();

const censusOf = (document: Document, list: readonly JsonValue[]): Census =>
  keptFor(censuses, list, () => {
    const entries = Array.from(new Set(list), (one) => ({ one, own: nameOf(document, one) }));
    return {
      names: countsOf(entries.flatMap(({ one, own }) => [...new Set([own, tagOf(one)])])),
      types: countsOf(entries.flatMap(({ one, own }) => (own === undefined ? [typeName(one)] : []))),
    };
  });

/** The first property that can only have one value, because clients tell alternatives apart by such properties. */
function tagOf(entry: JsonValue): string | undefined {
  const properties = isObject(entry) && isObject(entry["properties"]) ? entry["properties"] : {};
  for (const [name, schema] of Object.entries(properties)) {
    if (!isObject(schema)) continue;
    const { const: only, enum: values } = schema;
    const value = only ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined);
    if (value !== undefined) return `${name} ${writeJson(value)}`;
  }
  return undefined;
}

const typeName = (entry: JsonValue): string => `type ${isObject(entry) ? writeJson(entry["type"] ?? null) : ""}`;

/** The own name of an entry. @returns a text that is not empty, or undefined if it has none */
function nameOf(document: Document, entry: JsonValue): string | undefined {
  if (!isObject(entry)) return writeJson(entry);
  const { $ref: reference, name, in: place, title, const: only, url } = entry;
  if (isText(reference)) {
    const target = reference.startsWith("#/") ? valueAt(document.root, reference.slice(1)) : undefined;
    // A parameter is the same whether it is inline or among the components.
    return isObject(target) && isText(target["in"]) ? nameOf(document, target) : reference;
  }
  if (isText(name)) return isText(place) ? `${place} ${name}` : name;
  if (isText(title)) return title;
  if (only !== undefined) return writeJson(only);
  return isText(url) ? url : undefined;
}

const isText = (value: JsonValue | undefined): value is string => typeof value === "string" && value !== "";
