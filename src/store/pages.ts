// Texts by slot number. Slots only ever grow, so pages whose texts are all gone are let go: a store that creates
// and removes for days holds no more than what is in it.

const PAGE = 1024;

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

  set(slot: number, text: string): void {
    const index = slot >>> 10;
    const page = (this.#pages[index] ??= { texts: [], used: 0 });
    const place = slot & (PAGE - 1);
    if (page.texts[place] === undefined) page.used++;
    page.texts[place] = text;
  }

  delete(slot: number): void {
    const index = slot >>> 10;
    const page = this.#pages[index];
    const place = slot & (PAGE - 1);
    if (page?.texts[place] === undefined) return;
    page.texts[place] = undefined;
    if (--page.used === 0) this.#pages[index] = undefined;
  }

  clear(): void {
    this.#pages = [];
  }
}
