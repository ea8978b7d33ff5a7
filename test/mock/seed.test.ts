import { describe, expect, test } from "vitest";
import { Identifiers } from "../../src/mock/items/identifiers.ts";
import { jsonResponse } from "../../src/mock/response.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { type Seed, type SeedError, type SeedTarget, seedItems } from "../../src/mock/seed/seed.ts";
import { lineOfItem, readSeedFile } from "../../src/mock/seed/seed-file.ts";
import { changed, orders } from "../http/documents.ts";
import { serve } from "../http/kinds.ts";
import { contractFrom } from "../http/support.ts";
import type { JsonArray, JsonObject } from "../../src/json/value.ts";

async function targetOf(document?: JsonObject): Promise<SeedTarget> {
  const contract = await contractFrom(document);
  const [resource] = inferResources(contract).resources;
  if (resource === undefined) throw new Error("the document has no resource");
  const list = resource.operations.list;
  const media = list === undefined ? undefined : jsonResponse(list, 200);
  const identifiers = new Identifiers(contract.document, resource);
  return {
    document: contract.document,
    item: resource.item.pointer,
    validate: resource.item.validate,
    steps: resource.identifier.steps,
    kind: resource.identifier.kind,
    examples: media?.examples.map(({ value }) => value) ?? [],
    nthKey: (n) => identifiers.nth(n),
  };
}

function given(...items: JsonObject[]): Seed {
  return { kind: "items", items: items as unknown as JsonArray };
}

describe("items from the document", () => {
  test("the longest example of a list is the default", async () => {
    const items = seedItems(await targetOf(), { kind: "default" });
    expect(items).toHaveLength(12);
    expect(items[0]).toEqual({ id: 1, name: "Bella", categoryId: 1, status: "available" });
  });

  test("twelve generated items if there is no example", async () => {
    const target = await targetOf(orders());
    const items = seedItems(target, { kind: "default" });
    expect(items.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]);
    expect(items.flatMap((item) => target.validate(item))).toEqual([]);
    expect(JSON.stringify(items)).not.toContain("secret");
  });

  test("an example of a single item is included, unless its identifier is empty, as no path can name it", async () => {
    const target: SeedTarget = { ...(await targetOf(orders())), kind: "text", validate: () => [] };
    const ids = (id: string): unknown[] =>
      seedItems({ ...target, items: [{ id }] }, { kind: "default" }).map((one) => one["id"]);
    expect([ids("a-1").includes("a-1"), ids("").includes("")]).toEqual([true, false]);
  });

  test("what no value can be is left out, with what needs it", async () => {
    const impossible = { type: "string", pattern: "/^[a-z]+$/" };
    const fields = {
      type: "array",
      minItems: 1,
      items: { type: "object", required: ["name"], properties: { name: impossible } },
    };
    const item = { type: "object", properties: { id: { type: "string" }, title: { type: "string" }, fields } };
    const schema = { type: "object", properties: { data: { type: "array", items: item } } };
    await using mock = await serve({
      "/things": { get: { responses: { "200": { description: "D", content: { "application/json": { schema } } } } } },
    });
    const things = (await mock.ask("GET /things"))["data"] as unknown as JsonObject[];
    expect(things.length).toBeGreaterThan(3);
    expect(Object.keys(things[0] ?? {})).toEqual(["id", "title"]);
  });

  test("the same seed gives the same bytes, and more items begin with the same ones", async () => {
    const make = async (count: number): Promise<string> =>
      JSON.stringify(seedItems(await targetOf(orders()), { kind: "count", count }));
    expect(await make(50)).toBe(await make(50));
    expect((await make(60)).startsWith((await make(50)).slice(0, -1))).toBe(true);
    expect(JSON.parse(await make(50))).toHaveLength(50);
    expect(await make(0)).toBe("[]");
  });

  test("items are valid, whatever keywords the schema uses", async () => {
    const properties: JsonObject = {
      id: { type: "string", format: "uuid" },
      when: { type: "string", format: "date-time" },
      mail: { type: "string", format: "email" },
      code: { type: "string", pattern: "^[A-Z]{3}-\\d{4}(x|y)?$" },
      short: { type: "string", minLength: 2, maxLength: 3 },
      long: { type: "string", minLength: 40 },
      half: { type: "number", minimum: 0.5, maximum: 9, multipleOf: 0.5 },
      below: { type: "integer", exclusiveMaximum: -3 },
      above: { type: "integer", exclusiveMinimum: 7, maximum: 9 },
      tags: { type: "array", minItems: 2, maxItems: 3, items: { type: "string", enum: ["a", "b"] } },
      either: { oneOf: [{ type: "boolean" }, { type: "integer" }] },
      fixed: { const: "always" },
      maybe: { type: ["null", "integer"], minimum: 5 },
      inner: { allOf: [{ type: "object", required: ["a"], properties: { a: { type: "string" } } }] },
      address: { type: "object" },
      self: { $ref: "#/components/schemas/Order" },
    };
    const required = Object.keys(properties).filter((name) => name !== "self");
    const item = { type: "object", required, properties } as unknown as JsonObject;
    const target = await targetOf(changed(orders(), ["components", "schemas", "Order"], item));
    const items = seedItems(target, { kind: "count", count: 40 });
    expect(items.flatMap((one) => target.validate(one))).toEqual([]);
    expect(new Set(items.map(({ id }) => id)).size).toBe(40);
  });

  test("an item that cannot be generated is reported", async () => {
    const item = ["components", "schemas", "Order", "properties", "state"];
    const impossible = { type: "string", pattern: "^(?!x)x$" };
    const target = await targetOf(
      changed(changed(orders(), item, impossible), ["components", "schemas", "Order", "required"], ["id", "state"]),
    );
    expect(() => seedItems(target, { kind: "count", count: 1 })).toThrow("cannot be made from the document: /state");
  });
});

describe("items from the user", () => {
  const one = { name: "a", categoryId: 1 };

  test("keep their identifiers, are sorted, and get an identifier if they have none", async () => {
    const items = seedItems(await targetOf(), given({ ...one, id: 9 }, one, { ...one, id: 2 }, one));
    expect(items.map(({ id }) => id)).toEqual([2, 9, 10, 11]);
  });

  test("are refused with reasons, at most ten", async () => {
    const target = await targetOf();
    const bad = Array.from({ length: 30 }, (_, n) => ({ ...one, id: n, categoryId: "x" }));
    const problemsOf = (...items: JsonObject[]): SeedError["problems"] => {
      try {
        seedItems(target, given(...items));
      } catch (error) {
        return (error as SeedError).problems;
      }
      return [];
    };
    expect(problemsOf(...bad)).toHaveLength(10);
    expect(problemsOf({ ...one, id: 1 }, { ...one, id: 1 })).toEqual([
      { index: 1, message: "has the identifier 1, which another item has as well" },
    ]);
    expect(problemsOf("x" as unknown as JsonObject)).toEqual([{ index: 0, message: "must be an object" }]);
    expect(problemsOf({ id: 1, name: "n" })[0]?.message).toContain("categoryId");
  });
});

describe("a file of items", () => {
  const read = (text: string): ReturnType<typeof readSeedFile> => readSeedFile(Buffer.from(text));

  test("is a list, or an object of lists by name", () => {
    expect(read("[]")).toEqual({ list: [] });
    expect(read('{"a":[1],"b":[]}')).toEqual({ lists: { a: [1], b: [] } });
    expect(read("5")).toHaveProperty("problem");
    expect(read('{"a":1}')).toHaveProperty("problem");
    expect(read("[1,")).toHaveProperty("problem");
    expect(readSeedFile(Buffer.from([0xff]))).toHaveProperty("problem");
  });

  test("tells the line of each item", () => {
    const text = '[\n  {"a":[1,{"b":2}],\n   "c":"]}, \\" {"},\n\n  5, "x,[", null,\n  {"d":1}\n]';
    expect([0, 1, 2, 3, 4].map((index) => lineOfItem(text, index))).toEqual([2, 5, 5, 5, 6]);
    const named = '{"other":[{"things":[0]}],\n"things":\n[1,\n2]}';
    expect([0, 1].map((index) => lineOfItem(named, index, "things"))).toEqual([3, 4]);
  });
});
