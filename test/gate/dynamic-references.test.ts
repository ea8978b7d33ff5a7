// What a `$dynamicRef` means depends on the schemas that lead to it; the gate follows it like any other reference.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { compare, kinds, withRequest } from "./documents.ts";

type Schemas = Record<string, Record<string, unknown>>;

const asked = (schema: unknown, schemas: Schemas = {}): JsonObject => withRequest(schema, { components: { schemas } });
const whole = { type: "integer", minimum: 0 };

describe("a list whose items are named where it is used", () => {
  const List = {
    $id: "https://example.test/list",
    type: "object",
    required: ["items"],
    properties: { items: { type: "array", items: { $dynamicRef: "#item" } } },
    $defs: { any: { $dynamicAnchor: "item" } },
  };
  const of = (maximum: number) => ({ type: "object", required: ["size"], properties: { size: { ...whole, maximum } } });
  const listOf = (maximum: number, other = 9): JsonObject => {
    const using = (name: string, item: object) => ({
      $id: `https://example.test/${name}`,
      $ref: "list",
      $defs: { item: { $dynamicAnchor: "item", ...item } },
    });
    const both = { type: "object", properties: { own: { $ref: "own" }, other: { $ref: "other" } } };
    return asked(
      { $ref: "#/components/schemas/Both" },
      {
        Both: { $id: "https://example.test/both", ...both },
        List,
        Own: using("own", of(maximum)),
        Other: using("other", of(other)),
      },
    );
  };

  test("breaks where they become stricter, and only there", async () => {
    const { changes } = await compare(listOf(9), listOf(5));
    const broken = changes.filter(({ verdict }) => verdict === "breaking");
    expect(broken).toMatchObject([
      { kind: "request-maximum", witness: { violations: [{ at: "/body/own/items/0/size" }] } },
    ]);
    expect(kinds(await compare(listOf(5), listOf(9)), "breaking")).toEqual([]);
  });

  test("says the same as one that is written out", async () => {
    const list = { type: "object", required: ["items"], properties: { items: { type: "array", items: of(9) } } };
    const written = asked({ type: "object", properties: { own: list, other: list } });
    for (const [base, revision] of [
      [listOf(9), written],
      [written, listOf(9)],
    ] as const) {
      const { changes } = await compare(base, revision, "strict");
      expect(changes.filter(({ verdict }) => verdict === "breaking" || verdict === "unknown")).toEqual([]);
    }
  });
});

test("a tree that closes each of its nodes from outside refuses what the open one takes, at any depth", async () => {
  const tree = (closed: object): JsonObject =>
    asked(
      { $ref: "#/components/schemas/Closed" },
      {
        Tree: {
          $id: "https://example.test/tree",
          $dynamicAnchor: "node",
          type: "object",
          properties: { children: { type: "array", items: { $dynamicRef: "#node" } } },
        },
        Closed: { $id: "https://example.test/closed", $dynamicAnchor: "node", $ref: "tree", ...closed },
      },
    );
  const closed = { unevaluatedProperties: false };
  // The profile `wire` sends only what is described.
  expect(kinds(await compare(tree({}), tree(closed), "strict"), "breaking")).toEqual(["request-unevaluatedProperties"]);
  expect(kinds(await compare(tree(closed), tree({}), "strict"), "breaking")).toEqual([]);
  expect(kinds(await compare(tree(closed), tree(closed), "strict"), "unknown")).toEqual([]);
});

test("a body that is a schema is judged by the published metaschema, which is seven that extend each other", async () => {
  const folder = dirname(createRequire(import.meta.url).resolve("ajv/dist/refs/json-schema-2020-12/schema.json"));
  const read = (name: string) => JSON.parse(readFileSync(join(folder, `${name}.json`), "utf8")) as Schemas[string];
  const parts = ["core", "applicator", "unevaluated", "validation", "meta-data", "format-annotation", "content"];
  const meta = (maximum: object): JsonObject => {
    const schemas = Object.fromEntries(parts.map((name) => [name, read(`meta/${name}`)]));
    const { properties } = schemas["validation"] as { properties: Record<string, unknown> };
    properties["maximum"] = maximum;
    return asked({ $ref: "#/components/schemas/Schema" }, { Schema: read("schema"), ...schemas });
  };
  const number = meta({ type: "number" });
  expect((await compare(number, meta({ type: "number" }), "strict")).changes).toEqual([]);
  const { changes } = await compare(number, meta(whole));
  const broken = changes.filter(({ verdict }) => verdict === "breaking");
  expect(broken.map(({ kind }) => kind)).toContain("request-type");
  expect(changes.filter(({ verdict }) => verdict === "unknown")).toEqual([]);
  expect(kinds(await compare(meta(whole), number), "breaking")).toEqual([]);
});
