// The stored collections by name. Seeds, the control plane, the library and the data file all look names up here.
import { once } from "../../memo.ts";
import type { Inference } from "../../resource/model.ts";
import { familiesOf } from "./family.ts";

/** The names of what a mock stores. */
export interface CollectionNames {
  /** The name of each collection of items. Their order is that of the collections of a world. */
  readonly all: readonly string[];
  /** The same, and after them the names of the singletons, which are stored but are no lists. */
  readonly stored: readonly string[];
  /**
   * The index of a collection among those of a world; undefined for an unknown name. The path of a collection is one of
   * its names, and so is the path of each list that shows its items.
   */
  readonly find: (name: string) => number | undefined;
  /** The names that exist, as the end of a message about one that does not. */
  readonly told: string;
}

/** The names of everything that the mock of a contract stores. */
export const collectionNames = once((inference: Inference): CollectionNames => {
  const families = familiesOf(inference.resources);
  const all = families.map(({ home }) => home.name);
  const found = new Map(all.map((name, at) => [name, at] as const));
  for (const [at, { members }] of families.entries())
    for (const { collection, name } of members)
      for (const other of [collection, name]) if (!found.has(other)) found.set(other, at);
  const singletons = inference.singletons.map(({ name, path }) => (found.has(name) ? path : name));
  return Object.freeze({
    all,
    stored: [...all, ...singletons],
    find: (name: string) => found.get(name),
    told: all.length === 0 ? "the document has none" : `there are ${all.join(", ")}`,
  });
});
