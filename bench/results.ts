// Turns runs into table rows: the ratios of each run, their median, and whether that meets the target.
import { LIMITS, PROBES, type Probe } from "./figures.ts";
import { median } from "./median.ts";
import type { Measure, RunResult } from "./session.ts";

/** One row: what was measured, and how it compares. The servers' numbers are medians over the runs. */
export interface Row {
  readonly id: string;
  readonly title: string;
  readonly unit: string;
  readonly bare?: number;
  readonly ours: number;
  /** Ours relative to what it is compared with, in each run; empty for an absolute figure. */
  readonly ratios: readonly number[];
  readonly ratio?: number;
  /** The limit for `ratio` or, without one, for `ours`. */
  readonly figure?: number;
  readonly ok?: boolean;
  readonly requests?: { readonly bare?: number; readonly ours: number };
  readonly p50?: number;
  readonly p99?: number;
  /** The value of each peer relative to bare Node. */
  readonly peers: Readonly<Record<string, number>>;
}

/** All rows. @param held the bytes per item */
export function rowsOf(runs: readonly RunResult[], held: number): readonly Row[] {
  return [
    ...PROBES.filter(({ ratio }) => ratio !== undefined).map((probe) => costRow(runs, probe)),
    ...PROBES.filter(({ growth }) => growth !== undefined).map((probe) => growthRow(runs, probe)),
    ...startRows(runs),
    limitRow({
      id: "item",
      title: "memory an item",
      unit: "bytes",
      ours: held,
      figure: LIMITS.bytesAnItem,
    }),
    limitRow({
      id: "load",
      title: "spawn to first 200 with all items",
      unit: "s",
      ours: median(runs.map(({ loadMs }) => loadMs / 1000)),
      figure: LIMITS.loadSeconds,
    }),
    residentRow(runs),
  ];
}

function of(runs: readonly RunResult[], probe: string, server: string): readonly Measure[] {
  return runs.map(({ measures }) => measures[probe]?.[server]).filter((one) => one !== undefined);
}

function cpu(measures: readonly Measure[]): number {
  return median(measures.map(({ cpuMicros }) => cpuMicros));
}

function costRow(runs: readonly RunResult[], { id, title, ratio: figure }: Probe): Row {
  const bare = of(runs, id, "bare");
  const ours = of(runs, id, "few");
  const ratios = ours.map(({ cpuMicros }, index) => cpuMicros / (bare[index]?.cpuMicros ?? Number.NaN));
  const peers = Object.fromEntries(
    peerNames(runs)
      .map((peer): [string, number] => [peer, cpu(of(runs, id, peer)) / cpu(bare)])
      .filter(([, value]) => !Number.isNaN(value)),
  );
  return {
    ...{ id, title, unit: "µs CPU", bare: cpu(bare), ours: cpu(ours), peers },
    ...judged(ratios, figure as number),
    requests: {
      bare: median(bare.map(({ perSecond }) => perSecond)),
      ours: median(ours.map(({ perSecond }) => perSecond)),
    },
    p50: median(ours.map(({ p50 }) => p50)),
    p99: median(ours.map(({ p99 }) => p99)),
  };
}

/** Many items relative to few. `bare` is empty, because bare Node has no items. */
function growthRow(runs: readonly RunResult[], { id, title, growth }: Probe): Row {
  const few = of(runs, id, "few");
  const many = of(runs, id, "many");
  const ratios = many.map(({ cpuMicros }, index) => cpuMicros / (few[index]?.cpuMicros ?? Number.NaN));
  return {
    ...{ id: `${id}-growth`, title: `${title}: many items by few`, unit: "µs CPU", ours: cpu(many), peers: {} },
    ...judged(ratios, growth as number),
    requests: { ours: median(many.map(({ perSecond }) => perSecond)) },
    p50: median(many.map(({ p50 }) => p50)),
    p99: median(many.map(({ p99 }) => p99)),
  };
}

function judged(ratios: readonly number[], figure: number): Pick<Row, "ratios" | "ratio" | "figure" | "ok"> {
  const ratio = median(ratios);
  return { ratios, ratio, figure, ok: ratio <= figure };
}

function startRows(runs: readonly RunResult[]): readonly Row[] {
  const rows: Row[] = [];
  for (const kind of ["ms", "cpuMs"] as const) {
    const medianOf = ({ starts }: RunResult, server: string): number =>
      median((starts[server] ?? []).map((start) => start[kind]));
    const bare = median(runs.map((one) => medianOf(one, "bare")));
    const ratios = runs.map((one) => medianOf(one, "few") / medianOf(one, "bare"));
    const peers = peerNames(runs).map((peer): [string, number] => [
      peer,
      median(runs.map((one) => medianOf(one, peer))) / bare,
    ]);
    const base = { bare, ours: median(runs.map((one) => medianOf(one, "few"))), peers: Object.fromEntries(peers) };
    const title = "spawn to first 200";
    rows.push(
      kind === "ms"
        ? { id: "start", title, unit: "ms", ...base, ...judged(ratios, LIMITS.startRatio) }
        : { id: "start-cpu", title, unit: "ms CPU", ...base, ratios, ratio: median(ratios) },
    );
  }
  return rows;
}

function limitRow(row: Pick<Row, "id" | "title" | "unit" | "ours"> & { readonly figure: number }): Row {
  return { ...row, ok: row.ours <= row.figure, ratios: [], peers: {} };
}

/** Resident memory after the rounds, without a target. */
function residentRow(runs: readonly RunResult[]): Row {
  const megabytes = (server: string): number =>
    median(runs.map(({ residentBytes }) => (residentBytes[server] ?? Number.NaN) / 1_048_576));
  const bare = megabytes("bare");
  const ours = megabytes("few");
  const peers = Object.fromEntries(peerNames(runs).map((peer) => [peer, megabytes(peer) / bare]));
  return {
    ...{ id: "resident", title: "resident memory, after", unit: "MB" },
    bare,
    ours,
    ratios: [],
    ratio: ours / bare,
    peers,
  };
}

function peerNames(runs: readonly RunResult[]): readonly string[] {
  return Object.keys(runs[0]?.starts ?? {}).filter((name) => name !== "bare" && name !== "few");
}
