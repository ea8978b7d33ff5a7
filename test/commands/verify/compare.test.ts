// `verify --compare`: two reports of the same API, on two days.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { call } from "../../cli/program.ts";

let folder = "";

const result = (id: string, operation: string, verdict: string, cause?: string): object => ({
  id,
  operation,
  verdict,
  claim: `the claim of ${id}`,
  detail: verdict === "pass" ? "" : "expected 1, got 2",
  ...(cause === undefined ? {} : { cause }),
});

const report = (name: string, results: readonly object[]): string => {
  writeFileSync(join(folder, name), JSON.stringify({ tool: "animal-store verify", results }));
  return name;
};

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "animal-store-compare-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

test("tells what broke, what was fixed and what is undecided now, one line for each cause", async () => {
  const before = report("before.json", [
    result("a.one", "GET /a", "pass"),
    result("a.two", "GET /a", "pass"),
    result("b.one", "GET /b", "fail", "y"),
    result("c.one", "GET /c", "fail"),
    result("d.one", "GET /d", "pass"),
    result("e.one", "GET /e", "fail"),
  ]);
  const after = report("after.json", [
    result("a.one", "GET /a", "fail", "x"),
    result("a.two", "GET /a", "fail", "x"),
    result("b.one", "GET /b", "pass"),
    result("c.one", "GET /c", "fail"),
    result("d.one", "GET /d", "inconclusive"),
  ]);
  const { code, stdout } = await call(["verify", "--compare", before, after], { cwd: folder });
  expect(stdout).toBe(
    `✗ broke  GET /a: the claim of a.one (2 results) · a.one: expected 1, got 2
✓ fixed  GET /b: the claim of b.one · b.one
? no longer decided  GET /d: the claim of d.one · d.one: expected 1, got 2
– no longer checked, and failed before  GET /e: the claim of e.one · e.one: expected 1, got 2
2 broke, 1 fixed, 1 no longer decided, 1 failure as before
`,
  );
  expect(code).toBe(1);
  expect((await call(["verify", "--compare", after, before], { cwd: folder })).code).toBe(1);
  expect(await call(["verify", "--compare", before, before], { cwd: folder })).toMatchObject({
    code: 0,
    stdout: "0 broke, 0 fixed, 0 no longer decided, 3 failures as before\n",
  });
});

test.each([
  [["before.json"], "--compare needs two reports: --compare before.json after.json"],
  [["none.json", "before.json"], "--compare cannot read none.json: ENOENT; it must be a report that verify wrote"],
  [["before.json", "other.json"], "--compare cannot use other.json: it is no JSON report of verify"],
])("refuses %j in a sentence", async (words, told) => {
  writeFileSync(join(folder, "other.json"), "[1]");
  const { code, stderr } = await call(["verify", "--compare", ...words], { cwd: folder });
  expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
  expect(stderr.trim().split("\n")).toHaveLength(1);
});
