// The gate's optimizations must not change results: parts that two versions share, and validators that are only
// compiled when a value needs them.
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { SchemaCompiler } from "../../src/schema/compile/compile.ts";
import { documentOfValue } from "../../src/contract/load.ts";
import { SchemaSet } from "../../src/schema/schema-set.ts";
import { drawn } from "../share.ts";
import { documentOfSchema, documentWith } from "../contract/documents.ts";
import type { Direction } from "../../src/document/grammar.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

const name = fc.constantFrom("a", "b", "c", "example", "properties");

const tree: fc.Arbitrary<JsonValue> = fc.letrec<{ tree: JsonValue }>((tie) => ({
  tree: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom<JsonValue>(null, true, 0, 1, "x", {}, [], { $ref: "#/info" }, { $dynamicRef: "#here" }),
    fc.array(tie("tree"), { maxLength: 3 }) as fc.Arbitrary<JsonValue>,
    fc.dictionary(name, tie("tree"), { maxKeys: 4, noNullPrototype: true }) as fc.Arbitrary<JsonValue>,
  ),
})).tree;

/** Places where two trees have equal but separate objects, or objects that are not frozen. */
function unshared(one: JsonValue | undefined, other: JsonValue | undefined): number {
  if (typeof one !== "object" || one === null || typeof other !== "object" || other === null || one === other) return 0;
  const below = Object.keys(one).map((key) =>
    unshared((one as Record<string, JsonValue>)[key], (other as Record<string, JsonValue>)[key]),
  );
  const equal = JSON.stringify(one) === JSON.stringify(other);
  return (equal ? 1 : 0) + below.reduce((sum, count) => sum + count, 0);
}

function isFrozen(value: JsonValue): boolean {
  if (typeof value !== "object" || value === null) return true;
  return Object.isFrozen(value) && Object.values(value).every((inner: JsonValue) => isFrozen(inner));
}

test("a later version shares the parts it has in common with an earlier one, and has the same value as if loaded alone", async () => {
  await fc.assert(
    fc.asyncProperty(tree, tree, async (one, other) => {
      const [first, second] = [one, other].map((part) => documentWith({ "x-part": part, "x-same": one }));
      const before = await documentOfValue(first as JsonObject);
      const after = await documentOfValue(second as JsonObject, { before });
      expect(after.root).toEqual((await documentOfValue(second as JsonObject)).root);
      expect(after.root["x-same"]).toBe(before.root["x-same"]);
      expect(unshared(before.root, after.root)).toBe(0);
      expect(isFrozen(after.root)).toBe(true);
    }),
    { numRuns: drawn({ each: 8, proof: 3_000 }) },
  );
});

const COMPONENTS: Record<string, JsonValue> = {
  Leaf: { type: "object", required: ["a"], properties: { a: { type: "integer", minimum: 1 } } },
  Wide: {
    type: "object",
    properties: Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`p${index}`, { type: "string" }])),
    patternProperties: { "^b": { type: "integer" } },
  },
  Ring: { type: "object", properties: { a: { type: "integer" }, b: { $ref: "#/components/schemas/Ring2" } } },
  Ring2: { allOf: [{ $ref: "#/components/schemas/Ring" }], maxProperties: 3 },
  Pair: { prefixItems: [{ $ref: "#/components/schemas/Leaf" }], items: { $ref: "#/components/schemas/Ring" } },
  Choice: { oneOf: [{ $ref: "#/components/schemas/Leaf" }, { $ref: "#/components/schemas/Wide" }] },
  Itself: { anyOf: [{ $ref: "#/components/schemas/Itself" }, { type: "string" }] },
  Node: {
    $dynamicAnchor: "node",
    type: "object",
    properties: { a: { type: "integer" }, b: { type: "array", items: { $dynamicRef: "#node" } } },
  },
  Strict: { $dynamicAnchor: "node", $ref: "#/components/schemas/Node", required: ["a"] },
};

const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: "medium" },
    fc.constantFrom<JsonValue>(null, true, 0, 1, "text", {}, { a: 1 }),
    fc.array(tie("value"), { maxLength: 3 }) as fc.Arbitrary<JsonValue>,
    fc.record(
      { a: fc.constantFrom<JsonValue>(1, 2, "a"), b: tie("value"), b2: tie("value"), p0: tie("value") },
      { requiredKeys: [], noNullPrototype: true },
    ) as fc.Arbitrary<JsonValue>,
  ),
})).value;

test.each(Object.keys(COMPONENTS))(
  "%s gives the same violations whether references are compiled in advance or on first use",
  async (name) => {
    const document = await documentOfValue(documentOfSchema(true, { components: { schemas: COMPONENTS } }));
    const [now, then] = [false, true].map(
      (deferred) => new SchemaSet(document, new SchemaCompiler(document, { deferred })),
    );
    const pointer = `/components/schemas/${name}`;
    let allowed = 0;
    fc.assert(
      fc.property(value, fc.constantFrom<Direction>("request", "response"), (candidate, direction) => {
        const [wanted, given] = [now, then].map((set) => set?.schema(pointer, direction).validate(candidate));
        expect(given).toEqual(wanted);
        if (wanted?.length === 0) allowed++;
      }),
      { numRuns: drawn({ each: 15, proof: 3_000 }), seed: 20_261_121 },
    );
    // Otherwise nothing was tested.
    expect(allowed).toBeGreaterThan(0);
  },
);
