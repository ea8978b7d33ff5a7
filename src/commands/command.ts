// A command of the program as one row: its name, what it takes, its flags, its help, and what it does.
import type { Command } from "commander";
import { DocumentError } from "../document/document.ts";
import { type Flags, type TypedFlags, addFlags } from "./flags.ts";
import type { CommandIo } from "./io.ts";
import { UNUSABLE, UsageError } from "./usage.ts";

export interface CommandRow {
  readonly name: string;
  readonly description: string;
  /** What it takes besides flags: "[file]", and what that is. */
  readonly takes?: readonly (readonly [name: string, what: string])[];
  readonly flags?: Flags;
  /** Those of the help, each by the first option below it. */
  readonly headings?: Readonly<Record<string, string>>;
  /** The end of the `--help` text. */
  readonly help: string;
  /**
   * Runs the command.
   * @param words what it takes, as typed
   * @returns the exit code
   * @throws UsageError or DocumentError for what cannot be used
   */
  run(words: readonly string[], flags: TypedFlags, io: CommandIo): Promise<number>;
}

/** Adds a command to the program. @param exit receives the exit code when the command ends */
export function register(row: CommandRow, program: Command, io: CommandIo, exit: (code: number) => void): void {
  const command = program.command(row.name).description(row.description);
  for (const [name, what] of row.takes ?? []) command.argument(name, what);
  addFlags(command, row.flags ?? {}, row.headings)
    .addHelpText("after", row.help)
    .action(async (...given: unknown[]) => {
      // Commander gives what the command takes, then its flags, then the command itself.
      const words = given.slice(0, -2).flat() as readonly (string | undefined)[];
      exit(
        await ended(
          row,
          words.filter((word) => word !== undefined),
          given.at(-2) as TypedFlags,
          io,
        ),
      );
    });
}

/** Prints what is wrong with the flags or the document, if that ends the command. */
async function ended(row: CommandRow, ...called: Parameters<CommandRow["run"]>): Promise<number> {
  try {
    return await row.run(...called);
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof DocumentError)) throw error;
    const [, , io] = called;
    io.stderr(`${error instanceof UsageError ? `animal-store ${row.name}: ` : ""}${error.message}\n`);
    return UNUSABLE;
  }
}
