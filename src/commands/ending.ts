// How a command ends when its user has to change something.
import { DocumentError } from "../document/document.ts";
import type { CommandIo } from "./io.ts";
import { UsageError } from "./usage.ts";

/** The exit code for a wrong flag, and for a document that cannot be read. */
export const UNUSABLE = 2;

/** Runs a command to its exit code, and says what is wrong with its flags or its document. */
export async function ended(name: string, io: CommandIo, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof DocumentError)) throw error;
    io.stderr(`${error instanceof UsageError ? `animal-store ${name}: ` : ""}${error.message}\n`);
    return UNUSABLE;
  }
}
