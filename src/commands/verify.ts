// `animal-store verify`: does this base URL keep the contract?
import type { Command } from "commander";
import type { AnyCheck } from "../../conformance/check.ts";
import { CHECKS } from "../../conformance/checks/index.ts";
import { explainCheck } from "../../conformance/explain-check.ts";
import { KnownFailingError, applyKnownFailing, readKnownFailing } from "../../conformance/known-failing.ts";
import { type ReportContext, type Verified, exitCode, findingReport } from "../../conformance/report.ts";
import { jsonReport } from "../../conformance/report-json.ts";
import { coverageOf, requirements } from "../../conformance/requirements.ts";
import { ProxyError } from "../../conformance/proxy.ts";
import type { Result, Run } from "../../conformance/run.ts";
import { AGREEMENT, agreementResults, askJudge } from "../../conformance/second-judge.ts";
import { reach, verify } from "../../conformance/verify.ts";
import { DocumentError } from "../contract/document.ts";
import { contractOf } from "./contract-of.ts";
import type { Contract } from "../contract/model.ts";
import { renderConsole } from "../report/console.ts";
import { usesStdout, writeReports } from "../report/outputs.ts";
import { ownVersion } from "../version.ts";
import { INTERRUPTED, interruptible } from "./interrupt.ts";
import type { CommandIo } from "./io.ts";
import { UsageError } from "./usage.ts";
import { notes } from "./verify-notes.ts";
import { type VerifyCommandOptions, type VerifyFlags, readVerifyOptions } from "./verify-options.ts";

/** What was asked for cannot be done. */
const USAGE = 2;
/** Nothing answers at the base URL. */
const UNREACHABLE = 3;

/** Adds the command to the program. @param exit is told the exit code when the command ends */
export function registerVerify(program: Command, io: CommandIo, exit: (code: number) => void): void {
  const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
  program
    .command("verify")
    .description("check that the API at a base URL keeps the document")
    .argument("[base-url]", "the API, version prefix included: https://staging.example.com/v1")
    .option("--key <key>", "the API key (or ANIMAL_STORE_KEY)")
    .option("--key-env <name>", "the variable that holds the API key")
    .option("--spec <file>", "the OpenAPI document (default: the embedded animal store)")
    .option("--read-only", "send only GET, HEAD and OPTIONS")
    .option("--max-writes <n>", "create at most so many items (default: 200 on loopback, 25 elsewhere)")
    .option(
      "--report <kind=path>",
      "write a report: json, junit, html, sarif, github, markdown; several at once",
      collect,
    )
    .option("--strict", "a failed 'should' fails the run too")
    .option("--timeout <duration>", "for one exchange (default: 10s)")
    .option("--max-time <duration>", "for the whole run")
    .option("--max-ms <duration>", "answers slower than this fail")
    .option("--rate-limit <n/s>", "at most so many requests a second")
    .option("--concurrency <n>", "how many checks run side by side (default: 8)")
    .option("--header <name: value>", "send a header with each request, repeatable", collect)
    .option("--today <date>", "the day to judge by, for example after a sunset date")
    .option("--known-failing <file>", "failures that are known, with reasons; one that passes now fails the run")
    .option("--explore <n>", "also send n generated requests to each operation")
    .option("--seed <n>", "with --explore: draw the same requests again")
    .option("--no-second-judge", "do not have every answer judged by Prism as well")
    .option("--verbose", "show what passed, too")
    .option("--explain <id>", "say what a check claims, why, and how to fix what it finds")
    .addHelpText("after", HELP)
    .action(async (base: string | undefined, flags: VerifyFlags) => {
      exit(await verifyFromFlags(base, flags, io));
    });
}

const HELP = `
Examples:
  $ animal-store verify http://127.0.0.1:4010/v1 --key demo-key
  $ animal-store verify https://staging.example.com/v1 --key-env STAGING_KEY --read-only
  $ animal-store verify https://staging.example.com/v1 --key-env STAGING_KEY --report html=report.html junit=report.xml

Exit codes: 0 all kept, 1 something failed, 2 usage or document, 3 target unreachable, 4 nothing could be decided,
130 interrupted (Ctrl-C ends a run well: it removes what it created and reports what it found; twice ends it at once).`;

async function verifyFromFlags(base: string | undefined, flags: VerifyFlags, io: CommandIo): Promise<number> {
  try {
    if (flags.explain !== undefined) return explain(flags.explain, io);
    return await runVerify(readVerifyOptions(base, flags, io.env), io);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ProxyError)
      return complain(io, `animal-store verify: ${error.message}`);
    if (error instanceof KnownFailingError || error instanceof DocumentError) return complain(io, error.message);
    throw error;
  }
}

function explain(id: string, io: CommandIo): number {
  const text = explainCheck(id);
  if (text === undefined)
    return complain(io, `animal-store verify: there is no check ${JSON.stringify(id)}; animal-store checks lists them`);
  io.stdout(`${text.trimEnd()}\n`);
  return 0;
}

function complain(io: CommandIo, message: string): number {
  io.stderr(`${message}\n`);
  return USAGE;
}

/**
 * Verifies, prints and writes the reports.
 * @returns the exit code
 * @throws DocumentError for a document that cannot be used, KnownFailingError for a list that cannot
 */
export async function runVerify(options: VerifyCommandOptions, io: CommandIo): Promise<number> {
  const contract = await contractOf(options.spec);
  const list =
    options.knownFailing === undefined ? undefined : await readKnownFailing(options.knownFailing, await allChecks());
  const unreachable = await reach(options.baseUrl, options.timeoutMs);
  if (unreachable !== undefined) {
    io.stderr(`animal-store verify: ${options.baseUrl} cannot be reached: ${unreachable}\n`);
    return UNREACHABLE;
  }
  const run = await interruptible(io, ON_INTERRUPT, (signal) =>
    verify(contract, { ...options, signal, onResult: progress(io) }),
  );
  io.progress?.("");
  const second = options.secondJudge ? await askSecondJudge(run, contract) : { results: [] };
  const all = [...run.results, ...second.results];
  const known = list === undefined ? undefined : applyKnownFailing(all, list);
  const verified: Verified = {
    run,
    results: known?.results ?? all,
    coverage: coverageOf(requirements(contract, CHECKS, options.today)),
    ...(known === undefined ? {} : { known }),
  };
  return report(verified, { contract, notes: second.note === undefined ? [] : [second.note] }, options, io);
}

const ON_INTERRUPT =
  "animal-store verify: interrupted, removing what the run created as far as it can; once more ends at once";

/** The checks of the suite, and those that only some runs ask. */
async function allChecks(): Promise<readonly AnyCheck[]> {
  const { EXPLORE_CHECKS } = await import("../../conformance/explore.ts");
  return [...CHECKS, AGREEMENT, ...Object.values(EXPLORE_CHECKS)];
}

/** Has every answer of the run judged by Prism as well. Loaded now: it costs more than the rest of the program. */
async function askSecondJudge(run: Run, contract: Contract): Promise<{ results: readonly Result[]; note?: string }> {
  const { loadJudge } = await import("../prism/judge.ts");
  const judge = await loadJudge(contract);
  if ("missing" in judge) return { results: [], note: `No second judge: ${judge.missing}.` };
  return { results: agreementResults(run.session.record, run.session.plan, askJudge(judge)) };
}

interface Told {
  readonly contract: Contract;
  readonly notes: readonly string[];
}

async function report(verified: Verified, told: Told, options: VerifyCommandOptions, io: CommandIo): Promise<number> {
  const { contract } = told;
  const context: ReportContext = { contract, version: ownVersion(), target: options.baseUrl, strict: options.strict };
  const findings = findingReport(verified, context);
  if (!usesStdout(options.outputs)) {
    io.stdout(renderConsole(findings, { color: io.color, width: io.width ?? 100, verbose: options.verbose }));
    if (options.explore !== undefined) io.stdout(`Explored with --seed ${options.explore.seed}.\n`);
    for (const note of [...told.notes, ...notes(verified)]) io.stdout(`${note}\n`);
  }
  const failures = await writeReports(options.outputs, findings, jsonReport(verified, context));
  for (const failure of failures) io.stderr(`${failure}\n`);
  if (verified.run.endedBy === "interruption") return INTERRUPTED;
  return failures.length > 0 ? USAGE : exitCode(verified, options.strict);
}

function progress(io: CommandIo): (result: unknown, done: number, total: number) => void {
  if (io.progress === undefined) return () => {};
  const show = io.progress;
  return (_, done, total) => show(`${done} of ${total} checks`);
}
