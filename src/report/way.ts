// Prepares the path of a file to write. A checkout can contain links, so the author of a change decides where they point.
import { existsSync } from "node:fs";
import { mkdir, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * Makes the folders of a file that is to be written.
 * @throws the error of the file system, or one that says that a link leads out of the working directory
 */
export async function makeWay(path: string): Promise<void> {
  await refuseLedAway(path);
  await makeFolder(dirname(resolve(path)));
}

/** Step by step: where a file system takes no folders, as /proc, Node's own recursion never ends. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process may have been faster.
    if (error.code !== "EEXIST") throw error;
  });
}

/**
 * Refuses a path below the working directory that leads out of it by a link, or into what git keeps there. A path that
 * stands elsewhere was named by the user, and leads where it leads.
 * @throws Error that says so
 */
async function refuseLedAway(path: string): Promise<void> {
  const home = process.cwd();
  const named = resolve(path);
  if (!isBelow(home, named)) return;
  const [real, base] = [await realOf(named), await realpath(home)];
  const isGits = relative(base, real).split(sep).includes(".git") && !relative(home, named).split(sep).includes(".git");
  if (isBelow(base, real) && !isGits) return;
  throw new Error("a link on its way leads out of the working directory; name the place itself");
}

/** Links that follow one another; more than that, and the system refuses them itself. */
const MOST_LINKS = 40;

/** Where a path leads, also to what is not there yet. */
async function realOf(path: string, links = 0): Promise<string> {
  const known = await realpath(path).catch(() => undefined);
  if (known !== undefined || dirname(path) === path) return known ?? path;
  const target = links < MOST_LINKS ? await readlink(path).catch(() => undefined) : undefined;
  if (target !== undefined) return realOf(resolve(await realOf(dirname(path), links), target), links + 1);
  return join(await realOf(dirname(path), links), basename(path));
}

function isBelow(folder: string, path: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !way.startsWith(`..${sep}`) && !isAbsolute(way);
}
