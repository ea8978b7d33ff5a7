// Identifiers that the service assigns. They count up from the smallest possible one, or from above those in the seed,
// and none is given twice. Identifiers that are not integers are derived from the same count, so that every run gives
// the same ones.
import { lazy } from "../../memo.ts";
import type { Identifier } from "../../resource/model.ts";
import type { Key } from "../../store/store.ts";
import type { Document } from "../../document/document.ts";
import { exactInteger, type JsonValue } from "../../json/value.ts";
import { type Identified, textForm } from "./identifier-texts.ts";

/** How many texts are remembered. */
const MOST_GIVEN = 10_000;

/** Generates the identifiers of one resource. */
export class Identifiers {
  readonly #resource: Identified;
  readonly #identifier: Identifier;
  readonly #least: number | bigint;
  #next: number | bigint;
  readonly #write: () => (n: number) => string;
  readonly #given = new Set<string>();

  constructor(
    document: Document | undefined,
    resource: Identified,
    write: () => (n: number) => string = lazy(() => textForm(document, resource)),
  ) {
    const { identifier } = resource;
    this.#resource = resource;
    this.#identifier = identifier;
    this.#least = plain(identifier.least ?? 1n);
    this.#next = this.#least;
    this.#write = write;
  }

  /** A copy with the same progress. */
  copy(): Identifiers {
    const copy = new Identifiers(undefined, this.#resource, this.#write);
    copy.#next = this.#next;
    for (const id of this.#given) copy.#given.add(id);
    return copy;
  }

  /** The n-th identifier, counting from 1. */
  nth(n: number): Key {
    return this.#identifier.kind === "integer" ? plain(BigInt(this.#least) + BigInt(n - 1)) : this.#write()(n);
  }

  /** The next identifier, or undefined if the schema allows no larger one. Does not use it up. */
  peek(): Key | undefined {
    const { kind, maximum } = this.#identifier;
    if (kind !== "integer") return this.#write()(Number(this.#next));
    return maximum !== undefined && this.#next > maximum ? undefined : this.#next;
  }

  /** Moves on to the next one. */
  advance(): void {
    const id = this.#identifier.kind === "integer" ? undefined : this.peek();
    if (typeof id === "string" && this.#given.size < MOST_GIVEN) this.#given.add(id);
    this.#next = successor(this.#next);
  }

  /** True for a text that was given before, even if its item is gone: a pattern may generate the same text again. */
  wasGiven(id: Key): boolean {
    return typeof id === "string" && this.#given.has(id);
  }

  /** The progress, to be saved with the items. */
  get progress(): number | bigint {
    return this.#next;
  }

  /** Continues from saved progress; never goes back. */
  resume(progress: number | bigint): void {
    if (progress > this.#next) this.#next = progress;
  }

  /** Moves to where another has got to, or back to where it was. */
  moveTo(progress: number | bigint): void {
    if (this.#identifier.kind === "integer" || Number(progress) - Number(this.#next) > MOST_GIVEN)
      this.#next = progress;
    while (this.#next < progress) this.advance();
    while (this.#next > progress) {
      this.#next = Number(this.#next) - 1;
      this.#given.delete(this.#write()(this.#next));
    }
  }

  /** Starts over, above every identifier that is already taken. */
  restart(taken: Iterable<Key>): void {
    this.#next = this.#least;
    let count = 0;
    for (const key of taken) {
      count++;
      if (typeof key !== "string" && key >= this.#next) this.#next = successor(key);
    }
    if (this.#identifier.kind !== "integer") this.#next = count + 1;
  }

  /** A value from a client, as the key of a store; undefined if no item can have it. */
  keyOf(value: JsonValue | undefined): Key | undefined {
    if (this.#identifier.kind === "integer") {
      if (typeof value === "string") return /^-?(?:0|[1-9]\d*)$/.test(value) ? exactInteger(value) : undefined;
      return typeof value === "number" || typeof value === "bigint" ? value : undefined;
    }
    if (typeof value === "number" || typeof value === "bigint") return String(value);
    return typeof value === "string" ? value : undefined;
  }
}

/** An integer as JSON is read: a number if that is exact. */
function plain(value: bigint): number | bigint {
  return value <= Number.MAX_SAFE_INTEGER ? Number(value) : value;
}

function successor(value: number | bigint): number | bigint {
  if (typeof value === "number" && value < Number.MAX_SAFE_INTEGER) return Math.floor(value) + 1;
  return BigInt(value) + 1n;
}
