import { describe, expect, it } from "vitest";
import { matches, mayBacktrack } from "../../../src/schema/pattern/engine.ts";
import { createPatternEngine } from "../../../src/schema/pattern/for-ajv.ts";
import { UNLIMITED } from "../../../src/schema/work.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { compiled, documentOfSchema, processorTime } from "../../contract/documents.ts";
import { IN_PROOF } from "../../share.ts";

/** Nested groups, deeper than our reader follows. V8 takes almost a second to compile them. */
const DEEP = 505;
/** More than ten times what these take on an idle machine. Without protection, each takes a minute or never ends. */
const MOST_MS = 5_000;

function nativeOf(pattern: string): RegExp {
  try {
    return new RegExp(pattern, "u");
  } catch {
    return new RegExp(pattern);
  }
}

function engine(): { match: (pattern: string, text: string) => boolean; warnings: string[] } {
  const warnings: string[] = [];
  const create = createPatternEngine((message) => warnings.push(message), { work: UNLIMITED });
  return { match: (pattern, text) => create(pattern, "u").test(text), warnings };
}

it.runIf(IN_PROOF)("a pattern with too many parts for the stack matches nothing", () => {
  const groups = Array.from({ length: 5_000 }, (_, at) => `(?<g${at}>a)?`).join("");
  expect(matches(`^${groups}\\k<g1>(x+x+)+$`, "aaa", UNLIMITED)).toBe(false);
});

describe("patterns that take very long in a backtracking engine", () => {
  it.for<[string, string]>([
    ["^(a+)+$", `${"a".repeat(40)}!`],
    ["^(a|a)*$", `${"a".repeat(40)}!`],
    ["^(a|aa)+$", `${"a".repeat(50)}!`],
    ["(x+x+)+y", "x".repeat(60)],
    [
      "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}(([a-z]{2,3})|([a-z]{2,3}[.]{1}[a-z]{2,3}))$",
      "a".repeat(60),
    ],
    [`^${"a?".repeat(30)}${"a".repeat(30)}$`, "a".repeat(29)],
    [`^${"(a|a)".repeat(30)}$`, `${"a".repeat(30)}b`],
    ["^a*a*a*a*$", `${"a".repeat(3000)}b`],
    ["^a{1,300}a{1,300}a{1,300}$", `${"a".repeat(2000)}b`],
    ["\\s+$", `${" ".repeat(256_000)}x`],
    ["^.*a.*b$", "a".repeat(256_000)],
    ["[0-9]+[a-z0-9]+$", `${"1".repeat(256_000)}!`],
  ])("%s ends quickly", ([pattern, text]) => {
    const { match, warnings } = engine();
    const began = processorTime();
    expect(match(pattern, text)).toBe(false);
    expect(processorTime() - began).toBeLessThan(MOST_MS);
    expect(warnings).toEqual([]);
  });

  it.for<[string, string]>([
    ["^(?=(a+)+$)b", "a".repeat(40)],
    ["^(?!(a+)+$).*$", "a".repeat(5000)],
    ["(?<=(x+x+)+)y", "x".repeat(5000)],
    ["(?<!(?=(a|a)*b)a+)b$", "a".repeat(5000)],
    ["^(\\b\\w+\\b\\s?)+$", `${"word ".repeat(1000)}!`],
    ["^(?:[\\w-.]+)+$", `${"a".repeat(1000)}!`],
  ])("%s, with look-around or legacy syntax, ends quickly too", ([pattern, text]) => {
    const { match } = engine();
    const began = processorTime();
    expect(match(pattern, text)).toBe(false);
    expect(processorTime() - began).toBeLessThan(MOST_MS);
  });

  it.for<[string, string]>([
    ["^(a+)+\\1$", `${"a".repeat(200)}!`],
    ["^(x+x+)+\\1y$", "x".repeat(400)],
    ["^(a*)*\\1b", "a".repeat(64_000)],
    ["^((a{1,300}){1,300}){1,300}$", `${"a".repeat(2000)}b`],
    [`${"(".repeat(DEEP)}a+${")+".repeat(DEEP)}b`, "a".repeat(100)],
  ])("%s, which no linear algorithm supports, ends without a match", ([pattern, text]) => {
    const { match, warnings } = engine();
    const began = processorTime();
    expect(match(pattern, text)).toBe(false);
    expect(processorTime() - began).toBeLessThan(MOST_MS);
    expect(warnings).toEqual([expect.stringContaining("texts that take too long do not match")]);
  });

  it.for<[string, string, boolean]>([
    // Lookbehind matches from right to left, so its groups capture the text nearest to its end first.
    ["^(a+)+\\1?](?<=(\\W)?)\\2$", "a]", false],
    ["^(a+)+\\1?](?<=(\\W)?)\\2$", "a]]", true],
    ["^(?:](?<=()+?(\\W)?)\\2{1,3}|(?:\\W{+[ab]?)+?)$", "]", false],
    ["^(a+)+\\1?(?<=(a{1,2})(a{1,2}))\\2!\\3$", "aaaaa!aa", false],
    ["(?<=\\2(b)(a+)+)c$", "aabaac", true],
  ])("%s captures the same as Node in look-behind, for %s", ([pattern, text, expected]) => {
    const { match } = engine();
    expect([match(pattern, text), nativeOf(pattern).test(text)]).toEqual([expected, expected]);
  });

  it("a pattern that is only valid without the Unicode flag is read without it, with a warning", () => {
    const { match, warnings } = engine();
    expect(match("^[\\w-./:]+$", "a-b.c/d:e")).toBe(true);
    expect(match("^[\\w-./:]+$", "a b")).toBe(false);
    expect(warnings[0]).toContain("is only valid without the Unicode flag, and is read without it");
    expect(() => match("(", "")).toThrow(/Invalid regular expression/);
  });

  it("the ends of a text as Ruby and Python write them, with a warning", () => {
    const { match, warnings } = engine();
    for (const pattern of ["\\A[a-z]+\\z", "\\A[a-z]+\\Z"])
      expect([match(pattern, "abc"), match(pattern, "AabcZ"), match(pattern, "1abc")]).toEqual([true, false, false]);
    expect(warnings[0]).toContain("is read with ^ for \\A and $ for \\z");
    expect([match("a\\\\z$", "a\\z"), match("\\A-[\\w-.]", "-x")]).toEqual([true, true]);
  });

  it.runIf(IN_PROOF)(
    "a pattern that is too large for Node is refused when it is read, not when a string is matched",
    () => {
      const large = `^${"ab?".repeat(100_000)}$`;
      expect(() => engine().match(large, "a")).toThrow(/^Invalid regular expression/);
      expect(matches(large, "a", UNLIMITED)).toBe(false);
    },
  );

  it("a pattern that only a backtracking engine understands is reported", async () => {
    const { match, warnings } = engine();
    expect(match("^(a+)+\\1$", "b")).toBe(false);
    expect(match("^(a+)+\\1$", "aa")).toBe(true);
    expect(warnings).toEqual([expect.stringMatching(/the pattern \^\(a\+\)\+\\1\$ may take very long/)]);
    const contract = await loadContract(documentOfSchema({ pattern: "^(a+)+\\1$" }));
    expect(contract.warnings[0]?.pointer).toMatch(/^\/paths\/~1things\/post\/(requestBody|responses)/);
    expect(contract.warnings.length).toBeGreaterThan(0);
  });

  it("two patterns in one schema are not confused with each other", async () => {
    const { validate } = await compiled(
      {
        properties: {
          a: { pattern: "^(a+)+$" },
          b: { pattern: "^(b+)+$" },
          c: { pattern: "c+$" },
          d: { pattern: "d+$" },
        },
      },
      "request",
    );
    expect(validate({ a: "aaa", b: "bbb", c: "ccc", d: "ddd" })).toEqual([]);
    expect(validate({ a: "b", b: "a", c: "d", d: "c" }).map(({ at }) => at)).toEqual(["/a", "/b", "/c", "/d"]);
  });
});

describe("both engines agree", () => {
  const texts = [
    "",
    "a",
    "aa",
    "ab",
    "abab",
    "A1-9",
    "é",
    "日本",
    "😀",
    "a\nb",
    "x".repeat(2000),
    "ab".repeat(1000),
    "2026-11-20",
  ];

  it.for([
    "^(ab)+$",
    "^(a|b)*$",
    "^(?:\\d{4}-\\d\\d-\\d\\d)+$",
    "(?:x)+$",
    "^([^a])+$",
    "^(\\w)+$",
    "^(\\p{L})+$",
    "^(.)+$",
    "[ab]+$",
    "x+y*",
    "^(\\u00e9|[\\u{1F600}])+$",
  ])("%s", (pattern) => {
    const { match, warnings } = engine();
    const native = new RegExp(pattern, "u");
    expect(texts.filter((text) => match(pattern, text) !== native.test(text))).toEqual([]);
    expect(warnings).toEqual([]);
  });

  it.for<[string, boolean]>([
    ["^[a-z]{1,63}$", false],
    ["^@-?[0-9]+$", false],
    ["^(available|sold)$", false],
    ["^[A-Z]{3}-\\d{4}(x|y)?$", false],
    ["^(a+)+$", true],
    ["^(?:a|b)*$", true],
    ["a*b*c*", true],
    ["^\\(\\+\\)[)*+]$", false],
  ])("%s may take long to match: %s", ([pattern, expected]) => {
    expect(mayBacktrack(pattern)).toBe(expected);
  });
});
