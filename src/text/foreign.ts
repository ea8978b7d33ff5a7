// Text of others made safe to print: names of files and branches, what a document says, what a server answers. Whatever
// prints goes through here, so that none of it can move a cursor, reverse a line, begin a line of its own, or be a
// command to the runner that reads the log.

/** Controls, format characters (bidi, zero width), line separators, lone surrogates and noncharacters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

/** What runners take for a command wherever in a line it stands: `##[error]` of GitHub and Azure, `##vso[`, `##teamcity[`. */
const COMMAND = /##(?=[a-z]*\[)/gi;

/** What GitHub's takes for one at the start of a line, behind blanks of any kind. */
const COMMAND_LINE = /(^|[\r\n])([^\S\r\n]*):(?=:)/g;

const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({ "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" }),
);

/** Replaces what a reader could not see by its escape, `\x1b` or `\u202e`, on one line. */
export function oneLine(text: string): string {
  return text.replace(HIDDEN, escapeHidden).replace(COMMAND, escapeCommand);
}

/** As `oneLine`, but line breaks and tabs stay. CR LF counts as one break, as in the head of an HTTP message. */
export function block(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(HIDDEN, (character) => (character === "\n" || character === "\t" ? character : escapeHidden(character)))
    .replace(COMMAND, escapeCommand);
}

/**
 * The last step before a stream: no line begins a command of GitHub's runner, wherever a renderer broke it. What is
 * written to be such a command does not come through here.
 */
export function withoutCommands(text: string): string {
  return text.replace(COMMAND_LINE, String.raw`$1$2\x3a`);
}

/** JSON as it goes to a terminal or a log: the same value, with escapes of JSON for what could not be seen. */
export function safeJson(text: string): string {
  return text
    .replace(HIDDEN, (character) => (character === "\n" ? character : jsonEscape(character)))
    .replace(COMMAND, String.raw`#\u0023`);
}

function jsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("");
}

/** A message as it goes to standard error: nothing there is ever coloured, so nothing in it may be a control. */
export function message(text: string): string {
  return withoutCommands(block(text));
}

function escapeCommand(): string {
  return String.raw`#\x23`;
}

function escapeHidden(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return (
    SHORT.get(character) ??
    (code < 0x100 ? `\\x${hex(code, 2)}` : code > 0xffff ? `\\u{${hex(code, 5)}}` : `\\u${hex(code, 4)}`)
  );
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}
