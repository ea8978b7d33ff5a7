// What a walk over a document meets: objects of a known kind, what stands in their place, and plain fields. Pointers are
// put together only where they are asked for.
import { referenceText } from "../document.ts";
import type { Direction, GrammarField, PartKind } from "../grammar.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** An object of the document. */
export interface DocumentPart {
  readonly what: "part";
  readonly kind: PartKind;
  readonly value: JsonObject;
  /** Where it stands. */
  readonly pointer: string;
  /** The direction in which its values travel, where something above it decides that. */
  readonly direction: Direction | undefined;
  /** The part that it stands in, or the reference that leads to it. */
  readonly holder: DocumentPart | undefined;
  /** The steps from the holder to it; none where the holder is a reference to it. */
  readonly steps: readonly (string | number)[];
  /** What it refers to, where it is a reference. */
  readonly reference: string | undefined;
}

/**
 * Something that stands where the grammar has an object, a list or a map, and is none. A schema may be a boolean. A map
 * that has a `$ref` is told too: OpenAPI knows references in place of objects alone.
 */
export interface Stray {
  readonly what: "stray";
  readonly wanted: "object" | "list" | "map";
  /** The kind of the object, or of those that the list or map should hold. */
  readonly kind: PartKind;
  readonly value: JsonValue;
  readonly pointer: string;
  readonly holder: DocumentPart | undefined;
  readonly steps: readonly (string | number)[];
}

/** A field that holds no objects, or a name that the grammar does not know. */
export interface Leaf {
  readonly what: "leaf";
  readonly holder: DocumentPart;
  readonly name: string;
  readonly value: JsonValue;
  /** Undefined for extensions, unknown names, and keywords of schemas. */
  readonly field: GrammarField | undefined;
}

export type Visited = DocumentPart | Stray | Leaf;

/** What several objects on the way have in common. */
export interface Below {
  readonly kind: PartKind;
  readonly direction: Direction | undefined;
  readonly holder: DocumentPart | undefined;
  /** Where they begin, if the holder does not tell. */
  readonly pointer: string | undefined;
}

export type Step = string | number;

/** What stands one or two steps from where `below` begins, where the grammar has an object. */
export function visitOf(below: Below, value: JsonValue, name?: Step, step?: Step): DocumentPart | Stray {
  if (isObject(value)) return new PartAt(below, value, name, step);
  return new StrayAt(below, value, "object", name, step);
}

/** What stands in place of a list or a map, or is a map that refers. */
export function strayOf(below: Below, value: JsonValue, wanted: "list" | "map", name?: Step): Stray {
  return new StrayAt(below, value, wanted, name);
}

/** Something on the way. There are a great many: what few ask for is put together when it is asked for. */
class Placed {
  readonly kind: PartKind;
  readonly holder: DocumentPart | undefined;
  readonly direction: Direction | undefined;
  readonly #name: Step | undefined;
  readonly #step: Step | undefined;
  /** Where it begins, if the holder does not tell. */
  readonly #start: string | undefined;

  constructor({ kind, holder, direction, pointer }: Below, name: Step | undefined, step: Step | undefined) {
    this.kind = kind;
    this.holder = holder;
    this.direction = direction;
    this.#start = pointer;
    this.#name = name;
    this.#step = step;
  }

  get steps(): readonly Step[] {
    return [this.#name, this.#step].filter((step) => step !== undefined);
  }

  get pointer(): string {
    return appendPointer(this.#start ?? this.holder?.pointer ?? "", ...this.steps);
  }
}

class PartAt extends Placed implements DocumentPart {
  readonly what = "part";
  readonly value: JsonObject;

  constructor(below: Below, value: JsonObject, name: Step | undefined, step: Step | undefined) {
    super(below, name, step);
    this.value = value;
  }

  get reference(): string | undefined {
    return referenceText(this.value);
  }
}

class StrayAt extends Placed implements Stray {
  readonly what = "stray";
  readonly wanted: Stray["wanted"];
  readonly value: JsonValue;

  constructor(below: Below, value: JsonValue, wanted: Stray["wanted"], ...steps: readonly (Step | undefined)[]) {
    super(below, steps[0], steps[1]);
    this.value = value;
    this.wanted = wanted;
  }
}
