// Every part of a document as lint sees it: once, with all directions in which its values travel.
import { type Document, referenceOf } from "../document/document.ts";
import type { Direction } from "../document/grammar.ts";
import type { DocumentPart } from "../document/references/visited.ts";
import type { JsonObject } from "../json/value.ts";
import { KEYWORDS } from "../schema/keywords.ts";
import { partsOf } from "../schema/walk.ts";

/** A part of the document, or a `$ref` with the kind of part it refers to. */
export type Reference = Pick<DocumentPart, "kind" | "pointer" | "value">;

export interface LintPart extends Reference {
  /** The directions in which its values travel; empty if unknown. */
  readonly directions: ReadonlySet<Direction>;
  /** True for a schema inside another schema that no reference leads to. */
  readonly nested: boolean;
  /** True for the schema of an optional property or item whose values are not excluded on purpose. */
  readonly optional: boolean;
  /** True if some reference leads to it. */
  readonly referenced: boolean;
}

export interface DocumentParts {
  readonly parts: readonly LintPart[];
  readonly references: readonly Reference[];
}

/** Keywords below which a schema may reject every value on purpose. */
const EXCLUDING: ReadonlySet<unknown> = new Set(["not", "if"]);

function isOptional(schema: DocumentPart): boolean {
  const [keyword = ""] = schema.steps;
  const applies = KEYWORDS.get(String(keyword))?.applies;
  if ((applies !== "property" && applies !== "item") || keyword === "contains") return false;
  for (let at = schema; at.holder?.kind === "schema" && at.steps.length > 0; at = at.holder) {
    if (EXCLUDING.has(at.steps[0])) return false;
  }
  return true;
}

/** Collects the parts of a document. */
export function walk(document: Document): DocumentParts {
  const parts = new Map<
    string,
    Omit<LintPart, "directions" | "referenced"> & { readonly directions: Set<Direction> }
  >();
  const references = new Map<string, Reference>();
  const targets = new Set<string>();
  for (const part of partsOf(document, { perDirection: true })) {
    const { kind, pointer, value, direction, holder, steps } = part;
    const key = `${kind} ${pointer}`;
    const target = referenceOf(value);
    if (target !== undefined) {
      references.set(key, { kind, pointer, value });
      targets.add(`${kind} ${target}`);
      if (kind !== "schema" || document.dialect === "3.0") continue;
    }
    const known = parts.get(key)?.directions;
    const directions = known ?? new Set();
    if (direction !== undefined) directions.add(direction);
    const nested = holder?.kind === "schema" && steps.length > 0;
    const optional = nested && isOptional(part);
    if (known === undefined) parts.set(key, { kind, pointer, value, directions, nested, optional });
  }
  const all = [...parts].map(([key, part]): LintPart => {
    const referenced = targets.has(key);
    return { ...part, referenced, nested: part.nested && !referenced };
  });
  return { parts: all, references: [...references.values()] };
}

/** True for a schema that is only a reference. */
export function isReference(schema: JsonObject): boolean {
  return referenceOf(schema) !== undefined && Object.keys(schema).length === 1;
}
