// What users should know about a run besides its verdicts: what it left behind, and why nearly everything failed.
import { unsteadySentence } from "../../../conformance/checks/protocol/steady.ts";
import { expiredLines } from "../../../conformance/report/known-failing.ts";
import { removerOf } from "../../../conformance/items/created.ts";
import { leftLine } from "../../../conformance/report/left.ts";
import { type Verified, detailOf, redactorOf, undecidedFamilies } from "../../../conformance/report/report.ts";
import { showCoverage } from "../../../conformance/requirements/requirements.ts";
import type { Run } from "../../../conformance/run.ts";
import { unservedLines } from "../../contract/unserved.ts";
import { showLocation } from "../../document/location.ts";
import { countsOf } from "../../memo.ts";
import { count, oneLine } from "../../report/text.ts";

/** The notes at the end of the output. */
export function notes({ run, results, known, coverage }: Verified, allowUndecided = false): string[] {
  const found: string[] =
    coverage === undefined ? [] : [`The document has ${showCoverage(coverage)}; animal-store requirements says why.`];
  if (known !== undefined) found.push(...expiredLines(known));
  const isDecided = results.some(({ outcome }) => outcome.verdict === "pass" || outcome.verdict === "fail");
  if (results.length === 0) found.push("Nothing could be decided: no check applies to what the document describes.");
  else if (!isDecided) found.push("Nothing could be decided: see the reasons above.");
  else if (!allowUndecided) found.push(...undecidedNotes(run, undecidedFamilies(run, known)));
  return [
    ...found,
    ...keyNotes(run),
    ...unsteadyNotes(run),
    ...untestedNotes(run),
    ...unrecognisedNotes(run),
    ...unansweredNotes(run),
    ...limitNotes(run),
    ...endNotes(run),
    // Last, so that nobody misses it.
    ...leftNotes(run),
  ];
}

/** Why the exit code is 4 and what would settle most of it, without listing a thousand claims. */
function undecidedNotes({ results }: Run, families: readonly string[]): string[] {
  if (families.length === 0) return [];
  const what = families.length === 1 ? "the family" : "the families";
  const reasons = countsOf(results.filter(({ check }) => families.includes(check.family)).map(detailOf));
  const claims = Math.max(0, ...reasons.values());
  const usual = [...reasons.keys()].find((reason) => reasons.get(reason) === claims) ?? "";
  return [
    oneLine(
      `Nothing could be decided in ${what} ${families.join(", ")}: the exit code is 4 unless --allow-undecided. In ${count(claims, "claim")} of them, ${usual}.`,
    ),
  ];
}

/** What became of the key, if it was not accepted to the end. */
function keyNotes(run: Run): string[] {
  const { story } = run.session.keyWatch;
  return story === undefined ? [] : [oneLine(redactorOf(run).sentence(story))];
}

/** Repeated at the end, because it explains inconclusive results. */
function unsteadyNotes({ session }: Run): string[] {
  const said = unsteadySentence(session);
  return said === undefined ? [] : [said];
}

/** What the document describes but the run did not test. */
function untestedNotes({ session }: Run): string[] {
  const { contract, operations } = session.plan;
  // Where there is nothing to ask for, nobody can subscribe.
  const lines = unservedLines(contract, "tested", operations.length === 0 ? ["callback"] : ["callback", "webhook"]);
  return lines.map((line) => oneLine(`${line.charAt(0).toUpperCase()}${line.slice(1)}.`));
}

const SHOWN_UNRECOGNISED = 4;

/** What no check tested because its meaning is unknown, and how to declare it. */
function unrecognisedNotes({ session }: Run): string[] {
  const { unrecognised, contract } = session.plan;
  const shown = unrecognised
    .slice(0, SHOWN_UNRECOGNISED)
    .map(({ pointer, message }) =>
      oneLine(`Not recognised, so not checked: ${message} (${showLocation(contract.document.locate(pointer))}).`),
    );
  const more = unrecognised.length - shown.length;
  return more > 0 ? [...shown, `${more} more: animal-store explain lists them.`] : shown;
}

/** What was created and is still there. */
function leftNotes(run: Run): string[] {
  const line = leftLine(run, redactorOf(run));
  return line === undefined ? [] : [line];
}

/** Why so little was created on a target that is not on this machine. */
function limitNotes({ session }: Run): string[] {
  const { options, plan } = session;
  const stays = plan.resources.filter((one) => one.operations.create !== undefined && removerOf(one) === undefined);
  if (options.leavesOne !== true || options.readOnly || stays.length === 0) return [];
  return [
    `Only one valid item of each kind was created where the document has no operation that removes it: --max-writes allows more.`,
  ];
}

/** Creations with an unknown result: the target did not answer or failed, or the run could not wait. */
function unansweredNotes({ session }: Run): string[] {
  const unanswered = [...session.cut, ...session.record.filter(({ response }) => response === undefined)];
  const creations = unanswered.filter(
    ({ request, intent }) => request.method === "POST" && (intent === "valid" || intent === "edge"),
  );
  const failed = session.record.filter(
    ({ request, response }) => request.method === "POST" && (response?.status ?? 0) >= 500,
  );
  const were = `${count(creations.length, "creation")} ${creations.length === 1 ? "was" : "were"} not answered`;
  return [
    ...(creations.length === 0 ? [] : [were]),
    ...(failed.length === 0 ? [] : [`${count(failed.length, "creation")} failed with a server error`]),
  ].map((line) => `${line}, and may have left something behind: look for ${session.options.marker}.`);
}

function endNotes({ endedBy }: Run): string[] {
  if (endedBy === undefined) return [];
  const why = endedBy === "interruption" ? "Interrupted" : "The time given by --max-time was over";
  return [`${why}: this is what was found by then; what was not asked any more is inconclusive.`];
}
