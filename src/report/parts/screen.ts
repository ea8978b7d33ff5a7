// Shared parts of the terminal report: signs, colours, and lines that begin with them.
import type picocolors from "picocolors";
import type { Evidence } from "../finding.ts";
import { block, clip, count, duration, oneLine } from "../text.ts";
import { foldCommand } from "./fold-command.ts";
import type { Outcome } from "./outcome.ts";
import { wrap } from "./wrap.ts";

type Colors = ReturnType<typeof picocolors.createColors>;
type Paint = (text: string) => string;

export interface Screen {
  readonly colors: Colors;
  readonly width: number;
  readonly verbose: boolean;
}

const SIGNS = {
  fail: "✗",
  broken: "✗",
  warning: "!",
  known: "·",
  open: "?",
  note: "·",
  pass: "✓",
} as const satisfies Record<Outcome, string>;

const PAINTS = {
  fail: (colors) => colors.red,
  broken: (colors) => colors.magenta,
  warning: (colors) => colors.yellow,
  known: (colors) => colors.dim,
  open: (colors) => colors.cyan,
  note: (colors) => colors.dim,
  pass: (colors) => colors.green,
} as const satisfies Record<Outcome, (colors: Colors) => Paint>;

/** Lines that begin with the coloured sign of an outcome, and with a word in the same colour if there is one. */
export function labelled(
  outcome: Outcome,
  text: string,
  { colors, width, word = "" }: Screen & { readonly word?: string },
): string[] {
  const [first = "", ...rest] = wrap(`${SIGNS[outcome]} ${text}`, { width, hang: 2 });
  const paint = PAINTS[outcome](colors);
  if (word === "" || !first.startsWith(word, 2)) return [paint(first.slice(0, 1)) + first.slice(1), ...rest];
  return [`${paint(first.slice(0, 1))} ${colors.bold(paint(word))}${first.slice(2 + word.length)}`, ...rest];
}

/** The terminal itself wraps commands, but a very long one is folded. */
const LONGEST_COMMAND = 190;
const MOST_LETTERS = 2000;

/** A request and its response: the command that repeats the request and, with `verbose`, both in full. */
export function exchangeLines(
  { title, curl, request, response, milliseconds }: Evidence,
  { colors, width, verbose }: Screen,
): string[] {
  const time = milliseconds === undefined ? "" : ` (${duration(milliseconds)})`;
  // A command that fills screens is of no use on a screen.
  const isHuge = curl !== undefined && !verbose && curl.length > MOST_LETTERS;
  if (isHuge) return [colors.dim(`    (a command of ${count(curl.length, "character")}: the reports have it)`)];
  const command =
    curl === undefined ? [] : foldCommand(oneLine(curl), LONGEST_COMMAND, 4).map((line) => colors.cyan(line));
  if (!verbose) return command;
  const messages = [request, response]
    .filter((message) => message !== undefined)
    .map((message) => block(message ?? ""));
  const lines = messages.flatMap((message) => [...clip(message, 8000).split("\n"), ""]).slice(0, -1);
  return [
    ...wrap(oneLine(`${title}${time}`), { width, indent: 4 }).map(colors.bold),
    ...command,
    ...lines.flatMap((line) =>
      wrap(line.replaceAll("\t", "  "), { width: width - 6 }).map((part) => `    ${colors.dim("│")} ${part}`),
    ),
  ];
}
