// Properties of the pattern reader: everything based on its syntax tree agrees with Node's own engine.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { testByBacktracking } from "../../../src/schema/pattern/backtracking.ts";
import { matches } from "../../../src/schema/pattern/engine.ts";
import { LinearMatcher } from "../../../src/schema/pattern/linear-matcher.ts";
import { type Pattern, readPattern } from "../../../src/schema/pattern/syntax.ts";
import { boundaryTexts, matchingText, nearMisses } from "../../../src/schema/pattern/text.ts";
import { UNLIMITED } from "../../../src/schema/work.ts";
import { drawn } from "../../share.ts";
import { fitting, native, patterns, texts } from "./drawn-patterns.ts";

const numRuns = drawn({ each: 50, proof: 10_000 });

function read(source: string): Pattern {
  const pattern = readPattern(source);
  if (pattern === undefined) throw new Error(`${source} is not read`);
  return pattern;
}

describe("a random pattern", () => {
  test("is matched the same by an automaton and by Node, including look-around and legacy syntax", () => {
    fc.assert(
      fc.property(patterns({ old: true }), fc.array(texts, { minLength: 8 }), (source, list) => {
        const matcher = LinearMatcher.of(read(source));
        fc.pre(matcher !== undefined);
        const other = fitting(source, list).filter(
          (text) => matcher.test(text, UNLIMITED) !== native(source).test(text),
        );
        expect([source, other]).toEqual([source, []]);
      }),
      { seed: 20261122, numRuns, endOnFailure: true, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
    );
  });

  test("is matched the same by backtracking and by Node, including back-references", () => {
    fc.assert(
      fc.property(patterns({ references: true }), fc.array(texts, { minLength: 8 }), (source, list) => {
        const answers = fitting(source, list).map(
          (text) => [text, testByBacktracking(read(source), text, UNLIMITED)] as const,
        );
        const other = answers.filter(([text, answer]) => answer !== undefined && answer !== native(source).test(text));
        expect([source, other]).toEqual([source, []]);
      }),
      { seed: 20261122, numRuns, endOnFailure: true, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
    );
  });

  test("has strings that match it and near misses that do not, the same for the same seed", () => {
    const told = { texts: 0, none: 0, boundaries: 0, misses: 0 };
    fc.assert(
      fc.property(patterns({ references: true, old: true }), fc.nat(), (source, seed) => {
        // On long strings, Node may take forever.
        const expression = {
          test: (text: string) => (text.length > 12 ? matches(source, text, UNLIMITED) : native(source).test(text)),
        };
        const drawnText = (): string | undefined => matchingText(source, UNLIMITED, counting(seed));
        const found = [matchingText(source, UNLIMITED), drawnText()].filter((text) => text !== undefined);
        const misses = nearMisses(source, UNLIMITED);
        expect([source, found.filter((text) => !expression.test(text))]).toEqual([source, []]);
        expect([source, misses.filter((text) => expression.test(text))]).toEqual([source, []]);
        expect(drawnText()).toBe(drawnText());
        told.texts += found.length;
        told.none += 2 - found.length;
        told.misses += misses.length;
        told.boundaries += boundaryTexts(source, UNLIMITED).filter((text) => expression.test(text)).length;
      }),
      { seed: 20261122, numRuns, endOnFailure: true, interruptAfterTimeLimit: 60_000, markInterruptAsFailure: true },
    );
    // Many random patterns match no string at all.
    expect(told.texts).toBeGreaterThan(told.none * 3);
    expect(told.misses).toBeGreaterThan(numRuns);
    expect(told.boundaries).toBeGreaterThan(numRuns);
  });
});

/** Different numbers for each seed. */
function counting(seed: number): { between(low: number, high: number): number } {
  let next = seed;
  return {
    between: (low, high) => {
      next = (next * 1_103_515_245 + 12_345) % 2_147_483_648;
      return low + (next % (high - low + 1));
    },
  };
}

test.each([
  ["^[A-Z]{3}$", "AAA"],
  ["\\d+\\.\\d{2}", "0.00"],
  ["^(red|green|blue)-[a-f0-9]{8}$", "red-aaaaaaaa"],
  ["^#?[0-9a-fA-F]{6}$", "aaaaaa"],
  ["^a{2,}b*c?$", "aa"],
  ["^(?:x|y)+[.]z$", "x.z"],
  ["^[^a]+$", "b"],
  ["^(?=x)x$", "x"],
  ["^\\p{Lu}\\p{Ll}+$", "Aa"],
  ["^(['\"]).\\1$", '"a"'],
  ["^[\\w-.]+@example$", "a@example"],
  ["^(?=.*[a-z])(?=.*[A-Z])(?=.*\\d).{8,}$", "aaaaaa0A"],
  ["^(?!0)\\d{3}$", "100"],
  ["^[^@\\s]+@[^@\\s]+$", "a@a"],
  ["[]", undefined],
  ["^a$b", undefined],
  ["(", undefined],
  ["(a{1000}){1000}", undefined],
])("the simplest string that matches %s is %s", (pattern, text) => {
  expect(matchingText(pattern, UNLIMITED)).toBe(text);
});

test("the boundary strings of a pattern have few and many repetitions, and text around a match", () => {
  expect(boundaryTexts("^[a-z]{1,3}$", UNLIMITED).map(({ length }) => length)).toEqual([1, 2, 3, 2, 3, 3]);
  expect(boundaryTexts("b", UNLIMITED)).toEqual(["b", "!b", "b!"]);
  expect(boundaryTexts("(", UNLIMITED)).toEqual([]);
});
