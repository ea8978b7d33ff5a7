// Two parts of an `allOf`, in either order, mean the same as one schema with the keywords of both.
import { expect, test } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { schemaAt } from "../../src/schema/normal/schema-node.ts";
import { documentWith } from "../contract/documents.ts";

const PARTS: readonly JsonObject[] = [
  { type: ["string", "array", "object"] },
  { type: "integer" },
  { enum: ["a", "b", 1] },
  { const: "a" },
  { minimum: 1 },
  { exclusiveMaximum: 9 },
  { multipleOf: 3 },
  { minLength: 2 },
  { maxLength: 5 },
  { pattern: "^b" },
  { format: "date" },
  { minItems: 1 },
  { maxItems: 3 },
  { uniqueItems: true },
  { prefixItems: [{ type: "string" }] },
  { items: { type: "integer" } },
  { contains: { minimum: 5 } },
  { required: ["a"] },
  { properties: { a: { type: "string" } } },
  { patternProperties: { "^x": { type: "string" } } },
  { additionalProperties: { type: "integer" } },
  { minProperties: 1 },
  { maxProperties: 4 },
  { not: { const: 5 } },
  { anyOf: [{ minimum: 1 }, { maxLength: 3 }] },
  { dependentRequired: { a: ["b"] } },
];

/** The meaning of a normal form, without places. */
async function formOf(schemas: Record<string, JsonValue>, name: string): Promise<unknown> {
  const document = await documentOfValue(documentWith({ openapi: "3.1.0", components: { schemas } }));
  const { form } = schemaAt(document, `/components/schemas/${name}`, "response");
  const { never, types, values, bounds, multiples, patterns, formats, uniqueItems, required, freeNames } = form;
  const kept = { never, types, values, bounds, multiples, patterns, formats, uniqueItems, required, freeNames };
  const names = [form.properties, form.byPattern].map((map) => [...map.keys()]);
  const counts = [form.prefix, form.items.members, form.additional.members, form.groups].map(({ length }) => length);
  return { ...kept, names, counts, opaque: form.opaque.map(({ keyword }) => keyword).sort() };
}

test.each(PARTS.map((part, index) => [part, PARTS.slice(index + 1)] as const))(
  "%j next to another keyword gives the same as in an allOf, in either order",
  async (one, others) => {
    for (const other of others) {
      if (Object.keys(one).some((key) => key in other)) continue;
      const [whole, parts, turned] = await Promise.all([
        formOf({ It: { ...one, ...other } }, "It"),
        formOf({ It: { allOf: [one, other] } }, "It"),
        formOf({ It: { allOf: [other, one] } }, "It"),
      ]);
      expect(parts).toEqual(turned);
      const crossed = "additionalProperties" in other || "additionalProperties" in one;
      expect(parts).toEqual(crossed ? turned : whole);
    }
  },
);
