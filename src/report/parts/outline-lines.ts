// The outline on a terminal: a heading, then one line an edit. Each line is cut to the width; the details have it whole.
import type { OutlineEdit, OutlineSection } from "../finding.ts";
import { count, oneLine } from "../text.ts";
import { outcomeOf } from "./outcome.ts";
import { labelled, type Screen } from "./screen.ts";
import { columns } from "./wrap.ts";

/** Lines of a section that are shown even if there is no room, and before a later section gets more. */
const FEWEST = 3;
const USUAL = 20;
/** The heading, the line that counts what is left out, and the empty line. */
const AROUND = 3;

/**
 * @param room the lines there are for all of it
 * @returns a part for each section
 */
export function outlineLines(sections: readonly OutlineSection[], screen: Screen, room: number): string[] {
  const all = sections.map(({ edits }) => edits.map((edit) => editLines(edit, screen)));
  const shown = sections.map(() => 0);
  let left = room - sections.length * AROUND;
  for (const most of [FEWEST, USUAL, Number.POSITIVE_INFINITY]) {
    for (const [index, entries] of all.entries()) {
      for (let at = shown[index] ?? 0; at < Math.min(most, entries.length); at++) {
        const lines = entries[at]?.length ?? 0;
        if (lines > left && at >= FEWEST) break;
        left -= lines;
        shown[index] = at + 1;
      }
    }
  }
  return sections.map(({ heading, total, edits }, index) => {
    const entries = all[index]?.slice(0, shown[index]) ?? [];
    const others = edits.length - entries.length;
    return [
      screen.colors.bold(`${oneLine(heading)} (${oneLine(total)})`),
      ...entries.flat(),
      ...(others > 0 ? [screen.colors.dim(`  and ${count(others, "more line")}`)] : []),
    ].join("\n");
  });
}

/** A sentence and where it applies, on two lines at most: the place is what a reviewer looks for, so the rest gives way. */
function editLines({ text, where, severity, verdict }: OutlineEdit, screen: Screen): string[] {
  const place = where === "" ? "" : ` · ${oneLine(where)}`;
  const space = Math.max(20, 2 * screen.width - 8 - columns(place));
  return labelled(outcomeOf({ severity, verdict }), `${cut(oneLine(text), space)}${place}`, screen);
}
/** The first columns of a text, and an ellipsis if that is not all of it. */
function cut(text: string, width: number): string {
  if (columns(text) <= width) return text;
  let taken = 0;
  let kept = "";
  for (const character of text) {
    taken += columns(character);
    if (taken > width - 1) break;
    kept += character;
  }
  return `${kept.trimEnd()}…`;
}
