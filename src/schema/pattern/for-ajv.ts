// What Ajv matches patterns with.
import { type Matcher, growthIn, matcherOf, mayBacktrack } from "./engine.ts";
import { isLinear } from "./linear-matcher.ts";
import type { Judging } from "../judging.ts";
import { RUNTIME } from "../runtime-name.ts";
import { type Pattern, anchored, readPattern, usable } from "./syntax.ts";

/** The factory of pattern matchers for Ajv. */
export type PatternEngine = ((pattern: string, flags: string) => Matcher) & { readonly code: string };

/**
 * A `code.regExp` for Ajv.
 * @param warn receives each pattern that is read by the older rules, and each that cannot be matched with long texts
 * @param judging says who pays
 */
export function createPatternEngine(warn: (message: string) => void, judging: Pick<Judging, "work">): PatternEngine {
  const told = new Set<string>();
  let isPlain = true;
  const engine = (source: string): Matcher => {
    const pattern = readPattern(source);
    isPlain =
      pattern === undefined || (pattern.unicode && anchored(source) === source && growthIn(pattern) === "linear");
    // The native error message says what is wrong.
    if (pattern === undefined) return usable(new RegExp(source, "u"));
    for (const message of told.has(source) ? [] : warningsOf(pattern)) warn(message);
    told.add(source);
    // Ajv distinguishes matchers by their text.
    const matching = matcherOf(pattern);
    return { test: (text) => matching(text, judging.work), toString: () => String(pattern.native) };
  };
  // Read right after a pattern was created: the code for it in validators that are written to a file.
  const code = (): string => (isPlain ? "new RegExp" : `require("${RUNTIME}").patternMatcher`);
  return Object.defineProperty(Object.assign(engine, { code: "" }), "code", { get: code });
}

function* warningsOf(pattern: Pattern): Generator<string> {
  const { source, unicode } = pattern;
  const shown = source.length > 200 ? `${source.slice(0, 200)}…` : source;
  if (anchored(source) !== source)
    yield `the pattern ${shown} is read with ^ for \\A and $ for \\z, which JSON Schema does not know`;
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
