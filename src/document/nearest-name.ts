// Suggests the known name that a misspelt one was probably meant to be.

/** A longer name is not a typo. */
const LONGEST = 40;
/** Edits that a typo may have. Short names are too similar to each other to allow any. */
const MOST = 2;

/**
 * The single nearest known name, counting letters that were added, omitted, swapped or replaced. Undefined if none is
 * near or several are equally near. Case does not count.
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

/**
 * The fewest such edits that turn one name into the other (Damerau-Levenshtein distance, each position edited once).
 */
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
