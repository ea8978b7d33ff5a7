// The known name that a misspelt one was evidently meant to be.

/** Longer names than this are no slips of the pen. */
const LONGEST = 40;
/** How many slips a name may have; short names are too near to each other for any. */
const MOST = 2;

/**
 * The one known name that is nearest, by letters that were added, left out, swapped or replaced; undefined where none
 * is near, or several are equally so. The difference of lower and upper case is none.
 */
export function nearestName(name: string, known: Iterable<string>): string | undefined {
  if (name.length > LONGEST) return undefined;
  const allowed = Math.min(MOST, Math.floor(name.length / 3));
  let best = allowed + 1;
  let found: string | undefined;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) > allowed) continue;
    const distance = distanceOf(name.toLowerCase(), candidate.toLowerCase());
    if (distance < best) [best, found] = [distance, candidate];
    else if (distance === best) found = undefined;
  }
  return found;
}

/** The fewest such changes that make one name of the other (Damerau and Levenshtein, each place changed once). */
function distanceOf(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, column) => column);
  for (let line = 1; line <= a.length; line++) {
    const next = [line];
    for (let column = 1; column <= b.length; column++) {
      const isSame = a[line - 1] === b[column - 1];
      const swapped =
        a[line - 1] === b[column - 2] && a[line - 2] === b[column - 1] ? (before[column - 2] ?? Infinity) : Infinity;
      next[column] = Math.min(
        (row[column] ?? 0) + 1,
        (next[column - 1] ?? 0) + 1,
        (row[column - 1] ?? 0) + (isSame ? 0 : 1),
        swapped + 1,
      );
    }
    [before, row] = [row, next];
  }
  return row[b.length] ?? 0;
}
