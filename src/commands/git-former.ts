// Where a document was before a change that moved it, and whether it was anywhere.
import { UsageError } from "./usage.ts";

/** Runs git in the folder and gives what it prints; undefined where it says no. */
type Ask = (words: readonly string[]) => Promise<string | undefined>;

interface Moved {
  readonly commit: string;
  /** From the top of the repository. */
  readonly path: string;
  /** What messages call the commit, and the document. */
  readonly branch: string;
  readonly shown: string;
}

/**
 * The path that a document had in a commit which has no file of its path.
 * @returns undefined where the document is new
 * @throws UsageError where it cannot be told whether it is new: the change removes another document
 */
export async function formerPath({ commit, path, branch, shown }: Moved, ask: Ask): Promise<string | undefined> {
  const changed = async (filter: string): Promise<string[]> => {
    const said = await ask(["diff", "--find-renames", `--diff-filter=${filter}`, "--name-status", "-z", commit, "--"]);
    return (said ?? "").split("\0");
  };
  const renamed = await changed("R");
  for (let at = 0; at + 2 < renamed.length; at += 3) if (renamed[at + 2] === path) return renamed[at + 1];
  const removed = (await changed("D")).filter((_, index) => index % 2 === 1);
  for (const other of removed) {
    if (!/\.(?:ya?ml|json)$/i.test(other)) continue;
    const text = (await ask(["cat-file", "blob", `${commit}:${other}`])) ?? "";
    if (!/^[\s{]*["']?openapi["']?\s*:/m.test(text)) continue;
    throw new UsageError(
      `${branch} has no ${shown}, and the document ${other} is gone: if that is what it was, say so with ${branch}:${other} as BASE`,
    );
  }
  return undefined;
}
