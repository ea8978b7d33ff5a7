// `animal-store checks`: every check there is.
import type { Command } from "commander";
import { CHECKS as SUITE } from "../../conformance/checks/index.ts";
import { EXPLORE_CHECKS } from "../../conformance/explore.ts";
import { AGREEMENT } from "../../conformance/second-judge.ts";
import type { CommandIo } from "./io.ts";

/** Adds the command to the program. */
export function registerChecks(program: Command, io: CommandIo, exit: (code: number) => void): void {
  program
    .command("checks")
    .description("list every check of the suite: id, level, claim, and what the claim rests on")
    .option("--json", "as JSON")
    .action((flags: { readonly json?: boolean }) => {
      io.stdout(flags.json === true ? asJson() : asText());
      exit(0);
    });
}

/** Those of the suite, and those that only some runs ask. */
const CHECKS = [...SUITE, AGREEMENT, ...Object.values(EXPLORE_CHECKS)];

function asJson(): string {
  const list = CHECKS.map(({ id, family, level, claim, basis, fault }) => ({
    id,
    family,
    level,
    claim,
    basis,
    fault: fault ?? null,
  }));
  return `${JSON.stringify(list, null, 2)}\n`;
}

function asText(): string {
  const width = Math.max(...CHECKS.map(({ id }) => id.length));
  const lines = CHECKS.map(
    ({ id, level, claim, basis }) =>
      `${id.padEnd(width)}  ${level.padEnd(6)}  ${claim}\n${" ".repeat(width + 10)}${basis}`,
  );
  return `${lines.join("\n")}\n\n${CHECKS.length} checks. animal-store verify --explain ID says more about one.\n`;
}
