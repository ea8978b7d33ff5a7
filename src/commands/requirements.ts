// `animal-store requirements`: everything the document says, and what checks it.
import type { Command } from "commander";
import { CHECKS } from "../../conformance/checks/index.ts";
import { type Requirement, coverageOf, isOpen, requirements, showCoverage } from "../../conformance/requirements.ts";
import { DocumentError } from "../contract/document.ts";
import { showLocation } from "../contract/location.ts";
import { contractOf } from "./contract-of.ts";
import { oneLine } from "../report/text.ts";
import type { CommandIo } from "./io.ts";

interface RequirementsFlags {
  readonly spec?: string;
  readonly untested?: boolean;
  readonly json?: boolean;
}

/** Adds the command to the program. */
export function registerRequirements(program: Command, io: CommandIo, exit: (code: number) => void): void {
  program
    .command("requirements")
    .description("list every sentence and constraint of the document, with the checks that test it or why none does")
    .argument("[file]", "the OpenAPI document (default: the embedded animal store)")
    .option("--spec <file>", "the same (or ANIMAL_STORE_SPEC)")
    .option("--untested", "only what is not tested")
    .option("--json", "as JSON")
    .action(async (file: string | undefined, flags: RequirementsFlags) => {
      exit(await runRequirements(file ?? flags.spec ?? io.env["ANIMAL_STORE_SPEC"], flags, io));
    });
}

/** Prints the register. @returns the exit code: 0, or 2 for a document that cannot be used */
export async function runRequirements(
  file: string | undefined,
  flags: RequirementsFlags,
  io: CommandIo,
): Promise<number> {
  try {
    const register = requirements(await contractOf(file), CHECKS);
    const shown = flags.untested === true ? register.filter(({ coveredBy }) => coveredBy.length === 0) : register;
    if (flags.json === true)
      io.stdout(`${JSON.stringify({ coverage: coverageOf(register), requirements: shown }, null, 2)}\n`);
    else io.stdout(`${shown.map(show).join("\n")}\n\n${showCoverage(coverageOf(register))}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    io.stderr(`${error.message}\n`);
    return 2;
  }
}

function show(requirement: Requirement): string {
  const { location, text, coveredBy, reason, untested = [] } = requirement;
  const sign = isOpen(requirement) ? "✗" : coveredBy.length > 0 ? "✓" : "-";
  const partly = untested.map((one) => `    not for the ${one.use}: ${one.reason ?? "no reason is known"}`);
  const answer = coveredBy.length > 0 ? coveredBy.join(", ") : `not tested: ${reason ?? "no reason is known"}`;
  return [
    `${sign} ${showLocation(location)}  ${oneLine(text.replaceAll(/\s+/g, " "))}`,
    `    ${answer}`,
    ...partly,
  ].join("\n");
}
