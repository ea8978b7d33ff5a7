// How the time of a backtracking engine, such as Node's own, may grow with the text.
import { type PatternPart, allParts, beginsAtStart } from "./tree.ts";

/** "steep": faster than the square of the text's length, perhaps without any limit. */
export type Growth = "linear" | "square" | "steep";

/** The repetitions, optional parts and choices that a match may have to try in combination. */
const MOST = { repetitions: 2, options: 8, choices: 8 } as const;
/** A repetition that varies less than this counts as that many optional parts. */
const WIDE = 10;

/** An upper bound: a pattern reported as steep may not be. */
export function growthOf(tree: PatternPart): Growth {
  const all = [...allParts(tree)];
  const repeats = all.filter((part) => part.kind === "repeat");
  if (repeats.some(({ part, most }) => most > 1 && isAmbiguousInside(part))) return "steep";
  const spans = repeats.map(({ least, most }) => most - least);
  const repetitions = spans.filter((span) => span >= WIDE).length;
  const options = spans.filter((span) => span < WIDE).reduce((sum, span) => sum + span, 0);
  const choices = all.filter(({ kind }) => kind === "choice").length;
  if (repetitions > MOST.repetitions || options > MOST.options || choices > MOST.choices) return "steep";
  return repetitions === 0 || (repetitions === 1 && beginsAtStart(tree)) ? "linear" : "square";
}

/** True if a part can match in more than one way, or is not analyzed, so that repeating it multiplies the ways. */
function isAmbiguousInside(part: PatternPart): boolean {
  for (const inner of allParts(part)) {
    if (inner.kind === "choice" || inner.kind === "look" || inner.kind === "reference") return true;
    if (inner.kind === "repeat" && inner.least !== inner.most) return true;
  }
  return false;
}
