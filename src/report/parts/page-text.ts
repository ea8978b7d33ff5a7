// Untrusted text for the page: escaped, and cut if it is too long.
import { block, clip, escapeMarkup, oneLine } from "../text.ts";

const MESSAGE = 20_000;

/** One line. */
export function line(value: string): string {
  return escapeMarkup(clip(oneLine(value), 2000));
}

/** Several lines. */
export function text(value: string): string {
  return escapeMarkup(clip(block(value), MESSAGE));
}
