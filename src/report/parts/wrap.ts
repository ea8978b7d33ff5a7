// Wraps lines to the width of a terminal. Widths are in columns, not code units: a wide character takes two.

export interface Wrapping {
  readonly width: number;
  /** Blanks before every line. */
  readonly indent?: number;
  /** Additional blanks before every line but the first. */
  readonly hang?: number;
}

const WIDE =
  /[\p{Emoji_Presentation}\u1100-\u115F\u2E80-\uA4CF\uAC00-\uD7A3\uF900-\uFAFF\uFE30-\uFE6F\uFF00-\uFF60\uFFE0-\uFFE6\u{20000}-\u{3FFFD}]/u;
const COMBINING = /\p{M}/u;

/** The number of columns that a terminal needs for a text without control characters. */
export function columns(text: string): number {
  // Most text is plain, and testing each character against two patterns is slow.
  if (/^[\x20-\x7e]*$/.test(text)) return text.length;
  return Array.from(text).reduce((sum, character) => sum + columnsOf(character), 0);
}

function columnsOf(character: string): number {
  if (COMBINING.test(character)) return 0;
  return WIDE.test(character) ? 2 : 1;
}

/** Breaks a line at blanks, and inside a word only if the word alone is too wide. */
export function wrap(text: string, { width, indent = 0, hang = 0 }: Wrapping): string[] {
  const lines: string[] = [];
  let line = " ".repeat(indent);
  let room = width - indent;
  let empty = true;
  const next = (): void => {
    lines.push(line.trimEnd());
    line = " ".repeat(indent + hang);
    room = width - indent - hang;
    empty = true;
  };
  for (const word of text
    .split(/(?<=\S)(?=\s)|(?<=\s)(?=\S)/u)
    .flatMap((part) => pieces(part, width - indent - hang))) {
    const taken = columns(word);
    if (taken > room && !empty) next();
    if (lines.length > 0 && empty && word.trim() === "") continue;
    line += word;
    room -= taken;
    empty = false;
  }
  return [...lines, line.trimEnd()];
}

/** A word cut into pieces that each fit on a line. */
function pieces(word: string, width: number): string[] {
  if (columns(word) <= width) return [word];
  const cut: string[] = [];
  let piece = "";
  let taken = 0;
  for (const character of word) {
    const wide = columnsOf(character);
    if (taken + wide > width && piece !== "") {
      cut.push(piece);
      piece = "";
      taken = 0;
    }
    piece += character;
    taken += wide;
  }
  return [...cut, piece];
}
