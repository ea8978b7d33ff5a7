// Every part of a document, each once, with what it is: the way is OpenAPI's own structure, references followed.
import type { Document } from "../contract/document.ts";
import { type JsonObject, type JsonValue, isObject } from "../contract/json.ts";
import { SCHEMA_KEYWORDS, SCHEMA_LIST_KEYWORDS, SCHEMA_MAP_KEYWORDS } from "../contract/keywords.ts";
import type { Direction } from "../contract/model.ts";
import { CHILDREN, type Child, type PartKind } from "../contract/parts.ts";
import { appendPointer, fragmentPointer, valueAt } from "../contract/pointer.ts";

export interface Part {
  readonly kind: PartKind;
  readonly pointer: string;
  readonly value: JsonObject;
  /** The directions in which its values travel; empty where nothing says so. */
  readonly directions: ReadonlySet<Direction>;
  /** True for a schema that stands inside another schema. */
  readonly nested: boolean;
  /** True where some reference leads to it. */
  readonly referenced: boolean;
}

/** A `$ref`, and the kind of part it stands for. */
export interface Reference {
  readonly kind: PartKind;
  readonly pointer: string;
  readonly value: JsonObject;
}

export interface Walk {
  readonly parts: readonly Part[];
  readonly references: readonly Reference[];
}

interface Step {
  readonly kind: PartKind;
  readonly pointer: string;
  readonly direction?: Direction | undefined;
  readonly nested: boolean;
  readonly referenced: boolean;
}

type Draft = Part & { readonly directions: Set<Direction>; nested: boolean; referenced: boolean };

/** Walks a document. Iterative: documents may be deep, and references may lead in circles. */
export function walk(document: Document): Walk {
  const parts = new Map<string, Draft>();
  const references = new Map<string, Reference>();
  const visited = new Set<string>();
  const pending: Step[] = [{ kind: "document", pointer: "", nested: false, referenced: false }];
  for (let step = pending.pop(); step !== undefined; step = pending.pop()) {
    const value = valueAt(document.root, step.pointer);
    if (!isObject(value)) continue;
    const key = `${step.kind} ${step.pointer}`;
    const known = parts.get(key);
    if (known !== undefined) note(known, step);
    const visit = `${key} ${step.direction ?? ""}`;
    if (visited.has(visit)) continue;
    visited.add(visit);
    const target = typeof value["$ref"] === "string" ? fragmentPointer(value["$ref"]) : undefined;
    if (target !== undefined) {
      references.set(key, { kind: step.kind, pointer: step.pointer, value });
      pending.push({ ...step, pointer: target, nested: false, referenced: true });
      if (step.kind !== "schema" || document.dialect === "3.0") continue;
    }
    if (known === undefined) parts.set(key, draft(step, value));
    pending.push(...childrenOf(step, value).toReversed());
  }
  return { parts: [...parts.values()], references: [...references.values()] };
}

function draft({ kind, pointer, direction, nested, referenced }: Step, value: JsonObject): Draft {
  return { kind, pointer, value, directions: new Set(direction === undefined ? [] : [direction]), nested, referenced };
}

/** A part may be reached in more than one way. */
function note(part: Draft, { direction, nested, referenced }: Step): void {
  if (direction !== undefined) part.directions.add(direction);
  part.nested &&= nested;
  part.referenced ||= referenced;
}

function childrenOf(step: Step, value: JsonObject): Step[] {
  if (step.kind === "schema") return schemaChildren(step, value);
  return CHILDREN[step.kind].flatMap((child) => {
    const pointer = child.key === undefined ? step.pointer : appendPointer(step.pointer, child.key);
    const held = child.key === undefined ? value : value[child.key];
    const direction = child.direction ?? step.direction;
    return pointersOf(child, held, pointer).map((place): Step => ({
      kind: child.kind,
      pointer: place,
      direction,
      nested: false,
      referenced: false,
    }));
  });
}

function pointersOf({ how }: Pick<Child, "how">, held: JsonValue | undefined, pointer: string): string[] {
  if (how === "one") return [pointer];
  if (how === "list") return Array.isArray(held) ? held.map((_, index) => appendPointer(pointer, index)) : [];
  if (!isObject(held)) return [];
  const names = Object.keys(held).filter((name) => how === "map" || !name.startsWith("x-"));
  return names.map((name) => appendPointer(pointer, name));
}

function schemaChildren({ pointer, direction }: Step, value: JsonObject): Step[] {
  const places: string[] = [];
  for (const [key, held] of Object.entries(value)) {
    const place = appendPointer(pointer, key);
    if (SCHEMA_KEYWORDS.includes(key)) places.push(place);
    else if (SCHEMA_LIST_KEYWORDS.includes(key)) places.push(...pointersOf({ how: "list" }, held, place));
    else if (SCHEMA_MAP_KEYWORDS.includes(key)) places.push(...pointersOf({ how: "map" }, held, place));
  }
  return places.map((place) => ({ kind: "schema", pointer: place, direction, nested: true, referenced: false }));
}
