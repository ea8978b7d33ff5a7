import { stripVTControlCharacters } from "node:util";
import { describe, expect, it } from "vitest";
import { renderConsole, type ConsoleOptions } from "../../src/report/renderers/terminal.ts";
import { columns } from "../../src/report/parts/wrap.ts";
import type { Report } from "../../src/report/finding.ts";
import { failure, finding, NASTY, report, reportFullOf, undecided } from "./sample.ts";

const render = (of: Report, options: Partial<ConsoleOptions> = {}): string =>
  renderConsole(of, { color: false, width: 80, verbose: false, ...options });

describe("the console report", () => {
  it("has one line for each family if everything passes", () => {
    const text = render(report([finding(), finding(), finding({ group: "auth" })], { summary: [["pass", 3]] }));
    expect(text.split("\n").slice(2)).toEqual(["", "✓ create  2 pass", "✓ auth    1 pass", "", "3 pass in 840 ms", ""]);
  });

  it("shows everything that is needed to fix a failure", () => {
    const text = render(report([failure(), finding()]));
    for (const part of [
      "✗ create  1 fail, 1 pass",
      "✗ fail  POST /items: A created item is answered with 201",
      "create.status · spec/animal-store.yaml:214",
      "    Saw the status 200.",
      "    curl -i -X POST",
      "conformance/README.md#create-status",
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toContain("HTTP/1.1 200 OK");
  });

  it("indents an exchange by four columns, and --verbose shows it in full", () => {
    const lines = render(report([failure()]), { verbose: true, width: 200 }).split("\n");
    const from = lines.indexOf("    Create an item (8 ms)");
    expect(lines.slice(from, from + 4)).toEqual([
      "    Create an item (8 ms)",
      expect.stringMatching(/^ {4}curl /),
      "    │ POST /items HTTP/1.1",
      "    │ Authorization: Bearer $API_KEY",
    ]);
  });

  it("shows the last exchange of each further result of a cause, in verbose output only", () => {
    const [exchange] = failure().evidence;
    if (exchange === undefined) throw new Error("no exchange");
    const asked = (...titles: string[]) => titles.map((title) => ({ ...exchange, title, curl: `curl ${title}` }));
    const findings = [
      failure({ cause: "a", evidence: asked("first") }),
      failure({ cause: "a", subject: "GET /one", evidence: asked("second") }),
      failure({ cause: "a", subject: "GET /two", evidence: asked("third", "fourth") }),
    ];
    const causes = [{ id: "a", title: "One reason", verdict: "fail", severity: "error" as const, findings }];
    const shown = (verbose: boolean) =>
      ["first", "second", "third", "fourth"].filter((title) =>
        render(report(findings, { causes }), { verbose }).includes(`curl ${title}`),
      );
    expect(shown(false)).toEqual(["first"]);
    expect(shown(true)).toEqual(["first", "second", "fourth"]);
  });

  it("says why something could not be decided", () => {
    expect(render(report([undecided()]))).toContain("The store has 4 items: at least 21 would decide it.");
  });

  it("ends with the worst findings and the totals, where a terminal stops scrolling", () => {
    const text = render(report([failure(), undecided(), failure({ severity: "warning", verdict: "warn" })]));
    const order = ["? inconclusive", "! warn", "✗ fail ", "1 fail, 1 inconclusive, 1 warn"].map((part) =>
      text.indexOf(part),
    );
    expect(order).toEqual(order.toSorted((a, b) => a - b));
    expect(Math.min(...order)).toBeGreaterThan(0);
  });

  it("ends with the conclusion as one paragraph, however long it is", () => {
    const conclusion = "Exit code 1: 3 breaking changes and 2 new faults of the document. Each is decided by rule.";
    const text = render({ ...report([finding()]), conclusion });
    expect(text).toMatch(/\n\nExit code 1: [^\n]+\n[^\n]+ rule\.\n$/);
  });

  it("begins with the worst findings if asked to", () => {
    const text = render(report([undecided(), failure()]), { worstFirst: true });
    expect(text.indexOf("✗ fail ")).toBeGreaterThan(0);
    expect(text.indexOf("✗ fail ")).toBeLessThan(text.indexOf("? inconclusive"));
  });

  describe("with more findings than fit", () => {
    const many = report([
      ...Array.from({ length: 40 }, (_, index) =>
        failure({ severity: "warning", verdict: "warning", title: `w${index}` }),
      ),
      ...Array.from({ length: 40 }, (_, index) => failure({ title: `f${index}` })),
    ]);

    it("prints the worst on the given number of lines, counts the rest, and says how to see them", () => {
      const lines = render(many, { lines: 60, all: "--verbose" }).trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(60);
      expect(lines.length).toBeGreaterThan(45);
      expect(lines.join("\n")).toMatch(/7\d more findings: --verbose prints them, and the reports have them\./);
      // Findings that are not printed in full are listed by their first line, the worst first, as far as there is room.
      expect(lines.filter((line) => line.startsWith("✗ fail "))).toHaveLength(40);
      expect(lines.filter((line) => line.startsWith("! warning ")).length).toBeLessThan(20);
      expect(lines.at(-3)).not.toContain("more findings");
    });

    it("names every finding if there is room", () => {
      const eight = report(Array.from({ length: 8 }, (_, index) => failure({ title: `f${index}` })));
      const lines = render(eight, { lines: 45, all: "--verbose" }).trimEnd().split("\n");
      expect(lines.length).toBeLessThanOrEqual(45);
      for (let index = 0; index < 8; index++) expect(lines.join("\n")).toContain(`: f${index}`);
    });

    it("prints the given number of findings, the worst", () => {
      const text = render(many, { most: 3 });
      for (const title of ["f37", "f38", "f39"]) expect(text).toContain(title);
      expect(text).not.toMatch(/: w\d/);
      expect(text).toContain("77 more findings");
    });

    it("prints at least one, however long it is", () => {
      expect(render(report([failure()]), { lines: 1 })).toContain("A created item is answered with 201");
    });
  });

  it("shows exchanges, facts and passed checks with --verbose", () => {
    const text = render(report([failure(), finding()]), { verbose: true });
    for (const part of ["Requests: 93", "│ HTTP/1.1 200 OK", "Create an item (8 ms)"]) expect(text).toContain(part);
    expect(text.match(/POST \/items: A created item/g)).toHaveLength(2);
  });

  it("uses colour only if told to, and prints the same text with and without it", () => {
    const of = report([failure(), undecided(), finding()]);
    expect(render(of)).not.toContain("\u001b");
    expect(render(of, { color: true })).toContain("\u001b[31m");
    expect(stripVTControlCharacters(render(of, { color: true, verbose: true }))).toBe(render(of, { verbose: true }));
  });

  it("never wraps a command, so that it can be pasted", () => {
    const lines = render(report([failure()]), { width: 40 }).split("\n");
    expect(lines.filter((line) => line.includes("curl"))).toEqual([expect.stringMatching(/curl .*\/items$/)]);
  });

  for (const [name, text] of Object.entries(NASTY)) {
    it(`escapes ${name} for a terminal and stays within the width`, () => {
      const of = reportFullOf(text);
      const rendered = render(of, { verbose: true, width: 60 });
      expect(rendered).not.toMatch(/[^\P{C}\n]/u);
      // Only the command may be wider.
      const wide = rendered.split("\n").filter((line) => columns(line) > 60);
      expect(wide.length).toBeLessThanOrEqual(of.findings.length);
    });
  }
});

describe("several claims that could not be decided for the same reason", () => {
  const same = { details: ["not decided: the run is read-only"] };
  const three = report([
    undecided({ ...same, id: "a.one" }),
    undecided({ ...same, id: "a.one" }),
    undecided({ ...same, id: "a.two" }),
  ]);

  it("are reported once, with each id and its count", () => {
    const text = render(three);
    expect(text).toContain("3 claims: the run is read-only");
    expect(text).toContain("a.one (2), a.two");
    expect(text.split("the run is read-only")).toHaveLength(2);
  });

  it("are reported one by one with --verbose", () => {
    expect(render(three, { verbose: true }).split("the run is read-only")).toHaveLength(4);
  });
});
