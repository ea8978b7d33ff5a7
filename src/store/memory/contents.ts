// The content of a store: texts by slot, keys and slot lists. Stores can share it as long as none writes; the first
// that writes makes a copy, which costs pointers but no texts.
import { readJson } from "../../json/read.ts";
import type { JsonObject } from "../../json/value.ts";
import { KeptOrders } from "./orders/kept-orders.ts";
import { KeyMap } from "./key-map.ts";
import { Pages } from "./pages.ts";
import { SlotList } from "./slot-list.ts";
import { ValueIndex } from "./value-index.ts";

/** An index and its property. */
export interface NamedIndex {
  readonly property: string;
  readonly index: ValueIndex;
}

type Parts = Pick<Contents, "texts" | "keys" | "all" | "indexList" | "orders">;

/** The items of a store. */
export class Contents {
  readonly texts: Pages;
  readonly keys: KeyMap;
  readonly all: SlotList;
  readonly indexes: ReadonlyMap<string, ValueIndex>;
  /** The same as a list, which is fastest to iterate; every creation does. */
  readonly indexList: readonly NamedIndex[];
  readonly orders: KeptOrders;
  /** The size of the texts, and of everything else: keys, lists, pages. */
  textBytes = 0;
  placeBytes = 0;

  private constructor({ texts, keys, all, indexList, orders }: Parts) {
    this.texts = texts;
    this.keys = keys;
    this.all = all;
    this.orders = orders;
    this.indexList = indexList;
    this.indexes = new Map(indexList.map(({ property, index }) => [property, index]));
  }

  /** @param properties the indexed properties */
  static empty(properties: Iterable<string>): Contents {
    const texts = new Pages();
    const keys = new KeyMap((slot) => texts.get(slot) !== undefined);
    const indexes = Array.from(properties, (property) => ({ property, index: new ValueIndex() }));
    return new Contents({ texts, keys, all: new SlotList(), indexList: indexes, orders: new KeptOrders() });
  }

  /** The same items in new lists. */
  copy(): Contents {
    const texts = this.texts.copy();
    const keys = this.keys.copy((slot) => texts.get(slot) !== undefined);
    const indexes = this.indexList.map(({ property, index }) => ({ property, index: index.copy() }));
    const orders = this.orders.copy();
    const copy = new Contents({ texts, keys, all: this.all.copy(), indexList: indexes, orders });
    copy.textBytes = this.textBytes;
    copy.placeBytes = this.placeBytes;
    return copy;
  }
}

/** The item in a slot that is not empty. */
export function itemIn({ texts }: Contents, slot: number): JsonObject {
  return parseItem(texts.get(slot) ?? "");
}

/** Reads the text of an item that was stored. */
export function parseItem(text: string): JsonObject {
  const reading = readJson(text, Infinity);
  if ("fault" in reading) throw new Error("a stored item cannot be read back");
  return reading.value as JsonObject;
}
