// What a multiple is, exactly, as numbers are written.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { commonMultiple, decimalOf, isMultiple, numberOf, stepsOf } from "../../src/schema/decimal.ts";

describe("a multiple", () => {
  test.each<[value: unknown, factor: number | bigint, is: boolean]>([
    [0.3, 0.1, true],
    [19.99, 0.01, true],
    [1.1, 0.1, true],
    [0.30000000000000004, 0.1, false],
    [4.35, 0.1, false],
    [1e300, 7, false],
    [1e-7, 1e-8, true],
    [4.5, 1.5, true],
    [-4.5, 1.5, true],
    [-4, 1.5, false],
    [0, 0.1, true],
    [9_007_199_254_740_993n, 3, true],
    [9_007_199_254_740_993n, 2, false],
    [9_007_199_254_740_993n, 0.5, true],
    [9_007_199_254_740_993n, 1.5, true],
    [3, 0, false],
    [3n, 0n, false],
    [3, Number.POSITIVE_INFINITY, false],
    ["3", 2, true],
    [null, 2, true],
  ])("%s of %s: %s", (value, factor, is) => {
    expect(isMultiple(value, factor)).toBe(is);
  });

  test("is every product of a step with a whole number", () => {
    const step = fc.record({ units: fc.bigInt({ min: 2n, max: 10_000n }), digits: fc.nat(6) });
    fc.assert(
      fc.property(step, fc.bigInt({ min: -100_000n, max: 100_000n }), ({ units, digits }, count) => {
        const factor = numberOf({ units, digits });
        expect(isMultiple(numberOf({ units: units * count, digits }), factor)).toBe(true);
        expect(isMultiple(numberOf({ units: units * count + 1n, digits }), factor)).toBe(false);
      }),
    );
  });
});

test.each([
  [[0.2, 0.3], 0.6],
  [[1.5, 1], 3],
  [[0.25], 0.25],
  [[0, -1, 4], 4],
])("the common multiple of %j is %s", (multiples, common) => {
  expect(numberOf(commonMultiple(stepsOf(multiples)) ?? decimalOf(0))).toBe(common);
});
