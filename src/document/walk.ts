// The only walk over a document: visits every object once, with its kind and location, as the OpenAPI grammar says.
// Iterative, because documents may be deep and references may form cycles. Pointers are built only on demand.
import { type Dialect, type Document, besideReference, referenceText } from "./document.ts";
import { type Direction, type PartKind, type ObjectField, fieldOf } from "./grammar.ts";
import { type Below, type DocumentPart, type Step, type Visited, strayOf, visitOf } from "./references/visited.ts";
import { fragmentPointer, valueAt } from "../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../json/value.ts";

/**
 * Gives the immediate subschemas of a schema. This layer does not know the keywords: pass `subschemas` of
 * schema/keywords.ts.
 */
export type Subschemas = (
  definition: JsonObject,
  dialect: Dialect,
) => Iterable<{ readonly steps: readonly (string | number)[]; readonly schema: JsonValue }>;

export interface WalkRules {
  readonly dialect: Dialect;
  readonly subschemas: Subschemas;
  /** Finds the target of a reference. If absent, references are visited but not followed. */
  readonly follow?: (reference: string) => { readonly value: JsonValue; readonly pointer: string } | undefined;
  /** Whether the walk enters what a field holds. If absent, it enters everything. */
  readonly enters?: (field: ObjectField) => boolean;
  /** Whether to visit leaves as well, in order between the parts. */
  readonly leaves?: boolean;
  /** Whether to visit a part once for each direction. */
  readonly perDirection?: boolean;
}

/** Where a walk begins. */
export interface WalkStart {
  readonly kind: PartKind;
  /** True for a map of objects of that kind. If absent, a single object. */
  readonly isMap?: boolean;
  readonly value: JsonValue;
  readonly pointer: string;
  readonly direction?: Direction | undefined;
}

/** The rules for a loaded document, whose references all lead to a place inside it. */
export function rulesOf({ dialect, root }: Document, subschemas: Subschemas): WalkRules {
  const known = new Map<string, { readonly value: JsonValue; readonly pointer: string } | undefined>();
  const follow: WalkRules["follow"] = (reference) => {
    if (known.has(reference)) return known.get(reference);
    const pointer = fragmentPointer(reference);
    const value = pointer === undefined ? undefined : valueAt(root, pointer);
    const target = pointer === undefined || value === undefined ? undefined : { value, pointer };
    known.set(reference, target);
    return target;
  };
  return { dialect, subschemas, follow };
}

/** Walks from several starts. What one start reached is not visited again from the next. */
export class Walker {
  readonly #rules: WalkRules;
  readonly #seen = new Map<string, Set<JsonObject>>();

  constructor(rules: WalkRules) {
    this.#rules = rules;
  }

  /** Yields every part below a start once, in reading order. */
  *from({ kind, isMap, value, pointer, direction }: WalkStart): Generator<Visited, void, undefined> {
    const pending: Visited[] = [];
    const start: Below = { kind, direction, holder: undefined, pointer };
    if (isMap === true) pushMap(pending, start, value);
    else pending.push(visitOf(start, value));
    reverseFrom(pending, 0);
    for (let visit = pending.pop(); visit !== undefined; visit = pending.pop()) {
      if (visit.what !== "part") yield visit;
      else if (!this.#isSeen(visit)) {
        yield visit;
        const first = pending.length;
        this.#follow(pending, visit);
        if (visit.kind === "schema") this.#insideSchema(pending, visit);
        else this.#inside(pending, visit, visit.kind);
        reverseFrom(pending, first);
      }
    }
  }

  #isSeen({ kind, direction, value }: DocumentPart): boolean {
    const label = this.#rules.perDirection === true && direction !== undefined ? `${kind} ${direction}` : kind;
    let seen = this.#seen.get(label);
    if (seen === undefined) this.#seen.set(label, (seen = new Set()));
    const known = seen.size;
    return seen.add(value).size === known;
  }

  #follow(pending: Visited[], holder: DocumentPart): void {
    const target = holder.reference === undefined ? undefined : this.#rules.follow?.(holder.reference);
    if (target === undefined) return;
    const { kind, direction } = holder;
    pending.push(visitOf({ kind, direction, holder, pointer: target.pointer }, target.value));
  }

  /** What a part directly contains. Beside a reference only descriptions count, except in a path item. */
  #inside(pending: Visited[], holder: DocumentPart, kind: Exclude<PartKind, "schema">): void {
    const { value } = holder;
    const { leaves, enters } = this.#rules;
    const isOpen = holder.reference === undefined || kind === "path-item";
    for (const name of Object.keys(holder.reference === undefined ? value : besideReference(value))) {
      const field = fieldOf(kind, name);
      const held = value[name];
      // Possible in a document made from memory.
      if (held === undefined) continue;
      if (field !== undefined && "of" in field && enters?.(field) !== false) {
        if (isOpen) pushHeld(pending, { holder, name, field }, held);
      } else if (leaves === true) pending.push({ what: "leaf", holder, name, value: held, field });
    }
  }

  #insideSchema(pending: Visited[], holder: DocumentPart): void {
    const { value, direction } = holder;
    const { dialect, subschemas, leaves } = this.#rules;
    const told = leaves === true ? Object.keys(besideReference(value)) : [];
    let next = 0;
    for (const { steps, schema } of subschemas(value, dialect)) {
      const [keyword = "", name] = steps;
      const held = value[keyword] as JsonValue;
      while (next < told.length && told[next - 1] !== keyword) pushKeyword(pending, holder, told[next++]);
      const below: Below = { kind: "schema", direction, holder, pointer: undefined };
      const isReference = typeof schema === "string" && name !== undefined && referenceText(held) === schema;
      pending.push(isReference ? strayOf(below, held, "map", keyword) : visitOf(below, schema, keyword, name));
    }
    while (next < told.length) pushKeyword(pending, holder, told[next++]);
  }
}

function pushKeyword(pending: Visited[], holder: DocumentPart, name = ""): void {
  pending.push({ what: "leaf", holder, name, value: holder.value[name] as JsonValue, field: undefined });
}

interface HeldField {
  readonly holder: DocumentPart;
  readonly name: string;
  readonly field: ObjectField;
}

function pushHeld(pending: Visited[], { holder, name, field }: HeldField, held: JsonValue): void {
  const below: Below = { kind: field.of, direction: field.direction ?? holder.direction, holder, pointer: undefined };
  if (field.holds === "one") pending.push(visitOf(below, held, name));
  else if (field.holds === "list" ? Array.isArray(held) : isObject(held)) pushMap(pending, below, held, name);
  else pending.push(strayOf(below, held, field.holds, name));
}

/** The members of a list or a map. */
function pushMap(pending: Visited[], below: Below, map: JsonValue, name?: Step): void {
  const isReference = referenceText(map) !== undefined;
  if (isReference) pending.push(strayOf(below, map, "map", name));
  const members = isReference ? besideReference(map as JsonObject) : (map as JsonObject);
  for (const key of Object.keys(members)) {
    const item = members[key] as JsonValue;
    pending.push(name === undefined ? visitOf(below, item, key) : visitOf(below, item, name, key));
  }
}

/** Reverses the end of a list, so that what was pushed first is popped first. */
function reverseFrom(list: Visited[], start: number): void {
  for (let left = start, right = list.length - 1; left < right; left++, right--) {
    [list[left], list[right]] = [list[right] as Visited, list[left] as Visited];
  }
}
