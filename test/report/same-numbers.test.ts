// One run has the same numbers in every kind of report, and they agree with the exit code.
import { describe, expect, test } from "vitest";
import { jsonReport } from "../../conformance/report/json.ts";
import { applyKnownFailing } from "../../conformance/report/known-failing.ts";
import { exitCode, findingReport } from "../../conformance/report/report.ts";
import { conclude } from "../../src/commands/gate/conclusion.ts";
import { lintExitCode } from "../../src/commands/lint/lint.ts";
import { documentOfValue } from "../../src/contract/load.ts";
import type { GateResult } from "../../src/gate/model.ts";
import { gateJson, gateReport } from "../../src/gate/report.ts";
import { summarise } from "../../src/gate/summary.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { lintDocument } from "../../src/lint/lint.ts";
import { lintJson, lintReport } from "../../src/lint/report.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { contractOf } from "../conformance/documents.ts";
import { judgeStore } from "../conformance/side-by-side.ts";
import { FAULTS } from "../faults/index.ts";
import { compare, withOperation, withParameters, withResponse } from "../gate/documents.ts";
import { ROWS } from "../gate/policy-rows.ts";
import { cleanDocument } from "../lint/document.ts";
import { PAIRS } from "../lint/pairs.ts";
import { IN_PROOF, sampleOf, shareOf } from "../share.ts";
import { toldAndWanted } from "./numbers.ts";
import { finding, report, undecided } from "./sample.ts";

const RUN = { version: "1.0.0", startedAt: "2026-11-21T03:00:00.250Z", durationMs: 1234 };

function expectGate(result: GateResult, failures: readonly string[] = []): void {
  const { code, text: conclusion } = conclude(result, { failures, failOn: "breaking" });
  const facts = { ...RUN, replays: new Map(), failures, conclusion };
  const told = { report: gateReport(result, facts), json: gateJson(result, facts), fails: code !== 0 };
  const [seen, wanted] = toldAndWanted(told);
  expect(seen).toEqual(wanted);
}

describe("gate", () => {
  const limited = (maximum: number): JsonObject =>
    withParameters({ name: "n", in: "query", schema: { type: "integer", maximum } });
  const closed = (properties: JsonObject): JsonObject =>
    withResponse({ type: "object", additionalProperties: false, properties });

  test("with a break that is only warned of", async () => {
    const result = await compare(closed({ a: {} }), closed({ a: {}, b: { type: "string" } }));
    expect(result.changes.map(({ verdict, severity }) => [verdict, severity])).toContainEqual(["breaking", "warning"]);
    expectGate(result);
  });

  test("with operations and a webhook that went, and one edit at many places", async () => {
    const hook = withOperation(
      {},
      { openapi: "3.1.0", webhooks: { told: { post: { responses: { "200": { description: "OK" } } } } } },
    );
    expectGate(await compare(hook, { ...hook, paths: {}, webhooks: {} }));
  });

  test("with a break, with an exempted one, with an exemption that is stale, and with nothing", async () => {
    const result = await compare(limited(9), limited(5));
    expectGate(result);
    expectGate(result, ["The exemption x is stale."]);
    const changes = result.changes.map((change) => ({ ...change, exempted: "agreed" }));
    expectGate(summarise({ ...result, changes }));
    expectGate(await compare(limited(9), withOperation({})));
    expectGate(await compare(limited(9), limited(9)));
  });

  test.each(shareOf(ROWS, 6))("with the policy rule %s", async (...row) => {
    const [, , before, after, profile] = row;
    expectGate(await compare(before, after, profile));
  });
});

test.each(sampleOf(shareOf(FAULTS, 700), IN_PROOF ? 24 : 1))(
  "verify, of the store with the fault $id",
  async (fault) => {
    const contract = await contractOf("the animal store");
    const run = await judgeStore(fault.overrides, fault.needs);
    const failing = run.results.find(({ outcome }) => outcome.verdict === "fail");
    const passing = run.results.find(({ outcome }) => outcome.verdict === "pass");
    const entries = [failing, passing, { check: { id: "lists.created" } }].flatMap((one, line) =>
      one === undefined ? [] : [{ check: one.check.id, reason: "agreed", place: `known.yaml:${line}` }],
    );
    const other = entries.map((one) => ({ ...one, operation: "GET /nowhere" }));
    const runs = [[], entries, other].map((list) => {
      const known = applyKnownFailing(run.results, list);
      return { run, results: known.results, known };
    });
    for (const [verified, strict] of runs.flatMap((one) => [false, true].map((strict) => [one, strict] as const))) {
      const context = { contract, version: "1.0.0", target: "http://127.0.0.1", strict };
      const [seen, wanted] = toldAndWanted({
        report: findingReport(verified, context),
        json: jsonReport(verified, context),
        fails: exitCode(verified, { strict, allowUndecided: true }) === 1,
      });
      expect(seen).toEqual(wanted);
    }
  },
);

test.each(shareOf(Object.entries(PAIRS), 12))("lint, of documents that break %s", async (_, changes) => {
  for (const { change, only } of changes) {
    const value = cleanDocument(only);
    change(value);
    const document = await documentOfValue(value as JsonObject);
    const result = await lintDocument(document);
    const json = lintJson(document, result, RUN);
    const fails = lintExitCode(result, false) !== 0;
    const [seen, wanted] = toldAndWanted({ report: lintReport(document, result, RUN), json, fails });
    expect(seen).toEqual(wanted);
  }
});

test("no report says that all is well while something is undecided", () => {
  const half = report([finding(), ...Array.from({ length: 300 }, () => undecided())]);
  expect(renderHtml(half)).toContain("<h1>No failure, 300 inconclusive</h1>");
  expect(renderMarkdown(half)).toContain("## ⚠️");
  expect(`${renderHtml(half)}${renderMarkdown(half)}`).not.toMatch(/all passed|nothing is wrong/i);
});
