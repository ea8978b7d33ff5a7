// The `--data` file: the items of `serve`, read at the start and written after changes.
import { readFileSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { readJsonBytes } from "../../../json/read.ts";
import { writeJson } from "../../../json/write.ts";
import { type SavedWorld, readWorld } from "../../../mock/saved-world.ts";
import { count } from "../../../report/text.ts";
import { codeOf } from "../../given-file.ts";
import { UsageError } from "../../usage.ts";

/** Deeper than a request body may nest, because the file wraps items in its own structure. */
const MAX_DEPTH = 200;

/**
 * Reads the file.
 * @returns undefined if it does not exist yet
 * @throws UsageError for a file that cannot be read or is broken; the file is left as it is
 */
export function loadData(name: string, cwd: string): SavedWorld | undefined {
  let bytes: Uint8Array;
  try {
    const path = resolve(cwd, name);
    const found = statSync(path);
    // Reading a named pipe or some devices would never end.
    if (!found.isFile() && !found.isDirectory()) throw new UsageError(`--data cannot read ${name}: it is not a file`);
    bytes = readFileSync(path);
  } catch (error) {
    if (error instanceof UsageError) throw error;
    const code = codeOf(error);
    if (code === "ENOENT") return undefined;
    throw new UsageError(`--data cannot read ${name}: ${code}`);
  }
  const reading = readJsonBytes(bytes, MAX_DEPTH);
  const saved = "fault" in reading ? { problem: reading.fault.message } : readWorld(reading.value);
  if (!("problem" in saved)) return saved;
  throw new UsageError(
    `--data cannot use ${name}: it ${saved.problem}. Nothing was changed: fix it, or move it away to start from the seed`,
  );
}

/** Resources that are named with what is missing. */
const SHOWN = 5;

/** What the file lacks of some items, or still has of removed ones, in words: "2 items of users, 1 removal in orders". */
export function missingFrom(name: string, cwd: string, current: SavedWorld): string {
  const saved = savedIn(name, cwd);
  const lost = [...new Set([...current.keys(), ...saved.keys()])].flatMap((resource) => {
    const [mine, theirs] = [current, saved].map(
      (one) => new Set(one.get(resource)?.items.map((item) => writeJson(item))),
    );
    const [items, removed] = [without(mine, theirs), without(theirs, mine)];
    // A changed item is one of each.
    if (items > 0) return [`${count(items, "item")} of ${resource}`];
    return removed > 0 ? [`${count(removed, "removal")} in ${resource}`] : [];
  });
  const more = lost.length > SHOWN ? [`and more in ${count(lost.length - SHOWN, "other resource")}`] : [];
  return lost.length === 0 ? "the progress of identifiers" : [...lost.slice(0, SHOWN), ...more].join(", ");
}

function savedIn(name: string, cwd: string): SavedWorld {
  try {
    return loadData(name, cwd) ?? new Map();
  } catch {
    return new Map();
  }
}

function without(some: ReadonlySet<string> = new Set(), others: ReadonlySet<string> = new Set()): number {
  return [...some].filter((one) => !others.has(one)).length;
}
