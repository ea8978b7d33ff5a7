// `gate --rules`: every kind of change with what it means.
import { KINDS } from "../../gate/kinds/kinds.ts";
import type { CommandIo } from "../io.ts";

/** Prints the kinds, each with its meaning and what would be safe. */
export function printRules(io: CommandIo): void {
  const lines = [...KINDS].map(([name, { meaning, help }]) => `${name}\n  ${meaning}\n  safe: ${help}\n`);
  io.stdout(lines.join(""));
}
