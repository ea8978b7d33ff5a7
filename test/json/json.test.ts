import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { JsonFaultKind } from "../../src/json/fault.ts";
import { type JsonValue, equalJson, exactInteger, isInteger } from "../../src/json/value.ts";
import { readJson, readJsonBytes } from "../../src/json/read.ts";
import { writeJson } from "../../src/json/write.ts";
import { drawn } from "../share.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

/** Any character. The one in fast-check first builds a table of all million characters. */
const character = fc
  .nat({ max: 0x10_ffff })
  .filter((point) => point < 0xd800 || point > 0xdfff)
  .map((point) => String.fromCodePoint(point));

/** Any JSON value, including integers too long for a double. */
const anyJson: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constant(null),
    fc.boolean(),
    fc.string({ unit: "grapheme" }),
    fc.bigInt().map((value) => exactInteger(String(value))),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => {
      // A double without a fraction is written as digits, which are read exactly.
      return Number.isInteger(value) ? exactInteger(BigInt(value).toString()) : value;
    }),
    fc.array(tie("value")),
    fc.dictionary(
      fc.string({ unit: "grapheme" }).filter((key) => key !== "__proto__"),
      tie("value"),
    ),
  ),
})).value;

it("deeply nested text does not overflow the stack if there is no depth limit", () => {
  const reading = readJson(`${"[".repeat(100_000)}{}${"]".repeat(100_000)}`, Infinity);
  expect("value" in reading).toBe(true);
});

describe("exactness", () => {
  it.for([
    "0",
    "-1",
    "9007199254740991",
    "9007199254740992",
    "9007199254740993",
    "9223372036854775807",
    "-9223372036854775808",
    "18446744073709551616",
    "123456789012345678901234567890",
    '{"a":[9223372036854775807,1.5,"x"]}',
  ])("%s is written back with the same digits", (text) => {
    expect(readJson(text)).toHaveProperty("value");
    const reading = readJson(text);
    expect("value" in reading && writeJson(reading.value)).toBe(text);
  });

  it("gives a number if a double is exact, and a bigint otherwise", () => {
    expect(readJson("9007199254740991")).toEqual({ value: 9007199254740991 });
    expect(readJson("9007199254740993")).toEqual({ value: 9007199254740993n });
  });

  it("reads back any value that it wrote", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const reading = readJsonBytes(utf8(writeJson(value)));
        expect("value" in reading && equalJson(reading.value, value)).toBe(true);
      }),
      { numRuns: drawn({ each: 100, proof: 250 }) },
    );
  });

  it("reads what JSON.parse reads, with the same value if doubles are exact", () => {
    fc.assert(
      fc.property(fc.json({ stringUnit: character }), (text) => {
        const reading = readJson(text);
        const allowed = ["forbidden-key", "duplicate-key", "surrogate"];
        const same =
          "fault" in reading
            ? allowed.includes(reading.fault.kind)
            : isDeepStrictEqual(JSON.parse(writeJson(reading.value)), JSON.parse(text));
        expect(same ? "" : text).toBe("");
      }),
      { numRuns: drawn({ each: 20, proof: 150 }) },
    );
  });

  it("writes bigints with an indent", () => {
    expect(writeJson({ a: 9223372036854775807n }, 2)).toBe('{\n  "a": 9223372036854775807\n}');
  });
});

describe("refusals", () => {
  const deep = (levels: number): string => "[".repeat(levels) + "]".repeat(levels);

  interface Refused {
    readonly what: string;
    readonly text: string;
    readonly kind: JsonFaultKind;
    readonly says: RegExp;
    /** The place if the fault is in one value. */
    readonly pointer?: string;
  }

  const cases: readonly Refused[] = [
    { what: "an empty text", text: "", kind: "syntax", says: /is empty/ },
    { what: "white space alone", text: " \n\t", kind: "syntax", says: /is empty/ },
    { what: "an end too early", text: '{"a":1', kind: "syntax", says: /ends too early at line 1, column 7/ },
    { what: "an unfinished word", text: "tru", kind: "syntax", says: /not JSON.* at line 1, column/ },
    { what: "a bare word", text: '{"a":\n  nope}', kind: "syntax", says: /unexpected text at line 2, column 3/ },
    { what: "a comma too many", text: '{"a":1,}', kind: "syntax", says: /unexpected text at line 1, column 8/ },
    { what: "a missing comma", text: '{"a":1 "b":2}', kind: "syntax", says: /at line 1, column 8/ },
    { what: "a wrong bracket", text: "[1}", kind: "syntax", says: /at line 1, column 3/ },
    { what: "two values", text: "1 2", kind: "syntax", says: /at line 1, column 3/ },
    { what: "a leading zero", text: "[01]", kind: "syntax", says: /at line 1, column/ },
    { what: "a hexadecimal number", text: "[0x1]", kind: "syntax", says: /at line 1, column/ },
    { what: "a plus sign", text: "[+1]", kind: "syntax", says: /at line 1, column 2/ },
    { what: "NaN", text: "[NaN]", kind: "syntax", says: /at line 1, column 2/ },
    { what: "a comment", text: "[1] // one", kind: "syntax", says: /at line 1, column 5/ },
    { what: "single quotes", text: "{'a':1}", kind: "syntax", says: /at line 1, column 2/ },
    { what: "a raw line break in a string", text: '["a\nb"]', kind: "syntax", says: /at line 1, column/ },
    { what: "a byte order mark", text: "\u{feff}{}", kind: "byte-order-mark", says: /byte order mark/ },
    { what: "depth 65", text: deep(65), kind: "depth", says: /deeper than 64 levels at line 1, column 65/ },
    { what: "5,000 levels", text: "[".repeat(5000), kind: "depth", says: /deeper than 64/ },
    {
      what: "a repeated key",
      text: '{"a":1,\n"a":2}',
      kind: "duplicate-key",
      says: /key "a" twice .* at line 2, column 1/,
    },
    { what: "equal duplicates", text: '{"a":1,"a":1}', kind: "duplicate-key", says: /"a" twice .* column 8/ },
    { what: "an escaped duplicate", text: '{"a":1,"\\u0061":2}', kind: "duplicate-key", says: /"a" twice/ },
    { what: "an equal escaped duplicate", text: '{"a":1,"\\u0061":1}', kind: "duplicate-key", says: /"a" twice/ },
    { what: "a duplicate deep inside", text: '[{"x":{"a":1,"a":1}}]', kind: "duplicate-key", says: /"a" twice/ },
    {
      what: "a duplicate far from its colon",
      text: `{"a"${" ".repeat(100)}:1,"a":1}`,
      kind: "duplicate-key",
      says: /"a" twice/,
    },
    {
      what: "duplicates of long numbers",
      text: '{"a":12345678901234567890,"a":12345678901234567890}',
      kind: "duplicate-key",
      says: /twice/,
    },
    {
      what: "__proto__",
      text: '{"__proto__":{}}',
      kind: "forbidden-key",
      says: /"__proto__".* at/,
      pointer: "/__proto__",
    },
    {
      what: "an escaped __proto__",
      text: '{"x":{"\\u005f_proto__":1}}',
      kind: "forbidden-key",
      says: /__proto__/,
      pointer: "/x/__proto__",
    },
    {
      what: "__proto__ beside a long number",
      text: '{"__proto__":{"a":1},"n":12345678901234567890}',
      kind: "forbidden-key",
      says: /__proto__/,
      pointer: "/__proto__",
    },
    {
      what: "a lone high surrogate",
      text: '{"n":"\\ud800"}',
      kind: "surrogate",
      says: /surrogate pair .* \/n/,
      pointer: "/n",
    },
    { what: "a lone low surrogate", text: '["\\udc00x"]', kind: "surrogate", says: /surrogate/, pointer: "/0" },
    { what: "a lone surrogate in a key", text: '{"\\ud800":1}', kind: "surrogate", says: /in a key/, pointer: "" },
    { what: "1e400", text: '{"n":1e400}', kind: "number-range", says: /too large to hold at \/n/, pointer: "/n" },
    { what: "-1E400", text: "[-1E400]", kind: "number-range", says: /too large/, pointer: "/0" },
    {
      what: "a decimal of 400 digits",
      text: `[1${"0".repeat(400)}.5]`,
      kind: "number-range",
      says: /too large/,
      pointer: "/0",
    },
    {
      what: "an integer of a million digits",
      text: `[${"9".repeat(1_000_000)}]`,
      kind: "number-range",
      says: /too large/,
      pointer: "/0",
    },
  ];

  it.for(cases)("$what", ({ text, kind, says, pointer }) => {
    const reading = readJson(text);
    if (!("fault" in reading)) throw new Error(`accepted as ${writeJson(reading.value)}`);
    expect(reading.fault.kind).toBe(kind);
    expect(reading.fault.message).toMatch(says);
    expect(reading.fault.pointer).toBe(pointer);
  });

  it.for([
    ["a lone byte", [0x22, 0xff, 0x22]],
    ["an overlong slash", [0x22, 0xc0, 0xaf, 0x22]],
    ["a surrogate in UTF-8", [0x22, 0xed, 0xa0, 0x80, 0x22]],
    ["a sequence cut short", [0x22, 0xe2, 0x82, 0x22]],
    ["UTF-16", [0xff, 0xfe, 0x7b, 0x00, 0x7d, 0x00]],
  ] as const)("invalid UTF-8: %s", ([, bytes]) => {
    expect(readJsonBytes(Uint8Array.from(bytes))).toMatchObject({ fault: { kind: "encoding" } });
  });

  it("a byte order mark in bytes", () => {
    expect(readJsonBytes(Uint8Array.from([0xef, 0xbb, 0xbf, 0x7b, 0x7d]))).toMatchObject({
      fault: { kind: "byte-order-mark" },
    });
  });
});

describe("text that looks invalid but is accepted", () => {
  it.for([
    ["depth 64", "[".repeat(64) + "]".repeat(64)],
    ["brackets in a string", `["${"[".repeat(500)}"]`],
    ["a key called proto", '{"proto":1,"__proto":2,"_proto__":3}'],
    ["__proto__ as a value", '["__proto__"]'],
    ["the same key in two objects", '[{"a":1},{"a":1}]'],
    ["the same text as key and value", '{"a":"a","b":"a"}'],
    ["a colon in a key", '{"a:":1,"a":":"}'],
    ["an escaped quote before a colon", '{"a\\":":1,"a\\"":2}'],
    ["a whole pair of surrogates", '"\\ud83d\\ude00"'],
    ["a double at its limit", "[1.7976931348623157e308]"],
    ["an integer of 400 digits", `[${"9".repeat(400)}]`],
  ] as const)("%s", ([, text]) => {
    expect(readJson(text)).toHaveProperty("value");
  });
});

describe("equality", () => {
  it.for<[JsonValue, JsonValue, boolean]>([
    [1, 1n, true],
    [2n ** 53n, 2 ** 53, true],
    [9007199254740993n, 9007199254740992, false],
    [1, "1", false],
    [1n, "1", false],
    [null, {}, false],
    [[], {}, false],
    [[1, 2], [2, 1], false],
    [{ a: 1, b: [2n] }, { b: [2], a: 1n }, true],
    [{ a: 1 }, { b: 1 }, false],
    [{ a: null }, { b: null }, false],
  ])("%o and %o: %s", ([a, b, same]) => {
    expect(equalJson(a, b)).toBe(same);
    expect(equalJson(b, a)).toBe(same);
  });

  it("recognises integers in both representations", () => {
    expect([1, 1n, 2 ** 60, -0].every(isInteger)).toBe(true);
    expect([1.5, "1", null, Number.NaN, Number.POSITIVE_INFINITY].some(isInteger)).toBe(false);
  });
});

it.for([
  ['[12345678901234567890,"\u007f1"]', [12345678901234567890n, "\u007f1"]],
  ['{"a\\u007f":[-9007199254740993,1e-5,0.10000000000000000001]}', { "a\u007f": [-9007199254740993n, 1e-5, 0.1] }],
  ['{"12345678901234567890":"12345678901234567890"}', { "12345678901234567890": "12345678901234567890" }],
  [`[1${"0".repeat(500)}e-500, 12345678901234567890]`, [1, 12345678901234567890n]],
] as [string, JsonValue][])("long numbers are exact wherever they stand: %s", ([text, value]) => {
  expect(readJson(text)).toEqual({ value });
});

it.for(["[012345678901234567890]", "[12345678901234567890.]", "[1.2.34567890123456789]", "12345678901234567890e"])(
  "a long number must be one: %s",
  (text) => {
    expect(readJson(text)).toMatchObject({ fault: { kind: "syntax" } });
  },
);
