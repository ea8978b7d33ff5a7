// Large texts are read differently from small ones, and must give the same result.
import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type JsonValue, exactInteger } from "../../src/json/value.ts";
import { quickJson } from "../../src/json/quick.ts";
import { readJson } from "../../src/json/read.ts";
import { writeJson } from "../../src/json/write.ts";
import { drawn } from "../share.ts";

const FILL = JSON.stringify("x".repeat(30_000));
const DEPTH = 8;

/** The value of a text that is read in a list next to another one. */
function readBeside(text: string, other: string): unknown {
  const reading = readJson(`[${text},${other}]`, DEPTH);
  return "fault" in reading ? reading.fault : (reading.value as readonly unknown[])[0];
}

/** Expects the same value from a text inside a large one. @returns whether the quick reader read it */
function expectSame(text: string): boolean {
  expect(readBeside(text, FILL)).toStrictEqual(readBeside(text, "1"));
  return quickJson(`[${text},${FILL}]`, DEPTH) !== undefined;
}

it.for([
  "9007199254740993",
  "-9223372036854775808",
  '{"a":[9223372036854775807 , 1.5,"x"],"b":18446744073709551616}',
  "[1234567890123456,1234567890123457]",
  "0.1234567890123456789",
  '{"id":"123456789012345678","said":"a: 123456789012345678, b"}',
  '{"a":{"b":{"c":{"d":[[[]]]}}},"b:":":"}',
  String.raw`{"a\"b":"\\","c":"\n"}`,
])("%s is read quickly", (text) => {
  expect(expectSame(text)).toBe(true);
});

it.for([
  '{"a":1,"a":1}',
  '{"a":12345678901234567,"a":12345678901234567}',
  '{"__proto__":1}',
  String.raw`"\ud800"`,
  "1e400",
  "12345678901234567e-3",
  `1${"0".repeat(400)}.5`,
  "0.99999999999999999999",
  "01234567890123456789",
  "12345678901234567.",
  "1234567890123456.1.1",
  "--1234567890123456789",
  "[[[[[[[[[]]]]]]]]]",
  '"\u007f12345678901234567"',
  '["\u007f1",12345678901234567]',
  '[1,{"a":}]',
])("%s needs the full parser, with the same result", (text) => {
  expect(expectSame(text)).toBe(false);
});

it("an unterminated string of escaped quotes is refused in linear time", () => {
  expect(quickJson(`["${'\\"'.repeat(1_000_000)}`, DEPTH)).toBeUndefined();
});

it("reads any small JSON text like the full parser", () => {
  const digits = fc.bigInt().map((value) => exactInteger(String(value)));
  const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      fc.string({ unit: "grapheme" }),
      digits,
      fc.constantFrom(null, true, 0.5),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.string(), tie("value"), { maxKeys: 4 }),
    ),
  }));
  fc.assert(
    fc.property(value, (drawnValue) => {
      expectSame(writeJson(drawnValue));
    }),
    { numRuns: drawn({ each: 100, proof: 3000 }) },
  );
});
