// `animal-store gate`: finds the changes of a document that break clients, and proves them.
import type { CommandRow } from "../command.ts";
import type { GateResult } from "../../gate/model.ts";
import { type RunFacts, gateJson, gateReport } from "../../gate/report.ts";
import { unchanged } from "../../gate/summary.ts";
import { renderConsole } from "../../report/renderers/terminal.ts";
import { usesStdout, writeReports } from "../../report/writing/outputs.ts";
import { ownVersion } from "../../version.ts";
import { FLAGS, type GateOptions, readGateOptions } from "./options.ts";
import { conclude, isBad } from "./conclusion.ts";
import { shape } from "./shape.ts";
import { type Pair, loadPair } from "./sources.ts";
import { UNUSABLE, UsageError } from "../usage.ts";
import type { CommandIo } from "../io.ts";
import { writeGiven } from "../judging-flags.ts";
import { readOverlays } from "../overlays.ts";

const CLEAN = 0;
/** Lines printed by default: two screens. */
const MOST_LINES = 100;

const HELP = `
Examples:
  $ animal-store gate spec/animal-store.yaml
  $ animal-store gate origin/main:spec/animal-store.yaml spec/animal-store.yaml
  $ animal-store gate old.yaml new.yaml --profile strict --report json=gate.json sarif=gate.sarif
  $ git show v1.0.0:openapi.yaml | animal-store gate - openapi.yaml --fail-on unknown

Exit codes: 0 nothing breaks, 1 something breaks or can no longer be understood, 2 wrong usage or an unreadable document.`;

export const gateCommand: CommandRow = {
  name: "gate",
  description: "find changes to the document that would break a client, and prove each one",
  takes: [
    [
      "[base]",
      "the document before the change: a file, REF:path in git, REF: for the same path, or - for standard input",
    ],
    [
      "[revision]",
      "the document after the change; if you give one document only, it is this one, and the base is its merge base in git",
    ],
  ],
  flags: FLAGS,
  help: HELP,
  async run([first, second], flags, io) {
    if (flags["rules"] === true) {
      (await import("./rules.ts")).printRules(io);
      return CLEAN;
    }
    if (first === undefined) throw new UsageError("name the document: animal-store gate [BASE] REVISION");
    const options = readGateOptions(flags, io.env);
    if (!options.asksSuite) io.stderr("animal-store gate: --no-suite does nothing; you can leave it out\n");
    const [base, revision] = second === undefined ? [undefined, first] : [first, second];
    return runGate(base, revision, options, io);
  },
};

/**
 * Compares the documents, prints the result and writes the reports.
 * @param base the old document; undefined for the revision's file at the merge base with the default branch; `REF:` for
 * the same file at REF
 * @returns the exit code
 * @throws DocumentError or UsageError for input that cannot be used
 */
async function runGate(
  base: string | undefined,
  revision: string,
  options: GateOptions,
  io: CommandIo,
): Promise<number> {
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const overlays = await readOverlays(options.overlays, "gate", io);
  const pair = await loadPair(base, revision, { io, overlays });
  const { result, failures } = await shape(await compare(pair, options), options, io);
  if (options.changelog !== undefined) return printChangelog(result, options.changelog, io);
  const replays = await replay(result, options, io);
  const { code, text: conclusion } = conclude(result, { failures, failOn: options.failOn });
  const facts: RunFacts = {
    version: ownVersion(),
    startedAt,
    durationMs: performance.now() - start,
    replays,
    ...(options.replay === undefined ? {} : { server: options.replay }),
    failures,
    conclusion,
  };
  await writeExemptions(result, options, io);
  const unwritten = await print(result, facts, { options, io });
  return unwritten > 0 ? UNUSABLE : code;
}

/** The comparison is loaded on demand. */
async function compare({ base, revision, same, isNew, unread }: Pair, options: GateOptions): Promise<GateResult> {
  const { profile } = options;
  if (unread !== undefined)
    return (await import("../../gate/faults/unread.ts")).unreadBase(base, revision, { profile, unread });
  if (isNew === true) (await import("../../gate/faults/find.ts")).refuseFaults(revision);
  if (same) return unchanged(base, revision, profile);
  const { runComparison } = await import("../../gate/gate.ts");
  return runComparison(base, revision, options);
}

/** Writes an exemption for each change that fails the run, to a new file. */
async function writeExemptions(
  { changes }: GateResult,
  { writeExemptions: file, today }: GateOptions,
  io: CommandIo,
): Promise<void> {
  if (file === undefined) return;
  const { exemptionsFile } = await import("../../gate/exemptions.ts");
  const bad = changes.filter((change) => isBad(change) && change.exempted === undefined);
  await writeGiven("--write-exemptions", file, io.cwd, exemptionsFile(bad, today));
  io.stderr(`animal-store gate: wrote ${bad.length} exemptions to ${JSON.stringify(file)}; give each a reason\n`);
}

async function replay(
  { changes }: GateResult,
  { replay: server }: GateOptions,
  io: CommandIo,
): Promise<RunFacts["replays"]> {
  if (server === undefined) return new Map();
  const { replayWitnesses, shortKeyWarning } = await import("./replay.ts");
  const key = io.env["ANIMAL_STORE_KEY"];
  const warning = shortKeyWarning(key);
  if (warning !== undefined) io.stderr(`animal-store gate: ${warning}\n`);
  return replayWitnesses(changes, server, key);
}

/** Release notes are not a verdict, so they list every breaking change. */
async function printChangelog(result: GateResult, format: "markdown" | "json", io: CommandIo): Promise<number> {
  const { changelogJson, changelogMarkdown, changelogOf } = await import("../../gate/changelog.ts");
  io.stdout((format === "json" ? changelogJson : changelogMarkdown)(changelogOf(result)));
  return CLEAN;
}

async function print(
  result: GateResult,
  facts: RunFacts,
  { options, io }: { options: GateOptions; io: CommandIo },
): Promise<number> {
  const report = gateReport(result, facts);
  if (!usesStdout(options.outputs)) {
    const { color, width = 100 } = io;
    const most = options.all ? {} : { lines: MOST_LINES };
    io.stdout(renderConsole(report, { color, width, verbose: options.verbose, worstFirst: true, ...most }));
  }
  const unwritten = await writeReports(options.outputs, report, () => gateJson(result, facts));
  for (const failure of unwritten) io.stderr(`${failure}\n`);
  return unwritten.length;
}
