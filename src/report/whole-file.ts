// A file that is there as a whole or not at all: whoever ends the process while it writes leaves what was there before.
import { randomBytes } from "node:crypto";
import { link, readlink, realpath, rename, stat, unlink, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * Replaces a file, or makes it. What is no file, such as a device or a named pipe, is written to as it is.
 * @throws the error of the file system
 */
export async function writeWhole(path: string, text: string): Promise<void> {
  const place = await realPlace(path);
  const before = await stat(place).catch(() => undefined);
  if (before !== undefined && !before.isFile()) return writeFile(place, text);
  const draft = draftOf(place);
  try {
    await writeFile(draft, text, { flag: "wx", ...(before === undefined ? {} : { mode: before.mode & 0o777 }) });
  } catch (error) {
    // A file in a folder where nothing may be added can still be written to.
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
 * Makes a file that is not there yet.
 * @throws the error of the file system, EEXIST where it is
 */
export async function writeNew(path: string, text: string): Promise<void> {
  const draft = draftOf(path);
  try {
    await writeFile(draft, text, { flag: "wx" });
    await link(draft, path);
  } catch (error) {
    throw await withoutDraft(draft, error);
  }
  await unlink(draft);
}

function draftOf(path: string): string {
  return join(dirname(path), `.${basename(path).slice(0, 100)}.${randomBytes(6).toString("hex")}.part`);
}

/** Where a link leads, also to a file that is not there yet. */
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
