// Commands that print what they find in one document, as text or JSON: `checks`, `explain` and `requirements`.
import type { CommandRow } from "./command.ts";
import type { Contract } from "../contract/model.ts";
import { writeJson } from "../json/write.ts";
import { safeJson } from "../report/text.ts";
import { contractOf } from "./contract-of.ts";
import { type Flag, type TypedFlags, readFlags, text, toggle, typed } from "./flags.ts";
import { OVERLAYS, readOverlays } from "./overlays.ts";

interface Listing extends Pick<CommandRow, "name" | "description" | "help"> {
  /** Flags that other listings do not have. */
  readonly flags?: Readonly<Record<string, Flag<unknown>>>;
  readonly find: (contract: Contract, flags: TypedFlags) => Found;
}

/** The findings, for programs and for people. */
interface Found {
  readonly json: () => unknown;
  readonly text: () => string;
}

/** Makes a command from a function that finds something. */
export function listing({ name, description, help, flags: own, find }: Listing): CommandRow {
  const flags = {
    spec: text("--spec <file>", "the OpenAPI document, instead of the argument (or set ANIMAL_STORE_SPEC)"),
    ...own,
    json: typed(toggle("--json", "as JSON")),
    overlays: OVERLAYS,
  };
  return {
    name,
    description,
    flags,
    help,
    takes: [["[file]", "the OpenAPI document (default: the embedded animal store)"]],
    async run([file], given, io) {
      const { spec, json, overlays } = readFlags(flags, given, io.env);
      const read = { cwd: io.cwd, overlays: await readOverlays(overlays, name, io) };
      const found = find(await contractOf(file ?? spec, read), given);
      io.stdout(json ? `${safeJson(writeJson(found.json(), 2))}\n` : found.text());
      return 0;
    },
  };
}
