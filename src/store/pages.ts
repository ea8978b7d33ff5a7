// Texts by slot number. Slots only ever grow, so pages whose texts are all gone are let go: a store that creates
// and removes for days holds no more than what is in it.

const PAGE = 1024;
/** What an empty page takes up: a pointer for each text. */
export const PAGE_BYTES = PAGE * 8;

interface Page {
  readonly texts: (string | undefined)[];
  used: number;
}

/** A list of texts in which old places become free. */
export class Pages {
  #pages: (Page | undefined)[] = [];

  get(slot: number): string | undefined {
    return this.#pages[slot >>> 10]?.texts[slot & (PAGE - 1)];
  }

  /** True where a text at that slot needs a page that is not there yet. */
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

  /** @returns true when its page was let go */
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

  /** The same texts at the same slots. */
  copy(): Pages {
    const copy = new Pages();
    copy.#pages = this.#pages.map((page) =>
      page === undefined ? page : { texts: page.texts.slice(), used: page.used },
    );
    return copy;
  }
}
