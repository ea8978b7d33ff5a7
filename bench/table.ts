// Renders rows as one text table, as narrow as its content.
import type { Row } from "./results.ts";

/** Columns separated by two spaces. All but the first are right-aligned. */
export function renderTable(lines: readonly (readonly string[])[]): string {
  const widths = (lines[0] ?? []).map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  const rendered = lines.map((line) =>
    line
      .map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return `${[rendered[0], rule, ...rendered.slice(1)].join("\n")}\n`;
}

/** @param peers the identifier and title of each peer that was measured */
export function benchTable(rows: readonly Row[], peers: readonly (readonly [id: string, title: string])[]): string {
  const head = [
    ...["row", "unit", "bare", "ours", "ratio", "to reach", "", "runs", "req/s bare", "req/s ours", "p50 ms", "p99 ms"],
    ...peers.map(([, title]) => `${title} ×`),
  ];
  return renderTable([head, ...rows.map((row) => cells(row, peers))]);
}

function cells(row: Row, peers: readonly (readonly [string, string])[]): string[] {
  const { ratio, figure, ok, ratios, requests } = row;
  return [
    row.title,
    row.unit,
    number(row.bare),
    number(row.ours),
    ratio === undefined ? "" : ratio.toFixed(2),
    figure === undefined ? "" : `≤ ${figure}`,
    ok === undefined ? "" : ok ? "ok" : "over",
    ratios.map((one) => one.toFixed(2)).join(" "),
    requests?.bare === undefined ? "" : Math.round(requests.bare).toString(),
    requests === undefined ? "" : Math.round(requests.ours).toString(),
    row.p50 === undefined ? "" : row.p50.toFixed(2),
    row.p99 === undefined ? "" : row.p99.toFixed(2),
    ...peers.map(([id]) => {
      const value = row.peers[id];
      return value === undefined ? "–" : value.toFixed(1);
    }),
  ];
}

function number(value: number | undefined): string {
  if (value === undefined) return "";
  return value < 100 ? value.toFixed(1) : Math.round(value).toString();
}
