// Patterns and texts drawn at random, for laws that hold for all of them.
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
/** What only the older rules allow, or what they read in another way. */
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
 * Patterns with groups, look-around and, where asked for, references.
 * @param kinds what else is drawn
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

/** Short texts of the characters that the patterns tell apart. */
export const texts: fc.Arbitrary<string> = fc.string({
  unit: fc.constantFrom("a", "b", "c", "d", "0", "5", "-", ".", " ", "\n", "é", "😀", "_", "x", "{", "]", "8", "\\"),
  maxLength: 6,
});

/** The pattern as Node's own engine reads it, with the flag `u` where it allows the pattern. */
export function native(pattern: string): RegExp {
  return new RegExp(pattern, isValid(pattern, "u") ? "u" : "");
}

/**
 * Texts for a pattern, those left out of which Node 20 is wrong: with the flag `u` it also looks between the two halves of a
 * character, where `\\B` and some looks then hold.
 */
export function fitting(source: string, list: readonly string[]): readonly string[] {
  return /\\B|\(\?<?[=!]/.test(source) ? list.filter((text) => !text.includes("😀")) : list;
}
