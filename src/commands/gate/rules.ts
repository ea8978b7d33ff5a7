// `gate --rules`: lists every kind of change and what it means.
import { KINDS } from "../../gate/kinds/kinds.ts";
import type { CommandIo } from "../io.ts";

/** Prints each kind with its meaning and the safe alternative. */
export function printRules(io: CommandIo): void {
  const lines = [...KINDS].map(([name, { meaning, help }]) => `${name}\n  ${meaning}\n  safe: ${help}\n`);
  io.stdout(lines.join(""));
}
