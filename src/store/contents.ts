// The content of a store: texts by slot, keys and slot lists. Stores can share it as long as none writes; the first
// that writes makes a copy, which costs pointers but no texts.
import { KeyMap } from "./key-map.ts";
import { Pages } from "./pages.ts";
import { SlotList } from "./slot-list.ts";
import { ValueIndex } from "./value-index.ts";

/** An index and its property. */
export interface NamedIndex {
  readonly property: string;
  readonly index: ValueIndex;
}

/** The items of a store. */
export class Contents {
  readonly texts: Pages;
  readonly keys: KeyMap;
  readonly all: SlotList;
  readonly indexes: ReadonlyMap<string, ValueIndex>;
  /** The same as a list, which is fastest to iterate; every creation does. */
  readonly indexList: readonly NamedIndex[];
  /** The size of the texts, and of everything else: keys, lists, pages. */
  textBytes = 0;
  placeBytes = 0;

  private constructor(texts: Pages, keys: KeyMap, all: SlotList, indexList: readonly NamedIndex[]) {
    this.texts = texts;
    this.keys = keys;
    this.all = all;
    this.indexList = indexList;
    this.indexes = new Map(indexList.map(({ property, index }) => [property, index]));
  }

  /** @param properties the indexed properties */
  static empty(properties: Iterable<string>): Contents {
    const texts = new Pages();
    const keys = new KeyMap((slot) => texts.get(slot) !== undefined);
    const indexes = Array.from(properties, (property) => ({ property, index: new ValueIndex() }));
    return new Contents(texts, keys, new SlotList(), indexes);
  }

  /** The same items in new lists. */
  copy(): Contents {
    const texts = this.texts.copy();
    const keys = this.keys.copy((slot) => texts.get(slot) !== undefined);
    const indexes = this.indexList.map(({ property, index }) => ({ property, index: index.copy() }));
    const copy = new Contents(texts, keys, this.all.copy(), indexes);
    copy.textBytes = this.textBytes;
    copy.placeBytes = this.placeBytes;
    return copy;
  }
}
