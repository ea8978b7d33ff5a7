// Texts by slot number. Slots only grow, so empty pages are released: a store that creates and removes items for days
// takes no more memory than its current items.

const PAGE = 1024;
/** The size of an empty page: a pointer for each text. */
export const PAGE_BYTES = PAGE * 8;

interface Page {
  readonly texts: (string | undefined)[];
  used: number;
}

/** A list of texts that releases old places. */
export class Pages {
  #pages: (Page | undefined)[] = [];

  get(slot: number): string | undefined {
    return this.#pages[slot >>> 10]?.texts[slot & (PAGE - 1)];
  }

  /** True if a text at the slot needs a new page. */
  needsPage(slot: number): boolean {
    return this.#pages[slot >>> 10] === undefined;
  }

  set(slot: number, text: string): void {
    const index = slot >>> 10;
    const page = (this.#pages[index] ??= { texts: [], used: 0 });
    const place = slot & (PAGE - 1);
    if (page.texts[place] === undefined) page.used++;
    page.texts[place] = text;
  }

  /** @returns true if its page was released */
  delete(slot: number): boolean {
    const index = slot >>> 10;
    const page = this.#pages[index];
    const place = slot & (PAGE - 1);
    if (page?.texts[place] === undefined) return false;
    page.texts[place] = undefined;
    if (--page.used > 0) return false;
    this.#pages[index] = undefined;
    return true;
  }

  /** The same texts in the same slots. */
  copy(): Pages {
    const copy = new Pages();
    copy.#pages = this.#pages.map((page) =>
      page === undefined ? page : { texts: page.texts.slice(), used: page.used },
    );
    return copy;
  }
}
