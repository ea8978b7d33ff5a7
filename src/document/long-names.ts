// How long the pointers of a document are altogether. Whoever reads a part of a document names it by its pointer, so that a
// long name is repeated by all that stands below it: a path of 15,000 characters with 2,000 parameters is a gigabyte.
import type { JsonObject, JsonValue } from "../json/value.ts";

/** So many characters the pointers of any document may have. */
const MOST = 32_000_000;
/** And so many more for each part: in the documents that people write there are fewer than a hundred. */
const FOR_EACH = 400;

/** The longest name of a part, where names are too long for how much stands below them; undefined where they are not. */
export function tooLongName(root: JsonValue): string | undefined {
  let characters = 0;
  let parts = 0;
  let longest = "";
  const pending: JsonValue[] = [root];
  /** How long the pointer is of each of them. */
  const lengths = [0];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    const length = lengths.pop() as number;
    parts++;
    characters += length;
    for (const name in value as JsonObject) {
      const inner = (value as JsonObject)[name];
      if (typeof inner !== "object" || inner === null) continue;
      if (name.length > longest.length) longest = name;
      pending.push(inner);
      lengths.push(length + name.length + 1);
    }
  }
  return characters > MOST + FOR_EACH * parts ? longest : undefined;
}
