// What a person should know of a run beside its verdicts: what it left behind, and why nearly everything failed.
import { showListProblems } from "../../conformance/known-failing.ts";
import { type Verified, summarise } from "../../conformance/report.ts";
import { showCoverage } from "../../conformance/requirements.ts";
import type { Run } from "../../conformance/run.ts";
import { count } from "../report/text.ts";
import type { VerifyCommandOptions } from "./verify-options.ts";

/** The sentences for the end of the output. */
export function notes({ run, results, known, coverage }: Verified, options: VerifyCommandOptions): string[] {
  const found: string[] = [`The document has ${showCoverage(coverage)} (animal-store requirements lists them).`];
  if (known !== undefined) found.push(...showListProblems(known));
  const counts = summarise(results);
  const answers = run.session.record.filter(({ intent, response }) => intent === "valid" && response !== undefined);
  const all = (status: number): boolean =>
    answers.length > 0 && answers.every(({ response }) => response?.status === status);
  if (all(404)) found.push("Every valid request was answered 404: is the base URL right, with its version prefix?");
  if (all(401) || all(403)) {
    found.push(
      options.key === undefined
        ? "Every request was refused: the API needs a key, give it with --key."
        : "Every request was refused: is the key right?",
    );
  }
  if (counts.pass + counts.fail === 0) found.push("Nothing could be decided: see the reasons above.");
  return [...found, ...leftNotes(run), ...endNotes(run)];
}

/** Items that are still there, where a reader would not expect it: they could be removed, or the run ended early. */
function leftNotes({ session, endedBy }: Run): string[] {
  const left = session.created.filter(({ removed }) => !removed);
  const removable = left.filter(({ resource }) => resource.operations.remove !== undefined).length;
  const are = `${count(left.length, "item")} that the run created ${left.length === 1 ? "is" : "are"} still there`;
  const how = `look for ${session.options.marker}`;
  if (removable > 0) return [`${are}, not all could be removed: ${how}.`];
  if (left.length === 0 || endedBy === undefined) return [];
  return [`${are}, as the document has no operation that removes them: ${how}.`];
}

function endNotes({ endedBy }: Run): string[] {
  if (endedBy === undefined) return [];
  const why = endedBy === "interruption" ? "Interrupted" : "The time given by --max-time was over";
  return [`${why}: this is what was found by then; what was not asked any more is inconclusive.`];
}
