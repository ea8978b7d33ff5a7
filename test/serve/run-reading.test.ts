// What the console receives about a run: the findings of `verify` and `gate`, at places of the served document.
import { beforeAll, expect, test } from "vitest";
import { gateRun, verifyRun } from "../../src/commands/serve/runs/reading.ts";
import { documentOfValue } from "../../src/contract/load.ts";
import type { Document } from "../../src/document/document.ts";

let served: Document;
beforeAll(async () => {
  served = await documentOfValue({ openapi: "3.1.0", info: { title: "Things", version: "1" }, paths: { "/a": {} } });
});

const change = { text: "t", operations: ["GET /a", "POST /a"], base: null };
const gate = (changes: readonly object[], failures: readonly string[] = []): string =>
  JSON.stringify({ summary: { breaking: 1 }, failures, changes });

test("for the gate, each change with its verdict; an unknown verdict is a warning", () => {
  const text = gate([
    { ...change, verdict: "breaking", severity: "error" },
    { ...change, verdict: "unknown", severity: "none" },
    { ...change, verdict: "policy", severity: "warning" },
    { ...change, verdict: "compatible", severity: "none" },
  ]);
  expect(gateRun(text, served)?.findings.map(({ verdict, severity }) => [verdict, severity])).toEqual([
    ["breaking", "error"],
    ["unknown", "warning"],
    ["policy", "warning"],
    ["compatible", "none"],
  ]);
});

test("for a change, why it breaks, what would be safe, and where it is", () => {
  const told = { ...change, verdict: "breaking", severity: "error", reason: "because", fix: "keep it" };
  const finding = gateRun(gate([{ ...told, base: { pointer: "/paths/~1a" } }]), served)?.findings[0];
  expect(finding).toMatchObject({
    title: "t",
    subject: "GET /a, POST /a",
    details: ["because", "Safe would be: keep it"],
  });
  expect(finding?.place).toBe(verifyPlace());
});

test.each([
  [{ request: { method: "GET", url: "/a?b=1" } }, "Shown by GET /a?b=1"],
  [{ request: { method: "POST", url: "/a", body: { b: 1 } } }, 'Shown by POST /a {"b":1}'],
  [{ response: { status: "200", body: [] } }, "Shown by the response 200 []"],
  [{ response: { status: "204" } }, "Shown by the response 204"],
])("of its witness %j, a line", (witness, line) => {
  const text = gate([{ ...change, verdict: "breaking", severity: "error", witness }]);
  expect(gateRun(text, served)?.findings[0]?.details).toEqual([line]);
});

test("for a gate that could not finish, the reason, as an error of the run", () => {
  expect(gateRun(gate([], ["no suite"]), served)?.findings).toEqual([
    { verdict: "failed", severity: "error", title: "no suite", subject: "the run", details: [] },
  ]);
});

const result = { claim: "c", operation: "GET /a", detail: "d", pointer: "/paths/~1a", id: "x.y" };

function verifyPlace(): string | undefined {
  const text = JSON.stringify({ summary: {}, results: [{ ...result, verdict: "fail" }] });
  return verifyRun(text, served)?.findings[0]?.place;
}

test("for a verification, what did not pass", () => {
  const results = ["pass", "fail", "warning"].map((verdict) => ({ ...result, verdict, about: "one" }));
  const found = verifyRun(JSON.stringify({ summary: { fail: 1 }, results }), served)?.findings;
  expect(found?.map(({ verdict }) => verdict)).toEqual(["fail", "warning"]);
  expect(found?.[0]).toMatchObject({ title: "c", details: ["d", "x.y"] });
  expect(found?.[0]?.subject).toMatch(/^GET \/a.*one/);
});

test.each(["", "no JSON", "{}", '{"changes":1,"results":1}'])("%j is not a report", (text) => {
  expect([gateRun(text, served), verifyRun(text, served)]).toEqual([undefined, undefined]);
});
