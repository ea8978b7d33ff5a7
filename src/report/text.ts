// Text for reports: cut, counted, escaped for markup. src/text/ makes untrusted text safe to print.
export { block, oneLine, safeJson, withoutCommands } from "../text/foreign.ts";

/** The beginning of a text. Never splits a surrogate pair. */
export function beginning(text: string, limit: number): string {
  return text.slice(0, /[\uD800-\uDBFF]/.test(text.charAt(limit - 1)) ? limit - 1 : limit);
}

/** Cuts long text and says how much is missing. */
export function clip(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const shown = beginning(text, limit);
  return `${shown}… (${grouped(text.length - shown.length)} more characters)`;
}

const MARKUP: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "&": "&amp;",
    "<": "&lt;",
    ">": "&gt;",
    '"': "&quot;",
    "'": "&#39;",
  }),
);

/** Escapes text for an element or a quoted attribute, in HTML and XML. */
export function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (character) => MARKUP.get(character) ?? character);
}

/** An integer in readable form: "12,345". Without Intl, whose first use costs 25 ms. */
export function grouped(number: number): string {
  return String(number).replaceAll(/\B(?=(?:\d{3})+$)/g, ",");
}

/** "1 failure", "2 failures". */
export function count(number: number, one: string, many = `${one}s`): string {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

/** "840 ms" below a second, "1.2 s" below a minute, then "2 min 5 s". */
export function duration(milliseconds: number): string {
  // Round first: 999.6 ms are 1.0 s, and 59.96 s are a minute.
  const whole = Math.round(milliseconds);
  if (whole < 1000) return `${whole} ms`;
  const tenths = Math.round(whole / 100);
  if (tenths < 600) return `${(tenths / 10).toFixed(1)} s`;
  const seconds = Math.round(whole / 1000);
  return `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Compares strings by code unit, so that the order is the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
