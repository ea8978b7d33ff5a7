// `animal-store requirements`: lists everything the document requires and what tests it.
import { CHECKS } from "../../../conformance/checks/index.ts";
import {
  NO_REASON,
  type Requirement,
  coverageOf,
  isUnaccounted,
  reasonsOf,
  requirements,
  showCoverage,
} from "../../../conformance/requirements/requirements.ts";
import { showLocation } from "../../document/location.ts";
import { oneLine } from "../../report/text.ts";
import { toggle, typed } from "../flags.ts";
import { listing } from "../listing.ts";

const HELP = `
Examples:
  $ animal-store requirements
  $ animal-store requirements openapi.yaml --untested

Exit codes: 0 listed, 2 an unusable document.`;

export const requirementsCommand = listing({
  name: "requirements",
  description: "list every statement and constraint in the document, with the checks that test it or why none does",
  help: HELP,
  flags: { untested: typed(toggle("--untested", "list only what is not tested")) },
  find(contract, { untested }) {
    const register = requirements(contract, CHECKS);
    const shown = untested === true ? register.filter(({ coveredBy }) => coveredBy.length === 0) : register;
    return {
      json: () => ({ coverage: coverageOf(register), requirements: shown }),
      text: () => `${shown.map(show).join("\n")}\n\n${summary(register)}\n`,
    };
  },
});

/** How much is tested, and how much is not, by reason. */
function summary(register: readonly Requirement[]): string {
  const reasons = reasonsOf(register).map(([reason, count]) => `${String(count).padStart(6)}  ${oneLine(reason)}`);
  return [`${showCoverage(coverageOf(register))}${reasons.length > 0 ? ":" : ""}`, ...reasons].join("\n");
}

function show(requirement: Requirement): string {
  const { location, text, coveredBy, reason, untested = [] } = requirement;
  const sign = isUnaccounted(requirement) ? "✗" : coveredBy.length > 0 ? "✓" : "-";
  const partly = untested.map((one) => `    not for the ${one.use}: ${one.reason ?? NO_REASON}`);
  const answer = coveredBy.length > 0 ? coveredBy.join(", ") : `not tested: ${reason ?? NO_REASON}`;
  return [`${sign} ${showLocation(location)}  ${text.replaceAll(/\s+/g, " ")}`, `    ${answer}`, ...partly]
    .map(oneLine)
    .join("\n");
}
