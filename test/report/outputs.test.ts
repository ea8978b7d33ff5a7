import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, afterEach, describe, expect, it, vi } from "vitest";
import { KINDS, spreadReports } from "../../src/report/writing/kinds.ts";
import { parseOutputs, usesStdout, writeReports, type Output } from "../../src/report/writing/outputs.ts";
import { failure, report, reportFullOf } from "./sample.ts";

/** What documents and targets may say to the CI system that prints a report. */
const FOR_CI = [
  "::error file=a::b",
  " \t::set-output name=a::b",
  "\r\n::add-mask::a",
  "a\u2028::warning::b",
  "a ##[error]b",
  "##vso[task.setvariable variable=a]b",
  "##teamcity[buildStatus status='SUCCESS']",
  "section_start:1560896352:a\r\u001b[0Kb",
  "a section_end:1560896352:b",
  "travis_fold:start:a",
  "\u001b[2J\u001b]0;a\u0007",
];

/** How GitHub, Azure, TeamCity, GitLab and Travis know a command, and the start of a terminal's escape sequence. */
// oxlint-disable-next-line no-control-regex
const COMMANDS = /^\s*::|##[a-z]*\[|section_(?:start|end):\d|travis_\w+:\w|[\u001b\u009b]/i;

function parse(
  values: readonly string[],
  environment: Readonly<Record<string, string>> = {},
): readonly Output[] | string {
  const parsed = parseOutputs(values, environment);
  return parsed.ok ? parsed.outputs : parsed.message;
}

describe("--report", () => {
  it("accepts several reports at once", () => {
    expect(parse(["junit=out/a.xml", "html=b=c.html", "github"])).toEqual([
      { kind: "junit", target: { to: "file", path: "out/a.xml" } },
      { kind: "html", target: { to: "file", path: "b=c.html" } },
      { kind: "github", target: { to: "stdout" } },
    ]);
  });

  it.each([
    ["several after one flag", "verify URL --report junit=a.xml html=b.html github --strict"],
    ["a URL after them", "verify --report junit=a.xml html=b.html github URL"],
    ["one flag for each", "verify URL --report junit=a.xml --report html=b.html --report github"],
  ])("accepts %s", (_, line) => {
    const args = spreadReports(line.split(" "));
    expect(args.filter((_word, index) => args[index - 1] === "--report")).toEqual([
      "junit=a.xml",
      "html=b.html",
      "github",
    ]);
    expect(args.filter((word) => word === "URL")).toEqual(["URL"]);
    expect(args).toHaveLength(line.includes("--strict") ? 9 : 8);
  });

  it("leaves arguments that follow no --report as they are", () => {
    const args = ["gate", "html", "json", "--report", "unknown", "markdown=a", "--base", "github"];
    expect(spreadReports(args)).toEqual([
      ...["gate", "html", "json", "--report", "unknown", "--report", "markdown=a", "--base", "github"],
    ]);
  });

  it("accepts a hyphen for standard output", () => {
    const outputs = parse(["json=-"]) as readonly Output[];
    expect(outputs).toEqual([{ kind: "json", target: { to: "stdout" } }]);
    expect(usesStdout(outputs)).toBe(true);
    expect(usesStdout([])).toBe(false);
  });

  it("adds a Markdown report to the job summary if there is one", () => {
    expect(parse(["markdown"], { GITHUB_STEP_SUMMARY: "/tmp/summary" })).toEqual([
      { kind: "markdown", target: { to: "append", path: "/tmp/summary" } },
    ]);
    expect(parse(["markdown"])).toEqual([{ kind: "markdown", target: { to: "stdout" } }]);
    expect(parse(["markdown=a.md"], { GITHUB_STEP_SUMMARY: "/tmp/summary" })).toEqual([
      { kind: "markdown", target: { to: "file", path: "a.md" } },
    ]);
  });

  it("lists the kinds of report if it is given an unknown one", () => {
    const message = parse(["xunit=a.xml"]);
    for (const kind of KINDS) expect(message).toContain(kind);
    expect(message).not.toContain("\n");
    expect(parse(["=a"])).toBe(`--report =a: there is no report ""; there are ${KINDS.join(", ")}.`);
    expect(parse(["toString=a"])).toContain("there is no report");
  });

  it("asks for a path if the kind needs one", () => {
    expect(parse(["junit"])).toBe(
      "--report junit needs a path, as in junit=report.xml, or junit=- for the standard output.",
    );
    expect(parse(["html="])).toContain("needs a path");
    for (const value of ["allure", "allure=", "allure=-"]) expect(parse([value])).toContain("allure needs a folder");
    expect(parse(["allure=a"])).toEqual([{ kind: "allure", target: { to: "folder", path: "a" } }]);
    expect(parse(["markdown="], { GITHUB_STEP_SUMMARY: "/tmp/summary" })).toContain("needs a path");
  });

  it("refuses to write two reports to the same place", () => {
    expect(parse(["json=-", "github"])).toContain("the standard output");
    expect(parse(["json=a.json", "sarif=./a.json"])).toContain("both go to ./a.json");
  });
});

describe("writing reports", () => {
  const folder = mkdtempSync(join(tmpdir(), "reports-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  afterEach(() => vi.restoreAllMocks());

  const file = (kind: (typeof KINDS)[number], name: string): Output => {
    const path = join(folder, name);
    return kind === "allure" ? { kind, target: { to: "folder", path } } : { kind, target: { to: "file", path } };
  };
  /** The text of a report, of all its files if it has many. */
  const read = (name: string): string => {
    const path = join(folder, name);
    if (!statSync(path).isDirectory()) return readFileSync(path, "utf8");
    return readdirSync(path)
      .map((one) => readFileSync(join(path, one), "utf8"))
      .join("\n");
  };

  it("writes each kind to its file and creates the folders", async () => {
    const outputs = KINDS.map((kind) => file(kind, `deep/er/${kind}`));
    expect(await writeReports(outputs, report([failure()]), () => '{"own":true}')).toEqual([]);
    const starts = Object.fromEntries(KINDS.map((kind) => [kind, read(`deep/er/${kind}`)]));
    expect(starts).toMatchObject({
      junit: expect.stringMatching(/^<\?xml/),
      html: expect.stringMatching(/^<!doctype html>/),
      json: '{"own":true}',
      sarif: expect.stringContaining('"version": "2.1.0"'),
      ctrf: expect.stringContaining('"reportFormat": "CTRF"'),
      allure: expect.stringContaining('"status": "failed"'),
      github: expect.stringMatching(/^::error /),
      markdown: expect.stringMatching(/^## /),
      console: expect.stringMatching(/^animal-store verify/),
    });
  });

  it("has no line that a CI system reads as its command, in any file", async () => {
    const outputs = KINDS.filter((kind) => kind !== "github").map((kind) => file(kind, `foreign/${kind}`));
    await writeReports(outputs, reportFullOf(FOR_CI.join("\n")), () => JSON.stringify(FOR_CI, null, 2));
    const texts = outputs.map(({ kind }) => [kind, read(`foreign/${kind}`)] as const);
    const found = texts.flatMap(([kind, text]) =>
      text.split(/[\n\r\u0085\u2028\u2029]/).flatMap((line) => (COMMANDS.test(line) ? [`${kind}: ${line}`] : [])),
    );
    expect(found).toEqual([]);
    expect(JSON.parse(readFileSync(join(folder, "foreign/json"), "utf8"))).toEqual(FOR_CI);
  });

  it("adds to a job summary and keeps what is already there", async () => {
    const path = join(folder, "summary.md");
    writeFileSync(path, "before\n");
    await writeReports([{ kind: "markdown", target: { to: "append", path } }], report([failure()]), () => "");
    expect(readFileSync(path, "utf8")).toMatch(/^before\n## /);
  });

  it("reports in one line what could not be written, and writes the others", async () => {
    writeFileSync(join(folder, "file"), "");
    const outputs = [file("junit", "file/below/a.xml"), file("html", "."), file("json", "after.json")];
    const failures = await writeReports(outputs, report([]), () => "{}");
    expect(failures).toHaveLength(2);
    for (const sentence of failures)
      expect(sentence).toMatch(/^The (junit|html) report could not be written to [^\n]+\.$/);
    expect(failures[1]).toContain("it is a folder");
    expect(readFileSync(join(folder, "after.json"), "utf8")).toBe("{}");
  });

  it("prints to standard output", async () => {
    const printed: string[] = [];
    vi.spyOn(process.stdout, "write").mockImplementation((text, ...rest) => {
      printed.push(String(text));
      const done = rest.find((argument) => typeof argument === "function");
      done?.();
      return true;
    });
    await writeReports([{ kind: "json", target: { to: "stdout" } }], report([]), () => '{"a":1}\n');
    expect(printed).toEqual(['{"a":1}\n']);
  });
});
