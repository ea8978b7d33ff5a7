// For readers that judge few values, the schema of a property is compiled when a value first has it.
import { addLateProperties } from "../../src/schema/compile/keywords/late-properties.ts";
import { describe, expect, it } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import type { Document } from "../../src/document/document.ts";
import { type CompilerOptions, SchemaCompiler } from "../../src/schema/compile/compile.ts";
import { SchemaSet } from "../../src/schema/schema-set.ts";
import { documentWith } from "../contract/documents.ts";
import type { JsonValue } from "../../src/json/value.ts";

const WHOLE = "/components/schemas/Whole";

const schemas = {
  Id: { type: "integer", minimum: 1 },
  Node: { type: "object", properties: { next: { $ref: "#/components/schemas/Node" }, id: { minimum: 5 } } },
  Whole: {
    type: "object",
    required: ["name"],
    properties: {
      name: { type: "string", minLength: 2 },
      other: { type: "string", minLength: 2 },
      id: { $ref: "#/components/schemas/Id" },
      ids: { type: "array", items: { $ref: "#/components/schemas/Id" }, uniqueItems: true },
      node: { $ref: "#/components/schemas/Node" },
      never: false,
      always: true,
      constructor: { type: "integer" },
      "a/b~c 50%": { type: "object", properties: { name: { type: "string", minLength: 2 } } },
      either: {
        oneOf: [{ type: "null" }, { $ref: "#/components/schemas/Id" }, { properties: { x: { type: "null" } } }],
      },
      unless: { not: { properties: { x: { const: 1 } }, required: ["x"] } },
    },
    additionalProperties: { type: "boolean" },
  },
};

const VALUES: readonly JsonValue[] = [
  {},
  { name: "ab" },
  { name: "a", other: 1, id: 0 },
  { name: "ab", ids: [1, 0, 0], node: { next: { next: { id: 1, next: 7 } } } },
  { name: "ab", never: 1, always: 1, constructor: "x" },
  { name: "ab", "a/b~c 50%": { name: "a" }, more: 1 },
  { name: "ab", "a/b~c 50%": { name: 1 }, either: "x", unless: { x: 1 } },
  { name: "ab", either: { x: 1 } },
  { name: "ab", either: 3, unless: { x: 2 } },
  [],
];

describe.for([{ brief: false }, { brief: true }])("schemas of properties, with %o", ({ brief }) => {
  it("are compiled when a value has one, and only once if they are the same", async () => {
    const compiler = new SchemaCompiler(await document(), { deferred: true, sparing: addLateProperties, brief });
    const written = (value: JsonValue): number => countCode(() => compiler.validator(WHOLE, "request")(value));
    expect(written({ name: "ab" })).toBe(2);
    expect(written({ name: "ab", other: "ab", "a/b~c 50%": {} })).toBe(1);
    expect(written({ name: "ab", other: "ab", "a/b~c 50%": { name: "ab" } })).toBe(0);
  });

  it.for(VALUES)("give the same violations as if compiled all at once: %j", async (value) => {
    const told = (options: CompilerOptions, from: Document) =>
      new SchemaSet(from, new SchemaCompiler(from, { deferred: true, brief, ...options }), {})
        .schema(WHOLE, "request")
        .validate(value);
    const from = await document();
    expect(told({ sparing: addLateProperties }, from)).toStrictEqual(told({}, from));
  });
});

function document(): Promise<Document> {
  return documentOfValue(documentWith({ components: { schemas } }));
}

/** How many functions are generated from text in the meantime. */
function countCode(run: () => void): number {
  const { Function: own } = globalThis;
  let count = 0;
  globalThis.Function = new Proxy(own, {
    construct(target, texts) {
      count++;
      return Reflect.construct(target, texts) as object;
    },
  });
  try {
    run();
  } finally {
    globalThis.Function = own;
  }
  return count;
}
