// Repetitions that can read the same text in several ways: a backtracking engine tries them all before it gives up, and
// their number doubles with each turn.
import { growthOf } from "./growth.ts";
import { LinearMatcher } from "./linear-matcher.ts";
import { type Pattern, readPattern } from "./syntax.ts";
import { boundaryTextsOf } from "./text.ts";
import type { PatternPart, Repeat } from "./tree.ts";

/** A repeated part of a pattern, as it is written, and a text that it can read in more than one way. */
export interface Ambiguity {
  readonly part: string;
  readonly text: string;
}

/** Longer texts, and more of them, show no more. */
const LONGEST = 24;
const MOST_TEXTS = 12;
/** A part that may repeat so often can be tried in more ways than anybody waits for. */
const OFTEN = 20;

/** The first repetition of a pattern that is ambiguous, and after which the match can still fail. */
export function ambiguityOf(source: string): Ambiguity | undefined {
  const pattern = readPattern(source);
  if (pattern?.tree === undefined || growthOf(pattern.tree) !== "steep") return undefined;
  for (const { part, source: written } of repeatsIn(pattern.tree, false)) {
    const text = doubleReading(pattern, part);
    if (text !== undefined) return { part: written, text };
  }
  return undefined;
}

/** Where nothing follows a repetition, the first way to read a text is good enough. */
function* repeatsIn(part: PatternPart, canFail: boolean): Generator<Repeat> {
  if (part.kind === "row") {
    for (const [index, inner] of part.parts.entries())
      yield* repeatsIn(inner, canFail || index < part.parts.length - 1);
  } else if ("parts" in part) {
    for (const inner of part.parts) yield* repeatsIn(inner, canFail);
  } else if ("part" in part) {
    if (part.kind === "repeat" && canFail && part.most >= OFTEN && part.part.kind !== "character") yield part;
    yield* repeatsIn(part.part, canFail || part.kind === "look");
  }
}

/** A text that the part reads as one turn and as two, or by two of its alternatives. */
function doubleReading(pattern: Pattern, part: PatternPart): string | undefined {
  const reads = readerOf(pattern, part);
  const texts = [...new Set(boundaryTextsOf(part))]
    .filter((text) => text !== "" && text.length <= LONGEST && reads(text))
    .slice(0, MOST_TEXTS);
  for (const first of texts) for (const second of texts) if (reads(first + second)) return first + second;
  const choice = part.kind === "group" ? part.part : part;
  if (choice.kind !== "choice") return undefined;
  const branches = choice.parts.map((branch) => readerOf(pattern, branch));
  return texts.find((text) => branches.filter((branch) => branch(text)).length > 1);
}

/** Whether a part reads a text from its start to its end; never, where that cannot be told in time. */
function readerOf(pattern: Pattern, part: PatternPart): (text: string) => boolean {
  const parts: PatternPart[] = [{ kind: "edge", edge: "start" }, part, { kind: "edge", edge: "end" }];
  const matcher = LinearMatcher.of({ ...pattern, tree: { kind: "row", parts } });
  return (text) => matcher?.test(text) === true;
}
