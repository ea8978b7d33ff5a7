// Matches any pattern and text in a limited time: with Node's own engine if that is fast enough, or else with an
// automaton.
import { testByBacktracking } from "./backtracking.ts";
import { type Growth, growthOf } from "./growth.ts";
import { LinearMatcher } from "./linear-matcher.ts";
import { Recent } from "./recent.ts";
import { type Pattern, readPattern, usable } from "./syntax.ts";
import { UNLIMITED, type Work } from "../work.ts";
import { once } from "../../memo.ts";

export interface Matcher {
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
}

/** Up to this length, even quadratic time is short. */
const SHORT = 1000;

export const growthIn = once(({ tree }: Pattern): Growth => (tree === undefined ? "steep" : growthOf(tree)));

/** True if the native matching time of a pattern may grow faster than the square of the text's length. */
export function mayBacktrack(source: string): boolean {
  const pattern = readPattern(source);
  return pattern !== undefined && growthIn(pattern) === "steep";
}

/** True if some part of a text matches a pattern; false if the pattern is not a regular expression. */
export function matches(source: string, text: string, work: Work): boolean {
  const pattern = readPattern(source);
  return pattern !== undefined && matcherOf(pattern)(text, work);
}

/** Automata grow with use, so only this many are kept. */
const matchers = new Recent<Matches>(200);

/** Whether some part of a text matches; paid for by a budget if that takes more than Node's own engine. */
type Matches = (text: string, work: Work) => boolean;

/** Decides about texts of any length. A text that takes too much work does not match. */
export function matcherOf(pattern: Pattern): Matches {
  const { native } = pattern;
  const growth = growthIn(pattern);
  if (growth === "linear") return (text) => native.test(text);
  const careful: Matches = (text, work) => matchers.get(pattern.source, () => carefulMatcher(pattern))(text, work);
  if (growth === "steep") return careful;
  return (text, work) => (text.length > SHORT ? careful(text, work) : native.test(text));
}

function carefulMatcher(pattern: Pattern): Matches {
  const linear = LinearMatcher.of(pattern);
  if (linear !== undefined) return (text, work) => linear.test(text, work) ?? false;
  return (text, work) => testByBacktracking(pattern, text, work) ?? false;
}

/** The matcher of a pattern in validators that are written to a file. */
export function patternMatcher(source: string): Matcher {
  const pattern = readPattern(source);
  if (pattern === undefined) return usable(new RegExp(source, "u"));
  const matching = matcherOf(pattern);
  return { test: (text) => matching(text, UNLIMITED), toString: () => source };
}
