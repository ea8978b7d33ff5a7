// The part of docs/figures.md that `npm run bench` writes: one table from one measurement, peers included. A test
// compares the page with bench/results.json, so that figures from different days cannot be mixed.
import type { Row } from "./results.ts";

/** The content of bench/results.json. */
export interface Results {
  readonly date: string;
  readonly node: string;
  readonly machine: { readonly cpu: string; readonly cores: number };
  readonly scale: { readonly runs: number; readonly many: number };
  /** Titles by identifier. */
  readonly peers: Readonly<Record<string, string>>;
  readonly rows: readonly Row[];
}

const BEGIN = "<!-- npm run bench writes from here -->";
const END = "<!-- to here -->";

/** The page with the part between the marks replaced. @throws Error if it has no marks */
export function withFigures(page: string, results: Results): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin === -1 || end < begin) throw new Error(`docs/figures.md must have the lines ${BEGIN} and ${END}`);
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figures(results)}\n${page.slice(end)}`;
}

function figures({ date, node, machine, scale, peers, rows }: Results): string {
  const titles = Object.entries(peers);
  const head = [
    "",
    "unit",
    "bare `node:http`",
    "animal-store",
    "ratio",
    "to reach",
    ...titles.map(([, title]) => title),
  ];
  const lines = rows.map(({ title, unit, bare, ours, ratio, figure, peers: others }) => [
    ...[title, unit, shown(bare), shown(ours), ratio?.toFixed(2) ?? ""],
    figure === undefined ? "" : `≤ ${figure}`,
    ...titles.map(([id]) => (others[id] === undefined ? "–" : `${others[id].toFixed(1)} ×`)),
  ]);
  const cells = [head, head.map((_, column) => (column < 2 ? "---" : "---:")), ...lines];
  return [
    `${machine.cpu}, ${machine.cores} cores, Node ${node.replace("v", "")}, ${date.slice(0, 10)}, median of ${scale.runs} runs. “Many items” are ${scale.many.toLocaleString("en")}.`,
    titles.length === 0 ? "The peers were not measured." : "Each peer is a multiple of bare Node.",
    missed(rows),
    "",
    ...cells.map((line) => `| ${line.join(" | ")} |`),
    "",
  ].join("\n");
}

function missed(rows: readonly Row[]): string {
  const over = rows.filter(({ ok }) => ok === false);
  if (over.length === 0) return "All targets are met.";
  const list = over.map(({ title, ratio, ours, figure }) => `${title} (${shown(ratio ?? ours)} against ${figure})`);
  return `Missed: ${list.join(", ")}.`;
}

function shown(value: number | undefined): string {
  if (value === undefined) return "";
  return value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : Math.round(value).toString();
}
