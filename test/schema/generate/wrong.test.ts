// Values that a schema refuses, near those that it allows: for each keyword, one that breaks it.
import { expect, test } from "vitest";
import { loadContract } from "../../../src/contract/load.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { wrongValues } from "../../../src/schema/generate/strategies/wrong.ts";
import { schemaAt } from "../../../src/schema/normal/schema-node.ts";
import { documentOfSchema } from "../../contract/documents.ts";

const INTEGERS = { type: "array", items: { type: "integer" } };
const PERSON = { type: "object", properties: { name: { type: "string" }, age: { type: "integer" } } };

test.each<[what: string, keyword: string, schema: JsonObject]>([
  ["too few items", "minItems", { ...INTEGERS, minItems: 2 }],
  ["too many items", "maxItems", { ...INTEGERS, maxItems: 3 }],
  ["too many items", "items", { type: "array", prefixItems: [{ type: "integer" }], items: false }],
  ["an item twice", "uniqueItems", { ...INTEGERS, uniqueItems: true, minItems: 2 }],
  ["no such item", "contains", { type: "array", contains: { type: "string" } }],
  ["too few such items", "contains", { type: "array", contains: { const: 7 }, minContains: 3 }],
  ["too many such items", "contains", { type: "array", contains: { const: 7 }, maxContains: 2 }],
  ["one more item", "unevaluatedItems", { type: "array", prefixItems: [true], unevaluatedItems: false }],
  ["a wrong item", "type", INTEGERS],
  ["a wrong item of a tuple", "type", { type: "array", prefixItems: [{ type: "string" }, { type: "integer" }] }],
  ["a lack", "required", { ...PERSON, required: ["name"] }],
  ["too few properties", "minProperties", { ...PERSON, minProperties: 1 }],
  ["too many properties", "maxProperties", { ...PERSON, maxProperties: 2 }],
  ["an undescribed property", "additionalProperties", { ...PERSON, additionalProperties: false }],
  ["a wrong undescribed property", "type", { type: "object", additionalProperties: { type: "integer" } }],
  ["an unevaluated property", "unevaluatedProperties", { allOf: [PERSON], unevaluatedProperties: false }],
  ["a wrong property by its pattern", "type", { type: "object", patternProperties: { "^x-": { type: "integer" } } }],
  ["a wrong name", "propertyNames", { type: "object", propertyNames: { maxLength: 3 } }],
  ["a property without another", "dependentRequired", { ...PERSON, dependentRequired: { age: ["name"] } }],
  ["a property without what follows", "required", { ...PERSON, dependentSchemas: { age: { required: ["born"] } } }],
  ["a wrong property of a property", "type", { type: "object", properties: { owner: PERSON } }],
  ["what is excluded", "not", { ...PERSON, not: { required: ["name"] } }],
  ["two alternatives at once", "oneOf", { oneOf: [{ required: ["a"] }, { required: ["b"] }] }],
  [
    "no alternative",
    "anyOf",
    {
      anyOf: [
        { type: "string", minLength: 2 },
        { type: "string", pattern: "^x$" },
      ],
    },
  ],
  // oxlint-disable-next-line unicorn/no-thenable -- a keyword of JSON Schema
  ["a consequence", "minLength", { type: "string", if: { pattern: "^a" }, then: { minLength: 3 } }],
  ["another list", "const", { const: [1, { a: 2 }] }],
  ["another object", "enum", { enum: [{ a: 1 }, { a: 2 }] }],
])("there is a value with %s, refused by %s", async (_, keyword, source) => {
  const { document, operations } = await loadContract(documentOfSchema(source, { openapi: "3.1.0" }));
  const schema = operations[0]?.responses[0]?.content[0]?.schema;
  if (schema === undefined) throw new Error("the document of the test has no schema");
  const refusals = (value: JsonValue): string[] => schema.validate(value).map((one) => one.keyword);
  const found = wrongValues(schemaAt(document, schema.pointer, "response")).map(({ value }) => refusals(value));
  expect(found.flat()).toContain(keyword);
});
