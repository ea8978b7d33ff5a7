// Finds where references end that lead to nothing but references. There may be thousands in a chain or a cycle.
import { type Document, referenceOf } from "../../document/document.ts";
import { valueAt } from "../../json/pointer.ts";
import { isObject } from "../../json/value.ts";

/** The ends of the references in one document, each followed once. */
export class ReferenceEnds {
  readonly #document: Document;
  readonly #known = new Map<string, string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** The pointer at which a reference to another pointer ends; for a cycle, one of its members. */
  of(start: string): string {
    const passed = new Set<string>();
    let place = start;
    let end = this.#known.get(place);
    while (end === undefined) {
      passed.add(place);
      const value = valueAt(this.#document.root, place);
      const next = isObject(value) && Object.keys(value).length === 1 ? referenceOf(value) : undefined;
      end = next === undefined || passed.has(next) ? place : this.#known.get(next);
      place = next ?? place;
    }
    for (const one of passed) this.#known.set(one, end);
    return end;
  }
}
