// The output format of the benchmarks. Tests cannot measure speed on a machine that is also doing other things.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Results, withFigures } from "../../bench/figures-page.ts";
import { PROBES } from "../../bench/figures.ts";
import { usageOf } from "../../bench/measure/process-usage.ts";
import { runsHere } from "../../bench/peers/peer.ts";
import { median } from "../../bench/median.ts";
import type { Row } from "../../bench/results.ts";
import { benchTable, renderTable } from "../../bench/table.ts";
import { IN_PROOF } from "../share.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "bench-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

// People measure the figures; the proof only checks that the benchmarks still run.
describe.runIf(IN_PROOF)("npm run bench", () => {
  const out = join(folder, "results.json");
  let run: { status: number | null; stdout: string; stderr: string };

  beforeAll(() => {
    const flags = ["--quick", "--no-peers", "--out", out];
    run = spawnSync(process.execPath, [join(ROOT, "scripts", "bench.mjs"), "run", ...flags], {
      cwd: ROOT,
      encoding: "utf8",
      timeout: 180_000,
    });
  }, 200_000);

  it("ends well", () => {
    expect(run.stderr).toContain("took");
    expect(run.status).toBe(0);
  });

  it("prints one table with every row", () => {
    const lines = run.stdout.split("\n");
    expect(lines.filter((line) => line.startsWith("---"))).toHaveLength(1);
    for (const { title } of PROBES) expect(run.stdout).toContain(title);
    for (const title of ["spawn to first 200", "memory an item", "resident memory"]) {
      expect(run.stdout).toContain(title);
    }
  });

  it("writes the machine and each row with a number", () => {
    const results = JSON.parse(readFileSync(out, "utf8")) as { node: string; machine: object; rows: Row[] };
    expect(results.node).toBe(process.version);
    expect(Object.keys(results.machine)).toEqual(["cpu", "cores", "platform"]);
    const costs = PROBES.filter(({ ratio }) => ratio !== undefined).length;
    const growths = PROBES.filter(({ growth }) => growth !== undefined).length;
    expect(results.rows).toHaveLength(costs + growths + 5);
    expect(results.rows.filter(({ ours }) => !Number.isFinite(ours))).toEqual([]);
    expect(results.rows.filter(({ figure, ok }) => (figure === undefined) !== (ok === undefined))).toEqual([]);
  });
});

describe("docs/figures.md", () => {
  const page = readFileSync(join(ROOT, "docs", "figures.md"), "utf8");
  const results = JSON.parse(readFileSync(join(ROOT, "bench", "results.json"), "utf8")) as Results;

  it("has the figures of bench/results.json", () => {
    expect(withFigures(page, results)).toBe(page);
  });

  it("has each peer in the same table, where it was measured", () => {
    const [first, ...others] = results.rows as [Row, ...Row[]];
    const rows = [{ ...first, peers: { other: 3.14 } }, ...others.map((row) => ({ ...row, peers: {} }))];
    const written = withFigures(page, { ...results, peers: { other: "Other 1.0" }, rows });
    expect(written).toContain("| Other 1.0 |");
    expect(written).toMatch(new RegExp(`^\\| ${first.title} \\|.* 3\\.1 × \\|$`, "m"));
    expect(written.match(/^\| .* – \|$/gm)).toHaveLength(others.length);
  });
});

describe("the parts of the bench", () => {
  it("takes the middle", () => {
    expect(median([3, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 3])).toBe(2.5);
    expect(median([])).toBeNaN();
  });

  it("reads the resources that a process has used", () => {
    const before = usageOf(process.pid);
    const until = process.cpuUsage().user + 50_000;
    while (process.cpuUsage().user < until);
    const after = usageOf(process.pid);
    expect(after.cpuMs - before.cpuMs).toBeGreaterThan(20);
    expect(after.residentBytes).toBeGreaterThan(10_000_000);
  });

  it("knows which Node versions a peer supports", () => {
    expect(runsHere({ floor: [22, 12] }, "22.11.0")).toBe(false);
    expect(runsHere({ floor: [22, 12] }, "22.12.0")).toBe(true);
    expect(runsHere({ floor: [18, 20] }, "20.1.0")).toBe(true);
    expect(runsHere({ floor: [18, 20] }, "16.20.0")).toBe(false);
  });

  it("aligns a table and names the limits of a peer", () => {
    expect(
      renderTable([
        ["a", "bb"],
        ["ccc", "1"],
      ]),
    ).toBe("a    bb\n---  --\nccc   1\n");
    const row: Row = {
      id: "x",
      title: "x",
      unit: "s",
      ours: 1,
      ratios: [1.5],
      ratio: 1.5,
      figure: 1,
      ok: false,
      peers: {},
    };
    const table = benchTable([row], [["prism", "Prism"]]);
    expect(table).toContain("over");
    expect(table.trimEnd().endsWith("–")).toBe(true);
  });
});
