// Written values are read back: as the same value if the style is lossless, and among the readings if it is not.
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { drawn } from "../../share.ts";
import { expectedAt } from "../../../src/contract/serialization/expected.ts";
import { ParameterReadings } from "../../../src/contract/serialization/read.ts";
import { parameterReader } from "../../../src/contract/serialization/strict.ts";
import type { Pairs } from "../../../src/contract/serialization/styles.ts";
import { writeParameter } from "../../../src/contract/serialization/write.ts";
import { type JsonObject, type JsonValue, equalJson, exactInteger } from "../../../src/json/value.ts";
import { normalForms } from "../../../src/schema/normal/normal-forms.ts";
import { parameterOf } from "../documents.ts";

const integer = fc.bigInt().map((value) => exactInteger(value.toString()));
const fraction = fc.double({ noNaN: true, noDefaultInfinity: true }).filter((value) => !Number.isInteger(value));
const number = fc.oneof(integer, fraction);
/** Strings with the delimiters, escapes and names of all styles. */
const nasty = fc.string({
  unit: fc.constantFrom(
    ...",.;|=&+%?#/ []{}\"'\\".split(""),
    "%2C",
    "%7C",
    "%20",
    "a",
    "1",
    "é",
    "😀",
    "\n",
    "\t",
    "-",
  ),
  maxLength: 6,
});
const text = fc.oneof(nasty, fc.string({ unit: "grapheme" }), fc.constantFrom("1", "true", "null", "-0", "1e3", "[1]"));
const key = text.filter((name) => name !== "__proto__");

const TYPES: Readonly<Record<string, { schema: JsonObject; values: fc.Arbitrary<JsonValue> }>> = {
  integer: { schema: { type: "integer" }, values: integer },
  number: { schema: { type: "number" }, values: number },
  boolean: { schema: { type: "boolean" }, values: fc.boolean() },
  text: { schema: { type: "string" }, values: text },
  "integer or null": {
    schema: { anyOf: [{ type: "integer" }, { type: "null" }] },
    values: fc.oneof(integer, fc.constant(null)),
  },
  integers: { schema: { type: "array", items: { type: "integer" } }, values: fc.array(integer, { maxLength: 5 }) },
  texts: { schema: { type: "array", items: { type: "string" } }, values: fc.array(text, { maxLength: 4 }) },
  "texts or integers": {
    schema: { type: "array", items: { type: ["string", "integer"] } },
    values: fc.array(fc.oneof(text, integer), { maxLength: 4 }),
  },
  "an object": {
    schema: {
      type: "object",
      properties: { n: { type: "integer" }, t: { type: "string" }, f: { type: "boolean" } },
      additionalProperties: false,
      // A query has each property of an object by itself, unless they are judged together.
      maxProperties: 3,
    },
    values: fc.record({ n: integer, t: text, f: fc.boolean() }, { requiredKeys: [] }),
  },
  "a map": {
    schema: { type: "object", additionalProperties: { type: "string" } },
    values: fc.dictionary(key, text, { maxKeys: 3 }),
  },
};

const FORMS: readonly JsonObject[] = [
  ...[true, false].flatMap((explode) => [
    ...["form", "spaceDelimited", "pipeDelimited"].map((style) => ({ in: "query", style, explode })),
    { in: "cookie", style: "form", explode },
    { in: "header", style: "simple", explode },
    ...["simple", "label", "matrix"].map((style) => ({ in: "path", style, explode })),
  ]),
  { in: "query", style: "deepObject", explode: true },
];

const cases = FORMS.flatMap((form) =>
  Object.entries(TYPES).map(([name, { schema, values }]) => ({
    name: `${Object.values(form).map(String).join(" ")}: ${name}`,
    parameter: { ...form, schema },
    values,
  })),
);

describe("any value that can be written", () => {
  it.for(cases)("$name", async ({ parameter, values }) => {
    const { contract, parameter: found } = await parameterOf(parameter);
    const all = new ParameterReadings(
      found,
      expectedAt(normalForms(contract.document, "request"), found.schema.pointer),
    );
    const strict = parameterReader(contract.document, found);
    fc.assert(
      fc.property(values, (value) => {
        const pairs = writeParameter(found, value);
        if (pairs === undefined) return;
        judgeText(found.in, pairs);
        const readings = all.read(pairs);
        expect(readings.kind === "values" && readings.values.some((one) => equalJson(one, value))).toBe(true);
        const read = strict(pairs);
        expect(isLossy(found, value) || (read.kind === "value" && equalJson(read.value, value))).toBe(true);
      }),
      { numRuns: drawn({ each: 15, proof: 60 }) },
    );
  });

  it("is JSON if the document says so", async () => {
    const { contract, parameter } = await parameterOf({ in: "query", content: { "application/json": { schema: {} } } });
    const read = parameterReader(contract.document, parameter);
    fc.assert(
      fc.property(fc.oneof(integer, text, fc.array(integer), fc.dictionary(key, integer)), (value) => {
        const pairs = writeParameter(parameter, value) ?? [];
        judgeText("query", pairs);
        const reading = read(pairs);
        return reading.kind === "value" && equalJson(reading.value, value);
      }),
    );
  });
});

/** Text that a URL or a header line can contain, without ending the value. */
function judgeText(place: string, pairs: Pairs): void {
  const allowed = place === "header" ? /^[\t -~]*$/ : /^(?:[\w.~!$'()*,;=:@-]|%[\dA-F]{2})*$/;
  for (const [, written] of pairs) expect(written).toMatch(allowed);
}

/**
 * Text that looks like a number is read as one if both are allowed, an item that contains a delimiter as two if the
 * delimiter may be encoded, and a single empty item as an empty list.
 */
function isLossy(form: { readonly in: string; readonly style: string; readonly explode: boolean }, value: JsonValue) {
  const isRepeated = form.explode && (form.in === "query" || form.in === "cookie" || form.style === "matrix");
  if (!Array.isArray(value)) return false;
  if (value.some((item) => typeof item === "string" && /^(-?\d|null|\[)/.test(item))) return true;
  const [only] = value as JsonValue[];
  return !isRepeated && value.length === 1 && typeof only === "string" && (only === "" || only.includes(","));
}

describe("all values that text can stand for", () => {
  const readings = async (parameter: JsonObject, pairs: Pairs): Promise<unknown> => {
    const { contract, parameter: found } = await parameterOf(parameter);
    const read = new ParameterReadings(
      found,
      expectedAt(normalForms(contract.document, "request"), found.schema.pointer),
    ).read(pairs);
    return read.kind === "values" ? read.values : read;
  };
  const both = { type: ["integer", "string"] };
  const list = { in: "query", explode: false, schema: { type: "array", items: { type: "string" } } };

  it.for<[string, JsonObject, Pairs, unknown]>([
    ["a number or the string", { in: "query", schema: both }, [["p", "7"]], [7, "7"]],
    ["not a number", { in: "query", schema: both }, [["p", "x"]], ["x"]],
    [
      "each branch of an alternative",
      { in: "query", schema: { oneOf: [{ type: "boolean" }, both] } },
      [["p", "true"]],
      [true, "true"],
    ],
    ["anything, if the schema is empty", { in: "query", schema: {} }, [["p", "1"]], ["1", 1]],
    ["delimiters, which many clients encode", list, [["p", "a%2Cb"]], [["a", "b"], ["a,b"]]],
    ["an encoded delimiter beside a plain one is part of its item", list, [["p", "a%2Cb,c"]], [["a,b", "c"]]],
    ["no items, or one empty item", list, [["p", ""]], [[], [""]]],
    [
      "white space around the commas of a header",
      { in: "header", schema: list.schema },
      [["p", "a ,\tb"]],
      [["a", "b"]],
    ],
    [
      "some of very many combinations",
      { in: "query", schema: { type: "array", items: both } },
      Array.from({ length: 40 }, (): readonly [string, string] => ["p", "1"]),
      expect.toSatisfy((all: unknown[]) => all.length === 16),
    ],
  ])("%s", async ([, parameter, pairs, expected]) => expect(await readings(parameter, pairs)).toEqual(expected));

  it("an exploded object takes query parameters that no other parameter owns, and no others", async () => {
    const schema = { type: "object", additionalProperties: { type: "integer" } };
    const { contract, parameter } = await parameterOf({ in: "query", schema });
    const read = parameterReader(contract.document, parameter, new Set(["limit"]));
    expect(
      read([
        ["limit", "5"],
        ["a", "1"],
      ]),
    ).toEqual({ kind: "value", value: { a: 1 } });
    expect(read([["limit", "5"]])).toEqual({ kind: "absent" });
  });

  it("names that every JavaScript object has are ordinary properties, except __proto__, which is refused", async () => {
    const schema = { type: "object", additionalProperties: { type: "string" } };
    const deep = { in: "query", style: "deepObject", schema };
    const names = ["constructor", "toString", "hasOwnProperty"];
    const pairs = names.map((name): readonly [string, string] => [`p[${name}]`, "x"]);
    expect(await readings(deep, pairs)).toEqual([Object.fromEntries(names.map((name) => [name, "x"]))]);
    expect(await readings(deep, [["p[__proto__]", "x"]])).toEqual({
      kind: "fault",
      message: 'has the property "__proto__", which is not accepted',
    });
  });
});

describe("values that have no unambiguous text", () => {
  it.for<[string, JsonObject, JsonValue]>([
    ["no items", { in: "query", schema: {} }, []],
    ["no properties", { in: "query", style: "deepObject", schema: {} }, {}],
    ["items in the style deepObject", { in: "query", style: "deepObject", schema: {} }, [1]],
    ["a comma in an item of a header", { in: "header", schema: {} }, ["a,b"]],
    ["a line break in a header", { in: "header", schema: {} }, "a\r\nX-B: c"],
    [
      "a full stop in an item that full stops separate",
      { in: "path", style: "label", explode: true, schema: {} },
      [1.5],
    ],
    ["a space in an item that spaces separate", { in: "query", style: "spaceDelimited", schema: {} }, ["a b"]],
    ["half a surrogate pair", { in: "query", schema: {} }, "\ud800"],
  ])("%s", async ([, parameter, value]) => {
    expect(writeParameter((await parameterOf(parameter)).parameter, value)).toBeUndefined();
  });
});
