// Renders the report for a terminal. All untrusted text is made safe first: see text.ts.
import picocolors from "picocolors";
import { countsOf, groupsOf } from "../../memo.ts";
import type { CauseGroup, Finding, Report } from "../finding.ts";
import { causeLines } from "../parts/cause-lines.ts";
import { folded } from "../parts/fold.ts";
import { byGroup, byOutcome, isBad, OUTCOMES, outcomeOf, tally, type Outcome } from "../parts/outcome.ts";
import { placeText } from "../parts/place.ts";
import { exchangeLines, labelled, type Screen } from "../parts/screen.ts";
import { clip, count, duration, oneLine } from "../text.ts";
import { outlineLines } from "../parts/outline-lines.ts";
import { columns, wrap } from "../parts/wrap.ts";

export interface ConsoleOptions {
  /** Whether to use colour; the caller has already checked NO_COLOR and the terminal. */
  readonly color: boolean;
  readonly width: number;
  /** Also prints what passed, the facts of the run, and requests and responses. */
  readonly verbose: boolean;
  /** Set if readers start at the top, as with a few changes of a document. */
  readonly worstFirst?: boolean;
  /** Prints this many findings, the worst ones, and counts the rest. All if absent. */
  readonly most?: number;
  /** Prints as many findings as fit on this many lines, the worst ones, and counts the rest. All if absent. */
  readonly lines?: number;
  /** The flag that prints everything. */
  readonly all?: string;
}

/** Renders the report for a terminal or a log: a line for each group, then everything that needs attention. */
export function renderConsole(report: Report, options: ConsoleOptions): string {
  const screen: Screen = {
    colors: picocolors.createColors(options.color),
    width: Math.max(40, options.width),
    verbose: options.verbose,
  };
  const { causes = [] } = report;
  const explained = new Set(causes.flatMap(({ findings }) => findings));
  const left = report.findings.filter((finding) => !explained.has(finding));
  const outcomes = [...byOutcome(folded(left, options.verbose ? {} : { most: MOST_PLACES }))];
  // Worst last by default, because a terminal still shows the end.
  const entries = (options.worstFirst === true ? outcomes : outcomes.reverse())
    .filter(([outcome]) => outcome !== "pass")
    .flatMap(([outcome, findings]) => [
      ...entriesOf(outcome, findings, screen),
      ...causesOf(outcome, causes, screen).toReversed(),
    ]);
  const { outline } = report;
  const isListed = outline === undefined || options.verbose;
  const end = [total(report, screen), wrap(oneLine(report.conclusion ?? ""), { width: screen.width }).join("\n")];
  const top = [head(report, screen), ...(isListed ? [groups(report, screen)] : [])];
  const space = (options.lines ?? Number.POSITIVE_INFINITY) - linesOf([...top, ...end]);
  const before = [...top, ...outlineLines(outline ?? [], screen, space)];
  const ranked = options.worstFirst === true ? entries : entries.toReversed();
  const room = (options.lines ?? Number.POSITIVE_INFINITY) - linesOf([...before, ...end]);
  const fits = Math.min(options.most ?? entries.length, fitting(ranked, room, outline !== undefined));
  const printed = ranked.slice(0, fits);
  const rest = restOf(ranked.slice(printed.length), outline === undefined ? room - linesOf(printed) : 0, options);
  const parts = options.worstFirst === true ? [...printed, ...rest] : [...rest, ...printed.toReversed()];
  return `${[...before, ...parts, ...end].filter((part) => part !== "").join("\n\n")}\n`;
}

/** The number of lines in some parts, including the empty line after each. */
function linesOf(parts: readonly string[]): number {
  return parts.reduce((sum, part) => sum + part.split("\n").length + 1, 0);
}

/** The sentence about what is left out, and the empty line after it. */
const AROUND_REST = 2;

/**
 * How many of the first entries fit, with a line for each of the others. After an outline, which has those lines, the
 * others are only counted.
 */
function fitting(entries: readonly string[], room: number, hasOutline: boolean): number {
  let lines = linesOf(entries);
  const least = hasOutline ? 0 : 1;
  for (let number = entries.length; number > least; number--) {
    const left = hasOutline ? 0 : entries.length - number;
    const others = number === entries.length ? 0 : left + AROUND_REST;
    if (lines + others <= room) return number;
    lines -= linesOf(entries.slice(number - 1, number));
  }
  return Math.min(least, entries.length);
}

/** The number of findings left out, and the first line of as many of them as fit. */
function restOf(left: readonly string[], room: number, { lines, worstFirst, all = "--all" }: ConsoleOptions): string[] {
  if (left.length === 0) return [];
  const number = lines === undefined ? 0 : Math.max(0, room - AROUND_REST);
  const heads = left.slice(0, number).map((entry) => entry.split("\n", 1).join());
  const sentence = `${count(left.length, "more finding")}: ${all} prints them, and the reports have them.`;
  return [[sentence, ...(worstFirst === true ? heads : heads.toReversed())].join("\n")];
}

function head(report: Report, screen: Screen): string {
  const { colors, width, verbose } = screen;
  const name = wrap(oneLine(`${report.tool} ${report.version}`), { width }).map(colors.bold);
  const facts = report.facts.flatMap(([label, value]) =>
    wrap(oneLine(`${label}: ${value}`), { width, indent: 2 }).map(colors.dim),
  );
  return [...name, ...wrap(oneLine(report.title), { width }), ...(verbose ? facts : [])].join("\n");
}

function groups({ findings, summary }: Report, screen: Screen): string {
  const all = [...byGroup(findings)];
  const order = summary.map(([verdict]) => verdict);
  const column = Math.min(32, Math.max(0, ...all.map(([name]) => columns(oneLine(name)))));
  return all
    .flatMap(([name, members]) => {
      const counts = tally(members, order).map(([verdict, number]) => `${number} ${oneLine(verdict)}`);
      const worst = OUTCOMES.find((outcome) => members.some((member) => outcomeOf(member) === outcome)) ?? "pass";
      const label = oneLine(name);
      const gap = " ".repeat(Math.max(0, column - columns(label)) + 2);
      const line = labelled(worst, `${label}${gap}${counts.join(", ")}`, screen);
      return [...line, ...(screen.verbose ? passes(members, screen) : [])];
    })
    .join("\n");
}

function passes(members: readonly Finding[], screen: Screen): string[] {
  return members
    .filter((member) => outcomeOf(member) === "pass")
    .flatMap(({ subject, title }) =>
      wrap(oneLine(`${subject}: ${title}`), { width: screen.width, indent: 4 }).map(screen.colors.dim),
    );
}

/** The causes of one outcome, worst first. */
function causesOf(outcome: Outcome, causes: readonly CauseGroup[], screen: Screen): string[] {
  return causes.filter((cause) => outcomeOf(cause) === outcome).map((cause) => causeLines(cause, screen).join("\n"));
}

/**
 * Findings that were inconclusive for the same reason share one entry: a read-only run would fill screens otherwise.
 */
function entriesOf(outcome: Outcome, findings: readonly Finding[], screen: Screen): string[] {
  if (outcome !== "open" || screen.verbose) return findings.map((finding) => entry(finding, screen).join("\n"));
  const byReason = groupsOf(findings, ({ details }) => details.join("\n"));
  return [...byReason.values()].map((alike) => {
    const [first] = alike;
    return (first !== undefined && alike.length === 1 ? entry(first, screen) : forOneReason(alike, screen)).join("\n");
  });
}

function forOneReason(alike: readonly Finding[], screen: Screen): string[] {
  const { colors, width } = screen;
  const times = countsOf(alike.map(({ id }) => id));
  const ids = [...times].map(([id, number]) => (number === 1 ? id : `${id} (${number})`)).join(", ");
  const verdict = oneLine(alike[0]?.verdict ?? "");
  const [reason = "", ...others] = alike[0]?.details ?? [];
  // Put the reason in the first line, which is all that fits if there are many findings.
  const told = oneLine(reason).replace(/^[^:]{1,20}: /, "");
  return [
    ...labelled("open", `${verdict}  ${alike.length} claims: ${told}`, { ...screen, word: verdict }),
    ...others.flatMap((detail) => wrap(oneLine(detail), { width, indent: 4, hang: 2 })),
    ...wrap(oneLine(ids), { width, indent: 4 }).map(colors.dim),
  ];
}

function entry(finding: Finding, screen: Screen): string[] {
  const { colors, width, verbose } = screen;
  const outcome = outcomeOf(finding);
  const verdict = oneLine(finding.verdict);
  const claim = oneLine(`${verdict}  ${finding.subject}: ${finding.title}`);
  const where = finding.place === undefined ? finding.id : `${finding.id} · ${placeText(finding.place)}`;
  const more = outcome === "note" && !verbose ? [] : finding.details;
  return [
    ...labelled(outcome, claim, { ...screen, word: verdict }),
    ...wrap(oneLine(where), { width, indent: 4 }).map(colors.dim),
    ...more.flatMap((detail) => wrap(clip(oneLine(detail), 2000), { width, indent: 4, hang: 2 })),
    ...(finding.help === undefined || !isBad(outcome)
      ? []
      : wrap(oneLine(`more: ${finding.help}`), { width, indent: 4, hang: 2 }).map(colors.dim)),
    ...(isBad(outcome) || verbose ? finding.evidence.flatMap((item) => exchangeLines(item, screen)) : []),
  ];
}

/** Places of an edit that are listed. */
const MOST_PLACES = 10;

function total({ findings, summary, durationMs, causes = [] }: Report, { colors, width }: Screen): string {
  const words = summary.map(([verdict, number]) => `${number} ${oneLine(verdict)}`);
  const text = words.length > 0 ? words.join(", ") : count(findings.length, "finding");
  const explained = causes.reduce((sum, cause) => sum + cause.findings.length, 0);
  const shared = explained > causes.length ? `; ${count(causes.length, "cause")} of ${explained} results` : "";
  return wrap(`${text} in ${duration(durationMs)}${shared}`, { width })
    .map(colors.bold)
    .join("\n");
}
