// What a run leaves out, by name or as a known failure, and how a list of known failures is made.
import type { AnyCheck } from "../../../conformance/check.ts";
import { makePlan } from "../../../conformance/plan.ts";
import type { ListRules } from "../../../conformance/report/known-failing.ts";
import { knownFailingFile } from "../../../conformance/report/known-failing-file.ts";
import type { Verified } from "../../../conformance/report/report.ts";
import { wordOf } from "../../../conformance/report/verdicts.ts";
import type { Run } from "../../../conformance/run.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { tasksOf, taskNames } from "../../../conformance/scope.ts";
import type { Contract } from "../../contract/model.ts";
import { inferResources } from "../../resource/infer.ts";
import { count } from "../../report/text.ts";
import { selectionFault, selectsAll } from "../../selection/selection.ts";
import type { CommandIo } from "../io.ts";
import { writeGiven } from "../judging-flags.ts";
import type { VerifyCommandOptions } from "./options.ts";

/** A term of `--only` or `--except` that matches nothing. @param more checks of the run besides the suite */
export function strayTerm(
  contract: Contract,
  { selection, today = new Date().toISOString().slice(0, 10) }: VerifyCommandOptions,
  more: readonly AnyCheck[],
): string | undefined {
  if (selectsAll(selection)) return undefined;
  const plan = makePlan(contract, inferResources(contract), today);
  return selectionFault(
    selection,
    tasksOf([...CHECKS, ...more], plan).map((task) => taskNames(task, contract)),
  );
}

/** Reads a list of known failures. An entry that the run leaves out is not a mistake. */
export function partly(
  { profile, selection, shard, readOnly, today }: VerifyCommandOptions,
  { results }: Run,
): ListRules {
  const isChosen = profile === "smoke" || readOnly || shard !== undefined || !selectsAll(selection);
  return { isPartial: isChosen || results.length === 0, today: today ?? new Date().toISOString().slice(0, 10) };
}

/** Writes the current failures to a list. @throws UsageError if the file exists or cannot be written */
export async function writeList(
  file: string,
  { results }: Verified,
  { strict }: VerifyCommandOptions,
  io: CommandIo,
): Promise<void> {
  const failing = results.filter((result) => wordOf(result, strict) === "fail");
  await writeGiven("--write-known-failing", file, io.cwd, knownFailingFile(failing));
  io.stderr(
    `animal-store verify: wrote ${count(failing.length, "failure")} to ${JSON.stringify(file)}; give each a reason\n`,
  );
}
