import { describe, expect, it } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import { SchemaCompiler } from "../../src/schema/compile/compile.ts";
import { SchemaSet } from "../../src/schema/schema-set.ts";
import { documentWith } from "../contract/documents.ts";
import type { JsonValue } from "../../src/json/value.ts";

describe("a schema repeated at many places", () => {
  const id = { type: "string", format: "uuid" };
  const places = ["A", "B", "C", "D"];
  const schemas = {
    ...Object.fromEntries(places.map((name) => [name, id])),
    ...Object.fromEntries(places.map((name) => [`To${name}`, { $ref: "#/components/schemas/Id" }])),
    Id: { type: "integer", minimum: 1 },
  };

  it("gives violations with their own place, or the place that they refer to", async () => {
    const document = await documentOfValue(documentWith({ components: { schemas } }));
    const set = new SchemaSet(document, new SchemaCompiler(document, { deferred: true }));
    const told = (name: string, value: JsonValue): readonly string[] =>
      set
        .schema(`/components/schemas/${name}`, "request")
        .validate(value)
        .map(({ pointer }) => pointer);
    for (const name of places) expect(told(name, "x")).toEqual([`/components/schemas/${name}/format`]);
    for (const name of places) expect(told(`To${name}`, 0)).toEqual(["/components/schemas/Id/minimum"]);
    expect(told("A", "x")).toEqual(["/components/schemas/A/format"]);
  });
});
