// What a store holds: texts by slot, keys, and the lists of slots. Stores may share one as long as none of them writes;
// the first that does takes a copy, which costs pointers and no texts.
import { KeyMap } from "./key-map.ts";
import { Pages } from "./pages.ts";
import { SlotList } from "./slot-list.ts";
import { ValueIndex } from "./value-index.ts";

/** An index, and the property that it is of. */
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
  /** The same, in the form that is gone through fastest: with each creation. */
  readonly indexList: readonly NamedIndex[];
  /** What the texts weigh, and what everything else does: keys, lists, pages. */
  textBytes = 0;
  placeBytes = 0;

  private constructor(texts: Pages, keys: KeyMap, all: SlotList, indexList: readonly NamedIndex[]) {
    this.texts = texts;
    this.keys = keys;
    this.all = all;
    this.indexList = indexList;
    this.indexes = new Map(indexList.map(({ property, index }) => [property, index]));
  }

  /** @param properties those that are indexed */
  static empty(properties: Iterable<string>): Contents {
    const texts = new Pages();
    const keys = new KeyMap((slot) => texts.get(slot) !== undefined);
    const indexes = Array.from(properties, (property) => ({ property, index: new ValueIndex() }));
    return new Contents(texts, keys, new SlotList(), indexes);
  }

  /** The same items in lists of their own. */
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
