// The files that clients have sent to one world, by the path where they are. Their bytes count like those of items.
import { ByteBudget } from "./byte-budget.ts";
import { Rows } from "./rows.ts";

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
  /** By the path where they are. */
  readonly rows = new Rows<KeptFile>((_, file, former) => this.#budget.count(weightOf(file) - weightOf(former)));
  /** How many files had no place of their own. */
  count = 0;

  constructor(budget: ByteBudget = new ByteBudget()) {
    this.#budget = budget;
  }

  get isEmpty(): boolean {
    return this.rows.size === 0;
  }

  /** Counts files that have no place of their own. */
  next(): number {
    return ++this.count;
  }

  hasRoomFor({ bytes }: KeptFile): boolean {
    return this.rows.size < MOST_FILES && bytes.length + FILE_BYTES <= this.#budget.left;
  }

  /** Keeps a file, in place of an earlier one. */
  keep(place: string, file: KeptFile): void {
    this.remove(place);
    this.rows.set(place, file);
  }

  at(place: string): KeptFile | undefined {
    return this.rows.get(place);
  }

  /** The newest file whose place ends like this. */
  endingIn(end: string): KeptFile | undefined {
    const place = [...this.rows.keys()].findLast((one) => one.endsWith(end));
    return place === undefined ? undefined : this.rows.get(place);
  }

  remove(place: string): void {
    this.rows.set(place, undefined);
  }

  /** Removes the files of an item, and those below it. */
  removeBelow(path: string): void {
    for (const place of this.rows.keys()) if (place === path || place.startsWith(`${path}/`)) this.remove(place);
  }

  clear(): void {
    this.rows.clear();
    this.count = 0;
  }
}

function weightOf(file: KeptFile | undefined): number {
  return file === undefined ? 0 : file.bytes.length + FILE_BYTES;
}
