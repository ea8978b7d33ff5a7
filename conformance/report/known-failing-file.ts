// Writes a list of known failures from a run; the user fills in the reasons.
import { showOperation } from "../operations.ts";
import type { Result } from "../run.ts";

const HEAD = `# Failures that are known: "animal-store verify --known-failing THIS-FILE" excuses them, and nothing else.
# Give each a reason, such as the number of a ticket. "expires: 2027-03-31" ends it on that day. An entry that passes
# fails the run and is named: delete it then.
`;

/** The text of a list that excuses these results, by check, operation and case. */
export function knownFailingFile(failing: readonly Result[]): string {
  const entries = failing.map(({ check, subject: { operation, about, isRun } }) =>
    [
      `- check: ${check.id}`,
      ...(isRun === true ? [] : [`  operation: ${JSON.stringify(showOperation(operation))}`]),
      ...(about === undefined ? [] : [`  case: ${JSON.stringify(about)}`]),
      `  reason: "to be filled in"`,
    ].join("\n"),
  );
  return `${HEAD}${[...new Set(entries)].join("\n")}\n`;
}
