// Counts how many schemas judge one value together. A few lines of a document can make this any number: if each of
// forty schemas contains the next one twice among its alternatives, the last one judges every value 2^40 times.
import { type Document, referenceOf, refuseWork } from "../../document/document.ts";
import { appendPointer, valueAt } from "../../json/pointer.ts";
import { type JsonObject, isObject } from "../../json/value.ts";
import { subschemas } from "../keywords.ts";

/** Documents written by people stay below a few hundred. */
export const MOST_JUDGES = 10_000;

/** A schema in progress, and how many of its targets were counted. */
interface Counting {
  readonly pointer: string;
  readonly own: number;
  readonly inner: readonly string[];
  next: number;
}

/** Counts the schemas of one document, visiting each once. */
export class FanOut {
  readonly #document: Document;
  readonly #known = new Map<string, number>();

  constructor(document: Document) {
    this.#document = document;
  }

  /**
   * The number of schemas that judge a value if the one at a pointer does, following references and alternatives and
   * counting each schema as often as it is reached, but not those for parts of the value. A schema that only refers is
   * not counted, and one that leads back to itself is counted once. At most `MOST_JUDGES` plus one.
   */
  at(start: string): number {
    const known = this.#known.get(start);
    if (known !== undefined) return known;
    // Without recursion, because the path may be long.
    const path = [this.#enter(start)];
    for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
      const next = at.inner[at.next++];
      if (next === undefined) {
        const sum = at.inner.reduce((all, inner) => all + (this.#known.get(inner) ?? 0), at.own);
        this.#known.set(at.pointer, Math.min(sum, MOST_JUDGES + 1));
        path.pop();
      } else if (!this.#known.has(next)) path.push(this.#enter(next));
    }
    return this.#known.get(start) ?? 1;
  }

  /** @throws DocumentError if more than `MOST_JUDGES` schemas judge a value */
  refuseTooMany(pointer: string): void {
    if (this.at(pointer) <= MOST_JUDGES) return;
    const why = `more than ${MOST_JUDGES} schemas judge one value, by references in allOf, anyOf and oneOf`;
    refuseWork(this.#document, pointer, `the schema cannot be compiled: ${why}`);
  }

  #enter(pointer: string): Counting {
    // Zero while it is being counted.
    this.#known.set(pointer, 0);
    const schema = valueAt(this.#document.root, pointer);
    if (!isObject(schema)) return { pointer, own: 1, inner: [], next: 0 };
    const own = referenceOf(schema) !== undefined && Object.keys(schema).length === 1 ? 0 : 1;
    return { pointer, own, inner: this.#inner(pointer, schema), next: 0 };
  }

  #inner(pointer: string, schema: JsonObject): string[] {
    const inPlace = [...subschemas(schema, this.#document.dialect)].filter(({ applies }) => applies === "in place");
    const target = referenceOf(schema);
    return [...(target === undefined ? [] : [target]), ...inPlace.map(({ steps }) => appendPointer(pointer, ...steps))];
  }
}
