// Maps the key of an item to its slot. Keys that a service counts up need no entry: as long as each key is one more
// than the last, subtraction gives the slot. This saves about 50 bytes per item.
import type { Key } from "../store.ts";

/** Assigns increasing slots to keys. Only the last slot is given again: to the key that follows the one that had it. */
export class KeyMap {
  /** Keys outside of the consecutive range. */
  readonly #others: Map<Key, number>;
  /** In the range, a key is its slot plus this offset. */
  #offset = 0;
  /** The first slot of the range; earlier ones are in `#others`. */
  #start = 0;
  #next = 0;
  readonly #isUsed: (slot: number) => boolean;

  /** @param isUsed says whether an assigned slot is still in use */
  constructor(isUsed: (slot: number) => boolean, others: Map<Key, number> = new Map()) {
    this.#isUsed = isUsed;
    this.#others = others;
  }

  /** The same keys. @param isUsed as in the constructor, but for the contents of the copy */
  copy(isUsed: (slot: number) => boolean): KeyMap {
    const copy = new KeyMap(isUsed, new Map(this.#others));
    copy.#offset = this.#offset;
    copy.#start = this.#start;
    copy.#next = this.#next;
    return copy;
  }

  /** The slot of the next new key. */
  get next(): number {
    return this.#next;
  }

  /** The slot of a key, which may be empty by now. */
  slotOf(key: Key): number | undefined {
    if (typeof key === "number") {
      const slot = key - this.#offset;
      if (slot >= this.#start && slot < this.#next && Number.isInteger(slot)) return slot;
    }
    return this.#others.size === 0 ? undefined : this.#others.get(key);
  }

  /** A new slot for an unknown key. */
  add(key: Key): number {
    const slot = this.#next++;
    if (typeof key === "number" && slot > this.#start && key === slot + this.#offset) return slot;
    this.#leaveLine(slot);
    if (typeof key === "number") this.#offset = key - slot;
    else this.#start = slot + 1;
    if (typeof key !== "number") this.#others.set(key, slot);
    return slot;
  }

  /** Gives a removed key the slot that it had. */
  putBack(key: Key, slot: number): void {
    if (slot === this.#next) {
      this.add(key);
      return;
    }
    const known = this.slotOf(key);
    if (known === slot) return;
    // Another slot of the range looks like this key's.
    if (known !== undefined) this.#leaveLine(this.#next);
    this.#others.set(key, slot);
  }

  /** Forgets a key. If it was the last one, it continues the range when it comes again: what is taken back often does. */
  remove(key: Key): void {
    const slot = this.slotOf(key);
    // Keys in the range are not stored, so there is nothing to forget.
    this.#others.delete(key);
    if (slot === this.#next - 1) this.#next = slot;
  }

  /** Ends the range at a key that does not continue it. Its keys that are still in use become entries. */
  #leaveLine(slot: number): void {
    for (let old = this.#start; old < slot; old++) if (this.#isUsed(old)) this.#others.set(old + this.#offset, old);
    this.#start = slot;
  }
}
