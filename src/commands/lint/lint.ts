// `animal-store lint`: is the document one that mock, suite and gate can serve well?
import { readFile } from "node:fs/promises";
import type { Command } from "commander";
import { type Document, DocumentError } from "../../document/document.ts";
import type { Overlays } from "../../document/overlay/overlay.ts";
import { EMBEDDED_NAME, embeddedSpecPath } from "../../contract/embedded/embedded.ts";
import { parseDocumentText } from "../../contract/load.ts";
import { lintDocument } from "../../lint/lint.ts";
import type { LintResult } from "../../lint/model.ts";
import { type RunFacts, lintJson, lintReport } from "../../lint/report.ts";
import { RULES } from "../../lint/rules.ts";
import { renderConsole } from "../../report/console.ts";
import { type Output, parseOutputs, usesStdout, writeReports } from "../../report/outputs.ts";
import { safeJson } from "../../report/text.ts";
import { ownVersion } from "../../version.ts";
import { loadSource } from "../gate/sources.ts";
import type { CommandIo } from "../io.ts";
import { OVERLAY_OPTION, type OverlayFlags, overlayFiles, readOverlays } from "../overlays.ts";
import { UsageError, pick } from "../usage.ts";

const CLEAN = 0;
const FAULTY = 1;
/** What was asked for cannot be done, or a document cannot be read. */
const UNUSABLE = 2;

/** The flags as they were typed. */
export interface LintFlags extends OverlayFlags {
  readonly spec?: string;
  readonly json?: boolean;
  readonly report?: readonly string[];
  readonly strict?: boolean;
  readonly rules?: boolean;
  readonly verbose?: boolean;
}

/** Adds the command to the program. @param exit is told the exit code when the command ends */
export function registerLint(program: Command, io: CommandIo, exit: (code: number) => void): void {
  const collect = (value: string, list: readonly string[] = []): readonly string[] => [...list, value];
  program
    .command("lint")
    .description("judge a document: is it one that mock, suite and gate can serve well?")
    .argument("[file]", "the document: a file, REF:path of git, or - (default: the embedded animal store)")
    .option("--spec <file>", "the document, as the argument (or ANIMAL_STORE_SPEC)")
    .option("--json", "print the JSON report and nothing else")
    .option(
      "--report <kind=path>",
      "write a report: json, junit, html, sarif, github, markdown; several at once",
      collect,
    )
    .option(...OVERLAY_OPTION)
    .option("--strict", "a weakness fails the run too")
    .option("--rules", "list the rules, each with its reason and what to do")
    .option("--verbose", "show what holds, too")
    .addHelpText("after", HELP)
    .action(async (file: string | undefined, flags: LintFlags) => {
      exit(await lintFromFlags(file, flags, io));
    });
}

const HELP = `
A fault fails the run; a weakness does so with --strict; a hint never.
Nothing here is about style: Redocly (redocly lint) and Spectral (spectral lint) judge that well.

Examples:
  $ animal-store lint openapi.yaml
  $ animal-store lint openapi.yaml --strict --report sarif=lint.sarif
  $ animal-store lint origin/main:openapi.yaml --json

Exit codes: 0 no fault, 1 a fault, 2 usage, or a document that cannot be read.`;

/** Runs the command. @returns the exit code */
export async function lintFromFlags(file: string | undefined, flags: LintFlags, io: CommandIo): Promise<number> {
  if (flags.rules === true) {
    io.stdout(rulesText());
    return CLEAN;
  }
  try {
    if (file !== undefined && flags.spec !== undefined) throw new UsageError("give FILE or --spec, not both");
    const outputs = outputsOf(flags, io);
    const startedAt = new Date().toISOString();
    const start = performance.now();
    const overlays = await readOverlays(overlayFiles(flags, io.env), "lint", io);
    const document = await documentOf(pick("spec", file ?? flags.spec, io.env)?.text, io, overlays);
    const result = await lintDocument(document);
    const facts: RunFacts = { version: ownVersion(), startedAt, durationMs: performance.now() - start };
    const written = await print({ document, result, facts }, outputs, { flags, io });
    return written ? exitCode(result, flags.strict ?? false) : UNUSABLE;
  } catch (error) {
    if (!(error instanceof UsageError) && !(error instanceof DocumentError)) throw error;
    io.stderr(`${error instanceof UsageError ? "animal-store lint: " : ""}${error.message}\n`);
    return UNUSABLE;
  }
}

function outputsOf(flags: LintFlags, io: CommandIo): readonly Output[] {
  const parsed = parseOutputs(flags.report ?? [], io.env);
  if (!parsed.ok) throw new UsageError(parsed.message);
  if (flags.json === true && usesStdout(parsed.outputs)) {
    throw new UsageError("--json takes the standard output: give the report a path, or leave --json out");
  }
  return parsed.outputs;
}

async function documentOf(
  source: string | undefined,
  io: CommandIo,
  overlays: Overlays | undefined,
): Promise<Document> {
  if (source !== undefined) return loadSource(source, io, overlays);
  return parseDocumentText(await readFile(embeddedSpecPath(), "utf8"), EMBEDDED_NAME, { overlays });
}

interface Linted {
  readonly document: Document;
  readonly result: LintResult;
  readonly facts: RunFacts;
}

async function print(
  { document, result, facts }: Linted,
  outputs: readonly Output[],
  { flags, io }: { readonly flags: LintFlags; readonly io: CommandIo },
): Promise<boolean> {
  const report = lintReport(document, result, facts);
  const json = (): string => lintJson(document, result, facts);
  if (flags.json === true) io.stdout(safeJson(json()));
  else if (!usesStdout(outputs)) {
    io.stdout(renderConsole(report, { color: io.color, width: io.width ?? 100, verbose: flags.verbose ?? false }));
  }
  const failures = await writeReports(outputs, report, json);
  for (const failure of failures) io.stderr(`${failure}\n`);
  return failures.length === 0;
}

function exitCode({ findings }: LintResult, strict: boolean): number {
  const counted = findings.filter(({ undecided }) => undecided !== true).map(({ rule }) => rule.severity);
  return counted.some((severity) => severity === "error" || (strict && severity === "warning")) ? FAULTY : CLEAN;
}

function rulesText(): string {
  const rules = RULES.map(
    ({ id, severity, claim, reason, fix }) =>
      `${id} (${severity}): ${claim}\n    because ${reason}\n    to mend it: ${fix}`,
  );
  return `${rules.join("\n")}\n\n${RULES.length} rules.\n`;
}
