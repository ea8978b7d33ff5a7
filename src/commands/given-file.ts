// Files that a flag names: what cannot be read is refused with the name of the flag.
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { UsageError } from "./usage.ts";

/** The code of an error of the file system, "ENOENT". */
export function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException | undefined)?.code ?? "unknown error";
}

/** Reads the file of a flag. @param hint what the file must be, "; it must be a JSON file" @throws UsageError */
export async function readGiven(flag: string, file: string, cwd: string, hint = ""): Promise<Buffer> {
  try {
    return await readFile(resolve(cwd, file));
  } catch (error) {
    throw new UsageError(`${flag} cannot read ${file}: ${codeOf(error)}${hint}`);
  }
}
