// Successive published versions of real APIs: each pair is judged within the budget, and a second run gives the same
// result.
import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { parseDocumentText } from "../../src/contract/load.ts";
import { runComparison } from "../../src/gate/gate.ts";
import type { GateResult, GateSettings } from "../../src/gate/model.ts";
import { type RunFacts, gateJson, gateReport } from "../../src/gate/report.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { sampleOf } from "../share.ts";

const FOLDER = join(process.env["ANIMAL_STORE_CORPUS"] ?? join(__dirname, "../../../shared/data"), "releases");
const SETTINGS: GateSettings = {
  profile: "wire",
  today: "2026-11-22",
  noticeDays: { stable: 90, beta: 90 },
  budgetMs: 20_000,
};
const FACTS: RunFacts = { version: "1.0.0", startedAt: "", durationMs: 1, replays: new Map(), failures: [] };

const pairs = readdirSync(FOLDER).flatMap((api) => {
  const files = readdirSync(join(FOLDER, api)).sort();
  return files.slice(1).map((file, index) => [api, files[index] ?? "", file] as const);
});

async function judge(api: string, before: string, after: string): Promise<GateResult> {
  const text = (file: string): string => gunzipSync(readFileSync(join(FOLDER, api, file))).toString("utf8");
  const base = await parseDocumentText(text(before), before, { lenient: true });
  return runComparison(base, await parseDocumentText(text(after), after, { before: base, lenient: true }), SETTINGS);
}

describe("successive versions of published APIs", () => {
  test.each(sampleOf(pairs, 6))("%s, from %s to %s", { timeout: 120_000 }, async (api, before, after) => {
    const first = await judge(api, before, after);
    expect(first.changes.filter(({ reason }) => reason?.includes("budget of work") === true)).toEqual([]);
    expect(new Set(first.changes.map(({ id }) => id)).size).toBe(first.changes.length);
    expect(renderMarkdown(gateReport(first, FACTS)).length).toBeLessThan(65_536);
    expect(gateJson(await judge(api, before, after), FACTS)).toBe(gateJson(first, FACTS));
  });
});
