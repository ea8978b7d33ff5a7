// Matches any pattern and text in a limited time: with Node's own engine if that is fast enough, or else with an
// automaton.
import { testByBacktracking } from "./backtracking.ts";
import { type Growth, growthOf } from "./growth.ts";
import { LinearMatcher, isLinear } from "./linear-matcher.ts";
import { RUNTIME } from "../runtime-name.ts";
import { Recent } from "./recent.ts";
import { type Pattern, readPattern, usable } from "./syntax.ts";
import { once } from "../../memo.ts";

interface Matcher {
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
}

/** The factory of pattern matchers for Ajv. */
export type PatternEngine = ((pattern: string, flags: string) => Matcher) & { readonly code: string };

/** Up to this length, even quadratic time is short. */
const SHORT = 1000;

const growthIn = once(({ tree }: Pattern): Growth => (tree === undefined ? "steep" : growthOf(tree)));

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
function matcherOf(pattern: Pattern): (text: string) => boolean {
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

/**
 * A `code.regExp` for Ajv.
 * @param warn receives each pattern that is read by the older rules, and each that cannot be matched with long texts
 */
export function createPatternEngine(warn: (message: string) => void): PatternEngine {
  const told = new Set<string>();
  let isPlain = true;
  const engine = (source: string): Matcher => {
    const pattern = readPattern(source);
    isPlain = pattern === undefined || (pattern.unicode && growthIn(pattern) === "linear");
    // The native error message says what is wrong.
    if (pattern === undefined) return usable(new RegExp(source, "u"));
    for (const message of told.has(source) ? [] : warningsOf(pattern)) warn(message);
    told.add(source);
    // Ajv distinguishes matchers by their text.
    return { test: matcherOf(pattern), toString: () => String(pattern.native) };
  };
  // Read right after a pattern was created: the code for it in validators that are written to a file.
  const code = (): string => (isPlain ? "new RegExp" : `require("${RUNTIME}").patternMatcher`);
  return Object.defineProperty(Object.assign(engine, { code: "" }), "code", { get: code });
}

/** The matcher of a pattern in validators that are written to a file. */
export function patternMatcher(source: string): Matcher {
  const pattern = readPattern(source);
  return pattern === undefined ? usable(new RegExp(source, "u")) : { test: matcherOf(pattern), toString: () => source };
}

function* warningsOf(pattern: Pattern): Generator<string> {
  const { source, unicode } = pattern;
  const shown = source.length > 200 ? `${source.slice(0, 200)}…` : source;
  if (!unicode) yield `the pattern ${shown} is only valid without the Unicode flag, and is read without it`;
  if (mayBacktrack(source) && !isLinear(pattern)) {
    yield `the pattern ${shown} may take very long on some texts, and linear-time matching does not support it: texts that take too long do not match`;
  }
}

/** Whether an engine can read a pattern. */
export function isPatternBy(engine: PatternEngine, source: string): boolean {
  try {
    engine(source, "");
    return true;
  } catch {
    return false;
  }
}
