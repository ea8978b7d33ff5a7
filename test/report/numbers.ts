// Reads the numbers out of every kind of report, to compare them.
import { renderConsole } from "../../src/report/renderers/terminal.ts";
import type { Report } from "../../src/report/finding.ts";
import { renderHtml } from "../../src/report/renderers/html.ts";
import { renderJunit } from "../../src/report/renderers/junit.ts";
import { renderMarkdown } from "../../src/report/renderers/markdown.ts";
import { outcomeOf } from "../../src/report/parts/outcome.ts";

type Numbers = Readonly<Record<string, number>>;

/** The same report in every kind, with the JSON report and whether the exit code says that the run failed. */
export interface ListMetadata {
  readonly report: Report;
  readonly json: string;
  readonly fails: boolean;
}

const numbers = (found: Iterable<readonly [string, string]>): Numbers =>
  Object.fromEntries([...found].map(([word, number]) => [word, Number(number.replaceAll(",", ""))]));

function inConsole(report: Report): Numbers {
  const text = renderConsole(report, { color: false, width: 10_000, verbose: true });
  const total = text.split("\n").findLast((line) => / in [\d.]+ (?:ms|s|min)/.test(line)) ?? "";
  const counts = total.replace(/ in [\d.]+ (?:ms|s|min).*$/, "").split(", ");
  return numbers(counts.map((part) => [part.replace(/^[\d,]+ /, ""), /^[\d,]+/.exec(part)?.[0] ?? ""]));
}

function inMarkdown(report: Report): Numbers {
  const [, table = ""] = renderMarkdown(report).split("| Verdict | Count |\n");
  const rows = (table.split("\n\n")[0] ?? "").matchAll(/^\| (?:` )?(.+?)(?: `)? \| ([\d,]+) \|$/gm);
  return numbers(Array.from(rows, ([, word = "", number = ""]) => [word, number]));
}

function inHtml(report: Report): Numbers {
  const tiles = renderHtml(report).matchAll(/<li class="[a-z ]+"><strong>([\d,]+)<\/strong> ([^<]+)<\/li>/g);
  return numbers(Array.from(tiles, ([, number = "", word = ""]) => [word, number]));
}

const HEADING =
  /^(?:### |.*<h2>)?(Removed|Breaking|Policy|Undecided|Accepted)(?: \(| <span>)(.+?)(?:\)|<\/span><\/h2>.*)$/gm;
const SAID = new Map(Object.entries({ Breaking: "breaking", Policy: "policy", Undecided: "unknown" }));

/** What the headings above the edits add up to, of everything that is not compatible. */
function inHeadings(text: string): Numbers {
  const sums: Record<string, number> = {};
  for (const [, heading = "", total = ""] of text.matchAll(HEADING))
    for (const part of total.split(", ")) {
      const [, number = "", word = SAID.get(heading) ?? "?"] = /^([\d,]+)(?: (.+))?$/.exec(part) ?? [];
      sums[word] = (sums[word] ?? 0) + Number(number);
    }
  return sums;
}

/** Every verdict that the headings of an outline count, whether or not there is one. */
function headings(report: Report, counts: Numbers): readonly [object, object] {
  if (report.outline === undefined) return [{}, {}];
  const options = { color: false, width: 10_000, verbose: true };
  const told = [renderConsole(report, options), renderMarkdown(report), renderHtml(report)].map(inHeadings);
  const { compatible: _, failed: __, ...wanted } = counts;
  const some = Object.fromEntries(
    Object.entries(wanted).filter(([word, number]) => number > 0 && !word.startsWith("compatible")),
  );
  return [told, [some, some, some]];
}

const FIELDS = ["tests", "failures", "errors", "skipped", "time"] as const;

/** What the elements of a name say, added up. Times are in milliseconds, since fractions do not add up. */
function inJunit(xml: string, element: string): Numbers {
  const tags = Array.from(xml.matchAll(new RegExp(`<${element} [^>]*>`, "g")), ([tag]) => tag);
  const valueOf = (tag: string, name: string): number => Number(new RegExp(` ${name}="([\\d.]+)"`).exec(tag)?.[1] ?? 0);
  return Object.fromEntries(
    FIELDS.map((name) => {
      const all = tags.reduce((sum, tag) => sum + valueOf(tag, name) * (name === "time" ? 1000 : 1), 0);
      return [name, Math.round(all)];
    }),
  );
}

/** What every kind of report says, and what it should say, which is what its findings add up to. */
export function toldAndWanted({ report, json, fails }: ListMetadata): readonly [object, object] {
  const { findings, summary, durationMs } = report;
  const xml = renderJunit(report);
  const count = (...wanted: string[]): number => findings.filter((one) => wanted.includes(outcomeOf(one))).length;
  // Every verdict counts, whether or not the summary knows it.
  const words = new Set([...summary.map(([word]) => word), ...findings.map(({ verdict }) => verdict)]);
  const counts = Object.fromEntries(
    [...words].map((word) => [word, findings.filter(({ verdict }) => verdict === word).length]),
  );
  const junit = { tests: findings.length, failures: count("fail"), errors: count("broken") };
  const [told, wanted] = headings(report, counts);
  const skipped = count("open", "warning", "known");
  const time = findings.length === 0 ? 0 : Math.round(durationMs);
  const { skipped: _, ...whole } = inJunit(xml, "testsuites");
  const { time: cases } = inJunit(xml, "testcase");
  return [
    {
      summary: Object.fromEntries(summary),
      json: (JSON.parse(json) as { readonly summary: object }).summary,
      console: inConsole(report),
      markdown: inMarkdown(report),
      html: inHtml(report),
      junit: whole,
      suites: inJunit(xml, "testsuite"),
      cases,
      fails,
      headings: told,
    },
    {
      summary: counts,
      json: counts,
      console: counts,
      markdown: counts,
      html: counts,
      junit: { ...junit, time: Math.round(durationMs) },
      suites: { ...junit, skipped, time },
      cases: time,
      fails: count("fail", "broken") > 0,
      headings: wanted,
    },
  ];
}
