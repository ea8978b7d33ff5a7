// Writes a file completely or not at all: if the process is killed while writing, the old content stays.
import { link, readlink, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Replaces or creates a file. Writes directly to anything else, such as a device or a named pipe.
 * @throws the file-system error
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const place = await realPlace(path);
  const before = await stat(place).catch(() => undefined);
  if (before !== undefined && !before.isFile()) return writeFile(place, text);
  const draft = await draftOf(place);
  try {
    await writeFile(draft, text, { flag: "wx", ...(before === undefined ? {} : { mode: before.mode & 0o777 }) });
  } catch (error) {
    // A file in a read-only folder may still be writable itself.
    if (before !== undefined && isRefused(error)) return writeFile(place, text);
    throw await withoutDraft(draft, error);
  }
  try {
    await rename(draft, place);
  } catch (error) {
    throw await withoutDraft(draft, error);
  }
}

/**
 * Creates a file that does not exist yet.
 * @throws the file-system error, EEXIST if it exists
 */
export async function writeNew(path: string, text: string): Promise<void> {
  const draft = await draftOf(path);
  try {
    await writeFile(draft, text, { flag: "wx" });
    await link(draft, path);
  } catch (error) {
    throw await withoutDraft(draft, error);
  }
  await unlink(draft);
}

async function draftOf(path: string): Promise<string> {
  // Loading it takes as long as reading a small document, and most commands write no file.
  const { randomBytes } = await import("node:crypto");
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.part`);
}

/** Where a link leads, even if no file exists there yet. */
async function realPlace(path: string): Promise<string> {
  const target = await readlink(path).catch(() => undefined);
  if (target === undefined) return path;
  return realpath(path).catch(() => join(dirname(path), target));
}

async function withoutDraft(draft: string, error: unknown): Promise<unknown> {
  await unlink(draft).catch(() => undefined);
  return error;
}

function isRefused(error: unknown): boolean {
  return ["EACCES", "EPERM", "EROFS"].includes(String((error as NodeJS.ErrnoException).code));
}
