// `animal-store verify`: tests whether a base URL keeps the contract.
import type { CommandRow } from "../command.ts";
import { type AnyCheck, showOperationOf } from "../../../conformance/check.ts";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { explainCheck } from "../../../conformance/report/explain-check.ts";
import { KnownFailingError, readKnownFailing } from "../../../conformance/report/known-failing.ts";
import { ProxyError } from "../../../conformance/client/sending/proxy.ts";
import type { Result } from "../../../conformance/run.ts";
import { look, verify } from "../../../conformance/verify.ts";
import { contractOf } from "../contract-of.ts";
import { interruptible } from "../interrupt.ts";
import { UNUSABLE, UsageError } from "../usage.ts";
import type { CommandIo } from "../io.ts";
import { readOverlays } from "../overlays.ts";
import { accessOf } from "./access/access.ts";
import { logIn } from "./access/log-in.ts";
import { conclude, obstructed } from "./conclude.ts";
import { strayTerm } from "./scope.ts";
import { teamOf } from "./known-to-the-team.ts";
import { FLAGS, HEADINGS, type VerifyCommandOptions, readVerifyOptions } from "./options.ts";
import { quoted } from "../../json/quote.ts";

const HELP = `
Examples:
  $ animal-store verify http://127.0.0.1:4010/v1 --key demo-key
  $ animal-store verify https://staging.example.com/v1 --key-env STAGING_KEY --read-only
  $ animal-store verify https://staging.example.com/v1 --key-env STAGING_KEY --report html=report.html junit=report.xml

Exit codes: 0 everything passed, 1 something failed, 2 wrong usage or an unusable document, 3 nothing answers, or only a
gateway that does not reach the service, 4 nothing could be decided (wrong key, wrong base URL, another API), 130 interrupted.
Press Ctrl-C once to end a run early: it removes what it created and reports what it found. Press it twice to end at once.`;

export const verifyCommand: CommandRow = {
  name: "verify",
  description: "check that the API at a base URL conforms to the document",
  takes: [["[base-url]", "the API, version prefix included: https://staging.example.com/v1"]],
  flags: FLAGS,
  headings: HEADINGS,
  help: HELP,
  async run([base], flags, io) {
    try {
      if (typeof flags["explain"] === "string") return explain(flags["explain"], io);
      if (typeof flags["compare"] === "string")
        return await (await import("./compare.ts")).compareReports(flags["compare"], base, io);
      return await runVerify(readVerifyOptions(base, flags, io.env), io);
    } catch (error) {
      if (error instanceof ProxyError) throw new UsageError(error.message);
      if (!(error instanceof KnownFailingError)) throw error;
      io.stderr(`${error.message}\n`);
      return UNUSABLE;
    }
  },
};

function explain(id: string, io: CommandIo): number {
  const text = explainCheck(id);
  if (text === undefined) throw new UsageError(`there is no check ${quoted(id)}; animal-store checks lists them`);
  io.stdout(`${text.trimEnd()}\n`);
  return 0;
}

/**
 * Verifies, prints and writes the reports.
 * @returns the exit code
 * @throws DocumentError for a document, KnownFailingError for a list of known failures that cannot be used
 */
export async function runVerify(options: VerifyCommandOptions, io: CommandIo): Promise<number> {
  // Reading a large document takes seconds, and they count.
  const began = performance.now();
  const overlays = await readOverlays(options.overlays, "verify", io);
  const described = await contractOf(options.spec, { cwd: io.cwd, strict: options.strict, overlays });
  const access = await accessOf(described, options, io);
  const known = await teamOf(described, options, { io, access, checks: allChecks });
  const { contract, team } = known;
  const own =
    options.knownFailing === undefined
      ? undefined
      : await readKnownFailing(options.knownFailing, await allChecks(), io.cwd);
  const list = own === undefined && team === undefined ? undefined : [...(own ?? []), ...(team?.expected ?? [])];
  const stray = strayTerm(contract, options, await moreChecks(options));
  if (stray !== undefined) throw new UsageError(stray);
  if (!options.secondJudge) io.stderr("animal-store verify: --no-second-judge does nothing; you can leave it out\n");
  const run = await interruptible(io, ON_INTERRUPT, async (signal) => {
    const left = timeLeft(options, began);
    const timeoutMs = Math.min(options.timeoutMs, Math.ceil(left.maxTimeMs ?? options.timeoutMs));
    const isOver = left.maxTimeMs === 0;
    const refused = await logIn(access);
    if (refused !== undefined) return refused;
    const how = { ...options, ...access, ...known.how, signal };
    const first = isOver ? undefined : await look(contract, { ...how, ...left, timeoutMs });
    if (first?.obstacle !== undefined) return { first, obstacle: first.obstacle };
    await known.before();
    try {
      return await verify(contract, { ...how, ...timeLeft(options, began), onResult: progress(io) });
    } finally {
      await known.after();
    }
  });
  if ("obstacle" in run) return obstructed(run, contract, options, io);
  io.progress?.("");
  return interruptible(io, ON_INTERRUPT_REPORT, () => conclude(run, { contract, list, options }, io));
}

const ON_INTERRUPT =
  "animal-store verify: interrupted, removing what the run created as far as it can; once more ends at once";

const ON_INTERRUPT_REPORT = "animal-store verify: interrupted, the report is still written; once more ends at once";

/** The checks of the suite, and those that only some runs include. */
async function allChecks(): Promise<readonly AnyCheck[]> {
  return [...CHECKS, ...(await exploreChecks())];
}

async function exploreChecks(): Promise<readonly AnyCheck[]> {
  return Object.values((await import("../../../conformance/explore/explore.ts")).EXPLORE_CHECKS);
}

/** The checks of this run besides the suite. */
async function moreChecks({ explore, profile }: VerifyCommandOptions): Promise<readonly AnyCheck[]> {
  return explore !== undefined || profile === "full" ? exploreChecks() : [];
}

/** The time left of `--max-time`. */
function timeLeft({ maxTimeMs }: VerifyCommandOptions, began: number): { readonly maxTimeMs?: number } {
  return maxTimeMs === undefined ? {} : { maxTimeMs: Math.max(0, maxTimeMs - (performance.now() - began)) };
}

function progress(io: CommandIo): (result: Result, done: number, total: number) => void {
  if (io.progress === undefined) return () => {};
  const show = io.progress;
  return ({ check, subject, outcome }, done, total) => {
    const failed = outcome.verdict === "fail" ? { failed: `${showOperationOf(subject)}: ${check.claim}` } : {};
    show(`${done} of ${total} checks`, { done, total, ...failed });
  };
}
