// Reads files named by flags. An error names the flag.
import { constants } from "node:fs";
import { open, readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "./usage.ts";

/** The code of a file-system error, such as "ENOENT". */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? "unknown error";
}

/**
 * Reads the file of a flag. @param hint what the file must be, such as "; it must be a JSON file" @throws UsageError
 */
export async function readGiven(flag: string, file: string, cwd: string, hint = ""): Promise<Buffer> {
  try {
    return await readFile(resolve(cwd, file));
  } catch (error) {
    throw new UsageError(`${flag} cannot read ${file}: ${codeOf(error)}${hint}`);
  }
}

/**
 * Reads a file that was read before. A pipe in its place might never say anything, so only a regular file is read.
 * @throws UsageError like `readGiven`
 */
export async function readAgain(flag: string, file: string, cwd: string, hint = ""): Promise<Buffer> {
  // Windows has no such flag, and no pipe that it would wait for.
  const asFound = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);
  const handle = await open(resolve(cwd, file), asFound).catch(() => undefined);
  try {
    // Whatever could not be opened is refused in the usual words.
    if (handle === undefined) return await readGiven(flag, file, cwd, hint);
    const about = await handle.stat();
    if (about.isFile()) return await handle.readFile();
    throw new UsageError(`${flag} cannot read ${file}: it is no longer a regular file${hint}`);
  } finally {
    await handle?.close();
  }
}
