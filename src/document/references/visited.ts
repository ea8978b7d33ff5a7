// What a walk over a document visits: objects of a known kind, what is in place of one, and plain fields. Pointers are
// built only on demand.
import { referenceText } from "../document.ts";
import type { Direction, GrammarField, PartKind } from "../grammar.ts";
import { appendPointer } from "../../json/pointer.ts";
import { type JsonObject, type JsonValue, isObject } from "../../json/value.ts";

/** An object of the document. */
export interface DocumentPart {
  readonly what: "part";
  readonly kind: PartKind;
  readonly value: JsonObject;
  /** Its location in the document. */
  readonly pointer: string;
  /** The direction in which its values travel, if something above decides that. */
  readonly direction: Direction | undefined;
  /** The part that contains it, or the reference that leads to it. */
  readonly holder: DocumentPart | undefined;
  /** The steps from the holder to it; empty if the holder is a reference to it. */
  readonly steps: readonly (string | number)[];
  /** The reference it holds, if it is one. */
  readonly reference: string | undefined;
}

/**
 * Something else in place of an object, a list or a map. (A schema may be a boolean.) A map with a `$ref` is also a
 * stray: OpenAPI allows references only in place of objects.
 */
export interface Stray {
  readonly what: "stray";
  readonly wanted: "object" | "list" | "map";
  /** The kind of the expected object, or of the expected members of the list or map. */
  readonly kind: PartKind;
  readonly value: JsonValue;
  readonly pointer: string;
  readonly holder: DocumentPart | undefined;
  readonly steps: readonly (string | number)[];
}

/** A field that holds no objects, or a name that the grammar does not define. */
export interface Leaf {
  readonly what: "leaf";
  readonly holder: DocumentPart;
  readonly name: string;
  readonly value: JsonValue;
  /** Undefined for extensions, unknown names and schema keywords. */
  readonly field: GrammarField | undefined;
}

export type Visited = DocumentPart | Stray | Leaf;

/** What several visited objects have in common. */
export interface Below {
  readonly kind: PartKind;
  readonly direction: Direction | undefined;
  readonly holder: DocumentPart | undefined;
  /** Where they begin, if that does not follow from the holder. */
  readonly pointer: string | undefined;
}

export type Step = string | number;

/** The object one or two steps below, where the grammar has one. */
export function visitOf(below: Below, value: JsonValue, name?: Step, step?: Step): DocumentPart | Stray {
  if (isObject(value)) return new PartAt(below, value, name, step);
  return new StrayAt(below, value, "object", name, step);
}

/** What is in place of a list or a map, or a map with a `$ref`. */
export function strayOf(below: Below, value: JsonValue, wanted: "list" | "map", name?: Step): Stray {
  return new StrayAt(below, value, wanted, name);
}

/** A visited place. There are very many of them, so anything rarely needed is computed on demand. */
class Placed {
  readonly kind: PartKind;
  readonly holder: DocumentPart | undefined;
  readonly direction: Direction | undefined;
  readonly #name: Step | undefined;
  readonly #step: Step | undefined;
  /** Where it begins, if that does not follow from the holder. */
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
