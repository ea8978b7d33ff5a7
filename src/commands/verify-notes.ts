// What a person should know of a run beside its verdicts: what it left behind, and why nearly everything failed.
import { showListProblems } from "../../conformance/known-failing.ts";
import { likelyCause } from "../../conformance/likely-cause.ts";
import { type Verified, redactorOf, summarise } from "../../conformance/report.ts";
import { showCoverage } from "../../conformance/requirements.ts";
import type { Run } from "../../conformance/run.ts";
import { count } from "../report/text.ts";

/** The sentences for the end of the output. */
export function notes({ run, results, known, coverage }: Verified): string[] {
  const found: string[] = [`The document has ${showCoverage(coverage)} (animal-store requirements lists them).`];
  if (known !== undefined) found.push(...showListProblems(known));
  const counts = summarise(results);
  const cause = likelyCause(run, redactorOf(run));
  if (cause !== undefined) found.push(cause);
  if (counts.pass + counts.fail === 0) found.push("Nothing could be decided: see the reasons above.");
  return [...found, ...leftNotes(run), ...unansweredNotes(run), ...endNotes(run)];
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

/** Creations of which nobody knows what they left: the target did not answer, or the run could not wait for it. */
function unansweredNotes({ session }: Run): string[] {
  const unanswered = [...session.cut, ...session.record.filter(({ response }) => response === undefined)];
  const creations = unanswered.filter(
    ({ request, intent }) => request.method === "POST" && (intent === "valid" || intent === "edge"),
  );
  if (creations.length === 0) return [];
  const were = `${count(creations.length, "creation")} ${creations.length === 1 ? "was" : "were"} not answered`;
  return [`${were}, and may have left something behind: look for ${session.options.marker}.`];
}

function endNotes({ endedBy }: Run): string[] {
  if (endedBy === undefined) return [];
  const why = endedBy === "interruption" ? "Interrupted" : "The time given by --max-time was over";
  return [`${why}: this is what was found by then; what was not asked any more is inconclusive.`];
}
