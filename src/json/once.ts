// What is worked out once for an object, and kept as long as that is.

/** A function that answers each object as it did the first time. */
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
