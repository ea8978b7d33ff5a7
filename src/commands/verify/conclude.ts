// Concludes a run: combines results with known failures, prints and writes the reports, and picks the exit code.
import { CHECKS } from "../../../conformance/checks/index.ts";
import type { Obstacle } from "../../../conformance/preflight/obstacle.ts";
import type { Preflight } from "../../../conformance/preflight/preflight.ts";
import { jsonReport } from "../../../conformance/report/json.ts";
import { type KnownFailure, applyKnownFailing } from "../../../conformance/report/known-failing.ts";
import { obstacleReport, obstacleText } from "../../../conformance/report/obstacle-report.ts";
import { type ReportContext, type Verified, exitCode, findingReport } from "../../../conformance/report/report.ts";
import { decidedShare, decidedWithin } from "../../../conformance/requirements/requirements.ts";
import type { Run } from "../../../conformance/run.ts";
import type { Contract } from "../../contract/model.ts";
import { defined } from "../../json/defined.ts";
import { renderConsole } from "../../report/renderers/terminal.ts";
import { usesStdout, writeReports } from "../../report/writing/outputs.ts";
import { ownVersion } from "../../version.ts";
import { UNUSABLE } from "../usage.ts";
import { INTERRUPTED } from "../interrupt.ts";
import type { CommandIo } from "../io.ts";
import { notes } from "./notes.ts";
import type { VerifyCommandOptions } from "./options.ts";
import { partly, writeList } from "./scope.ts";

interface Asked {
  readonly contract: Contract;
  readonly list: readonly KnownFailure[] | undefined;
  readonly options: VerifyCommandOptions;
}

/** Combines the results and reports them. @returns the exit code */
export async function conclude(run: Run, { contract, list, options }: Asked, io: CommandIo): Promise<number> {
  const known = list === undefined ? undefined : applyKnownFailing(run.results, list, partly(options, run));
  // A user who interrupted the run does not want to wait for this.
  const coverage = run.endedBy === undefined ? decidedWithin(run.session.plan, CHECKS, run.results) : undefined;
  const verified: Verified = {
    run,
    results: known?.results ?? run.results,
    ...defined({ coverage, known }),
  };
  if (options.writeKnownFailing !== undefined) await writeList(options.writeKnownFailing, verified, options, io);
  return report(verified, contract, options, io);
}

/** Says in every report what stands between the suite and the service. @returns the exit code */
export async function obstructed(
  { first, obstacle }: { readonly first: Preflight; readonly obstacle: Obstacle },
  contract: Contract,
  options: VerifyCommandOptions,
  io: CommandIo,
): Promise<number> {
  const context: ReportContext = { contract, version: ownVersion(), target: options.baseUrl, strict: options.strict };
  const { report: findings, json, exitCode: code } = obstacleReport(obstacle, first, context);
  io.stderr(`${obstacleText("animal-store verify: nothing was verified.", obstacle, first)}\n`);
  const failures = await writeReports(options.outputs, findings, () => json);
  for (const failure of failures) io.stderr(`${failure}\n`);
  return failures.length > 0 ? UNUSABLE : code;
}

/** Lines printed by a run. The reports and --verbose have the rest. */
const MOST_LINES = 60;

async function report(
  verified: Verified,
  contract: Contract,
  options: VerifyCommandOptions,
  io: CommandIo,
): Promise<number> {
  const context: ReportContext = { contract, version: ownVersion(), target: options.baseUrl, strict: options.strict };
  const findings = findingReport(verified, context);
  if (!usesStdout(options.outputs)) {
    const more = [...notes(verified, options.allowUndecided), ...[tooLittle(verified, options) ?? []].flat()];
    const { verbose } = options;
    const room = verbose
      ? {}
      : {
          lines: MOST_LINES - more.length - (options.explore === undefined ? 0 : 1),
          all: "--verbose",
        };
    io.stdout(renderConsole(findings, { color: io.color, width: io.width ?? 100, verbose, ...room }));
    if (options.explore !== undefined) io.stdout(`Explored with --seed ${options.explore.seed}.\n`);
    for (const note of more) io.stdout(`${note}\n`);
  }
  const failures = await writeReports(options.outputs, findings, () => jsonReport(verified, context));
  for (const failure of failures) io.stderr(`${failure}\n`);
  const isExported =
    options.exports.length === 0 ||
    (await (await import("./export/export.ts")).exportRun(verified.run, options.exports, io));
  if (verified.run.endedBy === "interruption") return INTERRUPTED;
  if (failures.length > 0 || !isExported) return UNUSABLE;
  const code = exitCode(verified, options);
  return code === 0 && tooLittle(verified, options) !== undefined ? TOO_LITTLE : code;
}

/** The exit code of a run that decided less of the document than `--min-tested` asks for. */
const TOO_LITTLE = 1;

/** Why a run decided too little of the document; undefined if it did not. */
function tooLittle({ coverage }: Verified, { minTested }: VerifyCommandOptions): string | undefined {
  if (minTested === undefined) return undefined;
  const share = coverage === undefined ? undefined : decidedShare(coverage) * 100;
  if (share !== undefined && share >= minTested) return undefined;
  const seen =
    share === undefined ? "how much of it was decided is not known" : `${share.toFixed(1)} % of it was decided`;
  return `Too little of the document is tested: ${seen}, and --min-tested is ${minTested}%.`;
}
