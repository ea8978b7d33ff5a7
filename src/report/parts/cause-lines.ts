// A cause on a terminal: what is wrong, the most instructive finding, what to do, and where else it occurs.
import { groupsOf } from "../../memo.ts";
import type { CauseGroup, Finding } from "../finding.ts";
import { clip, count, oneLine } from "../text.ts";
import { outcomeOf } from "./outcome.ts";
import { placeText } from "./place.ts";
import { exchangeLines, labelled, type Screen } from "./screen.ts";
import { wrap } from "./wrap.ts";

/** Characters of one detail. */
const LONGEST = 2000;
/** Checks of a cause that are listed besides the one shown. */
const SHOWN = 8;

/** The lines of a cause. */
export function causeLines(cause: CauseGroup, screen: Screen): string[] {
  const { colors, width, verbose } = screen;
  const [best, ...others] = cause.findings;
  if (best === undefined) return [];
  const word = oneLine(cause.verdict);
  const many = others.length > 0;
  const head = many
    ? `${word}  ${oneLine(cause.title)}: ${count(cause.findings.length, "result")}`
    : `${word}  ${oneLine(`${best.subject}: ${best.title}`)}`;
  const shown = wrapped(screen);
  const where = best.place === undefined ? best.id : `${best.id} · ${placeText(best.place)}`;
  return [
    ...labelled(outcomeOf(cause), head, { ...screen, word }),
    ...(many ? shown(`${best.subject}: ${best.title}`) : []),
    ...best.details.flatMap((detail) => shown(clip(oneLine(detail), LONGEST))),
    ...shown(where).map(colors.dim),
    ...(verbose ? best.evidence : best.evidence.slice(-1)).flatMap((item) => exchangeLines(item, screen)),
    ...(cause.fix === undefined ? [] : shown(`to fix: ${cause.fix}`)),
    ...(many && !verbose ? shown(`also: ${tallied(others)}`).map(colors.dim) : []),
    ...(verbose ? others.flatMap((other) => memberLines(other, screen)) : []),
    ...(best.help === undefined
      ? []
      : wrap(oneLine(`more: ${best.help}`), { width, indent: 4, hang: 2 }).map(colors.dim)),
  ];
}

const wrapped =
  ({ width }: Screen) =>
  (text: string): string[] =>
    wrap(oneLine(text), { width, indent: 4, hang: 2 });

/** "create.refuses-bound (4), GET /items: schema.body". */
function tallied(findings: readonly Finding[]): string {
  const all = [...groupsOf(findings, ({ id }) => id)].map(([id, [first, ...more]]) =>
    more.length > 0 ? `${id} (${more.length + 1})` : `${id} on ${first?.subject}`,
  );
  const left = all.length - SHOWN;
  return [...all.slice(0, SHOWN), ...(left > 0 ? [`and ${count(left, "more check")} (--verbose)`] : [])].join(", ");
}

function memberLines(finding: Finding, screen: Screen): string[] {
  const shown = wrapped(screen);
  return [
    ...shown(`${finding.verdict}  ${finding.id} on ${finding.subject}`),
    ...finding.details.slice(0, 1).flatMap((detail) => shown(clip(oneLine(detail), LONGEST))),
    ...finding.evidence.slice(-1).flatMap((item) => exchangeLines(item, { ...screen, verbose: false })),
  ];
}
