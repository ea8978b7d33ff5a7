// `animal-store gate`: does a change of the document break a client, and what shows it?
import { resolve } from "node:path";
import type { Command } from "commander";
import { DocumentError } from "../contract/document.ts";
import type { Change, GateResult } from "../gate/model.ts";
import { type RunFacts, gateJson, gateReport } from "../gate/report.ts";
import { summarise, unchanged } from "../gate/summary.ts";
import { renderConsole } from "../report/console.ts";
import { usesStdout, writeReports } from "../report/outputs.ts";
import { ownVersion } from "../version.ts";
import { type GateFlags, type GateOptions, type OldSuite, type SuiteBreach, readGateOptions } from "./gate-options.ts";
import { type Pair, loadPair } from "./gate-sources.ts";
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
    .argument(
      "<base>",
      "the document before: a file, REF:path of git, REF: for the same path there, or - for standard input",
    )
    .argument("[revision]", "the document after; with one argument, it is that, and BASE its merge base")
    .option("--profile <name>", "wire: what is declared; strict: also what is not; sdk: also names (default: wire)")
    .option("--fail-on <verdict>", "breaking, unknown or never (default: breaking)")
    .option("--today <date>", "the day to judge lifecycles by (default: today, UTC)")
    .option("--notice-days <n>", "days that must lie between deprecation and sunset (default: 90)")
    .option("--exemptions <file>", "YAML list of id, pointer, reason, expires; a stale or expired one fails the run")
    .option("--budget-ms <n>", "stop searching after so long; the rest is unknown (default: 20000)")
    .option("--report <kind=path>", "json, markdown, github, sarif, junit, html; several at once", collect)
    .option("--replay <url>", "send each request witness to a server of the new document, the key in ANIMAL_STORE_KEY")
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
    if (error instanceof UsageError) {
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
 * @param base the document before; undefined: the revision's file at the merge base with the default branch; `REF:`: at REF
 * @returns the exit code
 * @throws DocumentError or UsageError for what cannot be used
 */
export async function runGate(
  base: string | undefined,
  revision: string,
  options: GateOptions,
  io: CommandIo,
): Promise<number> {
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const pair = await loadPair(base, revision, io);
  const { result, failures } = await exempt(await compare(pair, options), options, io);
  const { breaches, scope, unserved } = await oldSuite(pair, options, result);
  if (unserved !== undefined) io.stderr(`animal-store gate: the old suite was not run, as ${unserved}\n`);
  const replays = await replay(result, options, io);
  const facts: RunFacts = {
    version: ownVersion(),
    startedAt,
    durationMs: performance.now() - start,
    replays,
    ...(options.replay === undefined ? {} : { server: options.replay }),
    failures: [...failures, ...breaches],
    ...(scope === undefined ? {} : { suite: scope }),
  };
  const unwritten = await print(result, facts, { options, io });
  return unwritten > 0 ? UNUSABLE : exitCode(result, facts, options);
}

/** What compares is loaded when there is something to compare. */
async function compare({ base, revision, same }: Pair, options: GateOptions): Promise<GateResult> {
  if (same) {
    (await import("../gate/surface/sound.ts")).refuseUnsound(base);
    return unchanged(base, revision, options.profile);
  }
  const { runComparison } = await import("../gate/gate.ts");
  return runComparison(base, revision, options);
}

async function exempt(
  compared: GateResult,
  options: GateOptions,
  io: CommandIo,
): Promise<{ result: GateResult; failures: readonly string[] }> {
  if (options.exemptions === undefined) return { result: compared, failures: [] };
  const { ExemptionsError, applyExemptions, loadExemptions } = await import("../gate/exemptions.ts");
  try {
    const exemptions = await loadExemptions(resolve(io.cwd, options.exemptions), options.exemptions);
    const { changes, failures } = applyExemptions(compared.changes, exemptions, options.today);
    return { result: summarise({ ...compared, changes }), failures };
  } catch (error) {
    throw error instanceof ExemptionsError ? new UsageError(error.message) : error;
  }
}

/** What the old suite adds: where it was run, and what it found. */
interface SecondLook {
  readonly scope?: string;
  /** Why it could not be run. */
  readonly unserved?: string;
  readonly breaches: readonly string[];
}

/** A breach that the comparison did not see is a bug of one of the two, and told as such. */
async function oldSuite(pair: Pair, { suite }: GateOptions, { changes, touched }: GateResult): Promise<SecondLook> {
  // Documents without a change need no second look, and CI sees mostly those; nor does what is known to break.
  if (suite === undefined || changes.length === 0) return { breaches: [] };
  const shown = changes.filter((change) => isBad(change) || change.witness !== undefined);
  const told = new Set(shown.flatMap(({ operations }) => operations));
  if (touched.every((operation) => told.has(operation))) return { breaches: [] };
  const { breaches, scope, unserved } = await askSuite(suite, pair, [new Set(touched), told]);
  const unsure = new Set(
    changes.filter(({ verdict }) => verdict === "unknown").flatMap(({ operations }) => operations),
  );
  const untold = breaches.filter(({ operation }) => !told.has(operation));
  return {
    ...(scope === undefined ? {} : { scope }),
    ...(unserved === undefined ? {} : { unserved }),
    breaches: untold.map((breach) => sayBreach(breach, unsure.has(breach.operation))),
  };
}

/** The suite serves the documents, which asks more of them than comparing: what it cannot serve, it says nothing of. */
async function askSuite(
  suite: OldSuite,
  pair: Pair,
  [touched, told]: readonly [ReadonlySet<string>, ReadonlySet<string>],
): Promise<Awaited<ReturnType<OldSuite>> & Pick<SecondLook, "unserved">> {
  try {
    return await suite(pair, touched, told);
  } catch (error) {
    if (!(error instanceof DocumentError)) throw error;
    const unserved = `the mock cannot serve the documents: ${error.message.split("\n")[0]}`;
    return { breaches: [], scope: `nothing, as ${unserved}`, unserved };
  }
}

function sayBreach({ check, operation, message }: SuiteBreach, unsure: boolean): string {
  const seen = `the old suite fails on the new document (${check}, ${operation}: ${message})`;
  return unsure
    ? `${seen}, where the comparison came to no verdict: the change breaks a client`
    : `${seen} and the comparison shows no break there: one of them is wrong`;
}

async function replay(
  { changes }: GateResult,
  { replay: server }: GateOptions,
  io: CommandIo,
): Promise<RunFacts["replays"]> {
  if (server === undefined) return new Map();
  const { replayWitnesses } = await import("./gate-replay.ts");
  return replayWitnesses(changes, server, io.env["ANIMAL_STORE_KEY"]);
}

async function print(
  result: GateResult,
  facts: RunFacts,
  { options, io }: { options: GateOptions; io: CommandIo },
): Promise<number> {
  const report = gateReport(result, facts);
  if (!usesStdout(options.outputs)) {
    const { color, width = 100 } = io;
    io.stdout(renderConsole(report, { color, width, verbose: options.verbose, worstFirst: true }));
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
