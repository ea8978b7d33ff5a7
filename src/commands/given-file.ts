// Reads files named by flags. An error names the flag.
import { readFile } from "node:fs/promises";
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
