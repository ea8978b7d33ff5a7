import { describe, expect, it } from "vitest";
import { parameterReader } from "../../../src/contract/serialization/strict.ts";
import type { Pairs } from "../../../src/contract/serialization/styles.ts";
import { writeParameter } from "../../../src/contract/serialization/write.ts";
import { parameterOf } from "../documents.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";

const array = { type: "array", items: { type: "integer" } };
const object = { type: "object", properties: { a: { type: "integer" }, b: { type: "string" } } };

describe("how each style is written (OpenAPI 3.1 section 4.8.12.4)", () => {
  it.for<[string, JsonObject, JsonValue, Pairs]>([
    ["form", { in: "query", schema: { type: "string" } }, "blue", [["p", "blue"]]],
    [
      "form, array",
      { in: "query", schema: array },
      [3, 4],
      [
        ["p", "3"],
        ["p", "4"],
      ],
    ],
    ["form, array, not exploded", { in: "query", explode: false, schema: array }, [3, 4], [["p", "3,4"]]],
    [
      "form, object",
      { in: "query", schema: { ...object, minProperties: 1 } },
      { a: 1, b: "x" },
      [
        ["a", "1"],
        ["b", "x"],
      ],
    ],
    [
      "form, object, not exploded",
      { in: "query", explode: false, schema: object },
      { a: 1, b: "x" },
      [["p", "a,1,b,x"]],
    ],
    ["spaceDelimited", { in: "query", style: "spaceDelimited", schema: array }, [3, 4], [["p", "3%204"]]],
    ["pipeDelimited", { in: "query", style: "pipeDelimited", schema: array }, [3, 4], [["p", "3%7C4"]]],
    [
      "deepObject",
      { in: "query", style: "deepObject", explode: true, schema: object },
      { a: 1, b: "x" },
      [
        ["p[a]", "1"],
        ["p[b]", "x"],
      ],
    ],
    ["simple", { in: "path", schema: { type: "integer" } }, 9223372036854775807n, [["p", "9223372036854775807"]]],
    ["simple, array", { in: "path", schema: array }, [3, 4], [["p", "3,4"]]],
    ["simple, object", { in: "header", schema: object }, { a: 1, b: "x" }, [["p", "a,1,b,x"]]],
    ["simple, object, exploded", { in: "header", explode: true, schema: object }, { a: 1, b: "x" }, [["p", "a=1,b=x"]]],
    ["label", { in: "path", style: "label", schema: { type: "string" } }, "blue", [["p", ".blue"]]],
    ["label, array", { in: "path", style: "label", schema: array }, [3, 4], [["p", ".3,4"]]],
    ["label, array, exploded", { in: "path", style: "label", explode: true, schema: array }, [3, 4], [["p", ".3.4"]]],
    [
      "label, object, exploded",
      { in: "path", style: "label", explode: true, schema: object },
      { a: 1, b: "x" },
      [["p", ".a=1.b=x"]],
    ],
    ["matrix", { in: "path", style: "matrix", schema: { type: "string" } }, "blue", [["p", ";p=blue"]]],
    ["matrix, array", { in: "path", style: "matrix", schema: array }, [3, 4], [["p", ";p=3,4"]]],
    [
      "matrix, array, exploded",
      { in: "path", style: "matrix", explode: true, schema: array },
      [3, 4],
      [["p", ";p=3;p=4"]],
    ],
    ["matrix, object", { in: "path", style: "matrix", schema: object }, { a: 1, b: "x" }, [["p", ";p=a,1,b,x"]]],
    [
      "matrix, object, exploded",
      { in: "path", style: "matrix", explode: true, schema: object },
      { a: 1, b: "x" },
      [["p", ";a=1;b=x"]],
    ],
    ["matrix, nothing", { in: "path", style: "matrix", schema: { type: "string" } }, "", [["p", ";p"]]],
    [
      "content",
      { in: "query", content: { "application/json": { schema: object } } },
      { a: 1 },
      [["p", "%7B%22a%22%3A1%7D"]],
    ],
    ["cookie", { in: "cookie", schema: { type: "boolean" } }, true, [["p", "true"]]],
  ])("%s", async ([, parameter, value, pairs]) => {
    const found = await parameterOf(parameter);
    expect(writeParameter(found.parameter, value)).toEqual(pairs);
    expect(parameterReader(found.contract.document, found.parameter)(pairs)).toEqual({ kind: "value", value });
  });
});

describe("how strictly a parameter is read", () => {
  const readText = async (schema: JsonObject, ...texts: string[]): Promise<unknown> => {
    const found = await parameterOf({ in: "query", schema });
    const reading = parameterReader(found.contract.document, found.parameter)(texts.map((text) => ["p", text]));
    return reading.kind === "value" ? reading.value : reading.kind === "fault" ? `! ${reading.message}` : undefined;
  };

  it.for([
    "",
    " 1",
    "1 ",
    "+1",
    "01",
    "-",
    "1e1",
    "1.0",
    "0x10",
    "Infinity",
    "NaN",
    "1_000",
    "１",
    "--1",
    "-01",
    "1\n",
  ])("%j is not an integer", async (text) => {
    expect(await readText({ type: "integer" }, text)).toBe("! must be an integer written in digits");
  });

  it.for<[string, JsonValue]>([
    ["0", 0],
    ["-0", -0],
    ["-17", -17],
    ["9223372036854775808", 9223372036854775808n],
    ["123456789012345678901234567890", 123456789012345678901234567890n],
  ])("%j is an integer, read exactly", async ([text, value]) => {
    expect(await readText({ type: "integer" }, text)).toBe(value);
  });

  it.for(["", "1.", ".5", "+1.5", "1e400", "-1e400", "Infinity", "0x1", "1,5", "1e", "00.5"])(
    "%j is not a number",
    async (text) => {
      expect(await readText({ type: "number" }, text)).toBe("! must be a number");
    },
  );

  it.for<[string, JsonObject, string, JsonValue]>([
    ["a number with an exponent", { type: "number" }, "-1.5e-3", -0.0015],
    ["a boolean", { type: "boolean" }, "true", true],
    ["not a boolean", { type: "boolean" }, "True", "! must be true or false"],
    ["a number or true", { type: ["number", "boolean"] }, "x", "! must be a number or true or false"],
    ["a string that looks like a number", { type: "string" }, "1", "1"],
    ["a number if it can be one, otherwise a string", { type: ["integer", "string"] }, "1", 1],
    ["a string if it cannot be a number", { type: ["integer", "string"] }, "x", "x"],
    ["null or a number", { type: ["integer", "null"] }, "null", null],
    ["an empty string", { type: "string" }, "", ""],
    ["an empty schema", {}, "1", "1"],
    ["a type that only the enum implies", { enum: [1, 2] }, "2", 2],
    [
      "the items of an array",
      { type: "array", items: { type: "integer" } },
      "x",
      "! has an item that must be an integer written in digits",
    ],
  ])("%s", async ([, schema, text, value]) => {
    expect(await readText(schema, text)).toEqual(value);
  });

  it("a parameter that is given twice is refused, unless it is a list", async () => {
    expect(await readText({ type: "integer" }, "1", "2")).toBe("! was given more than once");
    expect(await readText({ type: "string" }, "a", "a")).toBe("! was given more than once");
    expect(await readText({}, "a", "a")).toBe("! was given more than once");
    expect(await readText({ type: "array", items: { type: "integer" } }, "1", "2")).toEqual([1, 2]);
  });

  it.for<[string, JsonObject, Pairs, unknown]>([
    ["a parameter that is absent", { in: "query", schema: { type: "integer" } }, [["q", "1"]], { kind: "absent" }],
    [
      "a list that comes in pieces although it may come once",
      { in: "query", explode: false, schema: array },
      [
        ["p", "1"],
        ["p", "2"],
      ],
      { kind: "value", value: [1, 2] },
    ],
    [
      "a list by the name of PHP",
      { in: "query", schema: array },
      [
        ["p[]", "1"],
        ["p[]", "2"],
      ],
      { kind: "value", value: [1, 2] },
    ],
    ["an empty list", { in: "query", explode: false, schema: array }, [["p", ""]], { kind: "value", value: [] }],
    [
      "a property given twice",
      { in: "query", style: "deepObject", schema: object },
      [
        ["p[a]", "1"],
        ["p[a]", "2"],
      ],
      { kind: "fault", message: "has the property a more than once" },
    ],
    [
      "an object given twice",
      { in: "query", explode: false, schema: object },
      [
        ["p", "a,1"],
        ["p", "a,2"],
      ],
      { kind: "fault", message: "was given more than once" },
    ],
    [
      "a property of a wrong type",
      { in: "query", style: "deepObject", schema: object },
      [["p[a]", "x"]],
      { kind: "fault", message: "has a property a that must be an integer written in digits" },
    ],
    [
      "a property that no schema lists",
      { in: "query", style: "deepObject", schema: object },
      [["p[z]", "1"]],
      { kind: "value", value: { z: "1" } },
    ],
    ["an object of which nothing is there", { in: "query", schema: object }, [["z", "1"]], { kind: "absent" }],
    [
      "a label without its dot",
      { in: "path", style: "label", schema: array },
      [["p", "1,2"]],
      { kind: "fault", message: "must be written in style label" },
    ],
    [
      "a matrix without its semicolon",
      { in: "path", style: "matrix", schema: array },
      [["p", "p=1"]],
      { kind: "fault", message: "must be written in style matrix" },
    ],
    [
      "JSON with a long number",
      { in: "query", content: { "application/json": {} } },
      [["p", "[9007199254740993]"]],
      { kind: "value", value: [9007199254740993n] },
    ],
    [
      "JSON with a repeated key",
      { in: "query", content: { "application/json": {} } },
      [["p", '{"a":1,"a":1}']],
      { kind: "fault", message: 'has the key "a" twice in one object at line 1, column 8' },
    ],
    [
      "no JSON",
      { in: "query", content: { "application/json": {} } },
      [["p", "{"]],
      { kind: "fault", message: "is not JSON: it ends too early at line 1, column 2" },
    ],
  ])("%s", async ([, parameter, pairs, expected]) => {
    const found = await parameterOf(parameter);
    expect(parameterReader(found.contract.document, found.parameter)(pairs)).toEqual(expected);
  });
});
