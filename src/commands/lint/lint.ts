// `animal-store lint`: finds what in a document would limit the mock, the suite or the gate.
import type { CommandRow } from "../command.ts";
import type { Document } from "../../document/document.ts";
import { EMBEDDED_NAME, embeddedSpecPath } from "../../contract/embedded/embedded.ts";
import { loadDocument } from "../../contract/load.ts";
import { lintDocument } from "../../lint/lint.ts";
import type { LintResult } from "../../lint/model.ts";
import { type RunFacts, lintJson, lintReport } from "../../lint/report.ts";
import { RULES } from "../../lint/rules.ts";
import { renderConsole } from "../../report/renderers/terminal.ts";
import { usesStdout, writeReports } from "../../report/writing/outputs.ts";
import { safeJson } from "../../report/text.ts";
import { ownVersion } from "../../version.ts";
import { UNUSABLE, UsageError } from "../usage.ts";
import { type Options, type TypedFlags, readFlags, text, toggle, typed } from "../flags.ts";
import { loadSource } from "../gate/sources.ts";
import type { CommandIo } from "../io.ts";
import { reports } from "../judging-flags.ts";
import { OVERLAYS, readOverlays } from "../overlays.ts";

const CLEAN = 0;
const FAULTY = 1;

const FLAGS = {
  spec: text("--spec <file>", "the OpenAPI document, instead of the argument (or set ANIMAL_STORE_SPEC)"),
  json: typed(toggle("--json", "print the JSON report and nothing else")),
  outputs: reports("write a report: json, junit, html, sarif, ctrf, allure, github, markdown; several at once"),
  overlays: OVERLAYS,
  strict: typed(toggle("--strict", "fail the run on a weakness too")),
  rules: typed(toggle("--rules", "list the rules, why each matters, and what to do")),
  verbose: typed(toggle("--verbose", "also show what passes")),
};

const HELP = `
A fault fails the run; a weakness does so with --strict; a hint never.
For style, use Redocly (redocly lint) or Spectral (spectral lint).

Examples:
  $ animal-store lint openapi.yaml
  $ animal-store lint openapi.yaml --strict --report sarif=lint.sarif
  $ animal-store lint origin/main:openapi.yaml --json

Exit codes: 0 no fault, 1 a fault, 2 wrong usage or an unreadable document.`;

export const lintCommand: CommandRow = {
  name: "lint",
  description: "report what in a document would limit the mock, suite or gate",
  takes: [
    ["[file]", "the document: a file, REF:path in git, or - for standard input (default: the embedded animal store)"],
  ],
  flags: FLAGS,
  help: HELP,
  run: ([file], flags, io) => lint(file, flags, io),
};

async function lint(file: string | undefined, typedFlags: TypedFlags, io: CommandIo): Promise<number> {
  const flags = readFlags(FLAGS, typedFlags, io.env);
  if (flags.rules) {
    io.stdout(rulesText());
    return CLEAN;
  }
  if (file !== undefined && typedFlags["spec"] !== undefined) throw new UsageError("give FILE or --spec, not both");
  if (flags.json && usesStdout(flags.outputs)) {
    throw new UsageError("--json takes the standard output: give the report a path, or leave --json out");
  }
  const startedAt = new Date().toISOString();
  const start = performance.now();
  const overlays = await readOverlays(flags.overlays, "lint", io);
  const source = file ?? flags.spec;
  const document =
    source === undefined
      ? await loadDocument(embeddedSpecPath(), { name: EMBEDDED_NAME, overlays })
      : // A part that cannot be read is one fault among others.
        await loadSource(source, io, { overlays, lenient: "all" });
  const result = await lintDocument(document);
  const facts: RunFacts = { version: ownVersion(), startedAt, durationMs: performance.now() - start };
  const isWritten = await print({ document, result, facts }, flags, io);
  return isWritten ? lintExitCode(result, flags.strict) : UNUSABLE;
}

interface Linted {
  readonly document: Document;
  readonly result: LintResult;
  readonly facts: RunFacts;
}

async function print(
  { document, result, facts }: Linted,
  { json: isJson, outputs, verbose }: Options<typeof FLAGS>,
  io: CommandIo,
): Promise<boolean> {
  const report = lintReport(document, result, facts);
  const json = (): string => lintJson(document, result, facts);
  if (isJson) io.stdout(safeJson(json()));
  else if (!usesStdout(outputs)) {
    io.stdout(renderConsole(report, { color: io.color, width: io.width ?? 100, verbose, worstFirst: true }));
  }
  const failures = await writeReports(outputs, report, json);
  for (const failure of failures) io.stderr(`${failure}\n`);
  return failures.length === 0;
}

/** 1 if a fault fails the run, or a weakness of a strict one. */
export function lintExitCode({ findings }: LintResult, strict: boolean): number {
  const counted = findings.filter(({ undecided }) => undecided !== true).map(({ rule }) => rule.severity);
  return counted.some((severity) => severity === "error" || (strict && severity === "warning")) ? FAULTY : CLEAN;
}

function rulesText(): string {
  const rules = RULES.map(
    ({ id, severity, claim, reason, fix }) =>
      `${id} (${severity}): ${claim}\n    because ${reason}\n    to fix: ${fix}`,
  );
  return `${rules.join("\n")}\n\n${RULES.length} rules.\n`;
}
