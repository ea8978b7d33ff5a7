// Words in the names of events that say what happened.
import { wordsOf } from "../paths.ts";

export type ChangeKind = "created" | "updated" | "removed";

const words = (kind: ChangeKind, text: string): [string, ChangeKind][] => text.split(" ").map((word) => [word, kind]);
const VERBS: ReadonlyMap<string, ChangeKind> = new Map([
  ...words("created", "created create new added add inserted registered posted placed uploaded"),
  ...words("updated", "updated update changed change modified modify edited edit replaced replace patched"),
  ...words("removed", "deleted delete removed remove destroyed destroy"),
]);

/** The kind of change that a word names. */
export function kindOf(word: string): ChangeKind | undefined {
  return VERBS.get(word);
}

/** The kinds of changes that a name speaks of. */
export function kindsIn(name: string): ChangeKind[] {
  return wordsOf(name).flatMap((word) => kindOf(word) ?? []);
}
