// Matches any pattern and text in a limited time: with Node's own engine if that is fast enough, or else with an
// automaton.
import { testByBacktracking } from "./backtracking.ts";
import { type Growth, growthOf } from "./growth.ts";
import { LinearMatcher } from "./linear-matcher.ts";
import { Recent } from "./recent.ts";
import { type Pattern, readPattern, usable } from "./syntax.ts";
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
export function matches(source: string, text: string): boolean {
  const pattern = readPattern(source);
  return pattern !== undefined && matcherOf(pattern)(text);
}

/** Automata grow with use, so only this many are kept. */
const matchers = new Recent<(text: string) => boolean>(200);

/** Decides about texts of any length. A text that takes too much work does not match. */
export function matcherOf(pattern: Pattern): (text: string) => boolean {
  const { native } = pattern;
  const growth = growthIn(pattern);
  if (growth === "linear") return (text) => native.test(text);
  const careful = (text: string): boolean => matchers.get(pattern.source, () => carefulMatcher(pattern))(text);
  return growth === "square" ? (text) => (text.length > SHORT ? careful(text) : native.test(text)) : careful;
}

function carefulMatcher(pattern: Pattern): (text: string) => boolean {
  const linear = LinearMatcher.of(pattern);
  if (linear !== undefined) return (text) => linear.test(text) ?? false;
  return (text) => testByBacktracking(pattern, text) ?? false;
}

/** The matcher of a pattern in validators that are written to a file. */
export function patternMatcher(source: string): Matcher {
  const pattern = readPattern(source);
  return pattern === undefined ? usable(new RegExp(source, "u")) : { test: matcherOf(pattern), toString: () => source };
}
