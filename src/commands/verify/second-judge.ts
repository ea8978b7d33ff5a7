// Prism as the second judge of a run: started early, asked at the end, and awaited only within the time limit.
import type { Result, Run } from "../../../conformance/run.ts";
import { type SecondJudge, agreement, askJudge } from "../../../conformance/second-judge/second-judge.ts";
import type { Contract } from "../../contract/model.ts";
import { count } from "../../report/text.ts";
import type { Judge, NoJudge } from "../../prism/judge.ts";

export const ON_INTERRUPT_JUDGE =
  "animal-store verify: interrupted, the second judge is not waited for; once more ends at once";

/** Starts Prism during the run, because it takes longer to load than the rest of the program. */
export async function startSecondJudge(contract: Contract): Promise<Judge | NoJudge> {
  const { loadJudge } = await import("../../prism/judge.ts");
  return loadJudge(contract);
}

/** Has Prism judge every response of the run as well. */
export async function askSecondJudge(
  { session, endedBy }: Run,
  judge: Judge | NoJudge | undefined,
  { signal, left }: { readonly signal: AbortSignal; readonly left: number | undefined },
): Promise<{ results: readonly Result[]; note?: string }> {
  if (judge === undefined) return { results: [] };
  if ("missing" in judge) return { results: [], note: `No second judge: ${judge.missing}.` };
  if (endedBy !== undefined) {
    // A user who interrupted the run does not want to wait for this.
    await judge.close();
    return { results: [], note: "No second judge: the run ended early." };
  }
  const over = left === undefined ? signal : AbortSignal.any([signal, AbortSignal.timeout(Math.ceil(left))]);
  const { results, failures } = await agreement(session.record, session.plan, until(over, askJudge(judge)));
  await judge.close();
  const [why] = failures.values();
  if (why === undefined) return { results };
  const operations = count(session.plan.operations.length, "operation");
  return { results, note: `The second judge gave no opinion on ${failures.size} of ${operations}: ${why}.` };
}

/** Wraps the judge: after the time limit it is neither asked nor awaited. */
function until(over: AbortSignal, judge: SecondJudge): SecondJudge {
  const failure = { failure: "the run was over" };
  const ended = new Promise<typeof failure>((resolve) => over.addEventListener("abort", () => resolve(failure)));
  return (operation, exchanges) =>
    over.aborted ? Promise.resolve(failure) : Promise.race([judge(operation, exchanges), ended]);
}
