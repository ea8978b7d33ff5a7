// A pattern as automata that must match a text and automata that must not. Look-ahead at the start of a text and
// look-behind at its end become separate automata, so that patterns such as `^(?=.*[a-z])(?!-).{8,}$` are regular.
import { Automaton } from "./automaton.ts";
import { SURROGATES } from "./characters.ts";
import { type Pattern, readPattern } from "./syntax.ts";
import { ANY_TEXT, type Edge, type Look, type PatternPart, allParts } from "./tree.ts";

export interface Criterion {
  readonly automaton: Automaton;
  /** Whether it must match. */
  readonly wanted: boolean;
}

/** What a text must and must not match; undefined if the pattern has other kinds of look-around, or is too large. */
export function criteriaOf(source: string): readonly Criterion[] | undefined {
  const pattern = readPattern(source);
  if (pattern?.tree === undefined || !readsCharacters(pattern)) return undefined;
  const found: Criterion[] = [];
  for (const { part, wanted } of separated(pattern.tree)) {
    // Once it has matched, anything may follow.
    const automaton = Automaton.of({ kind: "row", parts: [part, ANY_TEXT] });
    if (automaton === undefined || [...automaton.conditions].some((one) => one !== "start" && one !== "end")) {
      return undefined;
    }
    found.push({ automaton, wanted });
  }
  return found;
}

/** Without the flag `u`, a set with surrogates matches half a character. */
function readsCharacters({ tree, unicode, exact }: Pattern): boolean {
  if (tree === undefined || !exact) return false;
  if (unicode) return true;
  const [first, last] = SURROGATES;
  const hasSurrogates = (part: PatternPart): boolean =>
    part.kind === "character" && part.characters.some(([low, high]) => low <= last && high >= first);
  return ![...allParts(tree)].some(hasSurrogates);
}

interface Separated {
  readonly part: PatternPart;
  readonly wanted: boolean;
}

const START: PatternPart = { kind: "edge", edge: "start" };
const END: PatternPart = { kind: "edge", edge: "end" };

function isLook(part: PatternPart | undefined, ahead: boolean): part is Look {
  return part?.kind === "look" && part.ahead === ahead;
}

function isEdge(part: PatternPart | undefined, edge: Edge): boolean {
  return part?.kind === "edge" && part.edge === edge;
}

function separated(tree: PatternPart): Separated[] {
  const parts = tree.kind === "row" ? tree.parts : [tree];
  let [from, to] = [0, parts.length];
  while (isLook(parts[from], true) || isEdge(parts[from], "start")) from++;
  while (to > from && (isLook(parts[to - 1], false) || isEdge(parts[to - 1], "end"))) to--;
  const [before, behind] = [parts.slice(0, from), parts.slice(to)];
  const looksIn = (some: readonly PatternPart[], edge: Edge): Look[] =>
    some.some((part) => isEdge(part, edge)) ? some.filter((part) => isLook(part, edge === "start")) : [];
  const [heads, tails] = [looksIn(before, "start"), looksIn(behind, "end")];
  const rest = parts.filter((part) => part.kind !== "look" || (!heads.includes(part) && !tails.includes(part)));
  return [
    { part: { kind: "row", parts: rest }, wanted: true },
    ...heads.map(({ part, wanted }) => ({ part: { kind: "row", parts: [START, part] } as const, wanted })),
    ...tails.map(({ part, wanted }) => ({ part: { kind: "row", parts: [part, END] } as const, wanted })),
  ];
}
