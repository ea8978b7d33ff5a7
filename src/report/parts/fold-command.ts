// A command line broken into short lines that a shell still reads as one, so that what is pasted is what was meant.

const ROOM = 3;

/**
 * Breaks a command where a POSIX shell lets it: at blanks between words, and inside a word in single quotes, each time
 * with a backslash before the line break.
 * @param width the longest line
 * @param indent blanks before each line, but for one that goes on inside a word: there they would end it
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
