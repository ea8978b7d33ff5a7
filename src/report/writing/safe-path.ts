// Prepares the path of a file to write. A checkout can contain links, so the author of a change decides where they point.
import { existsSync } from "node:fs";
import { mkdir, readlink, realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, resolve, sep } from "node:path";

/**
 * Creates the folders for a file that is about to be written.
 * @throws the file-system error, or one that says that a link leads out of the working directory
 */
export async function makeWay(path: string): Promise<void> {
  await refuseLedAway(path);
  await makeFolder(dirname(resolve(path)));
}

/** One level at a time: on file systems without folder creation, such as /proc, Node's own recursion never ends. */
async function makeFolder(path: string): Promise<void> {
  if (existsSync(path)) return;
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    // Another process may have been faster.
    if (error.code !== "EEXIST") throw error;
  });
}

/**
 * Refuses a path below the working directory if a link leads out of it, or into git's own files. A path elsewhere was
 * chosen by the user and may lead anywhere.
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

/** Consecutive links; with more, the system refuses the path itself. */
const MOST_LINKS = 40;

/** Where a path leads, even if nothing exists there yet. */
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
