// Resolves the name of a revision to a commit. The author of a change can choose names, so an ambiguous one is refused:
// a branch can be named like the first digits of a commit, or a tag like a remote branch.
import { UsageError } from "../usage.ts";
import { isFullName } from "./objects.ts";
import { type Repository, ask } from "./repository.ts";

/** A commit and its name in messages. */
export interface Revision {
  /** The full hash. */
  readonly commit: string;
  readonly shown: string;
}

/**
 * The commit that a name refers to; undefined if git knows none.
 * @throws UsageError for an ambiguous name
 */
export async function commitOf(repository: Repository, name: string): Promise<string | undefined> {
  if (name.startsWith("-")) throw new UsageError(`${name} is not a revision: it starts with a hyphen`);
  await refuseAmbiguous(repository, name);
  return verified(repository, name);
}

async function verified(repository: Repository, name: string): Promise<string | undefined> {
  const words = ["rev-parse", "--verify", "--quiet", "--end-of-options", `${name}^{commit}`];
  const commit = (await ask(repository, words))?.trim();
  return commit !== undefined && isFullName(commit) ? commit : undefined;
}

async function refuseAmbiguous(repository: Repository, name: string): Promise<void> {
  const [plain = ""] = name.split(/[~^@:]/);
  // A full hash always names the object itself.
  if (plain === "" || isFullName(plain)) return;
  const places = ["", "tags/", "heads/", "remotes/"].map((place) => `refs/${place}${plain}`);
  places.push(`refs/remotes/${plain}/HEAD`);
  const refs = (await ask(repository, ["for-each-ref", "--format=%(refname)", ...places])) ?? "";
  // The list also contains refs below a name.
  const found = refs.split("\n").filter((ref) => places.includes(ref));
  const isDigits = /^[0-9a-f]{4,}$/i.test(plain);
  if (found.length === 1 && !isDigits) return;
  if (found.length === 0) return;
  const meanings = isDigits ? [...found, `the commit that starts with ${plain}`] : found;
  throw new UsageError(`${plain} could mean ${meanings.join(" or ")}: give its full name, as in ${found[0]}`);
}

/**
 * The commit that a name refers to.
 * @throws UsageError if git knows none
 */
export async function knownRevision(repository: Repository, name: string): Promise<Revision> {
  const commit = await commitOf(repository, name);
  if (commit !== undefined) return { commit, shown: isFullName(name) ? name.slice(0, 12) : name };
  throw new UsageError(`git knows no ${name} here: fetch it first (in CI, with enough history), or correct it`);
}

/**
 * The commit at which the current branch left the default branch.
 * @returns it and the name of the default branch
 * @throws UsageError if either is unknown
 */
export async function mergeBase(repository: Repository): Promise<Revision & { readonly branch: string }> {
  const { commit: tip, shown: branch } = await defaultBranch(repository);
  const commit = (await ask(repository, ["merge-base", "HEAD", tip]))?.trim();
  if (commit === undefined || !isFullName(commit)) {
    throw new UsageError(`git knows no commit that HEAD and ${branch} share: fetch more history, or name BASE`);
  }
  // The branch may have moved on since then, and line numbers refer to this commit.
  return { commit, shown: commit.slice(0, 12), branch };
}

/** Full ref names, because a tag or a local branch may be named `origin/main`. */
const DEFAULTS = ["refs/remotes/origin/main", "refs/remotes/origin/master", "refs/heads/main", "refs/heads/master"];

async function defaultBranch(repository: Repository): Promise<Revision> {
  const head = (await ask(repository, ["symbolic-ref", "--quiet", "refs/remotes/origin/HEAD"]))?.trim();
  for (const ref of head?.startsWith("refs/remotes/origin/") === true ? [head, ...DEFAULTS] : DEFAULTS) {
    const commit = await verified(repository, ref);
    if (commit !== undefined) return { commit, shown: ref.replace(/^refs\/(?:remotes|heads)\//, "") };
  }
  throw new UsageError(
    "the default branch is not known here (no origin/HEAD, main or master): name BASE, as in BRANCH:path",
  );
}
