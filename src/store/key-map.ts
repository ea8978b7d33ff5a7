// From the key of an item to its slot. Keys that a service counts up need no entry of their own: as long as each
// key is one more than the last, the slot follows by subtraction. That saves some 50 bytes an item.
import type { Key } from "./store.ts";

/** Gives each key a slot, counting up; a slot is never used again. */
export class KeyMap {
  /** Keys that stand off the line. */
  readonly #others: Map<Key, number>;
  /** On the line, a key is its slot plus this. */
  #offset = 0;
  /** The first slot of the line; those before belong to `#others`. */
  #start = 0;
  #next = 0;
  readonly #isUsed: (slot: number) => boolean;

  /** @param isUsed tells whether there is still something in a slot that was given out */
  constructor(isUsed: (slot: number) => boolean, others: Map<Key, number> = new Map()) {
    this.#isUsed = isUsed;
    this.#others = others;
  }

  /** The same keys. @param isUsed as the constructor has it, of what the copy is for */
  copy(isUsed: (slot: number) => boolean): KeyMap {
    const copy = new KeyMap(isUsed, new Map(this.#others));
    copy.#offset = this.#offset;
    copy.#start = this.#start;
    copy.#next = this.#next;
    return copy;
  }

  /** The slot that the next new key gets. */
  get next(): number {
    return this.#next;
  }

  /** The slot of a key; it may have been vacated since. */
  slotOf(key: Key): number | undefined {
    if (typeof key === "number") {
      const slot = key - this.#offset;
      if (slot >= this.#start && slot < this.#next && Number.isInteger(slot)) return slot;
    }
    return this.#others.size === 0 ? undefined : this.#others.get(key);
  }

  /** A new slot for a key that has none. */
  add(key: Key): number {
    const slot = this.#next++;
    if (typeof key === "number" && slot > this.#start && key === slot + this.#offset) return slot;
    this.#leaveLine(slot);
    if (typeof key === "number") this.#offset = key - slot;
    else this.#start = slot + 1;
    if (typeof key !== "number") this.#others.set(key, slot);
    return slot;
  }

  /** Forgets a key that stands off the line; on the line nothing is kept that could be forgotten. */
  remove(key: Key): void {
    this.#others.delete(key);
  }

  /** A key that does not continue the line ends it: those of its keys that are still in use become entries. */
  #leaveLine(slot: number): void {
    for (let old = this.#start; old < slot; old++) if (this.#isUsed(old)) this.#others.set(old + this.#offset, old);
    this.#start = slot;
  }
}
