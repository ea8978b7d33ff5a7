// CTRF, judged by its published schema, and Allure results, judged by the published model of them
// (https://github.com/allure-framework/allure3, packages/reader), which has no schema.
import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { allureFiles } from "../../src/report/renderers/allure.ts";
import { renderCtrf } from "../../src/report/renderers/ctrf.ts";
import type { Report } from "../../src/report/finding.ts";
import { failure, finding, NASTY, report, reportFullOf, undecided } from "./sample.ts";

const ajv = new Ajv({ strict: false });
formats.default(ajv);
const isCtrf = ajv.compile(
  JSON.parse(readFileSync(new URL("published/ctrf-0.0.json", import.meta.url), "utf8")) as object,
);

const closed = (properties: Record<string, object>, optional: readonly string[] = []): object => ({
  type: "object",
  properties,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
});
const text = { type: "string" };
const pair = { type: "array", items: closed({ name: text, value: text }) };
const isAllure = ajv.compile(
  closed(
    {
      uuid: { type: "string", format: "uuid" },
      historyId: text,
      testCaseId: text,
      fullName: text,
      name: { type: "string", minLength: 1 },
      status: { enum: ["failed", "broken", "passed", "skipped"] },
      statusDetails: closed({ message: text, trace: text, known: { type: "boolean" } }),
      stage: { const: "finished" },
      start: { type: "integer" },
      stop: { type: "integer" },
      steps: { type: "array", maxItems: 0 },
      parameters: { type: "array", maxItems: 0 },
      labels: pair,
      links: { type: "array", items: closed({ name: text, url: { type: "string", format: "uri" }, type: text }) },
      attachments: { type: "array", items: closed({ name: text, type: text, source: text }) },
    },
    ["statusDetails"],
  ),
);

interface AllureResult {
  readonly name: string;
  readonly status: string;
  readonly historyId: string;
  readonly statusDetails?: { readonly message: string };
  readonly labels: readonly unknown[];
  readonly attachments: readonly { readonly source: string }[];
}

/** The results, each valid, and every file by name. */
function readAllure(of: Report): {
  readonly tests: readonly AllureResult[];
  readonly files: ReadonlyMap<string, string>;
} {
  const files = new Map([...allureFiles(of)].map(({ name, text: content }) => [name, content]));
  const results = [...files].filter(([name]) => name.endsWith("-result.json"));
  const tests = results.map(([, content]): AllureResult => JSON.parse(content));
  for (const test of tests) {
    isAllure(test);
    expect(isAllure.errors).toBeNull();
    for (const { source } of test.attachments) expect(files.has(source)).toBe(true);
  }
  return { tests, files };
}

const mixed = report([
  failure(),
  failure({ id: "b", verdict: "error" }),
  failure({ id: "c", verdict: "warning", severity: "warning" }),
  failure({ id: "d", verdict: "known", severity: "note" }),
  undecided(),
  finding(),
]);

describe("the CTRF report", () => {
  it("has one test for each finding, and a failure only for what fails the run", () => {
    const { results } = JSON.parse(renderCtrf(mixed));
    const statuses = results.tests.map(({ status }: { status: string }) => status);
    expect(statuses).toEqual(["failed", "failed", "other", "other", "skipped", "passed"]);
    expect(results.summary).toMatchObject({ tests: 6, passed: 1, failed: 2, skipped: 1, other: 2, duration: 840 });
    expect(results.tests[0]).toMatchObject({
      name: "POST /items: A created item is answered with 201 [create.status]",
      message: "A created item is answered with 201: Expected the status 201, as the document says.",
      filePath: "spec/animal-store.yaml",
      line: 214,
    });
    expect(results.tests[0].trace).toContain("$API_KEY");
  });

  it.each([
    ["an empty run", report([])],
    ["all kinds of findings", mixed],
  ] as const)("is valid for %s", (_, of) => {
    isCtrf(JSON.parse(renderCtrf(of)));
    expect(isCtrf.errors).toBeNull();
  });

  it.each(Object.entries(NASTY))("is valid with %s everywhere", (_, nasty) => {
    isCtrf(JSON.parse(renderCtrf(reportFullOf(nasty))));
    expect(isCtrf.errors).toBeNull();
  });
});

describe("the Allure results", () => {
  it("have status, message, labels, the exchange and the facts of the run", () => {
    const { tests, files } = readAllure(mixed);
    expect(tests.map(({ status }) => status)).toEqual(["failed", "broken", "skipped", "skipped", "skipped", "passed"]);
    const [first] = tests;
    expect(first?.name).toBe("POST /items: A created item is answered with 201 [create.status]");
    expect(first?.statusDetails?.message).toContain("Expected the status 201, as the document says.");
    expect(first?.labels).toContainEqual({ name: "suite", value: "create" });
    expect(files.get(first?.attachments[0]?.source ?? "")).toContain("HTTP/1.1 200 OK");
    expect(files.get("environment.properties")).toContain("Target = http://127.0.0.1:4010\n");
  });

  it("have the same history in each run, whatever the target", () => {
    const history = (of: Report): unknown[] => readAllure(of).tests.map((one) => one.historyId);
    const first = history(mixed);
    expect(new Set(first).size).toBe(6);
    expect(history({ ...mixed, title: "another target" })).toEqual(first);
  });

  it.each(Object.entries(NASTY))("are valid with %s everywhere, and name no file outside their folder", (_, nasty) => {
    const of = reportFullOf(nasty);
    const { tests, files } = readAllure(of);
    expect(tests).toHaveLength(of.findings.length);
    for (const name of files.keys())
      expect(name).toMatch(/^[\w-]+(?:-result\.json|-attachment\.txt)$|^environment\.properties$/);
  });
});
