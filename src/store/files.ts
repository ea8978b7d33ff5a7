// The files that clients have sent to one world, by the path where they are. Their bytes count like those of items.
import { ByteBudget } from "./byte-budget.ts";

/** A file. */
export interface KeptFile {
  readonly name?: string;
  readonly type?: string;
  readonly bytes: Uint8Array;
}

/** How many files a world keeps. */
const MOST_FILES = 10_000;
/** What a file takes besides its bytes. */
const FILE_BYTES = 400;

export class Files {
  readonly #budget: ByteBudget;
  readonly #files = new Map<string, KeptFile>();
  #count = 0;

  constructor(budget: ByteBudget = new ByteBudget()) {
    this.#budget = budget;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** Counts files that have no place of their own. */
  next(): number {
    return ++this.#count;
  }

  hasRoomFor({ bytes }: KeptFile): boolean {
    return this.#files.size < MOST_FILES && bytes.length + FILE_BYTES <= this.#budget.left;
  }

  /** Keeps a file, in place of an earlier one. */
  keep(place: string, file: KeptFile): void {
    this.remove(place);
    this.#files.set(place, file);
    this.#budget.count(file.bytes.length + FILE_BYTES);
  }

  at(place: string): KeptFile | undefined {
    return this.#files.get(place);
  }

  /** The newest file whose place ends like this. */
  endingIn(end: string): KeptFile | undefined {
    const place = [...this.#files.keys()].findLast((one) => one.endsWith(end));
    return place === undefined ? undefined : this.#files.get(place);
  }

  remove(place: string): void {
    const known = this.#files.get(place);
    if (known === undefined) return;
    this.#files.delete(place);
    this.#budget.count(-known.bytes.length - FILE_BYTES);
  }

  /** Removes the files of an item, and those below it. */
  removeBelow(path: string): void {
    for (const place of this.#files.keys()) if (place === path || place.startsWith(`${path}/`)) this.remove(place);
  }

  clear(): void {
    for (const place of this.#files.keys()) this.remove(place);
    this.#count = 0;
  }
}
