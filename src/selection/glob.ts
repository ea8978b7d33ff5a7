// Globs for names: `*` matches any number of characters, slashes included, and `?` matches one. Matching is linear in
// text and glob for each star, so no glob can stall a run.

/** True if a glob matches the whole text. Case-sensitive. */
export function matchesGlob(glob: string, text: string): boolean {
  let [at, inGlob] = [0, 0];
  // The last star and how much text it has matched; on a mismatch it takes one more character.
  let star = -1;
  let taken = 0;
  while (at < text.length) {
    const sign = glob[inGlob];
    if (sign === "*") {
      star = inGlob++;
      taken = at;
    } else if (sign === "?" || sign === text[at]) {
      inGlob++;
      at++;
    } else if (star >= 0) {
      inGlob = star + 1;
      at = ++taken;
    } else return false;
  }
  while (glob[inGlob] === "*") inGlob++;
  return inGlob === glob.length;
}
