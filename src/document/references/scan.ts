// Collects the references of a file's parts and the names its schemas give themselves, which must be known before
// references can be rewritten. Only what the grammar knows as a reference counts: in extensions, examples and other
// data, `$ref` is an ordinary name.
import { type Dialect, referenceText } from "../document.ts";
import type { DocumentPart, Stray } from "./visited.ts";
import { type WalkStart, type Subschemas, Walker } from "../walk.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** A `$ref` as written, and its holder: a part, or something in place of a list or map. */
export interface FoundReference {
  readonly text: string;
  readonly at: DocumentPart | Stray;
}

export interface FoundDynamic {
  readonly text: string;
  readonly at: DocumentPart;
}

/** What is below one place of a file. */
export interface Scan {
  readonly references: readonly FoundReference[];
  /** The schemas that have an `$id`, each after those that contain it. */
  readonly identified: readonly DocumentPart[];
  /** The schemas that name themselves with `$anchor` or `$dynamicAnchor`. */
  readonly named: readonly DocumentPart[];
  /** The schemas that have a `$dynamicRef`, with its text. */
  readonly dynamic: readonly FoundDynamic[];
}

/** Scans files place by place, and no place twice as the same kind of object. */
export class ReferenceScanner {
  readonly #walker: Walker;

  constructor(dialect: Dialect, subschemas: Subschemas) {
    this.#walker = new Walker({ dialect, subschemas });
  }

  scan(start: WalkStart): Scan {
    const references: FoundReference[] = [];
    const identified: DocumentPart[] = [];
    const named: DocumentPart[] = [];
    const dynamic: FoundDynamic[] = [];
    for (const visit of this.#walker.from(start)) {
      if (visit.what === "leaf") continue;
      const text = referenceText(visit.value);
      if (text !== undefined) references.push({ text, at: visit });
      if (visit.what === "stray" || visit.kind !== "schema") continue;
      if (typeof visit.value["$id"] === "string") identified.push(visit);
      if (anchorsOf(visit.value).length > 0) named.push(visit);
      const { $dynamicRef: name } = visit.value;
      if (typeof name === "string") dynamic.push({ text: name, at: visit });
    }
    return { references, identified, named, dynamic };
  }
}

/** The pointer of the first object with each name, whatever kind it is. */
export function namesAnywhere(tree: JsonValue): Map<string, string> {
  const names = new Map<string, string>();
  const pending: { readonly value: JsonValue; readonly pointer: string }[] = [{ value: tree, pointer: "" }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { value, pointer } = next;
    if (typeof value !== "object" || value === null) continue;
    if (isObject(value)) for (const name of anchorsOf(value)) if (!names.has(name)) names.set(name, pointer);
    for (const step of Object.keys(value).reverse()) {
      pending.push({ value: (value as JsonObject)[step] as JsonValue, pointer: appendPointer(pointer, step) });
    }
  }
  return names;
}

/** The names that a schema gives itself (JSON Schema 2020-12 section 8.2.2). */
export function anchorsOf({ $anchor, $dynamicAnchor }: JsonObject): string[] {
  return [$anchor, $dynamicAnchor].filter((name) => typeof name === "string");
}
