// Slots in the order of a value of their items, cheap at any length: to add, to remove and to read a few from anywhere.
import type { JsonValue } from "../../../json/value.ts";
import type { Order } from "../../store.ts";

/** A larger block is split. */
const BLOCK = 512;

/** Slots, and beside them what they are sorted by. */
interface Block {
  readonly slots: number[];
  readonly values: JsonValue[];
}

interface Place {
  readonly index: number;
  readonly at: number;
}

export class SortedSlots {
  readonly order: Order;
  #blocks: Block[] = [];
  #size = 0;

  /** @param slots with the values of their items, in any order */
  constructor(order: Order, slots: readonly (readonly [slot: number, value: JsonValue])[] = []) {
    this.order = order;
    const sorted = slots.toSorted(([a, x], [b, y]) => this.#compare(x, a, y, b));
    for (let start = 0; start < sorted.length; start += BLOCK) {
      const part = sorted.slice(start, start + BLOCK);
      this.#blocks.push({ slots: part.map(([slot]) => slot), values: part.map(([, value]) => value) });
    }
    this.#size = sorted.length;
  }

  get size(): number {
    return this.#size;
  }

  add(slot: number, value: JsonValue): void {
    const { index, at } = this.#place(slot, value);
    // Beyond the last block is at its end.
    const last = this.#blocks.length - 1;
    const block = this.#blocks[index] ?? this.#blocks[last] ?? { slots: [], values: [] };
    if (last === -1) this.#blocks.push(block);
    block.slots.splice(index > last ? block.slots.length : at, 0, slot);
    block.values.splice(index > last ? block.values.length : at, 0, value);
    this.#size++;
    if (block.slots.length <= BLOCK) return;
    const half = { slots: block.slots.splice(BLOCK / 2), values: block.values.splice(BLOCK / 2) };
    this.#blocks.splice(Math.min(index, Math.max(last, 0)) + 1, 0, half);
  }

  /** @returns false if it was not there */
  remove(slot: number, value: JsonValue): boolean {
    const { index, at } = this.#place(slot, value);
    const block = this.#blocks[index];
    if (block?.slots[at] !== slot) return false;
    block.slots.splice(at, 1);
    block.values.splice(at, 1);
    if (block.slots.length === 0) this.#blocks.splice(index, 1);
    this.#size--;
    return true;
  }

  /** The slots from a rank on. */
  part(start: number, count: number): number[] {
    const found: number[] = [];
    let toSkip = start;
    for (const { slots } of this.#blocks) {
      if (found.length >= count) break;
      if (toSkip >= slots.length) toSkip -= slots.length;
      else {
        for (const slot of slots.slice(toSkip, toSkip + count - found.length)) found.push(slot);
        toSkip = 0;
      }
    }
    return found;
  }

  /** How many come before a slot; undefined if it is not there. */
  rankOf(slot: number, value: JsonValue): number | undefined {
    const { index, at } = this.#place(slot, value);
    if (this.#blocks[index]?.slots[at] !== slot) return undefined;
    let rank = at;
    for (let before = 0; before < index; before++) rank += this.#blocks[before]?.slots.length ?? 0;
    return rank;
  }

  copy(): SortedSlots {
    const copy = new SortedSlots(this.order);
    copy.#blocks = this.#blocks.map(({ slots, values }) => ({ slots: slots.slice(), values: values.slice() }));
    copy.#size = this.#size;
    return copy;
  }

  /** The first place that does not come before a slot. */
  #place(slot: number, value: JsonValue): Place {
    const isBefore = ({ slots, values }: Block, at: number): boolean =>
      this.#compare(values[at] ?? null, slots[at] as number, value, slot) < 0;
    const index = firstNot(this.#blocks.length, (one) => {
      const block = this.#blocks[one] as Block;
      return isBefore(block, block.slots.length - 1);
    });
    const block = this.#blocks[index];
    return { index, at: block === undefined ? 0 : firstNot(block.slots.length, (one) => isBefore(block, one)) };
  }

  #compare(value: JsonValue, slot: number, other: JsonValue, another: number): number {
    const order = this.order.compare(value, other);
    if (order !== 0) return order;
    return this.order.isLatestFirst === true ? another - slot : slot - another;
  }
}

/** The first of some numbers for which a test does not hold, if it holds for all before and none after. */
function firstNot(count: number, test: (one: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (test(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
