// One bug of a store is one cause in the report, however many results it affects.
import { IN_PROOF } from "../../share.ts";
import { describe, expect, it } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { causeId } from "../../../conformance/causes/cause.ts";
import { causesOf } from "../../../conformance/causes/group.ts";
import { findingReport, type Verified } from "../../../conformance/report/report.ts";
import { jsonReport } from "../../../conformance/report/json.ts";
import type { Run } from "../../../conformance/run.ts";
import type { Report } from "../../../src/report/finding.ts";
import { renderConsole } from "../../../src/report/renderers/terminal.ts";
import { contractOf } from "../documents.ts";
import { judge, ofFamilies } from "../side-by-side.ts";
import { type Answered, type Tampering, edit, startMock } from "../tampered.ts";

/** The checks that large integers and an error header affect; all of them in the proof. */
const BOTH = IN_PROOF ? [] : ["create", "fetch", "lifecycle"];

/** @param families the families of checks to run; by default all */
async function runOn(tampering: Tampering, families: readonly string[] = []): Promise<Run> {
  const store = await startMock("the animal store", tampering);
  const checks = families.length === 0 ? CHECKS : ofFamilies(CHECKS, families);
  return judge(await contractOf("the animal store"), store, { timeoutMs: 10_000, checks });
}

const causesIn = (run: Run): string[] => [...new Set([...causesOf(run.results).values()].map(causeId))].toSorted();

async function reports(run: Run): Promise<{ report: Report; json: JsonReport; text: string }> {
  const contract = await contractOf("the animal store");
  const verified: Verified = { run, results: run.results, coverage: { covered: 1, reasoned: 0, open: 0 } };
  const context = { contract, version: "1", target: "http://127.0.0.1:1/v1", strict: false };
  const report = findingReport(verified, context);
  return {
    report,
    json: JSON.parse(jsonReport(verified, context)) as JsonReport,
    text: renderConsole(report, { color: false, width: 100, verbose: false }),
  };
}

interface JsonReport {
  readonly summary: Readonly<Record<string, number>>;
  readonly causes: readonly { readonly id: string; readonly results: number }[];
  readonly results: readonly { readonly verdict: string; readonly cause?: string }[];
}

/** Rounds integers as JavaScript does. */
const rounded = (answer: Answered): Answered => ({
  ...answer,
  body: answer.body.replaceAll(/-?\d{16,}/g, (digits) => String(BigInt(Number(digits)))),
});

const plain = (status: number): Answered => ({
  status,
  headers: { "content-type": "text/html" },
  body: "<pre>Bad Request</pre>",
});

const BUGS: readonly (readonly [string, Tampering, readonly string[]])[] = [
  ["integers that are kept as floating-point numbers", { after: rounded }, ["large-integers"]],
  [
    "an error page of the framework",
    { after: (answer) => (answer.status === 400 ? plain(400) : answer) },
    ["error-body"],
  ],
  [
    "errors with a body of another form",
    {
      after: (answer) =>
        answer.status >= 400 && answer.body !== "" ? edit(answer, () => ({ error: { reason: "no" } })) : answer,
    },
    ["error-body"],
  ],
  [
    "a header that is set too late",
    {
      after: (answer) => {
        const { deprecation: _, ...headers } = answer.headers;
        return answer.status >= 400 ? { ...answer, headers } : answer;
      },
    },
    ["missing-header:Deprecation"],
  ],
  [
    "a key that nobody looks at",
    { before: (one) => ({ ...one, headers: { ...one.headers, authorization: "Bearer Demo-key-4f9aQ7" } }) },
    ["credential"],
  ],
  [
    "lists that fail",
    { before: (one) => (one.method === "GET" && /^\/pets($|\?)/.test(one.path) ? plain(500) : one) },
    ["server-error:GET /pets"],
  ],
];

describe("one bug is one cause", () => {
  it.runIf(IN_PROOF).for(BUGS)("%s", { timeout: 60_000 }, async ([, tampering, expected]) => {
    expect(causesIn(await runOn(tampering))).toEqual(expected);
  });
});

it("every report has the same causes and the same numbers, and keeps every result", { timeout: 60_000 }, async () => {
  const run = await runOn(
    {
      after: (answer, one) => {
        const late = one.path.startsWith("/pets/") && answer.status >= 400;
        const { deprecation: _, ...headers } = answer.headers;
        return rounded(late ? { ...answer, headers } : answer);
      },
    },
    BOTH,
  );
  const { report, json, text } = await reports(run);
  expect(report.causes?.map(({ id }) => id)).toEqual(["large-integers", "missing-header:Deprecation"]);
  expect(json.causes.map(({ id }) => id).toSorted()).toEqual(["large-integers", "missing-header:Deprecation"]);
  expect(json.results).toHaveLength(run.results.length);
  const failed = json.results.filter(({ verdict }) => verdict === "fail");
  expect(failed.every(({ cause }) => cause !== undefined)).toBe(true);
  expect(report.summary).toEqual(Object.entries(json.summary));
  expect(text).toContain(`${json.summary["pass"]} pass, ${failed.length} fail, 0 warning, `);
  expect(text).toMatch(/✗ fail {2}Integers beyond 2\^53 are not handled exactly: \d+ results/);
  expect(text).toMatch(/to fix: Read, keep and write them as 64-bit integers/);
  expect(text.match(/^✗ fail/gm)).toHaveLength(2);
  expect(text.split("\n").filter((line) => line.length > 200)).toEqual([]);
});

it("a failed should is a warning in every report, and a failure only with --strict", { timeout: 60_000 }, async () => {
  const signs: Tampering = {
    before: (one) => (/limit=(%2B|\+)5/.test(one.path) ? { ...one, path: "/pets?limit=5" } : one),
  };
  const run = await runOn(signs, IN_PROOF ? [] : ["parameters"]);
  const { report, json, text } = await reports(run);
  expect(json.summary).toMatchObject({ fail: 0, warning: 1 });
  expect(report.findings.filter(({ verdict }) => verdict === "warning")).toHaveLength(1);
  expect(text).toMatch(/^! warning {2}GET \/pets \(limit\): a plus sign should be refused before an integer$/m);
  expect(text).toMatch(/expected a client error \(4xx\) for limit=\S*5, got 200/);
});
