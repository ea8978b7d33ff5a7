// Commands that print what they find in one document, as text or JSON: `checks`, `explain` and `requirements`.
import type { Command } from "commander";
import type { Contract } from "../contract/model.ts";
import { writeJson } from "../json/write.ts";
import { safeJson } from "../report/text.ts";
import { contractOf } from "./contract-of.ts";
import { ended } from "./ending.ts";
import { type Flag, type TypedFlags, addFlags, readFlags, text, toggle, typed } from "./flags.ts";
import type { CommandIo } from "./io.ts";
import { OVERLAYS, readOverlays } from "./overlays.ts";

interface Listing {
  readonly name: string;
  readonly description: string;
  /** The end of the `--help` text. */
  readonly help: string;
  /** Flags that other listings do not have. */
  readonly flags?: Readonly<Record<string, Flag<unknown>>>;
  readonly find: (contract: Contract, flags: TypedFlags) => Found;
}

/** The findings, for programs and for people. */
interface Found {
  readonly json: () => unknown;
  readonly text: () => string;
}

export interface ListingCommand {
  /** Adds the command to the program. @param exit receives the exit code when the command ends */
  readonly register: (program: Command, io: CommandIo, exit: (code: number) => void) => void;
  /** Runs the command. @returns the exit code */
  run(file: string | undefined, flags: TypedFlags, io: CommandIo): Promise<number>;
}

/** Makes a command from a function that finds something. */
export function listing({ name, description, help, flags: own, find }: Listing): ListingCommand {
  const all = {
    spec: text("--spec <file>", "the OpenAPI document, instead of the argument (or set ANIMAL_STORE_SPEC)"),
    ...own,
    json: typed(toggle("--json", "as JSON")),
    overlays: OVERLAYS,
  };
  const run = (file: string | undefined, flags: TypedFlags, io: CommandIo): Promise<number> =>
    ended(name, io, async () => {
      const { spec, json, overlays } = readFlags(all, flags, io.env);
      const read = { cwd: io.cwd, overlays: await readOverlays(overlays, name, io) };
      const found = find(await contractOf(file ?? spec, read), flags);
      io.stdout(json ? `${safeJson(writeJson(found.json(), 2))}\n` : found.text());
      return 0;
    });
  return {
    run,
    register(program, io, exit) {
      const command = program
        .command(name)
        .description(description)
        .argument("[file]", "the OpenAPI document (default: the embedded animal store)");
      addFlags(command, all)
        .addHelpText("after", help)
        .action(async (file: string | undefined, flags: TypedFlags) => exit(await run(file, flags, io)));
    },
  };
}
