// Ends a command when its input needs to be fixed.
import { DocumentError } from "../document/document.ts";
import type { CommandIo } from "./io.ts";
import { UsageError } from "./usage.ts";

/** The exit code for an invalid flag or an unreadable document. */
export const UNUSABLE = 2;

/** Runs a command and returns its exit code. Prints what is wrong with its flags or its document. */
export async function ended(name: string, io: CommandIo, run: () => Promise<number>): Promise<number> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof DocumentError)) throw error;
    io.stderr(`${error instanceof UsageError ? `animal-store ${name}: ` : ""}${error.message}\n`);
    return UNUSABLE;
  }
}
