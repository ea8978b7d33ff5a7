// Every naughty string in every place of every report: each report stays well-formed, and the page runs no foreign
// script. Needs: xmllint-wasm or the command xmllint; for the page a Chromium (CHROMIUM names it, else chromium in
// PATH); for the official schema of SARIF the package @microsoft/jest-sarif or SARIF_SCHEMA, the path of the schema.
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { stripVTControlCharacters } from "node:util";
import { Ajv } from "ajv";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { renderConsole } from "../../src/report/renderers/terminal.ts";
import { renderGithub } from "../../src/report/renderers/github.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderJunit } from "../../src/report/renderers/junit.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { renderSarif } from "../../src/report/renderers/sarif.ts";
import type { Report } from "../../src/report/finding.ts";
import { failure, NASTY, report, reportFullOf } from "../report/sample.ts";
import { sarifErrors } from "../report/sarif-shape.ts";
import { xmlErrors } from "../report/xmllint.ts";

const DATA = resolve(process.env["ANIMAL_STORE_CORPUS"] ?? join(import.meta.dirname, "../../../shared/data"));
const SCHEMA = join(DATA, "junit-10.xsd");

const naughty = (JSON.parse(readFileSync(join(DATA, "naughty-strings.base64.json"), "utf8")) as string[]).map((text) =>
  Buffer.from(text, "base64").toString("utf8"),
);
const strings = [...naughty, ...Object.values(NASTY)];

/** One report with a failure for each string, which is in every field. */
const all: Report = report(
  strings.flatMap((text) => reportFullOf(text).findings),
  { title: strings.join(" "), facts: strings.map((text): [string, string] => [text, text]) },
);

describe("all naughty strings", () => {
  it("are all there", () => {
    expect(naughty).toHaveLength(515);
  });

  it("leave the JUnit report valid by the schema of Jenkins", async () => {
    const documents = [all, ...strings.map(reportFullOf)].map(renderJunit);
    expect(await xmlErrors(documents, SCHEMA)).toEqual([]);
  });

  it("leave the empty JUnit report valid", async () => {
    expect(await xmlErrors([renderJunit(report([]))], SCHEMA)).toEqual([]);
  });

  it("leave SARIF of the right shape", () => {
    for (const of of [all, ...strings.map(reportFullOf)]) expect(sarifErrors(JSON.parse(renderSarif(of)))).toEqual([]);
  });

  const official = sarifSchemaPath();
  it.skipIf(official === undefined)("leave SARIF valid by the official schema", () => {
    const {
      $schema: _,
      id: __,
      ...schema
    } = JSON.parse(readFileSync(official ?? "", "utf8")) as Record<string, unknown>;
    // One pattern of the schema is invalid with the flag u.
    const ajv = new Ajv({ strict: false, unicodeRegExp: false });
    addFormats.default(ajv);
    const validate = ajv.compile(schema);
    for (const of of [all, report([]), report([failure()]), ...strings.map(reportFullOf)]) {
      validate(JSON.parse(renderSarif(of)));
      expect(validate.errors).toBeNull();
    }
  });

  it("send no control sequence to a terminal or a log", () => {
    for (const of of strings.map(reportFullOf)) {
      const plain = renderConsole(of, { color: false, width: 80, verbose: true });
      expect(plain).not.toMatch(/[^\P{Cc}\n]|[\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
      expect(stripVTControlCharacters(renderConsole(of, { color: true, width: 80, verbose: true }))).toBe(plain);
      expect(renderGithub(of)).not.toMatch(/[^\P{Cc}\n\t]/u);
    }
  });

  it("keep the job summary within its size, without a control character", () => {
    const summary = renderMarkdown(all);
    expect(Buffer.byteLength(summary)).toBeLessThan(1_048_576);
    expect(summary).not.toMatch(/[^\P{Cc}\n\t]/u);
  });

  it("give the page no element that a plain word would not", () => {
    const names = (html: string): readonly string[] => Array.from(html.matchAll(/<\/?[a-z0-9]+/gi), ([tag]) => tag);
    const plain = names(renderHtml(reportFullOf("plain")));
    // An empty field has no element on the page.
    for (const text of strings.filter((string) => string !== "")) {
      expect(names(renderHtml(reportFullOf(text)))).toEqual(plain);
    }
  });

  const chromium = browser();
  it.skipIf(chromium === undefined)("run nothing in a real browser, while the filters work", () => {
    const dom = domOf(chromium ?? "", renderHtml(all));
    expect(dom.match(/<script/gi)).toHaveLength(1);
    expect(dom.match(/<style/gi)).toHaveLength(1);
    expect(dom).not.toMatch(/<(img|iframe|svg onload|object|embed|math|video|audio|marquee)\b/i);
    expect(Array.from(dom.matchAll(/<[a-z][^>]*?\son[a-z]+\s*=/gi), ([tag]) => tag).filter(isTag)).toEqual([]);
    // The policy allows our own script, which shows the toolbar and counts.
    expect(dom).toMatch(/<div class="toolbar" id="toolbar"[^>]*aria-label="Filter the findings">/);
    expect(dom).toContain(`>${all.findings.length.toLocaleString("en-US")} findings</output>`);
  });
});

/** Whether an excerpt is one tag, not text inside a quoted attribute. */
function isTag(excerpt: string): boolean {
  return (excerpt.match(/"/g) ?? []).length % 2 === 0;
}

function sarifSchemaPath(): string | undefined {
  const named = process.env["SARIF_SCHEMA"];
  if (named !== undefined) return named;
  try {
    const home = createRequire(import.meta.url).resolve("@microsoft/jest-sarif/package.json");
    return join(home, "../lib/schemas/sarif-2.1.0-rtm.5.json");
  } catch {
    return undefined;
  }
}

function browser(): string | undefined {
  const folders = (process.env["PATH"] ?? "").split(":");
  const candidates = [process.env["CHROMIUM"] ?? "", ...folders.map((folder) => join(folder, "chromium"))];
  return candidates.find((path) => path !== "" && existsSync(path));
}

function domOf(command: string, html: string): string {
  const folder = mkdtempSync(join(tmpdir(), "page-"));
  try {
    const page = join(folder, "report.html");
    writeFileSync(page, html);
    const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"];
    const quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"];
    const rest = [`--user-data-dir=${join(folder, "profile")}`, "--dump-dom", pathToFileURL(page).href];
    return execFileSync(command, [...flags, ...quiet, ...rest], {
      encoding: "utf8",
      maxBuffer: 1 << 30,
      stdio: ["ignore", "pipe", "ignore"],
    });
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  }
}
