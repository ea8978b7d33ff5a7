import { describe, expect, it } from "vitest";
import { renderJunit } from "../../src/report/renderers/junit.ts";
import { failure, finding, NASTY, report, reportFullOf, undecided } from "./sample.ts";
import { xmlErrors } from "./xmllint.ts";
import { IN_PROOF } from "../share.ts";

/** What the schema of Jenkins allows; test/corpus uses the schema itself. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  testsuites: ["name", "time", "tests", "failures", "errors"],
  testsuite: ["name", "tests", "failures", "errors", "skipped", "time", "timestamp"],
  properties: [],
  property: ["name", "value"],
  testcase: ["name", "time", "classname"],
  failure: ["type", "message"],
  error: ["type", "message"],
  skipped: ["type", "message"],
  "system-out": [],
};

interface Tag {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
}

function tagsOf(xml: string): readonly Tag[] {
  return Array.from(xml.matchAll(/<([\w-]+)((?: [\w-]+="[^"]*")*)\s*\/?>/g), ([, name = "", list = ""]) => ({
    name,
    attributes: Object.fromEntries(
      Array.from(list.matchAll(/([\w-]+)="([^"]*)"/g), ([, key = "", value = ""]) => [key, value]),
    ),
  }));
}

const named = (xml: string, name: string): readonly Tag[] => tagsOf(xml).filter((tag) => tag.name === name);

describe("the JUnit report", () => {
  const mixed = report([
    failure(),
    failure({ verdict: "error", id: "judge.disagree", group: "judges" }),
    failure({ severity: "warning", id: "lifecycle.on-errors", group: "lifecycle" }),
    undecided(),
    finding({ group: "auth", id: "auth.missing", milliseconds: 1234.5678 }),
  ]);

  it("has a suite for each family, with its own totals", () => {
    const suites = named(renderJunit(mixed), "testsuite").map(({ attributes }) => attributes);
    expect(
      suites.map(({ name, tests, failures, errors, skipped }) => [name, tests, failures, errors, skipped]),
    ).toEqual([
      ["create", "1", "1", "0", "0"],
      ["judges", "1", "0", "1", "0"],
      ["lifecycle", "1", "0", "0", "1"],
      ["lists", "1", "0", "0", "1"],
      ["auth", "1", "0", "0", "0"],
    ]);
  });

  it("counts failures and errors at the root, but not skipped tests, which the schema does not allow there", () => {
    const [root] = named(renderJunit(mixed), "testsuites");
    expect(root?.attributes).toEqual({
      name: "animal-store verify",
      tests: "5",
      failures: "1",
      errors: "1",
      time: "0.840",
    });
  });

  it("distinguishes a failure from an error of the suite and from an undecided check", () => {
    const xml = renderJunit(mixed);
    expect(named(xml, "failure").map(({ attributes }) => attributes["type"])).toEqual(["fail"]);
    expect(named(xml, "error").map(({ attributes }) => attributes["type"])).toEqual(["error"]);
    const skipped = named(xml, "skipped").map(({ attributes }) => attributes["message"]);
    expect(skipped.at(-1)).toContain("The store has 4 items: at least 21 would decide it.");
  });

  it("does not fail a build because of a warning, as the exit code does not either", () => {
    const xml = renderJunit(report([failure({ severity: "warning" })]));
    expect(named(xml, "failure")).toEqual([]);
    expect(named(xml, "skipped")).toHaveLength(1);
  });

  it("gives times in seconds with three decimals", () => {
    const times = tagsOf(renderJunit(mixed)).flatMap(({ attributes }) => attributes["time"] ?? []);
    expect(times).toContain("0.840");
    for (const time of times) expect(time).toMatch(/^\d+\.\d{3}$/);
  });

  it("uses no name twice, as GitLab would drop the second test", () => {
    const same = [failure(), failure(), failure({ group: "other" }), failure({ subject: "GET /items" })];
    const names = named(renderJunit(report(same)), "testcase").map(({ attributes }) => attributes["name"]);
    expect(new Set(names).size).toBe(same.length);
  });

  it("says in the failure what was seen, where the document claims otherwise, and how to reproduce it", () => {
    const xml = renderJunit(report([failure()]));
    for (const part of ["Saw the status 200.", "spec/animal-store.yaml:214", "curl -i -X POST", "HTTP/1.1 200 OK"]) {
      expect(xml).toContain(part);
    }
  });

  it("is well-formed if nothing was checked", async () => {
    const xml = renderJunit(report([], { facts: [] }));
    expect(named(xml, "testsuites")[0]?.attributes["tests"]).toBe("0");
    expect(await xmlErrors([xml])).toEqual([]);
  });

  it("is well-formed with hostile text everywhere", async () => {
    expect(await xmlErrors(Object.values(NASTY).map((text) => renderJunit(reportFullOf(text))))).toEqual([]);
  });

  it.runIf(IN_PROOF)("leaves out exchanges to stay below GitLab's limit of 30 MB", () => {
    const long = "y".repeat(4000);
    const evidence = [{ title: long, request: long, response: long }];
    const xml = renderJunit(report(Array.from({ length: 3000 }, (_, index) => failure({ id: `a${index}`, evidence }))));
    expect(Buffer.byteLength(xml)).toBeLessThan(25_000_000);
    expect(xml).toContain("Saw the status 200.");
  });

  for (const [name, text] of Object.entries(NASTY)) {
    it(`has only elements and attributes of the schema with ${name} everywhere`, () => {
      const xml = renderJunit(reportFullOf(text));
      for (const tag of tagsOf(xml)) {
        expect(ALLOWED[tag.name] ?? tag).toEqual(expect.arrayContaining(Object.keys(tag.attributes)));
      }
      expect(xml).not.toMatch(/[^\P{Cc}\n\t]/u);
    });
  }

  it("escapes a control character rather than dropping it", () => {
    expect(renderJunit(reportFullOf("a\u0000b\u001bc"))).toContain(String.raw`a\0b\x1bc`);
  });
});
