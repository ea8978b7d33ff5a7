// Finds where a document was before a change moved it, or that it is new.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { UsageError } from "../usage.ts";
import { type Repository, ask } from "./repository.ts";
import type { Snapshot } from "./snapshot.ts";

interface Moved {
  /** The full hash. */
  readonly commit: string;
  /** The path from the top of the repository. */
  readonly path: string;
  /** The display names of the commit and the document. */
  readonly branch: string;
  readonly shown: string;
}

/**
 * The path of a document in a commit that has no file at its current path. Files of the working tree are located but
 * not read: git would run commands that the attributes of the change ask for.
 * @returns undefined if the document is new
 * @throws UsageError if that is unclear because the change removes another document
 */
export async function formerPath(
  { commit, path, branch, shown }: Moved,
  repository: Repository,
  before: Snapshot,
): Promise<string | undefined> {
  const words = ["diff-index", "--cached", "--no-ext-diff", "--no-textconv", "--find-renames", "--diff-filter=R"];
  const renamed = listed(await ask(repository, [...words, "--name-status", "-z", commit, "--"]));
  for (let at = 0; at + 2 < renamed.length; at += 3) if (renamed[at + 2] === path) return renamed[at + 1];
  const all = await ask(repository, ["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]);
  if (all === undefined) throw new UsageError(`git cannot list the files of ${branch}: is it a partial clone?`);
  for (const other of listed(all)) {
    if (!/\.(?:ya?ml|json)$/i.test(other) || existsSync(join(repository.top, other))) continue;
    const found = await before.read(other);
    if (!("bytes" in found) || !/^[\s{]*["']?openapi["']?\s*:/m.test(found.bytes.toString("utf8"))) continue;
    throw new UsageError(
      `${branch} has no ${shown}, and the document ${other} is gone: if that is what it was, say so with ${branch}:${other} as BASE`,
    );
  }
  return undefined;
}

function listed(text: string | undefined): string[] {
  return (text ?? "").split("\0");
}
