// Which patterns are known to match whatever another one matches.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { patternFits } from "../../src/gate/schema/pattern-fit.ts";
import { withParameters, withRequest, worstOf } from "./documents.ts";

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
];

const UNKNOWN: readonly (readonly [given: string, wanted: string])[] = [
  ["^[a-z0-9]+$", "^[a-z]+$"],
  ["^[a-z]+", "^[a-z]+$"],
  ["[a-z]+$", "^[a-z]+$"],
  ["^[a-z]{1,6}$", "^[a-z]{1,5}$"],
  ["^[a-z]*$", "^[a-z]+$"],
  ["^.$", "^[a-z]$"],
  [String.raw`^a.b$`, String.raw`^a\.b$`],
  ["^(red|pink)$", "^(red|green)$"],
  ["^a$|b", "^[ab]$"],
  ["^(?=a).$", "^(?=a).$."],
  [String.raw`^\S$`, String.raw`^\S+$`],
  ["^(a)(b)$", "^(a)(b)?$"],
  ["^[0-9", "^[0-9]"],
];

describe("a pattern", () => {
  test.each(FITS)("%s is covered by %s", (given, wanted) => expect(patternFits(given, wanted)).toBe(true));

  test.each(UNKNOWN)("%s is not known to be covered by %s", (given, wanted) =>
    expect(patternFits(given, wanted)).toBe(false),
  );
});

test("whatever matches a pattern matches one that is said to cover it", () => {
  const set = fc.constantFrom(
    "a",
    "b",
    "[ab]",
    "[a-c]",
    "[^a]",
    "[^b-d]",
    ".",
    String.raw`\d`,
    String.raw`\w`,
    String.raw`\W`,
    "[0-3]",
    "-",
    "é",
    "😀",
    String.raw`\.`,
  );
  const count = fc.constantFrom("", "", "?", "*", "+", "{2}", "{1,3}", "{2,}", "+?");
  const runs = fc.array(fc.tuple(set, count), { maxLength: 4 }).map((list) => list.map((run) => run.join("")).join(""));
  const row = fc
    .tuple(fc.constantFrom("^", "^", ""), runs, fc.constantFrom("$", "$", ""))
    .map((parts) => parts.join(""));
  const pattern = fc.oneof(
    row,
    fc.tuple(row, row).map((rows) => rows.join("|")),
    fc.tuple(runs, runs).map((rows) => `^(${rows.join("|")})$`),
  );
  // The second is often made of the first, so that many are covered.
  const pair = fc.oneof(
    fc.tuple(pattern, pattern),
    fc.tuple(pattern, set, set).map(([one, from, to]) => [one, one.replace(from, to)] as const),
    fc.tuple(pattern, pattern).map(([one, other]) => [one, `${one}|${other}`] as const),
    pattern.map((one) => [one, one.replace("+", "*").replace("{2}", "{1,4}").replace("$", "")] as const),
  );
  let covered = 0;
  fc.assert(
    fc.property(pair, fc.gen(), ([given, wanted], draw) => {
      if (given === "" || !patternFits(given, wanted)) return;
      covered++;
      const matcher = new RegExp(wanted, "u");
      const texts = fc.array(fc.stringMatching(new RegExp(given, "u"), { maxLength: 20 }), { maxLength: 8 });
      for (const text of draw(() => texts)) {
        expect([given, wanted, text, matcher.test(text)]).toEqual([given, wanted, text, true]);
      }
    }),
    { numRuns: 100 },
  );
  expect(covered).toBeGreaterThan(15);
});

test("a pattern that takes more breaks nobody, and one that takes less breaks who sends the rest", async () => {
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
