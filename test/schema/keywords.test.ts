import { describe, expect, it } from "vitest";
import { KEYWORDS, keywordsOf, subschemas } from "../../src/schema/keywords.ts";
import type { JsonObject } from "../../src/json/value.ts";

const stepsOf = (definition: JsonObject, dialect: "3.0" | "3.1" = "3.1"): string[] =>
  [...subschemas(definition, dialect)].map(({ steps }) => steps.join("/"));

describe("the direct subschemas of a schema", () => {
  it("are found under every keyword that takes a schema, or a list or map of schemas", () => {
    const values = { schema: {}, list: [{}], map: { name: {} } } as const;
    const all = [...KEYWORDS].flatMap(([name, { holds }]) => (holds === undefined ? [] : [[name, values[holds]]]));
    const found = [...subschemas(Object.fromEntries(all) as JsonObject, "3.1")];
    expect(found.map(({ keyword }) => keyword)).toEqual(all.map(([name]) => name));
    expect(found.map(({ keyword }) => keyword)).toEqual(keywordsOf("applicator"));
  });

  it("come with the path to them and what they apply to", () => {
    const found = [...subschemas({ allOf: [{}, true], properties: { type: { type: "string" } } }, "3.1")];
    expect(found).toEqual([
      { keyword: "allOf", steps: ["allOf", 0], schema: {}, applies: "in place" },
      { keyword: "allOf", steps: ["allOf", 1], schema: true, applies: "in place" },
      { keyword: "properties", steps: ["properties", "type"], schema: { type: "string" }, applies: "property" },
    ]);
  });

  it("do not include examples, defaults or extensions, even if these look like schemas", () => {
    expect(stepsOf({ default: { items: {} }, example: { properties: { a: {} } }, "x-schema": { not: {} } })).toEqual(
      [],
    );
  });

  it("are read next to a $ref in 3.1 but not in 3.0", () => {
    const definition = { $ref: "#/components/schemas/A", items: {} };
    expect(stepsOf(definition, "3.1")).toEqual(["items"]);
    expect(stepsOf(definition, "3.0")).toEqual([]);
  });

  it("are empty if there is a list in place of a map, or a map in place of a list", () => {
    expect(stepsOf({ allOf: { a: {} }, properties: [{}] })).toEqual([]);
  });
});

describe("every keyword", () => {
  it("that takes schemas says what they apply to, and no other does", () => {
    for (const [, { holds, applies, family }] of KEYWORDS) {
      expect(applies === undefined).toBe(holds === undefined);
      expect(family === "applicator").toBe(holds !== undefined);
    }
  });
});
