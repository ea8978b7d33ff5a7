// `animal-store requirements`: everything the document says, and what checks it.
import type { Command } from "commander";
import { CHECKS } from "../../../conformance/checks/index.ts";
import {
  NO_REASON,
  type Requirement,
  coverageOf,
  isOpen,
  reasonsOf,
  requirements,
  showCoverage,
} from "../../../conformance/requirements/requirements.ts";
import { DocumentError } from "../../document/document.ts";
import { showLocation } from "../../document/location.ts";
import { contractOf } from "../contract-of.ts";
import { OVERLAY_OPTION, type OverlayFlags, overlayFiles, readOverlays } from "../overlays.ts";
import { writeJson } from "../../json/write.ts";
import { oneLine, safeJson } from "../../report/text.ts";
import type { CommandIo } from "../io.ts";

interface RequirementsFlags extends OverlayFlags {
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
    .option("--spec <file>", "the document, as the argument (or ANIMAL_STORE_SPEC)")
    .option("--untested", "only what is not tested")
    .option("--json", "as JSON")
    .option(...OVERLAY_OPTION)
    .addHelpText("after", HELP)
    .action(async (file: string | undefined, flags: RequirementsFlags) => {
      exit(await runRequirements(file ?? flags.spec ?? io.env["ANIMAL_STORE_SPEC"], flags, io));
    });
}

const HELP = `
Examples:
  $ animal-store requirements
  $ animal-store requirements openapi.yaml --untested

Exit codes: 0 listed, 2 a document that cannot be used.`;

/** Prints the register. @returns the exit code: 0, or 2 for a document that cannot be used */
export async function runRequirements(
  file: string | undefined,
  flags: RequirementsFlags,
  io: CommandIo,
): Promise<number> {
  try {
    const overlays = await readOverlays(overlayFiles(flags, io.env), "requirements", io);
    const register = requirements(await contractOf(file, { overlays }), CHECKS);
    const shown = flags.untested === true ? register.filter(({ coveredBy }) => coveredBy.length === 0) : register;
    if (flags.json === true)
      io.stdout(`${safeJson(writeJson({ coverage: coverageOf(register), requirements: shown }, 2))}\n`);
    else io.stdout(`${shown.map(show).join("\n")}\n\n${summary(register)}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    io.stderr(`${error.message}\n`);
    return 2;
  }
}

/** How much is tested, and how much is not for each reason. */
function summary(register: readonly Requirement[]): string {
  const reasons = reasonsOf(register).map(([reason, count]) => `${String(count).padStart(6)}  ${oneLine(reason)}`);
  return [`${showCoverage(coverageOf(register))}${reasons.length > 0 ? ":" : ""}`, ...reasons].join("\n");
}

function show(requirement: Requirement): string {
  const { location, text, coveredBy, reason, untested = [] } = requirement;
  const sign = isOpen(requirement) ? "✗" : coveredBy.length > 0 ? "✓" : "-";
  const partly = untested.map((one) => `    not for the ${one.use}: ${one.reason ?? NO_REASON}`);
  const answer = coveredBy.length > 0 ? coveredBy.join(", ") : `not tested: ${reason ?? NO_REASON}`;
  return [`${sign} ${showLocation(location)}  ${text.replaceAll(/\s+/g, " ")}`, `    ${answer}`, ...partly]
    .map(oneLine)
    .join("\n");
}
