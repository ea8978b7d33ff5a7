// Random patterns and strings for property tests.
import * as fc from "fast-check";

const SETS = [
  ...["a", "b", "[ab]", "[a-c]", "[^a]", "[^b-d]", ".", "[0-3]", "-", "é", "😀", "[^]", "[]"],
  ...[
    String.raw`\d`,
    String.raw`\w`,
    String.raw`\W`,
    String.raw`\s`,
    String.raw`\.`,
    String.raw`\u0061`,
    String.raw`\p{L}`,
  ],
];
const EDGES = ["^", "$", String.raw`\b`, String.raw`\B`];
const COUNTS = ["", "", "", "?", "*", "+", "{2}", "{1,3}", "{2,}", "+?"];
/** Syntax that only the older rules allow or that they read differently. */
const OLD = [
  String.raw`[\w-.]`,
  "{",
  "]",
  String.raw`\8`,
  String.raw`\c`,
  String.raw`\-`,
  String.raw`[\d-x]`,
  "a{,2}",
  String.raw`\01`,
  String.raw`\p{L}`,
];

/**
 * Patterns with groups, lookaround and, on request, backreferences.
 * @param kinds other syntax to include
 */
export function patterns(kinds: { readonly references?: boolean; readonly old?: boolean } = {}): fc.Arbitrary<string> {
  const sets = [...SETS, ...(kinds.old === true ? OLD : [])];
  const { choice } = fc.letrec<{ atom: string; row: string; choice: string }>((tie) => ({
    atom: fc.oneof(
      { maxDepth: 3, depthSize: "xsmall", withCrossShrink: true },
      { arbitrary: fc.constantFrom(...sets), weight: 4 },
      { arbitrary: fc.constantFrom(...EDGES), weight: 1 },
      ...(kinds.references === true ? [fc.constantFrom(String.raw`\1`, String.raw`\2`)] : []),
      { arbitrary: tie("choice").map((inner) => `(${inner})`), weight: 2 },
      { arbitrary: tie("choice").map((inner) => `(?:${inner})`), weight: 2 },
      fc.tuple(fc.constantFrom("?=", "?!", "?<=", "?<!"), tie("choice")).map(([look, inner]) => `(${look}${inner})`),
    ),
    row: fc
      .array(fc.tuple(tie("atom"), fc.constantFrom(...COUNTS)), { maxLength: 3 })
      .map((list) => list.map(([atom, times]) => (isEdge(atom) ? atom : atom + times)).join("")),
    choice: fc.oneof(
      { arbitrary: tie("row"), weight: 3 },
      fc.tuple(tie("row"), tie("row")).map((rows) => rows.join("|")),
    ),
  }));
  const whole = choice.map((inner) => `^(?:${inner})$`);
  return fc
    .oneof(choice, whole)
    .filter((pattern) => isValid(pattern, "u") || (kinds.old === true && isValid(pattern, "")));
}

function isEdge(atom: string): boolean {
  return EDGES.includes(atom) || /^\(\?<?[=!]/.test(atom);
}

function isValid(pattern: string, flags: string): boolean {
  try {
    return new RegExp(pattern, flags) instanceof RegExp;
  } catch {
    return false;
  }
}

/** Short strings of the characters that the patterns distinguish. */
export const texts: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom("a", "b", "c", "d", "0", "5", "-", ".", " ", "\n", "é", "😀", "_", "x", "{", "]", "8", "\\"),
  maxLength: 6,
});

/** The pattern in Node's own engine, with the flag `u` if it allows the pattern. */
export function native(pattern: string): RegExp {
  return new RegExp(pattern, isValid(pattern, "u") ? "u" : "");
}

/**
 * Strings for a pattern, without those that Node 20 gets wrong: with the flag `u`, it also matches `\\B` and some
 * lookarounds between the two halves of a character.
 */
export function fitting(source: string, list: readonly string[]): readonly string[] {
  return /\\B|\(\?<?[=!]/.test(source) ? list.filter((text) => !text.includes("😀")) : list;
}
