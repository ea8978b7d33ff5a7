import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { documentOfValue, loadContract } from "../../src/contract/load.ts";
import { SchemaCompiler } from "../../src/schema/compile/compile.ts";
import { KEYWORDS } from "../../src/schema/keywords.ts";
import { SchemaSet } from "../../src/schema/schema-set.ts";
import { showViolations } from "../../src/schema/violation.ts";
import {
  compiled,
  documentOfSchema,
  documentWith,
  folderWith,
  processorTime,
  refusalOf,
} from "../contract/documents.ts";
import { IN_PROOF, shareOf } from "../share.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

interface Judged {
  readonly schema: JsonObject;
  readonly allowed: readonly JsonValue[];
  readonly refused: readonly JsonValue[];
  readonly keyword: string;
}

const MAX64 = 9223372036854775807n;
const MIN64 = -9223372036854775808n;

describe("numbers of any length", () => {
  const cases: Readonly<Record<string, Judged>> = {
    "int64 has exact bounds": {
      schema: { type: "integer", format: "int64" },
      allowed: [0, -1, MAX64, MIN64, 2 ** 53],
      refused: [MAX64 + 1n, MIN64 - 1n, 2 ** 64, -(2 ** 64)],
      keyword: "format",
    },
    "int32 has exact bounds": {
      schema: { type: "integer", format: "int32" },
      allowed: [2147483647, -2147483648, 2147483647n, 0],
      refused: [2147483648, -2147483649, 2147483648n, 2 ** 60],
      keyword: "format",
    },
    "type integer": {
      schema: { type: "integer" },
      allowed: [1, 1n, 10n ** 40n, -0, 1e21],
      refused: [1.5, "1", true, null, [], {}],
      keyword: "type",
    },
    "type number": {
      schema: { type: "number" },
      allowed: [1.5, 10n ** 40n, 0],
      refused: ["1", false, null],
      keyword: "type",
    },
    "type integer or string": {
      schema: { type: ["integer", "string"] },
      allowed: [MAX64, "x"],
      refused: [1.5, null, [1]],
      keyword: "type",
    },
    "type string, with a large integer": {
      schema: { type: "string" },
      allowed: ["1"],
      refused: [MAX64, 1],
      keyword: "type",
    },
    "maximum that does not fit into a double": {
      schema: { maximum: 9007199254740993n },
      allowed: [9007199254740993n, 9007199254740992, 1.5, "text"],
      refused: [9007199254740994n, 2 ** 54],
      keyword: "maximum",
    },
    "minimum that does not fit into a double": {
      schema: { minimum: -9007199254740993n },
      allowed: [-9007199254740993n, 0],
      refused: [-9007199254740994n],
      keyword: "minimum",
    },
    "minimum, with a large integer": {
      schema: { minimum: 1 },
      allowed: [MAX64, 1],
      refused: [MIN64, 0.5],
      keyword: "minimum",
    },
    exclusiveMaximum: {
      schema: { exclusiveMaximum: MAX64 },
      allowed: [MAX64 - 1n],
      refused: [MAX64, MAX64 + 1n],
      keyword: "exclusiveMaximum",
    },
    exclusiveMinimum: {
      schema: { exclusiveMinimum: 5 },
      allowed: [6n, 5.1],
      refused: [5, 5n, 4],
      keyword: "exclusiveMinimum",
    },
    "multipleOf, with a large integer": {
      schema: { multipleOf: 10 },
      allowed: [9223372036854775800n, 20, "text"],
      refused: [MAX64, 21, 2.5],
      keyword: "multipleOf",
    },
    "multipleOf a large integer": {
      schema: { multipleOf: 9007199254740993n },
      allowed: [9007199254740993n, 18014398509481986n, 0],
      refused: [9007199254740994n, 1],
      keyword: "multipleOf",
    },
    "multipleOf a cent": {
      schema: { multipleOf: 0.01 },
      allowed: [0.07, 19.99, 1.1, 4.35],
      refused: [0.005, 19.999],
      keyword: "multipleOf",
    },
    const: {
      schema: { const: MAX64 },
      allowed: [MAX64],
      refused: [MAX64 - 1n, 2 ** 63, "9223372036854775807"],
      keyword: "const",
    },
    "const inside an object": {
      schema: { const: { n: [MAX64] } },
      allowed: [{ n: [MAX64] }],
      refused: [{ n: [1n] }, {}],
      keyword: "const",
    },
    enum: {
      schema: { enum: [MAX64, MIN64, 1, "a"] },
      allowed: [MAX64, MIN64, 1, "a"],
      refused: [0, MAX64 - 1n, "b"],
      keyword: "enum",
    },
    "enum of objects": {
      schema: { enum: [{ n: MAX64 }, null] },
      allowed: [{ n: MAX64 }, null],
      refused: [{ n: MIN64 }],
      keyword: "enum",
    },
    uniqueItems: {
      schema: { uniqueItems: true },
      allowed: [
        [1n, 2n, MAX64],
        [1, "1", true, "true", null, "null", [1], ["1"], {}],
        [{ a: 1 }, { a: 2 }, { b: 1 }],
        "aa",
      ],
      refused: [
        [MAX64, MAX64],
        [1, 1n],
        [0, -0],
        [{ n: MAX64 }, { n: MAX64 }],
        [
          { a: [1], b: 2 },
          { b: 2, a: [1n] },
        ],
      ],
      keyword: "uniqueItems",
    },
    float: {
      schema: { type: "number", format: "float" },
      allowed: [3.4e38, 0.1],
      refused: [3.5e38],
      keyword: "format",
    },
  };

  it.for(Object.entries(cases))("%s", async ([, { schema, allowed, refused, keyword }]) => {
    const { validate, accepts } = await compiled(schema, "request");
    for (const value of allowed) expect([value, validate(value), accepts(value)]).toEqual([value, [], true]);
    for (const value of refused) {
      expect([value, validate(value).map((one) => one.keyword)]).toEqual([value, [keyword]]);
      expect(accepts(value)).toBe(false);
    }
  });

  it("a string is never mistaken for a number, nor a number for a string", async () => {
    const { validate } = await compiled(
      { type: "object", properties: { n: { type: "integer" }, b: { type: "boolean" } } },
      "request",
    );
    expect(validate({ n: "1", b: "true" }).map(({ at }) => at)).toEqual(["/n", "/b"]);
    expect(validate({ n: null, b: 1 })).toHaveLength(2);
  });

  it("a constant with a long number and names of identifiers is a value, and no schema", async () => {
    const only = { $id: "a#b", $anchor: "not an anchor", size: 9007199254740993n };
    const { validate } = await compiled({ const: only }, "request");
    expect([validate(only), validate({ ...only, size: 9007199254740992n }).map(({ keyword }) => keyword)]).toEqual([
      [],
      ["const"],
    ]);
  });

  it("an enum that is not a list is ignored", async () => {
    const { validate } = await compiled({ enum: { a: 9007199254740993n } }, "request");
    expect(validate("x")).toEqual([]);
  });

  it("infinity and NaN are not numbers", async () => {
    const { accepts } = await compiled({ type: "number" }, "request");
    expect([Number.POSITIVE_INFINITY, Number.NaN].some(accepts)).toBe(false);
  });
});

describe("the dialect of OpenAPI 3.0", () => {
  const old = { openapi: "3.0.3" } as const;

  it.for<[string, JsonObject, readonly JsonValue[], readonly JsonValue[]]>([
    ["nullable", { type: "string", nullable: true }, ["a", null], [1]],
    ["nullable integer", { type: "integer", nullable: true, maximum: 3 }, [3, null], [4, "a"]],
    ["nullable next to allOf", { nullable: true, allOf: [{ type: "string" }] }, ["a", null], [1]],
    ["not nullable", { type: "string", nullable: false }, ["a"], [null]],
    ["exclusiveMinimum as a flag", { minimum: 1, exclusiveMinimum: true }, [1.1, 2n], [1, 1n, 0]],
    ["exclusiveMaximum as a flag", { maximum: 5, exclusiveMaximum: true }, [4], [5, 5n]],
    ["a flag that is off", { minimum: 1, exclusiveMinimum: false }, [1], [0]],
    ["a flag without a bound", { exclusiveMinimum: true }, [0], []],
    ["keywords next to $ref are ignored", { $ref: "#/components/schemas/Text", maxLength: 1 }, ["long"], [1]],
    ["an unknown format", { type: "string", format: "colour" }, ["red"], [1]],
  ])("%s", async ([, schema, allowed, refused]) => {
    const { accepts } = await compiled(schema, "response", {
      ...old,
      components: { schemas: { Text: { type: "string" } } },
    });
    expect(allowed.filter((value) => !accepts(value))).toEqual([]);
    expect(refused.filter(accepts)).toEqual([]);
  });
});

describe("the dialect of OpenAPI 3.1", () => {
  const components: JsonObject = {
    schemas: {
      Text: { type: "string" },
      Tree: {
        type: "object",
        required: ["value"],
        properties: { value: { type: "integer" }, next: { $ref: "#/components/schemas/Tree" } },
      },
      Ping: { properties: { pong: { $ref: "#/components/schemas/Pong" } } },
      Pong: { properties: { ping: { $ref: "#/components/schemas/Ping" }, n: { type: "integer" } } },
      List: {
        $defs: { item: { $dynamicAnchor: "item" } },
        type: "array",
        items: { $dynamicRef: "#item" },
      },
      Open: {
        $dynamicAnchor: "node",
        type: "object",
        properties: { data: true, next: { $dynamicRef: "#node" } },
      },
      Strict: { $dynamicAnchor: "node", $ref: "#/components/schemas/Open", unevaluatedProperties: false },
      "a/b~c %": { type: "boolean" },
    },
  };

  it.for<[string, JsonValue, readonly JsonValue[], readonly JsonValue[]]>([
    ["true allows everything", true, [1, null, {}], []],
    ["false allows nothing", false, [], [1, null]],
    ["keywords next to $ref count", { $ref: "#/components/schemas/Text", maxLength: 1 }, ["a"], ["long", 1]],
    ["a list of types", { type: ["string", "null"] }, ["a", null], [1]],
    [
      "recursion",
      { $ref: "#/components/schemas/Tree" },
      [{ value: 1, next: { value: 2, next: { value: 3 } } }],
      [{ value: 1, next: { value: 1, next: {} } }],
    ],
    [
      "recursion through two schemas",
      { $ref: "#/components/schemas/Ping" },
      [{ pong: { ping: { pong: { n: 1 } } } }],
      [{ pong: { ping: { pong: { n: "x" } } } }],
    ],
    ["$anchor", { $ref: "#text", $defs: { t: { $anchor: "text", type: "string" } } }, ["a"], [1]],
    ["$dynamicRef with a single anchor", { $ref: "#/components/schemas/List" }, [[1, "a"]], [1]],
    [
      "$dynamicRef to the schema that extends",
      { $ref: "#/components/schemas/Strict" },
      [{ next: { data: 1 } }],
      [{ next: { date: 1 } }],
    ],
    [
      "$dynamicRef without a schema that extends",
      { $ref: "#/components/schemas/Open" },
      [{ next: { date: 1 } }],
      [{ next: 1 }],
    ],
    ["a name with every special character", { $ref: "#/components/schemas/a~1b~0c%20%25" }, [true], [1]],
    ["prefixItems", { prefixItems: [{ type: "string" }], items: false }, [["a"], []], [["a", 1], [1]]],
    [
      "unevaluatedProperties",
      { allOf: [{ properties: { a: true } }], unevaluatedProperties: false },
      [{ a: 1 }],
      [{ b: 1 }],
    ],
    [
      "if, then, else",
      JSON.parse('{"if":{"type":"string"},"then":{"minLength":2},"else":{"type":"integer"}}') as JsonObject,
      ["ab", 1],
      ["a", 1.5],
    ],
    ["dependentRequired", { dependentRequired: { a: ["b"] } }, [{ a: 1, b: 1 }, {}], [{ a: 1 }]],
    ["propertyNames", { propertyNames: { maxLength: 1 } }, [{ a: 1 }], [{ ab: 1 }]],
    ["patternProperties", { patternProperties: { "^n": { type: "integer" } } }, [{ n1: 1, x: "a" }], [{ n1: "a" }]],
    [
      "patternProperties next to an if whose then does not match",
      JSON.parse(
        '{"if":{},"then":{"properties":{"n":{}},"required":["n"]},"patternProperties":{"^x":{}}}',
      ) as JsonObject,
      [{ n: 1 }, { n: 1, x: 1 }],
      [{ x: 1 }, { x: 1, y: 1 }],
    ],
    [
      "patternProperties next to a oneOf without a match, and no other properties",
      {
        oneOf: [
          { required: ["a"], additionalProperties: true },
          { required: ["b"], properties: { b: true } },
        ],
        patternProperties: { "^x": true },
        unevaluatedProperties: false,
      },
      [
        { b: 1, x: 1 },
        { a: 1, x: 1, y: 1 },
      ],
      [{ x: 1 }, { b: 1, x: 1, y: 1 }],
    ],
    ["characters are counted, not code units", { maxLength: 1 }, ["😀"], ["ab"]],
    ["formats", { format: "date-time" }, ["2026-11-20T00:00:00Z", 1], ["yesterday"]],
    ["the required flag of a parameter is ignored in a schema", { required: true }, [{}, 1], []],
  ])("%s", async ([, schema, allowed, refused]) => {
    const { accepts } = await compiled(schema, "request", { components });
    expect(allowed.filter((value) => !accepts(value))).toEqual([]);
    expect(refused.filter(accepts)).toEqual([]);
  });
});

describe("a $dynamicRef to a name that several schemas have", () => {
  const list = { $defs: { item: { $dynamicAnchor: "item" } }, type: "array", items: { $dynamicRef: "#item" } };
  const listOf = (item: JsonObject): JsonObject => ({
    $defs: { item: { $dynamicAnchor: "item", ...item } },
    $ref: "#/components/schemas/List",
  });
  const generic: JsonObject = {
    List: list,
    Texts: listOf({ type: "string" }),
    Numbers: listOf({ type: "integer" }),
    Both: { type: "object", properties: { texts: { $ref: "#/components/schemas/Texts" } } },
  };
  const uri = "https://example.com/";
  const withUris: JsonObject = {
    Box: { $id: `${uri}box`, properties: { in: { $dynamicRef: "#in" } }, $defs: { in: { $dynamicAnchor: "in" } } },
    Mug: { $id: `${uri}mug`, $ref: "box", $defs: { in: { $dynamicAnchor: "in", enum: ["tea", "milk"] } } },
    Jar: { $id: `${uri}jar`, $ref: "box", $defs: { in: { $anchor: "in", enum: ["jam"] } } },
    Cat: { $id: `${uri}cat`, $dynamicRef: "#ears", $defs: { ears: { $anchor: "ears", const: 2 } } },
  };

  it.for<[name: string, allowed: JsonValue, refused: JsonValue]>([
    ["List", [1, "a"], "a"],
    ["Texts", ["a"], [1]],
    ["Numbers", [1], ["a"]],
    ["Both", { texts: ["a"] }, { texts: [1] }],
    ["Box", { in: 7 }, 7],
    ["Mug", { in: "tea" }, { in: "jam" }],
    ["Jar", { in: "tea" }, 7],
    ["Cat", 2, 4],
  ])("is the one of the schema that led to it: %s", async ([name, allowed, refused]) => {
    const schemas = { ...generic, ...withUris, Box: { ...(withUris["Box"] as JsonObject), type: "object" } };
    const { accepts, validate } = await compiled({ $ref: `#/components/schemas/${name}` }, "request", {
      components: { schemas },
    });
    expect(validate(allowed)).toEqual([]);
    expect(accepts(refused)).toBe(false);
  });

  it("is refused if it means too many things", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `L${index}`);
    const each = names.map((name): [string, JsonObject] => [
      name,
      {
        $defs: { item: { $dynamicAnchor: "item", title: name } },
        items: { $dynamicRef: "#item" },
        properties: Object.fromEntries(names.map((other) => [other, { $ref: `#/components/schemas/${other}` }])),
      },
    ]);
    const { message } = await refusalOf(
      documentOfSchema({ $ref: "#/components/schemas/L0" }, { components: { schemas: Object.fromEntries(each) } }),
    );
    expect(message).toMatch(/\$dynamicRef "#item" leads to more than one schema; use \$ref/);
  });
});

describe("readOnly and writeOnly", () => {
  const schema = {
    type: "object",
    required: ["id", "name", "secret"],
    properties: {
      id: { $ref: "#/components/schemas/Id", readOnly: true },
      name: { type: "string" },
      secret: { type: "string", writeOnly: true },
    },
  };
  const parts = { components: { schemas: { Id: { type: "integer" } } } };

  it.for<["request" | "response", JsonObject, string[]]>([
    ["request", { name: "a", secret: "b" }, []],
    ["request", { id: 1, name: "a" }, ["secret"]],
    ["response", { id: 1, name: "a" }, []],
    ["response", { name: "a", secret: "b" }, ["id"]],
  ])("a %s of %o", async ([direction, value, missing]) => {
    const { validate } = await compiled(schema, direction, parts);
    expect(validate(value).map(({ message }) => message)).toEqual(
      missing.map((name) => `must have the property "${name}"`),
    );
  });

  it("also apply through a reference", async () => {
    const { accepts } = await compiled(
      { type: "object", required: ["id"], properties: { id: { $ref: "#/components/schemas/Id" } } },
      "request",
      { components: { schemas: { Id: { type: "integer", readOnly: true } } } },
    );
    expect(accepts({})).toBe(true);
  });
});

it("a long list of unique items is validated quickly", async () => {
  const { accepts } = await compiled({ uniqueItems: true }, "request");
  const list = Array.from({ length: 100_000 }, (_, index) => [index]);
  const began = processorTime();
  expect(accepts(list)).toBe(true);
  // Comparing every pair would take minutes.
  expect(processorTime() - began).toBeLessThan(5_000);
});

describe("violations", () => {
  it.for<[JsonValue, JsonValue, string]>([
    [{ type: "integer" }, "a", "must be an integer"],
    [{ type: ["string", "null"] }, 1, "must be a string or null"],
    [{ maximum: 100 }, 101, "must be 100 or less"],
    [{ minimum: MIN64 }, MIN64 - 1n, "must be -9223372036854775808 or more"],
    [{ exclusiveMinimum: 1 }, 1, "must be more than 1"],
    [{ exclusiveMaximum: 1 }, 1, "must be less than 1"],
    [{ multipleOf: 3 }, 4, "must be a multiple of 3"],
    [{ type: "integer", format: "int32" }, 2 ** 31, "must be an int32"],
    [{ format: "email" }, "a", "must be an email"],
    [{ pattern: "^a$" }, "b", "must match the pattern ^a$"],
    [{ minLength: 1 }, "", "must be 1 character long or longer"],
    [{ maxLength: 2 }, "abc", "must be 2 characters long or shorter"],
    [{ minItems: 1 }, [], "must have 1 item or more"],
    [{ minProperties: 1 }, {}, "must have 1 property or more"],
    [{ uniqueItems: true }, [1, 1], "must not have the same item twice"],
    [{ required: ["a"] }, {}, 'must have the property "a"'],
    [{ additionalProperties: false }, { a: 1 }, 'must not have the property "a"'],
    [{ enum: ["a", 1, MAX64] }, "b", 'must be one of "a", 1, 9223372036854775807'],
    [{ const: MAX64 }, 1, "must be 9223372036854775807"],
    [{ not: {} }, 1, "must not match what is excluded"],
  ])("%o refuses %o: %s", async ([schema, value, message]) => {
    const { validate } = await compiled(schema, "request");
    expect(validate(value)).toMatchObject([{ message, at: "" }]);
  });

  it("name the place in the value and the keyword in the document", async () => {
    const folder = await folderWith({
      "spec.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    post:
      requestBody:
        content:
          application/json:
            schema:
              $ref: "#/components/schemas/Order"
      responses: {}
components:
  schemas:
    Order:
      type: object
      required: [lines]
      properties:
        lines:
          type: array
          items:
            $ref: "#/components/schemas/Line"
    Line:
      properties:
        count:
          type: integer
          maximum: 9
        "a/b~c":
          $ref: "#/components/schemas/Short"
          minLength: 1
        when: { allOf: [{ format: date }] }
    Short:
      maxLength: 2
`,
    });
    const { document, operations } = await loadContract(join(folder, "spec.yaml"));
    const schema = operations[0]?.body?.content[0]?.schema;
    const places = (value: JsonValue): string[] =>
      (schema?.validate(value) ?? []).map(
        ({ at, keyword, pointer }) => `${at} ${keyword} line ${document.locate(pointer).line} ${pointer}`,
      );
    expect(places({})).toEqual([" required line 16 /components/schemas/Order/required"]);
    expect(places({ lines: 1 })).toEqual(["/lines type line 19 /components/schemas/Order/properties/lines/type"]);
    expect(places({ lines: [{}, { count: 10 }, { count: "x" }] })).toEqual([
      "/lines/1/count maximum line 26 /components/schemas/Line/properties/count/maximum",
      "/lines/2/count type line 25 /components/schemas/Line/properties/count/type",
    ]);
    expect(places({ lines: [{ "a/b~c": "long" }] })).toEqual([
      "/lines/0/a~1b~0c maxLength line 32 /components/schemas/Short/maxLength",
    ]);
    expect(places({ lines: [{ "a/b~c": "" }] })).toEqual([
      "/lines/0/a~1b~0c minLength line 29 /components/schemas/Line/properties/a~1b~0c/minLength",
    ]);
    expect(places({ lines: [{ when: "soon" }] })).toEqual([
      "/lines/0/when format line 30 /components/schemas/Line/properties/when/allOf/0/format",
    ]);
  });

  it.for([
    [{ contains: { type: "string" } }, [], "must have as many items that match as it asks for"],
    [{ prefixItems: [{}], items: false }, [1, 2], "must have 1 item or fewer"],
    [{ prefixItems: [{}], unevaluatedItems: false }, [1, 2], "must have 1 item or fewer"],
    [{ propertyNames: { not: { const: "b" } } }, { b: 1 }, 'must not name a property "b"'],
    [
      { dependentRequired: { a: ["b"] } },
      { a: 1 },
      'must have the property "b", which another of its properties requires',
    ],
    [{ if: { type: "string" }, else: { maximum: 1 } }, 2, "must match what its condition asks for"],
  ] as const)("name what %j expects of %j", async ([schema, value, message]) => {
    const { validate } = await compiled(schema, "request");
    expect(validate(value).map((violation) => violation.message)).toContain(message);
  });

  it("are all reported, and shown three at a time", async () => {
    const { validate } = await compiled({ required: ["a", "b", "c", "d", "e"] }, "request");
    const violations = validate({});
    expect(violations).toHaveLength(5);
    expect(showViolations(violations)).toBe(
      'must have the property "a"; must have the property "b"; must have the property "c"; and 2 more',
    );
    expect(showViolations([{ at: "/n", message: "must be a string" }])).toBe("/n must be a string");
  });
});

describe("properties named like those of every JavaScript object", () => {
  const names = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"];

  it.for(names)("%s exists only if it is sent", async (name) => {
    const properties = { a: {}, [name]: { type: "string" } };
    const optional = await compiled({ properties, additionalProperties: false }, "request");
    expect(optional.validate({})).toEqual([]);
    expect(optional.validate({ [name]: "x" })).toEqual([]);
    expect(optional.validate({ [name]: 1 }).map(({ at }) => at)).toEqual([`/${name}`]);
    const needed = await compiled({ required: [name] }, "request");
    expect(needed.validate({ [name]: 1 })).toEqual([]);
    expect(needed.validate({}).map(({ keyword }) => keyword)).toEqual(["required"]);
    const dependent = await compiled({ dependentRequired: { [name]: ["a"], b: [name] } }, "request");
    expect(dependent.validate({})).toEqual([]);
    expect(dependent.validate({ b: 1 })).toHaveLength(1);
    const closed = await compiled(
      { properties, unevaluatedProperties: false, dependentSchemas: { [name]: false } },
      "request",
    );
    expect(closed.validate({})).toEqual([]);
    expect(closed.validate({ [name]: "x" })).not.toEqual([]);
  });

  it("also work through references", async () => {
    const schemas: Record<string, JsonValue> = {
      Inner: { properties: { constructor: { type: "string" } }, required: ["valueOf"] },
    };
    const outer = { properties: { a: { $ref: "#/components/schemas/Inner" } } };
    const schema = await compiled(outer, "request", { components: { schemas } });
    expect(schema.validate({ a: { valueOf: 1 } })).toEqual([]);
    expect(schema.validate({ a: {} }).map(({ keyword }) => keyword)).toEqual(["required"]);
  });
});

describe("a schema too large to compile", () => {
  const properties = Object.fromEntries(Array.from({ length: 6000 }, (_, n) => [`p${n}`, { type: "string" }]));

  it("is refused, with its place", async () => {
    const { message } = await refusalOf(
      documentWith({
        components: {},
        paths: { "/a": { get: { parameters: [{ name: "q", in: "query", schema: { properties } }], responses: {} } } },
      }),
    );
    expect(message).toMatch(/more than 5000 parts/);
  });
});

describe("schemas that each contain the next one twice", () => {
  const twice: Readonly<Record<string, (next: JsonObject) => JsonObject>> = {
    allOf: (next) => ({ allOf: [next, next] }),
    anyOf: (next) => ({ anyOf: [next, next] }),
    oneOf: (next) => ({ oneOf: [next, { ...next, description: "The same." }] }),
    "not and if": (next) => ({ not: next, if: next }),
  };
  const documentFor = (name: string, steps: number): JsonObject => {
    const schemas: Record<string, JsonValue> = { [`S${steps}`]: { type: "integer" } };
    for (let index = 0; index < steps; index++) {
      schemas[`S${index}`] = twice[name]?.({ $ref: `#/components/schemas/S${index + 1}` }) ?? {};
    }
    return documentOfSchema({ $ref: "#/components/schemas/S0" }, { components: { schemas } });
  };

  it.for(Object.keys(twice))("%s: forty of them are refused at once, with their place", async (name) => {
    const { message } = await refusalOf(documentFor(name, 40));
    expect(message).toMatch(/more than 10000 schemas judge one value.*\(at \/paths\/~1things\/post\/requestBody/s);
  });

  it.for(Object.keys(twice))("%s: forty of them are refused if they apply to the items of a list", async (name) => {
    const document = documentFor(name, 40);
    const inList = documentOfSchema(
      { type: "array", items: { $ref: "#/components/schemas/S0" } },
      { components: document["components"] ?? {} },
    );
    const { message } = await refusalOf(inList);
    expect(message).toMatch(/more than 10000 schemas judge one value.*\(at \/components\/schemas\/S0/s);
  });

  it.for(Object.keys(twice))("%s: ten of them are accepted", async (name) => {
    await expect(loadContract(documentFor(name, 10))).resolves.toBeDefined();
  });

  it("forty nested ones, which apply to different values, are accepted", async () => {
    const schemas: Record<string, JsonValue> = { S40: { type: "integer" } };
    for (let index = 0; index < 40; index++) {
      const next = { $ref: `#/components/schemas/S${index + 1}` };
      schemas[`S${index}`] = { type: ["object", "integer"], properties: { a: next, b: next } };
    }
    const schema = await compiled({ $ref: "#/components/schemas/S0" }, "request", { components: { schemas } });
    expect(schema.validate({ a: { a: 1.5 } }).map(({ at }) => at)).toEqual(["/a/a"]);
  });
});

describe("a long chain of references", () => {
  const ways: Readonly<Record<string, (next: string) => JsonObject>> = {
    "schemas with only a reference": (next) => ({ $ref: next }),
    "schemas with a reference and a description": (next) => ({ $ref: next, description: "The next one." }),
    "schemas that extend": (next) => ({ allOf: [{ $ref: next }] }),
  };

  it.for(shareOf(Object.keys(ways), 4))("%s: a thousand references work like one", async (name) => {
    const way = ways[name] as (next: string) => JsonObject;
    const schemas: Record<string, JsonValue> = { S1000: { type: "string", maxLength: 2 } };
    for (let index = 0; index < 1000; index++) schemas[`S${index}`] = way(`#/components/schemas/S${index + 1}`);
    const start = { $ref: "#/components/schemas/S0" };
    const schema = await compiled(start, "request", { components: { schemas } });
    expect(schema.validate("ab")).toEqual([]);
    expect(schema.validate("abc").map(({ pointer }) => pointer)).toEqual(["/components/schemas/S1000/maxLength"]);
  });

  it.runIf(IN_PROOF)("values nested as deeply are validated to the end", async () => {
    const schemas: Record<string, JsonValue> = { S500: { type: "string", maxLength: 2 } };
    for (let index = 0; index < 500; index++) {
      schemas[`S${index}`] = { type: "object", properties: { a: { $ref: `#/components/schemas/S${index + 1}` } } };
    }
    const schema = await compiled({ $ref: "#/components/schemas/S0" }, "request", { components: { schemas } });
    let value: JsonValue = "abc";
    for (let index = 0; index < 500; index++) value = { a: value };
    expect(schema.validate(value).map(({ keyword }) => keyword)).toEqual(["maxLength"]);
  });
});

describe("a property named like a keyword", () => {
  const names = [...KEYWORDS.keys(), "exact-type", "exact-enum", "$recursiveRef", "id"];
  const documentFor = (name: string): JsonObject =>
    documentWith({
      components: {
        schemas: {
          Page: {
            type: "object",
            properties: { items: { type: "array", items: { $ref: "#/components/schemas/Thing" } } },
          },
          Thing: { type: "object", required: [name], properties: { [name]: { $ref: "#/components/schemas/Kind" } } },
          Kind: { $ref: "#/components/schemas/Letter" },
          Letter: { type: "string", enum: ["a", "b"] },
        },
      },
    });

  it.for(names.flatMap((name) => [true, false].map((deferred) => [name, deferred] as const)))(
    "%s, with references (each schema compiled on first use: %s)",
    async ([name, deferred]) => {
      const document = await documentOfValue(documentFor(name));
      const schemas = new SchemaSet(document, new SchemaCompiler(document, { deferred }));
      const { validate } = schemas.schema("/components/schemas/Page", "response");
      expect(validate({ items: [{ [name]: "a" }] })).toEqual([]);
      expect(validate({ items: [{ [name]: "c" }] })).toMatchObject([
        { keyword: "enum", at: `/items/0/${name}`, pointer: "/components/schemas/Letter/enum" },
      ]);
      expect(validate({ items: [{}] })).toMatchObject([
        { keyword: "required", at: "/items/0", pointer: "/components/schemas/Thing/required" },
      ]);
    },
  );
});

describe("a schema that contains itself", () => {
  it.for(["type", "enum", "next"])("in a property named %s is not endless", async (name) => {
    const schemas = { Node: { type: "object", properties: { [name]: { $ref: "#/components/schemas/Node" } } } };
    const { validate } = await compiled({ $ref: "#/components/schemas/Node" }, "request", { components: { schemas } });
    expect(validate({ [name]: { [name]: {} } })).toEqual([]);
    expect(validate({ [name]: { [name]: 1 } }).map(({ at }) => at)).toEqual([`/${name}/${name}`]);
  });
});

describe("a schema with an empty list of choices", () => {
  it.for<[JsonObject, string]>([
    [{ enum: [] }, "enum"],
    [{ type: "string", enum: [] }, "enum"],
    [{ oneOf: [] }, "oneOf"],
    [{ anyOf: [] }, "anyOf"],
  ])("%o allows no value", async ([schema, keyword]) => {
    for (const openapi of ["3.0.3", "3.1.0"]) {
      const { validate } = await compiled(schema, "request", { openapi });
      for (const value of ["a", "", null, 0, [], {}])
        expect(validate(value).map((one) => one.keyword)).toContain(keyword);
    }
  });

  it("does not affect the rest of its document", async () => {
    const schema = { type: "object", properties: { a: { type: "string", enum: [] }, b: { type: "string" } } };
    const { validate } = await compiled(schema, "request");
    expect(validate({ b: "x" })).toEqual([]);
    expect(validate({ a: "x" })).toMatchObject([
      { keyword: "enum", at: "/a", message: "cannot be valid: its enum is empty" },
    ]);
  });

  it("allows anything if it is an empty allOf", async () => {
    expect((await compiled({ allOf: [] }, "request")).validate("a")).toEqual([]);
  });
});

describe("the values that a violation gives next to its message", () => {
  it.for<[JsonObject, JsonValue, object]>([
    [{ type: ["integer", "null"] }, "x", { types: ["integer", "null"] }],
    [{ type: "string" }, 1, { types: ["string"] }],
    [{ exclusiveMaximum: 5 }, 5, { limit: 5 }],
    [{ minimum: 9007199254740993n }, 1, { limit: 9007199254740993n }],
    [{ multipleOf: 3 }, 4, { limit: 3 }],
    [{ maxLength: 1 }, "ab", { limit: 1 }],
    [{ minItems: 1 }, [], { limit: 1 }],
    [{ format: "date" }, "x", { format: "date" }],
    [{ type: "integer", format: "int32" }, 2 ** 31, { format: "int32" }],
    [{ pattern: "^a$" }, "b", { pattern: "^a$" }],
    [{ enum: ["a", "b"] }, "c", { values: ["a", "b"] }],
    [{ const: 1 }, 2, { values: [1] }],
    [{ enum: [] }, 2, { values: [] }],
    [{ required: ['"a"'] }, {}, { property: '"a"' }],
    [{ properties: {}, additionalProperties: false }, { a: 1 }, { property: "a" }],
    [{ properties: {}, unevaluatedProperties: false }, { a: 1 }, { property: "a" }],
    [{ propertyNames: { maxLength: 1 } }, { ab: 1 }, { property: "ab" }],
    [{ dependentRequired: { a: ["b"] } }, { a: 1 }, { property: "b" }],
    [{ oneOf: [{ type: "string" }, { minLength: 1 }] }, "a", { matching: [0, 1] }],
    [{ oneOf: [{ maxLength: 1 }] }, "ab", { matching: [] }],
  ])("%o", async ([schema, value, params]) => {
    const { validate } = await compiled(schema, "request");
    expect(validate(value).at(-1)?.params).toEqual(params);
  });
});
