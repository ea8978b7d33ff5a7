// Header lines as Node has them: name, value, name, value. Any name is compared in any case.

export type HeaderLines = readonly string[];

/** The lines as pairs, without a name that has no value. */
export function linePairs(lines: HeaderLines): [name: string, value: string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at + 1 < lines.length; at += 2) pairs.push([lines[at] as string, lines[at + 1] as string]);
  return pairs;
}

/** The names of the lines, in lower case. */
export function lineNames(lines: HeaderLines): Set<string> {
  return new Set(lines.filter((_, at) => at % 2 === 0).map((name) => name.toLowerCase()));
}

/** The first value of a header; undefined without one. */
export function lineValue(lines: HeaderLines, name: string): string | undefined {
  const at = lineAt(lines, name);
  return at === -1 ? undefined : lines[at + 1];
}

/** The lines without those whose name, in lower case, passes a test. */
export function linesWithout(lines: HeaderLines, isOut: (name: string) => boolean): string[] {
  return lines.filter((_, at) => !isOut((lines[at - (at % 2)] as string).toLowerCase()));
}

/** The lines with another first value of a header, if they have it. */
export function linesWith(lines: HeaderLines, name: string, change: (value: string) => string): string[] {
  const all = lines.slice();
  const at = lineAt(lines, name);
  if (at !== -1) all[at + 1] = change(all[at + 1] ?? "");
  return all;
}

function lineAt(lines: HeaderLines, name: string): number {
  const wanted = name.toLowerCase();
  return lines.findIndex((one, at) => at % 2 === 0 && one.toLowerCase() === wanted);
}
