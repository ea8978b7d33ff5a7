// Text of others made safe to print. Every renderer takes foreign text through here, so that nothing a server
// answers can move a cursor, reverse a line or end an element.

/** Controls, format characters (bidi, zero width), line separators, lone surrogates and noncharacters. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\uFDD0-\uFDEF\uFFFE\uFFFF]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t", "\0": "\\0" };

/** Replaces what a reader could not see by its escape, `\x1b` or `\u202e`, on one line. */
export function oneLine(text: string): string {
  return text.replace(HIDDEN, escapeHidden);
}

/** As `oneLine`, but line breaks and tabs stay. CR LF counts as one break, as in the head of an HTTP message. */
export function block(text: string): string {
  return text
    .replaceAll("\r\n", "\n")
    .replace(HIDDEN, (character) => (character === "\n" || character === "\t" ? character : escapeHidden(character)));
}

function escapeHidden(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return (
    SHORT[character] ??
    (code < 0x100 ? `\\x${hex(code, 2)}` : code > 0xffff ? `\\u{${hex(code, 5)}}` : `\\u${hex(code, 4)}`)
  );
}

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** Cuts long text and says how much is missing. Never cuts a surrogate pair in two. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const end = /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit;
  return `${text.slice(0, end)}… (${grouped(text.length - end)} more characters)`;
}

const MARKUP: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Escapes text for the inside of an element or of a quoted attribute, in HTML and in XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => MARKUP[character] ?? character);
}

/** A whole number as people read it: "12,345". By hand, as the first use of Intl costs a run a fortieth of a second. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** "1 failure", "2 failures". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** "840 ms" below a second, "1.2 s" below a minute, then "2 min 5 s". */
export function duration(milliseconds: number): string {
  if (milliseconds < 1000) return `${Math.round(milliseconds)} ms`;
  if (milliseconds < 60_000) return `${(milliseconds / 1000).toFixed(1)} s`;
  const seconds = Math.round(milliseconds / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
