// Files that come with the package.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";

/** The path of a file without which the package is incomplete. @throws Error then */
export function requiredFile(name: string): string {
  const path = packageFile(name);
  if (path === undefined) throw new Error(`the package lacks its ${name}`);
  return path;
}

/**
 * The path of a file of the package. Works from the sources and from the built package, which are at different depths.
 * @returns undefined if the package does not contain it
 */
export function packageFile(name: string): string | undefined {
  for (let folder = __dirname; ; folder = dirname(folder)) {
    const path = join(folder, name);
    if (existsSync(path)) return path;
    if (dirname(folder) === folder) return undefined;
  }
}
