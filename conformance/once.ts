// What is worked out once and kept: by the thing that it is about, or as groups of things with one key.

/** The maps that such values are kept in. */
interface Kept<K, V> {
  get(key: K): V | undefined;
  set(key: K, value: V): unknown;
}

/** What is kept for a key; made where there is nothing yet. */
export function keptFor<K, V>(kept: Kept<K, V>, key: K, make: (key: K) => V): V {
  const known = kept.get(key);
  if (known !== undefined) return known;
  const made = make(key);
  kept.set(key, made);
  return made;
}

/** Things by their keys, in order. */
export function groupsOf<K, V>(all: Iterable<V>, keyOf: (one: V) => K): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const one of all) keptFor(groups, keyOf(one), () => []).push(one);
  return groups;
}
