// Breaks a command into short lines that a shell still reads as one command, so that pasting it works.

const ROOM = 3;

/**
 * Breaks a command where a POSIX shell allows it: at blanks between words and inside words in single quotes, with a
 * backslash before each line break.
 * @param width the maximum line length
 * @param indent blanks before each line, except for one that continues a word, which they would end
 */
export function foldCommand(command: string, width: number, indent = 0): string[] {
  const blanks = " ".repeat(indent);
  if (command.length + indent <= width) return [blanks + command];
  const lines: string[] = [];
  let line = blanks;
  let quote = "";
  let space = -1;
  let isEscaped = false;
  for (const character of command) {
    if (isEscaped) isEscaped = false;
    else if (quote === "" && character === "\\") isEscaped = true;
    else if (quote === "" && (character === "'" || character === '"')) quote = character;
    else if (character === quote) quote = "";
    line += character;
    if (character === " " && quote === "") space = line.length;
    if (isEscaped || line.length < width - ROOM) continue;
    if (space > 0) {
      lines.push(`${line.slice(0, space)}\\`);
      line = blanks + line.slice(space);
    } else if (quote === "'") {
      lines.push(`${line}'\\`);
      line = "'";
    } else continue;
    space = -1;
  }
  return line.trim() === "" ? lines : [...lines, line];
}
