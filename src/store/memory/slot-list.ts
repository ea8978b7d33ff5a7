// An ascending list of slot numbers that is cheap at any length: to append, to insert or remove anywhere, and to read
// the first few. It consists of short blocks, each a plain array.

/** A larger block is split. Moving this many slots takes less time than finding them. */
const BLOCK = 512;

/** Slot numbers in ascending order, without duplicates. */
export class SlotList {
  #blocks: number[][] = [];
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Adds a slot that is not in the list. */
  add(slot: number): void {
    this.#size++;
    const last = this.#blocks.at(-1);
    if (last === undefined) this.#blocks.push([slot]);
    else if (slot > (last[last.length - 1] as number)) this.#append(last, slot);
    else this.#insert(slot);
  }

  /** Removes a slot. @returns false if it was not there */
  remove(slot: number): boolean {
    const index = this.#blockOf(slot);
    const block = this.#blocks[index];
    if (block === undefined) return false;
    const at = firstNotBelow(block, slot);
    if (block[at] !== slot) return false;
    block.splice(at, 1);
    if (block.length === 0) this.#blocks.splice(index, 1);
    this.#size--;
    return true;
  }

  /** True if the slot is in the list. */
  has(slot: number): boolean {
    const block = this.#blocks[this.#blockOf(slot)];
    return block !== undefined && block[firstNotBelow(block, slot)] === slot;
  }

  /** The first slots, up to the limit. */
  first(limit: number, skip = 0): number[] {
    const found: number[] = [];
    let toSkip = skip;
    for (const whole of this.#blocks) {
      if (toSkip >= whole.length) {
        toSkip -= whole.length;
        continue;
      }
      const block = toSkip === 0 ? whole : whole.slice(toSkip);
      toSkip = 0;
      if (found.length + block.length > limit) return [...found, ...block.slice(0, limit - found.length)];
      found.push(...block);
    }
    return found;
  }

  /** The slots above one, in ascending order. */
  *above(mark: number): IterableIterator<number> {
    for (let index = this.#blockOf(mark + 1); index < this.#blocks.length; index++) {
      const block = this.#blocks[index] as number[];
      const start = (block[0] as number) > mark ? 0 : firstNotBelow(block, mark + 1);
      for (let at = start; at < block.length; at++) yield block[at] as number;
    }
  }

  /** The slots below one, in descending order. */
  *below(mark: number): IterableIterator<number> {
    for (let index = Math.min(this.#blockOf(mark), this.#blocks.length - 1); index >= 0; index--) {
      const block = this.#blocks[index] as number[];
      for (let at = firstNotBelow(block, mark) - 1; at >= 0; at--) yield block[at] as number;
    }
  }

  copy(): SlotList {
    const copy = new SlotList();
    copy.#blocks = this.#blocks.map((block) => block.slice());
    copy.#size = this.#size;
    return copy;
  }

  #append(last: number[], slot: number): void {
    if (last.length < BLOCK) last.push(slot);
    else this.#blocks.push([slot]);
  }

  #insert(slot: number): void {
    const index = this.#blockOf(slot);
    const block = this.#blocks[index] as number[];
    block.splice(firstNotBelow(block, slot), 0, slot);
    if (block.length > BLOCK) this.#blocks.splice(index + 1, 0, block.splice(BLOCK / 2));
  }

  /** The index of the first block that ends at or after the slot. */
  #blockOf(slot: number): number {
    let low = 0;
    let high = this.#blocks.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const block = this.#blocks[middle] as number[];
      if ((block[block.length - 1] as number) < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function firstNotBelow(block: readonly number[], slot: number): number {
  let low = 0;
  let high = block.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((block[middle] as number) < slot) low = middle + 1;
    else high = middle;
  }
  return low;
}
