// Patterns that cannot be made to run long. A pattern whose matching may backtrack without bound goes to
// a linear-time engine; one that needs look-around or back-references stays native, with a warning.

interface Matcher {
  readonly test: (text: string) => boolean;
  readonly toString: () => string;
}

interface LinearEngine {
  readonly RE2JS: {
    compile(pattern: string): { matcher(text: string): { find(): boolean } };
    translateRegExp(pattern: string): string;
  };
}

type PatternEngine = ((pattern: string, flags: string) => Matcher) & { code: string };

/** On texts up to this length, a time that grows with its square is still short. */
const SHORT = 1000;
/** The repetitions, optional parts and choices that a native match may have to try all together. */
const MOST = { repetitions: 2, options: 8, choices: 8 } as const;

type Growth = "linear" | "square" | "steep";

/**
 * How the native matching time of a pattern may grow with the text: "steep" for a repeated group, more
 * than two repetitions, or many optional parts; "square" for what is left but a single anchored repetition.
 */
function growthOf(pattern: string): Growth {
  const plain = pattern.replace(/\\./g, "x").replace(/\[(?:[^\]])*\]/g, "c");
  if (/\)(?:[*+]|\{\d+(?:,\d*)?\})/.test(plain)) return "steep";
  const repetitions = (plain.match(/[*+]|\{\d+,\}|\{\d*,?\d{2,}\}/g) ?? []).length;
  const options = (plain.match(/[^(*+?}]\?/g) ?? []).length;
  const choices = plain.includes("|") ? (plain.match(/\(/g) ?? []).length : 0;
  if (repetitions > MOST.repetitions || options > MOST.options || choices > MOST.choices) return "steep";
  return repetitions === 0 || (repetitions === 1 && plain.startsWith("^")) ? "linear" : "square";
}

/**
 * True for patterns whose native matching time grows faster than a low power of the text's length:
 * a repeated group, or three and more unbounded repetitions.
 */
export function mayBacktrack(pattern: string): boolean {
  return growthOf(pattern) === "steep";
}

/** A `code.regExp` for Ajv. `warn` is told of each pattern that had to stay native although it may run long. */
export function createPatternEngine(warn: (message: string) => void): PatternEngine {
  const known = new Map<string, Matcher>();
  const engine = (pattern: string, flags: string): Matcher => {
    const name = `/${pattern}/${flags}`;
    const matcher = known.get(name) ?? createMatcher(pattern, flags, warn);
    known.set(name, matcher);
    return matcher;
  };
  return Object.assign(engine, { code: "new RegExp" });
}

function createMatcher(pattern: string, flags: string, warn: (message: string) => void): Matcher {
  const native = compileNative(pattern, flags, warn);
  const growth = growthOf(pattern);
  if (growth === "linear") return native;
  // Ajv knows matchers apart by their text.
  const toString = (): string => `${native}`;
  if (growth === "square") {
    let linear: Matcher | undefined;
    const long = (text: string): boolean => (linear ??= compileLinear(pattern) ?? native).test(text);
    return { test: (text) => (text.length > SHORT ? long(text) : native.test(text)), toString };
  }
  const linear = compileLinear(pattern);
  if (linear !== undefined) return { test: linear.test, toString };
  warn(
    `the pattern ${shortened(pattern)} may take very long on some texts, and needs what a linear-time engine does not have`,
  );
  return native;
}

/** Documents are full of patterns such as `[\\w-.]`, which hold in JavaScript, but not under its rules for Unicode. */
function compileNative(pattern: string, flags: string, warn: (message: string) => void): RegExp {
  try {
    return new RegExp(pattern, flags);
  } catch (error) {
    let loose: RegExp;
    try {
      loose = new RegExp(pattern, flags.replace("u", ""));
    } catch {
      throw error;
    }
    warn(`the pattern ${shortened(pattern)} holds under the old rules for patterns only, and is read by them`);
    return loose;
  }
}

function shortened(pattern: string): string {
  return pattern.length > 200 ? `${pattern.slice(0, 200)}…` : pattern;
}

function compileLinear(pattern: string): Matcher | undefined {
  // Loaded only when a document needs it: most do not, and it is large.
  const { RE2JS } = require("re2js") as LinearEngine;
  try {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return { test: (text) => compiled.matcher(text).find() };
  } catch {
    return undefined;
  }
}
