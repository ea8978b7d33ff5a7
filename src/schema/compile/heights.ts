// How far schemas that refer to others are from the innermost ones they lead to.

/** The units to compile for one unit, innermost first, each with its distance from the innermost. */
export function heightsFrom(
  start: string,
  innerOf: (id: string) => readonly string[],
  compiled: ReadonlySet<string>,
): Map<string, number> {
  const heights = new Map<string, number>();
  const entered = new Set([start]);
  const path = [{ id: start, inner: innerOf(start), next: 0 }];
  for (let at = path.at(-1); at !== undefined; at = path.at(-1)) {
    const inner = at.inner[at.next++];
    if (inner === undefined) {
      heights.set(at.id, 1 + Math.max(0, ...at.inner.map((unit) => heights.get(unit) ?? 0)));
      path.pop();
    } else if (!entered.has(inner) && !compiled.has(inner)) {
      entered.add(inner);
      path.push({ id: inner, inner: innerOf(inner), next: 0 });
    }
  }
  return heights;
}
