// Which patterns are known to match everything that another one matches.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { anyOf, exactly, mayMeet, textBeyond } from "../../../src/schema/pattern/inclusion.ts";
import { UNLIMITED, Work } from "../../../src/schema/work.ts";
import { IN_PROOF, drawn } from "../../share.ts";
import { withParameters, withRequest, worstOf } from "../../gate/documents.ts";

const beyondOf = (given: readonly string[], wanted: string) => textBeyond(given, wanted, UNLIMITED);

const FITS: readonly (readonly [given: string, wanted: string])[] = [
  ["^[a-z]+$", "^[a-z0-9]+$"],
  ["^[0-9]+$", String.raw`^\d+$`],
  [String.raw`^\d+$`, "^[0-9]*$"],
  ["^[0-9][0-9]*$", "^[0-9]+$"],
  ["^[A-Z]{2}[0-9]{2}$", "^[A-Z0-9]{4}$"],
  ["^[A-Z]{3}$", "^[A-Z]{2,5}$"],
  ["^abc$", "^ab"],
  ["^abc$", "bc"],
  ["^abc$", "b"],
  ["^a-b$", "^a-?b$"],
  ["^ab$", "^ax?b$"],
  ["^(red|green)$", "^(red|green|blue)$"],
  ["^(?:red)$", "^red$|^blue$"],
  ["^red$", "^[^0-9]*$"],
  [String.raw`^\w+$`, "^[A-Za-z0-9_-]+$"],
  [String.raw`^[\w.]+@x$`, String.raw`^[\w.+]+@[xy]$`],
  ["^é+$", "^[^a-z]+$"],
  ["^😀{2}$", "^.{2}$"],
  [String.raw`^a\.b$`, "^a.b$"],
  [String.raw`^[\]|]$`, String.raw`^[\]|a]$`],
  [String.raw`^\d{5}$`, String.raw`^\d{5}(-\d{4})?$`],
  [String.raw`^v\d+\.\d+\.\d+$`, String.raw`^v\d+(?:\.\d+)*$`],
  ["^(a)(b)$", "^(a)(b)?$"],
  ["^(?<year>a)b$", "^(?:a|c)(b|d)+$"],
  ["^(ab)+$", "^(ab|ba|c)*$"],
  ["^(a|b)*$", "^[ab]*$"],
  ["^(a*)*$", "^a*$"],
  ["^a$|^b$", "^(a|b)$"],
  ["^(a$|b)", "a|b"],
  [String.raw`^\S$`, String.raw`^\S+$`],
  [String.raw`^\s$`, String.raw`^[\t\n\v\f\r \u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff]$`],
  [String.raw`^\x41\u0042\u{43}\cA\0$`, String.raw`^ABC[\0-\x01]{2}$`],
  [String.raw`^\ud83d\ude00$`, "^😀$"],
  [String.raw`^[\b]$`, String.raw`^\x08$`],
  ["^[^]$", "^(.|[\\n\\r\\u2028\\u2029])$"],
  ["a^b", "never"],
  ["^[]$", "x"],
  ["^[a-z]$", String.raw`^\p{L}$`],
  ["^(?=.*[a-z])(?=.*[0-9]).{8,}$", "[0-9]"],
  ["^(?!.*--)[a-z-]+(?<!-)$", "^[a-z-]*[a-z]$"],
  [String.raw`^[\w-./]+$`, String.raw`^[a-zA-Z0-9_./\-]+$`],
];

const BEYOND: readonly (readonly [given: string, wanted: string, text: string])[] = [
  ["^[a-z0-9]+$", "^[a-z]+$", "0"],
  ["^[a-z]+", "^[a-z]+$", "a0"],
  ["[a-z]+$", "^[a-z]+$", "0a"],
  ["^[a-z]{1,6}$", "^[a-z]{1,5}$", "aaaaaa"],
  ["^[a-z]*$", "^[a-z]+$", ""],
  ["^.$", "^[a-z]$", "0"],
  [String.raw`^a.b$`, String.raw`^a\.b$`, "aab"],
  ["^(red|pink)$", "^(red|green)$", "pink"],
  ["^a$|b", "^[ab]$", "ab"],
  [String.raw`^\d{5}(-\d{4})?$`, String.raw`^\d{5}$`, "00000-0000"],
  ["^(ab)*$", "^(abab)*$", "ab"],
  ["", "^a", ""],
  ["", "$^", "a"],
  ["", "^$", "a"],
  ["", "$^|b", "a"],
  ["^é?$", "^$", "é"],
  [String.raw`^\p{L}$`, "^[a-z]$", "A"],
  ["^(?=a).$", "^(?=a).$.", "a"],
  ["^.{8}$", "^(?=.*[a-z])(?=.*[0-9]).{8}$", "aaaaaaaa"],
  ["^[a-z-]{3}$", "^(?!-)[a-z-]+(?<!-)$", "aa-"],
];

const UNKNOWN: readonly (readonly [given: string, wanted: string])[] = [
  ["^.(?=a).$", "^.(?=a).$."],
  ["^(?<!a)b$", "^b.$"],
  ["^[^a]$", String.raw`^[^a\-]$[\w-.]?`],
  [String.raw`^(a|b)\1$`, "^aa$"],
  [String.raw`^a\b`, "^a$"],
  ["^[0-9", "^[0-9]"],
  ["^a{20000}$", "^a{20001}$"],
  [`${"(".repeat(3_000)}a${")".repeat(3_000)}`, "b"],
  ["((((a{100}){100}){100}){100})", "b"],
];

describe("a pattern", () => {
  test.each(FITS)("%s is covered by %s", (given, wanted) => expect(beyondOf([given], wanted)).toBeNull());

  test.each(BEYOND)("%s is not covered by %s: %s", (given, wanted, text) =>
    expect(beyondOf([given], wanted)).toBe(text),
  );

  test.each(UNKNOWN)("%s is not known to be covered by %s", (given, wanted) =>
    expect(beyondOf([given], wanted)).toBeUndefined(),
  );

  test("is covered by another if a further pattern next to it excludes the rest", () => {
    expect(beyondOf(["^[ab]+$", "^.{2}$"], "^(aa|ab|ba|bb)$")).toBeNull();
    expect(beyondOf(["^[ab]+$", "^.{2,3}$"], "^(aa|ab|ba|bb)$")).toBe("aaa");
    expect(beyondOf(["^[ab]+$", "^(?=b)"], "^[ab]*$")).toBeNull();
    expect(beyondOf(["^[ab]+$", "^(?=b)"], "^b*$")).toBe("ba");
    expect(beyondOf(["^[ab]+$", String.raw`^(.)\1`], "^[ab]*$")).toBeNull();
    expect(beyondOf(["^[ab]+$", String.raw`^(.)\1`], "^b*$")).toBeUndefined();
    expect(beyondOf([], "^a")).toBe("");
  });
});

test("what a small budget does not suffice for, a larger one still answers", () => {
  const [given, wanted] = ["^(a|b)*a(a|b){7}$", "^(b|a)*a(b|a){7}$"];
  const answers = [new Work(1), UNLIMITED, new Work(1)].map((work) => textBeyond([given], wanted, work));
  expect(answers).toEqual([undefined, null, undefined]);
});

test.each([
  ["^a", "^b", false],
  ["^a", "b$", true],
  ["^[a-m]+$", "^[n-z]+$", false],
  ["^(a|b)$", "^(b|c)$", true],
  ["^x-", "^(?!x-)", false],
  ["^x-", "^.(?!x-)", true],
  ["^a{2}$", "^a{3}$", false],
] as const)("can a string match both %s and %s? %s", (one, other, meet) => {
  expect(mayMeet(one, other, UNLIMITED)).toBe(meet);
});

test("a pattern can be built from a string, or from several patterns", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.string(), (one, other) => {
      const pattern = new RegExp(exactly(one), "u");
      expect([pattern.test(one), pattern.test(other)]).toEqual([true, one === other]);
      expect(beyondOf([anyOf([one, other].map(exactly))], exactly(one)) ?? one).toBe(other);
    }),
  );
  expect(beyondOf([anyOf([])], "a")).toBeNull();
});

test("a pattern that is reported to cover another one does, and otherwise the string proves that it does not", () => {
  const set = fc.constantFrom(
    ...["a", "b", "[ab]", "[a-c]", "[^a]", "[^b-d]", ".", "[0-3]", "-", "é", "😀", "[^]", "^", "$"],
    ...[String.raw`\d`, String.raw`\w`, String.raw`\W`, String.raw`\s`, String.raw`\.`, String.raw`\u0061`],
  );
  const edge = fc.constantFrom("^", "$", "$^", "^$", "(^|a)", "($|a)");
  const count = fc.constantFrom("", "", "", "?", "*", "+", "{2}", "{1,3}", "{2,}", "+?");
  const { choice } = fc.letrec<{ atom: string; row: string; choice: string }>((tie) => ({
    atom: fc.oneof(
      { maxDepth: 3, depthSize: "xsmall", withCrossShrink: true },
      set,
      tie("choice").map((inner) => `(${inner})`),
      tie("choice").map((inner) => `(?:${inner})`),
    ),
    row: fc
      .array(fc.tuple(tie("atom"), count), { maxLength: 3 })
      .map((list) => list.map(([atom, times]) => (/^[$^]$/.test(atom) ? atom : atom + times)).join("")),
    choice: fc.oneof(
      tie("row"),
      fc.tuple(tie("row"), tie("row")).map((rows) => rows.join("|")),
    ),
  }));
  const pattern = fc.oneof(
    choice,
    choice.map((inner) => `^(?:${inner})$`),
    fc.tuple(edge, choice, edge).map((parts) => parts.join("")),
  );
  // The second is often derived from the first, so that many pairs are covered.
  const pair = fc.oneof(
    fc.tuple(pattern, pattern),
    fc.tuple(pattern, set, set).map(([one, from, to]) => [one, one.replace(from, () => to)] as const),
    fc.tuple(pattern, pattern).map(([one, other]) => [one, `${one}|${other}`] as const),
    pattern.map((one) => [one, one.replace("+", "*").replace("{2}", "{1,4}").replace("$", "")] as const),
  );
  const numRuns = drawn({ each: 40, proof: 10_000 });
  const told = { covered: 0, shown: 0 };
  fc.assert(
    fc.property(pair, fc.gen(), ([given, wanted], draw) => {
      fc.pre([given, wanted].every((one) => readsAs(one)));
      const [own, other] = [new RegExp(given, "u"), new RegExp(wanted, "u")];
      const text = beyondOf([given], wanted);
      if (text === null) told.covered++;
      else if (text !== undefined) told.shown++;
      const beyond = (one: string): boolean => own.test(one) && !other.test(one);
      expect([given, wanted, text, typeof text === "string" && !beyond(text)]).toEqual([given, wanted, text, false]);
      const found = draw(() => fc.array(texts, { minLength: 20, maxLength: 40 })).find(beyond);
      expect([given, wanted, found, text === null && found !== undefined]).toEqual([given, wanted, found, false]);
    }),
    // Limits the time for shrinking failures. The proof draws different patterns each time, one of which took Node
    // minutes.
    {
      numRuns,
      ...(IN_PROOF ? {} : { seed: 20_261_122 }),
      interruptAfterTimeLimit: 120_000,
      markInterruptAsFailure: true,
    },
  );
  // Both really occur, each in about one pair in ten.
  expect(told.covered).toBeGreaterThan(numRuns / 30);
  expect(told.shown).toBeGreaterThan(numRuns / 30);
});

/** Short strings of the characters that the patterns distinguish. */
const texts = fc.string({
  unit: fc.constantFrom("a", "b", "c", "d", "0", "5", "-", ".", " ", "\n", "é", "😀", "_"),
  maxLength: 6,
});

function readsAs(pattern: string): boolean {
  try {
    return new RegExp(pattern, "u") instanceof RegExp;
  } catch {
    return false;
  }
}

test("a looser pattern is compatible, and a stricter one breaks clients that send the rest", async () => {
  const body = (pattern: string) => withRequest({ type: "string", pattern });
  const query =
    (...types: string[]) =>
    (pattern: string) =>
      withParameters({ name: "q", in: "query", schema: { type: types, pattern } });
  for (const of of [body, query("string")]) {
    expect(await worstOf(of("^[a-f]{4}$"), of("^[a-z]{2,8}$"))).toBe("compatible");
    expect(await worstOf(of("^[a-z]{2,8}$"), of("^[a-f]{4}$"))).toBe("breaking");
  }
});

test("a question costs each run the same, whatever another one asked before", () => {
  const costOf = (): number => {
    const work = new Work(1_000_000);
    expect(textBeyond(["^[a-d]{2,9}$"], "^[a-c]*$", work)).toBe("ad");
    return 1_000_000 - work.left;
  };
  const first = costOf();
  expect(first).toBeGreaterThan(0);
  expect(costOf()).toBe(first);
});
