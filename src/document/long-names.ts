// Limits the total length of a document's pointers. Every reader of a part names it by its pointer, so a long name is
// repeated by everything below it: a path of 15,000 characters with 2,000 parameters makes a gigabyte.
import type { JsonObject, JsonValue } from "../json/value.ts";

/** Characters that the pointers of any document may have in total. */
const MOST = 32_000_000;
/** Additional characters for each part. Documents written by people average fewer than a hundred. */
const FOR_EACH = 400;

/** The longest name of a part, if names are too long for how much is below them; otherwise undefined. */
export function tooLongName(root: JsonValue): string | undefined {
  let characters = 0;
  let parts = 0;
  let longest = "";
  const pending: JsonValue[] = [root];
  /** The pointer length of each value in the list. */
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
