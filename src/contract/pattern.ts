// Patterns that cannot be made to run long. A pattern whose matching may backtrack without bound goes to
// a linear-time engine; one that needs look-around or back-references stays native, with a warning.
import { createRequire } from "node:module";

interface Matcher {
  test(text: string): boolean;
}

interface LinearEngine {
  readonly RE2JS: {
    compile(pattern: string): { matcher(text: string): { find(): boolean } };
    translateRegExp(pattern: string): string;
  };
}

type PatternEngine = ((pattern: string, flags: string) => Matcher) & { code: string };

const require = createRequire(import.meta.url);

/**
 * True for patterns whose native matching time grows faster than a low power of the text's length:
 * a repeated group, or three and more unbounded repetitions.
 */
export function mayBacktrack(pattern: string): boolean {
  const plain = pattern.replace(/\\./g, "x").replace(/\[(?:[^\]])*\]/g, "c");
  if (/\)(?:[*+]|\{\d+(?:,\d*)?\})/.test(plain)) return true;
  return (plain.match(/[*+]|\{\d+,\}/g) ?? []).length > 2;
}

/** A `code.regExp` for Ajv. `warn` is told of each pattern that had to stay native although it may run long. */
export function createPatternEngine(warn: (message: string) => void): PatternEngine {
  const engine = (pattern: string, flags: string): Matcher => {
    if (!mayBacktrack(pattern)) return new RegExp(pattern, flags);
    const linear = compileLinear(pattern);
    if (linear !== undefined) return linear;
    warn(`the pattern ${pattern} may take very long on some texts, and needs what a linear-time engine does not have`);
    return new RegExp(pattern, flags);
  };
  return Object.assign(engine, { code: "new RegExp" });
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
