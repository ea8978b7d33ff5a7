// Caches a result for as long as the object it belongs to exists.

/** A function that computes its result for each object only once. */
export function once<K extends object, V extends {} | null>(make: (key: K) => V): (key: K) => V {
  const known = new WeakMap<K, V>();
  return (key) => {
    const before = known.get(key);
    if (before !== undefined) return before;
    const made = make(key);
    known.set(key, made);
    return made;
  };
}
