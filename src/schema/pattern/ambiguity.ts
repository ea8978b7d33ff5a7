// Finds repetitions that can match the same text in several ways. A backtracking engine tries them all before it gives
// up, and their number doubles with each iteration.
import { growthOf } from "./growth.ts";
import { LinearMatcher } from "./linear-matcher.ts";
import { type Pattern, readPattern } from "./syntax.ts";
import { boundaryTextsOf } from "./text.ts";
import type { PatternPart, Repeat } from "./tree.ts";
import type { Work } from "../work.ts";

/** A repeated part of a pattern as written, and a text that it can match in more than one way. */
export interface Ambiguity {
  readonly part: string;
  readonly text: string;
}

/** Longer texts, and more of them, reveal nothing more. */
const LONGEST = 24;
const MOST_TEXTS = 12;
/** A part that may repeat this often can be tried in more ways than anybody would wait for. */
const OFTEN = 20;

/** The first ambiguous repetition of a pattern after which the match can still fail. */
export function ambiguityOf(source: string, work: Work): Ambiguity | undefined {
  const pattern = readPattern(source);
  if (pattern?.tree === undefined || growthOf(pattern.tree) !== "steep") return undefined;
  for (const { part, source: written } of repeatsIn(pattern.tree, false)) {
    const text = doubleReading(pattern, part, work);
    if (text !== undefined) return { part: written, text };
  }
  return undefined;
}

/** If nothing follows a repetition, the first way to match is good enough. */
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

/** A text that the part matches both as one iteration and as two, or with two of its alternatives. */
function doubleReading(pattern: Pattern, part: PatternPart, work: Work): string | undefined {
  const reads = readerOf(pattern, part, work);
  const texts = [...new Set(boundaryTextsOf(part, work))]
    .filter((text) => text !== "" && text.length <= LONGEST && reads(text))
    .slice(0, MOST_TEXTS);
  for (const first of texts) for (const second of texts) if (reads(first + second)) return first + second;
  const choice = part.kind === "group" ? part.part : part;
  if (choice.kind !== "choice") return undefined;
  const branches = choice.parts.map((branch) => readerOf(pattern, branch, work));
  return texts.find((text) => branches.filter((branch) => branch(text)).length > 1);
}

/** Whether a part matches a text from start to end; false if that takes too long to decide. */
function readerOf(pattern: Pattern, part: PatternPart, work: Work): (text: string) => boolean {
  const parts: PatternPart[] = [{ kind: "edge", edge: "start" }, part, { kind: "edge", edge: "end" }];
  const matcher = LinearMatcher.of({ ...pattern, tree: { kind: "row", parts } });
  return (text) => matcher?.test(text, work) === true;
}
