// Finds tracked links. Their targets are whatever the author of a change chose.
import { lstat } from "node:fs/promises";
import { join } from "node:path";
import { type Repository, ask, fromTop } from "./repository.ts";

/** The tracked link on the way to a path below the top; undefined if there is none. */
export async function linkOut(repository: Repository, path: string): Promise<string | undefined> {
  const inside = fromTop(repository, path);
  const links: string[] = [];
  const steps = (inside ?? "").split("/");
  for (let length = 1; length <= steps.length; length++) {
    const way = steps.slice(0, length).join("/");
    if ((await lstat(join(repository.top, way)).catch(() => undefined))?.isSymbolicLink() === true) links.push(way);
  }
  if (inside === undefined || links.length === 0) return undefined;
  const tracked = await ask(repository, ["ls-files", "-z", "--", ...links]);
  return tracked?.split("\0").find((one) => one !== "");
}
