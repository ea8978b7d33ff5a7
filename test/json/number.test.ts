import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawn } from "../share.ts";
import { exactNumber, wholeDigits } from "../../src/json/number.ts";
import { readJson } from "../../src/json/read.ts";
import { writeJson } from "../../src/json/write.ts";
import { processorTime } from "../contract/documents.ts";

describe("a number keeps its value, or is refused", () => {
  it.for<[string, number | bigint]>([
    ["9007199254740993.0", 9007199254740993n],
    ["-9007199254740993.00", -9007199254740993n],
    ["90071992547409.93e2", 9007199254740993n],
    ["9007199254740993e0", 9007199254740993n],
    ["900719925474099300E-2", 9007199254740993n],
    ["9007199254740992.0", 9007199254740992],
    ["1.0", 1],
    ["1e2", 100],
    ["1e23", 1e23],
    ["0.0", 0],
    ["-0.0", -0],
    ["0e-999999999999", 0],
    ["0.1", 0.1],
    ["3.14159265358979323846", Math.PI],
    ["5e-324", 5e-324],
  ])("%s is %s", ([digits, value]) => {
    expect(exactNumber(digits)).toBe(value);
    expect(readJson(`[${digits}]`)).toEqual({ value: [value] });
  });

  it.for([
    "1e-400",
    "-1e-400",
    "123.456e-789",
    `0.${"0".repeat(400)}1`,
    "0.99999999999999999999",
    "9007199254740992.5",
  ])("%s cannot be represented exactly", (digits) => {
    expect(exactNumber(digits)).toBeUndefined();
    expect(readJson(`{"a":[${digits}]}`)).toEqual({
      fault: { kind: "number-range", message: "has a number that cannot be held exactly at /a/0", pointer: "/a/0" },
    });
  });

  it.for(["1e400", `1${"0".repeat(400)}.5`])("%s is too large", (digits) => {
    expect(readJson(`{"a":${digits}}`)).toMatchObject({ fault: { message: "has a number too large to hold at /a" } });
  });

  it("strings that look like numbers are not affected", () => {
    expect(readJson('{"1e-400":"9007199254740993.0"}')).toEqual({ value: { "1e-400": "9007199254740993.0" } });
  });

  it("a number that is read has the value of its digits", () => {
    const parts = fc.record({
      whole: fc.stringMatching(/^(0|[1-9]\d{0,24})$/),
      fraction: fc.stringMatching(/^(\.\d{1,12})?$/),
      exponent: fc.stringMatching(/^([eE][+-]?\d{1,2})?$/),
    });
    fc.assert(
      fc.property(parts, ({ whole, fraction, exponent }) => {
        const digits = whole + fraction + exponent;
        const reading = readJson(digits);
        const value = "value" in reading ? reading.value : undefined;
        const [, power = "0"] = exponent.toLowerCase().split("e");
        const [, tail = ""] = fraction.split(".");
        const scale = Number(power) - tail.length;
        // The value as a fraction of integers, to avoid rounding.
        const [top, bottom] = [
          BigInt(whole + tail) * 10n ** BigInt(Math.max(0, scale)),
          10n ** BigInt(Math.max(0, -scale)),
        ];
        const isWhole = top % bottom === 0n;
        if (value === undefined) return !isWhole;
        if (isWhole) return wholeDigits(value as number) === String(top / bottom);
        return typeof value === "number" && !Number.isInteger(value) && value === Number(digits);
      }),
      { numRuns: drawn({ each: 500, proof: 2000 }) },
    );
  });

  it("a number that was written is read back with the same value", () => {
    const doubles = fc.double({ noNaN: true, noDefaultInfinity: true });
    fc.assert(
      fc.property(doubles, (value) => {
        const reading = readJson(writeJson(value));
        return "value" in reading && (Object.is(reading.value, value) || Number(reading.value) === value);
      }),
    );
  });

  it("a hostile row of zeros is read quickly", () => {
    const began = processorTime();
    for (const digits of [`1${"0".repeat(60_000)}.5`, `0.${"0".repeat(60_000)}`, `${"1".repeat(60_000)}.0e-60000`]) {
      readJson(digits);
    }
    expect(processorTime() - began).toBeLessThan(1000);
  });
});
