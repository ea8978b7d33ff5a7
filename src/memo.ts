// Values that are worked out once and kept, and things grouped or counted by a key.

/** The maps that such values are kept in. */
interface Kept<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** The value kept for a key; made and kept if there is none yet. */
export function keptFor<K, V>(kept: Kept<K, V>, key: K, make: (key: K) => V): V {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  kept.set(key, made);
  return made;
}

/** A function that computes its result for each object only once, and keeps it for as long as the object exists. */
export function once<K extends object, V extends {} | null>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => keptFor(known, key, make);
}

/** A function that computes its result when it is first needed: large documents describe more than is ever used. */
export function lazy<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => (made ??= { value: make() }).value;
}

/** Things by their keys; both keys and the things of each are in order of appearance. */
export function groupsOf<K, V>(all: Iterable<V>, keyOf: (one: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const one of all) keptFor(groups, keyOf(one), () => []).push(one);
  return groups;
}

/** How often each thing appears, in order of first appearance. */
export function countsOf<T>(all: Iterable<T>): Map<T, number> {
  const counts = new Map<T, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return counts;
}
