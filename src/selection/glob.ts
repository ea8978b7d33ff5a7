// Globs of names: `*` stands for any run of characters, slashes included, and `?` for one. In time linear in text and
// glob for each star, so that no glob can hold a run up.

/** True where a glob is all of a text. Upper and lower case differ. */
export function matchesGlob(glob: string, text: string): boolean {
  let [at, inGlob] = [0, 0];
  // Where the last star stood, and how much of the text it had taken: on a mismatch it takes one character more.
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
