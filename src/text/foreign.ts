// Makes untrusted text safe to print: file and branch names, document content, server responses. Everything printed
// goes through here, so that no such text can move the cursor, reverse a line, start a new line or be a command to the
// CI runner that reads the log.

/** Controls, format characters (bidi, zero width), line separators, lone surrogates and noncharacters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

/**
 * What CI runners treat as a command anywhere in a line: `##[error]` of GitHub and Azure, `##vso[`, `##teamcity[`, GitLab's
 * `section_start:` and Travis' `travis_fold:`. The last character becomes an escape.
 */
const COMMAND = /##(?=[a-z]*\[)|(?:section_(?:start|end)|travis_(?:fold|time)):(?=\w)/gi;

/** What GitHub's runner treats as a command at the start of a line, after any kind of whitespace. */
const COMMAND_LINE = /(^|[\r\n])([^\S\r\n]*):(?=:)/g;

const SHORT: ReadonlyMap<string, string> = new Map(
  Object.entries({ "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" }),
);

/** Replaces invisible characters by escapes such as `\x1b` or `\u202e`, on one line. */
export function oneLine(text: string): string {
  return text.replace(HIDDEN, escapeHidden).replace(COMMAND, escapeCommand);
}

/** Like `oneLine`, but keeps line breaks and tabs. CR LF counts as one break, as in the head of an HTTP message. */
export function block(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(HIDDEN, (character) => (character === "\n" || character === "\t" ? character : escapeHidden(character)))
    .replace(COMMAND, escapeCommand);
}

/**
 * The last step before a stream or a file: no line has a command of a CI runner, wherever a renderer broke it. Commands
 * written on purpose do not come through here.
 */
export function withoutCommands(text: string): string {
  return text.replace(COMMAND, escapeCommand).replace(COMMAND_LINE, String.raw`$1$2\x3a`);
}

/** JSON for a terminal or a log: the same value, with JSON escapes for invisible characters. */
export function safeJson(text: string): string {
  return text
    .replace(HIDDEN, (character) => (character === "\n" ? character : jsonEscape(character)))
    .replace(COMMAND, (command) => `${command.slice(0, -1)}${jsonEscape(command.slice(-1))}`);
}

function jsonEscape(character: string): string {
  return Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("");
}

/** Cuts words that are too long for a message, such as a path or a flag that somebody filled. */
export function withoutLongWords(text: string): string {
  // One repeated character class over megabytes would overflow the stack of the matcher.
  const words = text.split(/(\s)/);
  return words.map((word) => (word.length < 256 ? word : `${word.slice(0, 200)}…`)).join("");
}

/** A message for standard error. It is never coloured, so control characters are never intended. */
export function message(text: string): string {
  return withoutCommands(block(text));
}

function escapeCommand(command: string): string {
  return `${command.slice(0, -1)}\\x${hex(command.charCodeAt(command.length - 1), 2)}`;
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
