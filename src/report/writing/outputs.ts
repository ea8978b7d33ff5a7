// `--report kind=path`: which reports may be requested, and how they are written.
import { appendFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Renderer, Report } from "../finding.ts";
import { KINDS, type Kind } from "./kinds.ts";
import { makeWay } from "./safe-path.ts";
import { oneLine, safeJson, withoutCommands } from "../text.ts";
import { reason } from "./unwritten.ts";
import { writeWhole } from "./whole-file.ts";

type Target =
  | { readonly to: "stdout" }
  | { readonly to: "file"; readonly path: string }
  /** Job summaries are appended, because other steps may have written to the file. */
  | { readonly to: "append"; readonly path: string };

/** Kinds of which a report is one text; the others are a folder of files. */
type TextKind = Exclude<Kind, "allure">;

export type Output =
  | { readonly kind: TextKind; readonly target: Target }
  | { readonly kind: "allure"; readonly target: { readonly to: "folder"; readonly path: string } };

export type ParsedOutputs =
  | { readonly ok: true; readonly outputs: readonly Output[] }
  /** One sentence that says what is allowed. */
  | { readonly ok: false; readonly message: string };

type Environment = Readonly<Record<string, string | undefined>>;

/** Where a report of some kind goes without a path; undefined if a path is required. */
const DEFAULTS = {
  junit: () => undefined,
  html: () => undefined,
  json: () => undefined,
  sarif: () => undefined,
  ctrf: () => undefined,
  github: () => ({ to: "stdout" }),
  markdown: ({ GITHUB_STEP_SUMMARY: path }) => (path ? { to: "append", path } : { to: "stdout" }),
  console: () => ({ to: "stdout" }),
} as const satisfies Record<TextKind, (environment: Environment) => Target | undefined>;

/** Loaded on demand. The command supplies the json text, because its shape is the command's own. */
const RENDERERS = {
  junit: async () => (await import("../renderers/junit.ts")).renderJunit,
  html: async () => (await import("../renderers/html.ts")).renderHtml,
  sarif: async () => (await import("../renderers/sarif.ts")).renderSarif,
  ctrf: async () => (await import("../renderers/ctrf.ts")).renderCtrf,
  github: async () => (await import("../renderers/github.ts")).renderGithub,
  markdown: async () => (await import("../renderers/markdown.ts")).renderMarkdown,
  console: async () => {
    const { renderConsole } = await import("../renderers/terminal.ts");
    return (report) => renderConsole(report, { color: false, width: 120, verbose: true });
  },
} as const satisfies Record<Exclude<TextKind, "json">, () => Promise<Renderer>>;

/**
 * Reads the values of `--report`.
 * @param values each `kind=path`, `kind=-` for the standard output, or a kind alone that needs no path
 */
export function parseOutputs(values: readonly string[], environment: Environment): ParsedOutputs {
  const outputs: Output[] = [];
  for (const value of values) {
    const output = parseOutput(value, environment);
    if (typeof output === "string") return { ok: false, message: output };
    outputs.push(output);
  }
  const message = conflict(outputs);
  return message === undefined ? { ok: true, outputs } : { ok: false, message };
}

function parseOutput(value: string, environment: Environment): Output | string {
  const [name, path] = splitOnce(value);
  const kind = KINDS.find((known) => known === name);
  if (kind === undefined) {
    return `--report ${oneLine(value)}: there is no report ${JSON.stringify(oneLine(name))}; there are ${KINDS.join(", ")}.`;
  }
  if (kind === "allure") {
    return path === undefined || path === "" || path === "-"
      ? "--report allure needs a folder, as in allure=allure-results: it consists of many files."
      : { kind, target: { to: "folder", path } };
  }
  if (path === "-") return { kind, target: { to: "stdout" } };
  if (path !== undefined && path !== "") return { kind, target: { to: "file", path } };
  const target = path === undefined ? DEFAULTS[kind](environment) : undefined;
  return target
    ? { kind, target }
    : `--report ${kind} needs a path, as in ${kind}=report.${EXTENSIONS[kind]}, or ${kind}=- for the standard output.`;
}

const EXTENSIONS = {
  junit: "xml",
  html: "html",
  json: "json",
  sarif: "sarif",
  ctrf: "json",
  github: "txt",
  markdown: "md",
  console: "txt",
} as const satisfies Record<TextKind, string>;

function splitOnce(value: string): [string, string?] {
  const at = value.indexOf("=");
  return at < 0 ? [value] : [value.slice(0, at), value.slice(at + 1)];
}

function conflict(outputs: readonly Output[]): string | undefined {
  const kindByPlace = new Map<string, Kind>();
  for (const { kind, target } of outputs) {
    const place = target.to === "stdout" ? "the standard output" : resolve(target.path);
    const other = kindByPlace.get(place);
    if (other !== undefined) {
      const name = target.to === "stdout" ? place : oneLine(target.path);
      return `--report ${other} and --report ${kind} would both go to ${name}: give one of them another path.`;
    }
    kindByPlace.set(place, kind);
  }
  return undefined;
}

/** Whether a report uses standard output, so that nothing else may be printed there. */
export function usesStdout(outputs: readonly Output[]): boolean {
  return outputs.some(({ target }) => target.to === "stdout");
}

/**
 * No report may contain commands for a CI runner, except for the kind that consists of them. Files are printed to logs, too.
 */
function safeFor(kind: TextKind, text: string): string {
  if (kind === "github") return text;
  return kind === "json" || kind === "sarif" || kind === "ctrf" ? safeJson(text) : withoutCommands(text);
}

/**
 * Renders and writes each report. If one cannot be written, the others still are.
 * @param json renders the command's own json report on demand, because it is large
 * @returns a sentence for each report that could not be written
 */
export async function writeReports(
  outputs: readonly Output[],
  report: Report,
  json: () => string,
): Promise<readonly string[]> {
  const failures: string[] = [];
  for (const { kind, target } of outputs) {
    try {
      if (kind === "allure") {
        await writeFolder(target.path, report);
        continue;
      }
      const text = kind === "json" ? json() : (await RENDERERS[kind]())(report);
      await write(target, safeFor(kind, text));
    } catch (error) {
      const name = target.to === "stdout" ? "the standard output" : oneLine(target.path);
      failures.push(`The ${kind} report could not be written to ${name}: ${reason(error)}.`);
    }
  }
  return failures;
}

async function writeFolder(folder: string, report: Report): Promise<void> {
  const { allureFiles } = await import("../renderers/allure.ts");
  for (const { name, text } of allureFiles(report)) {
    const path = join(folder, name);
    // oxlint-disable-next-line no-await-in-loop -- thousands of files at once would exceed the limit of open files
    await write({ to: "file", path }, safeFor(name.endsWith(".json") ? "json" : "console", text));
  }
}

async function write(target: Target, text: string): Promise<void> {
  if (target.to === "stdout") return writeStdout(text);
  await makeWay(target.path);
  if (target.to === "append") await appendFile(target.path, text);
  else await writeWhole(target.path, text);
}

/**
 * Resolves when all of the text has been written: a pipe accepts it in parts, and the command may exit afterwards. If
 * writing fails, the program says so, as for all of its output: see cli.ts.
 */
function writeStdout(text: string): Promise<void> {
  return new Promise((done) => void process.stdout.write(text, () => done()));
}
