// `animal-store gate`: does a change of the document break a client, and what shows it?
import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import type { Command } from "commander";
import { type Document, DocumentError } from "../contract/document.ts";
import { contractOf } from "../contract/load.ts";
import { ExemptionsError, applyExemptions, readExemptions } from "../gate/exemptions.ts";
import { runComparison, summarise } from "../gate/gate.ts";
import type { Change, GateResult } from "../gate/model.ts";
import { type RunFacts, gateJson, gateReport } from "../gate/report.ts";
import { renderConsole } from "../report/console.ts";
import { usesStdout, writeReports } from "../report/outputs.ts";
import { ownVersion } from "../version.ts";
import { type GateFlags, type GateOptions, type OldSuite, readGateOptions } from "./gate-options.ts";
import { replayWitnesses } from "./gate-replay.ts";
import { loadMergeBase, loadSource } from "./gate-sources.ts";
import type { CommandIo } from "./io.ts";
import { UsageError } from "./usage.ts";

export type { GateOptions, OldSuite, SuiteBreach } from "./gate-options.ts";

const CLEAN = 0;
const BREAKS = 1;
/** What was asked for cannot be done, or a document cannot be understood. */
const UNUSABLE = 2;

/**
 * Adds the command to the program.
 * @param exit is told the exit code when the command ends
 * @param suite runs the base's suite against a mock of the revision
 */
export function registerGate(program: Command, io: CommandIo, exit: (code: number) => void, suite?: OldSuite): void {
  const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
  program
    .command("gate")
    .description("stop a change of the document that would break a client, and prove it")
    .argument("<base>", "the document before: a file, REF:path of git, or - for standard input")
    .argument("[revision]", "the document after; with one argument, it is that, and BASE its merge base")
    .option("--profile <name>", "wire: what is declared; strict: also what is not; sdk: also names (default: wire)")
    .option("--fail-on <verdict>", "breaking, unknown or never (default: breaking)")
    .option("--today <date>", "the day to judge lifecycles by (default: today, UTC)")
    .option("--notice-days <n>", "days that must lie between deprecation and sunset (default: 90)")
    .option("--exemptions <file>", "YAML list of id, pointer, reason, expires; a stale or expired one fails the run")
    .option("--budget-ms <n>", "stop searching after so long; the rest is unknown (default: 20000)")
    .option("--report <kind=path>", "json, markdown, github, sarif, junit, html; several at once", collect)
    .option("--replay <url>", "send each request witness to a server of the new document")
    .option("--no-suite", "do not run the old suite against a mock of the new document")
    .option("--verbose", "show what is compatible, too, and why")
    .addHelpText("after", HELP)
    .action(async (base: string, revision: string | undefined, flags: GateFlags) => {
      exit(await gateFromFlags([base, revision], flags, { io, ...(suite === undefined ? {} : { suite }) }));
    });
}

const HELP = `
Examples:
  $ animal-store gate spec/animal-store.yaml
  $ animal-store gate origin/main:spec/animal-store.yaml spec/animal-store.yaml
  $ animal-store gate old.yaml new.yaml --profile strict --report json=gate.json sarif=gate.sarif
  $ git show v1.0.0:openapi.yaml | animal-store gate - openapi.yaml --fail-on unknown

Exit codes: 0 nothing breaks, 1 something does, 2 usage, or a document that cannot be understood.`;

interface Surroundings {
  readonly io: CommandIo;
  readonly suite?: OldSuite;
}

async function gateFromFlags(
  [first, second]: readonly [string, string | undefined],
  flags: GateFlags,
  { io, suite }: Surroundings,
): Promise<number> {
  try {
    const options = readGateOptions(flags, io.env, suite);
    const [base, revision] = second === undefined ? [undefined, first] : [first, second];
    return await runGate(base, revision, options, io);
  } catch (error) {
    if (error instanceof UsageError || error instanceof ExemptionsError) {
      io.stderr(`animal-store gate: ${error.message}\n`);
      return UNUSABLE;
    }
    if (error instanceof DocumentError) {
      io.stderr(`${error.message}\n`);
      return UNUSABLE;
    }
    throw error;
  }
}

/**
 * Compares, prints and writes the reports.
 * @param base the document before; undefined: the revision's file at the merge base with the default branch
 * @returns the exit code
 * @throws DocumentError, UsageError or ExemptionsError for what cannot be used
 */
export async function runGate(
  base: string | undefined,
  revision: string,
  options: GateOptions,
  io: CommandIo,
): Promise<number> {
  const startedAt = new Date().toISOString();
  const start = performance.now();
  if (base === "-" && revision === "-") throw new UsageError("only one document can come from standard input");
  const before = base === undefined ? await loadMergeBase(revision, io) : await loadSource(base, io);
  const after = await loadSource(revision, io);
  const compared = runComparison(before, after, options);
  const { result, failures } = await exempt(compared, options, io);
  const breaches = await oldSuite(before, after, options, result);
  const replays =
    options.replay === undefined
      ? new Map<string, string>()
      : await replayWitnesses(result.changes, options.replay, io.env["ANIMAL_STORE_KEY"]);
  const facts: RunFacts = {
    version: ownVersion(),
    startedAt,
    durationMs: performance.now() - start,
    replays,
    failures: [...failures, ...breaches],
  };
  const unwritten = await print(result, facts, { options, io });
  return unwritten > 0 ? UNUSABLE : exitCode(result, facts, options);
}

async function exempt(
  compared: GateResult,
  options: GateOptions,
  io: CommandIo,
): Promise<{ result: GateResult; failures: readonly string[] }> {
  if (options.exemptions === undefined) return { result: compared, failures: [] };
  const path = resolve(io.cwd, options.exemptions);
  const text = await readFile(path, "utf8").catch(() => {
    throw new ExemptionsError(`the exemptions file ${options.exemptions} cannot be read`);
  });
  const exemptions = readExemptions(text, options.exemptions);
  const { changes, failures } = applyExemptions(compared.changes, exemptions, options.today);
  return { result: summarise({ ...compared, changes }), failures };
}

/** A breach that the comparison did not see is a bug of one of the two, and told as such. */
async function oldSuite(
  before: Document,
  after: Document,
  { suite }: GateOptions,
  result: GateResult,
): Promise<string[]> {
  // Equal documents need no second look, and CI sees mostly those.
  if (suite === undefined || result.changes.length === 0) return [];
  const { breaches } = await suite(contractOf(before, { lazy: true }), contractOf(after, { lazy: true }));
  const told = new Set(result.changes.filter(isBad).flatMap(({ operations }) => operations));
  return breaches
    .filter(({ operation }) => !told.has(operation))
    .map(
      ({ check, operation, message }) =>
        `the old suite fails on the new document (${check}, ${operation}: ${message}) and the comparison shows no break there: one of them is wrong`,
    );
}

async function print(
  result: GateResult,
  facts: RunFacts,
  { options, io }: { options: GateOptions; io: CommandIo },
): Promise<number> {
  const report = gateReport(result, facts);
  if (!usesStdout(options.outputs)) {
    io.stdout(renderConsole(report, { color: io.color, width: io.width ?? 100, verbose: options.verbose }));
  }
  const unwritten = await writeReports(options.outputs, report, gateJson(result, facts));
  for (const failure of unwritten) io.stderr(`${failure}\n`);
  return unwritten.length;
}

function isBad(change: Change): boolean {
  return change.verdict === "breaking" || (change.verdict === "policy" && change.severity === "error");
}

function exitCode(result: GateResult, facts: RunFacts, { failOn }: GateOptions): number {
  if (failOn === "never") return CLEAN;
  const counted = result.changes.filter(({ exempted }) => exempted === undefined);
  const bad = counted.some((change) => isBad(change) || (failOn === "unknown" && change.verdict === "unknown"));
  return bad || facts.failures.length > 0 ? BREAKS : CLEAN;
}
