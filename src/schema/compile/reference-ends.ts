// Where references that are nothing but references lead in the end. Thousands of them may stand in a row, or in a circle.
import { type Document, referenceOf } from "../../document/document.ts";
import { valueAt } from "../../json/pointer.ts";
import { isObject } from "../../json/value.ts";

/** The ends of references of one document, each followed once. */
export class ReferenceEnds {
  readonly #document: Document;
  readonly #known = new Map<string, string>();

  constructor(document: Document) {
    this.#document = document;
  }

  /** The pointer where a reference to another pointer ends: in a circle, at one of those that lead to each other. */
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
