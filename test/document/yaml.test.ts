// YAML is read as a second parser reads it, including places.
import { isDeepStrictEqual } from "node:util";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { LineCounter, type Node, isAlias, isMap, isScalar, isSeq, parse, parseDocument, stringify } from "yaml";
import { parseText } from "../../src/document/read.ts";
import { drawn } from "../share.ts";
import type { JsonValue } from "../../src/json/value.ts";

/** Every place in a document according to the second parser: entries at their keys, items at their beginning. */
function placesOf(text: string): Map<string, { line: number; column: number }> {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines });
  const places = new Map<string, { line: number; column: number }>();
  const visit = (node: Node | null, pointer: string, offset: number): void => {
    const { line, col } = lines.linePos(offset);
    places.set(pointer, { line, column: col });
    const target = isAlias(node) ? (node.resolve(document) ?? null) : node;
    if (isSeq(target)) {
      for (const [index, item] of target.items.entries()) {
        visit(item as Node, `${pointer}/${index}`, (item as Node).range?.[0] ?? 0);
      }
    }
    if (!isMap(target)) return;
    for (const { key, value } of target.items) {
      if (!isScalar(key)) continue;
      const step = String(key.value).replaceAll("~", "~0").replaceAll("/", "~1");
      visit(value as Node | null, `${pointer}/${step}`, key.range?.[0] ?? 0);
    }
  };
  visit(document.contents, "", document.contents?.range[0] ?? 0);
  return places;
}

/** Whether the second parser reads this value from a text. Its own writer sometimes writes invalid YAML. */
function means(text: string, value: JsonValue): boolean {
  const short = (_: unknown, value: unknown): unknown =>
    typeof value === "bigint" && Number.isSafeInteger(Number(value)) ? Number(value) : value;
  try {
    return isDeepStrictEqual(parse(text, short, { intAsBigInt: true }), value);
  } catch {
    return false;
  }
}

const words = fc.oneof(
  fc.string({ unit: "grapheme-ascii", maxLength: 12 }),
  fc.constantFrom(
    "200",
    "null",
    "yes",
    "~",
    "a: b",
    "# no",
    "'",
    '"',
    "two\nlines\n",
    "\n\nfar",
    "x".repeat(90),
    "é ü",
  ),
);
const documents = fc.letrec<{ value: JsonValue; object: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    words,
    fc.integer(),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
    fc.constantFrom(null, true, false, 0.5, -1e-9, 1e21),
    fc.array(tie("value"), { maxLength: 4 }),
    tie("object"),
  ),
  object: fc.dictionary(
    words.filter((key) => key !== "__proto__" && key !== "<<"),
    tie("value"),
    { maxKeys: 5, noNullPrototype: true },
  ),
})).object;
const styles = fc.record({
  collectionStyle: fc.constantFrom("any" as const, "block" as const, "flow" as const),
  defaultStringType: fc.constantFrom("PLAIN" as const, "QUOTE_DOUBLE" as const, "QUOTE_SINGLE" as const),
  defaultKeyType: fc.constantFrom("PLAIN" as const, "QUOTE_DOUBLE" as const, "QUOTE_SINGLE" as const),
  blockQuote: fc.constantFrom(true, false, "folded" as const, "literal" as const),
  indent: fc.integer({ min: 1, max: 6 }),
  lineWidth: fc.constantFrom(0, 30, 80),
});

describe("YAML", () => {
  it("has the value that was written, in any style", () => {
    fc.assert(
      fc.property(documents, styles, (value, style) => {
        const text = stringify(value, style);
        fc.pre(means(text, value));
        expect(parseText(text)).toMatchObject({ value });
      }),
      { numRuns: drawn({ each: 40, proof: 3_000 }) },
    );
  });

  it("has each part at the place where another parser finds it", () => {
    fc.assert(
      fc.property(documents, styles, (value, style) => {
        const text = stringify({ head: 1, value }, style);
        fc.pre(means(text, { head: 1, value }));
        const reading = parseText(text);
        if ("fault" in reading) throw new Error(reading.fault.message);
        for (const [pointer, place] of placesOf(text))
          expect([pointer, reading.locate(pointer)]).toEqual([pointer, place]);
      }),
      { numRuns: drawn({ each: 30, proof: 2_000 }) },
    );
  });

  it("can give a part an anchor and reuse it, alone or merged into another", () => {
    const text = "a: &a\n  k: &k [1, 2]\n  l: 1\nb:\n  <<: *a\n  l: 2\nc:\n  - *k\n  - <<: [*a, { m: 3 }]\n";
    const reading = parseText(text);
    if ("fault" in reading) throw new Error(reading.fault.message);
    expect(reading.value).toEqual({
      a: { k: [1, 2], l: 1 },
      b: { k: [1, 2], l: 2 },
      c: [[1, 2], { k: [1, 2], l: 1, m: 3 }],
    });
    const lineOf = (pointer: string): number => reading.locate(pointer).line;
    expect(["/b/l", "/b/k", "/b/k/1", "/c/0", "/c/0/1", "/c/1/l", "/c/1/m"].map(lineOf)).toEqual([6, 2, 2, 8, 2, 3, 9]);
  });

  it("accepts a closing quote or bracket that is not indented enough, as most parsers do, but not a key in its place", () => {
    const text = "paths:\n  a:\n    x: '{\n      b\n    }'\n    y: [1,\n      2\n    ]\n    z: \"q\n  \"\n  c: 1\n";
    expect(parseText(text)).toMatchObject({ value: { paths: { a: { x: "{ b }", y: [1, 2], z: "q " }, c: 1 } } });
    expect(parseText("a:\n  b: 'open\n  c: 1'\n")).toMatchObject({ fault: { line: 3 } });
  });

  it("accepts as many of them as a published document has, and gives up on thousands", () => {
    const text = (count: number): string => `a:\n${"  - x: [1,\n      2\n    ]\n".repeat(count)}`;
    expect(parseText(text(60))).toMatchObject({ value: { a: Array.from({ length: 60 }, () => ({ x: [1, 2] })) } });
    expect(parseText(text(5_000))).toMatchObject({ fault: { column: 5 } });
  });

  it("accepts quoted lines that are not indented enough, if none of them can be a key", () => {
    const text = 'a:\n  b:\n    c: "one\ntwo\n\nthree"\n    d: [1,\n  2]\n  e:\n    - 1\n';
    expect(parseText(text)).toMatchObject({ value: { a: { b: { c: "one two\nthree", d: [1, 2] }, e: [1] } } });
    expect(parseText('a:\n  b: "open\n  - c"\n')).toMatchObject({ fault: { line: 3 } });
    expect(parseText("a:\n  b: 'open\nc\nd: 1\n")).toMatchObject({ fault: { line: 4 } });
  });

  it("keeps integers that a double cannot represent", () => {
    expect(parseText("a: 9007199254740993\nb: -9007199254740993\nc: +12\nd: 0x1F\ne: 0o17\nf: 1e3\n")).toMatchObject({
      value: { a: 9007199254740993n, b: -9007199254740993n, c: 12, d: 31, e: 15, f: 1000 },
    });
  });

  it("reads dates, and the yes and off of older YAML, as plain strings", () => {
    expect(parseText("a: 2026-01-01\nb: yes\nc: off\nd: 12:30:00\ne: ~\n")).toMatchObject({
      value: { a: "2026-01-01", b: "yes", c: "off", d: "12:30:00", e: null },
    });
  });
});
