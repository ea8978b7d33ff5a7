// Witnesses: values that one side allows and the other refuses, in whichever dialect the sides are written.
import { describe, expect, test } from "vitest";
import { bodyOf, compare, documentOf, kinds, withRequest, withResponse } from "./documents.ts";

const COMPONENTS = (schemas: Record<string, unknown>) => ({ components: { schemas } });

describe("documents in OpenAPI 3.0", () => {
  const old = { openapi: "3.0.3" };

  test("nullable, and exclusive bounds as flags, mean what they mean in 3.1", async () => {
    const before = withRequest({ type: "integer", nullable: true, minimum: 1, exclusiveMinimum: true }, old);
    const after = withRequest({ type: ["integer", "null"], exclusiveMinimum: 1 });
    expect((await compare(before, after)).changes).toEqual([]);
  });

  test("removing nullable is breaking, with null as witness", async () => {
    const result = await compare(
      withRequest({ type: "string", nullable: true }, old),
      withRequest({ type: "string" }, old),
    );
    expect(bodyOf(result.changes[0])).toBeNull();
  });
});

describe("witnesses", () => {
  test("are as small as possible", async () => {
    const schema = (maximum: number) => ({
      type: "object",
      required: ["id"],
      properties: {
        id: { type: "integer" },
        list: { type: "array", items: { type: "object", properties: { n: { type: "integer", maximum } } } },
      },
    });
    const { changes } = await compare(withRequest(schema(9)), withRequest(schema(5)));
    expect(bodyOf(changes[0])).toEqual({ id: 0, list: [{ n: 6 }] });
  });

  test.each<[string, object, object, unknown]>([
    ["a number", { type: "integer", maximum: 1000 }, { type: "integer", maximum: 618 }, 619],
    ["a negative number", { type: "integer", minimum: -1000 }, { type: "integer", minimum: -618 }, -619],
    ["a string", { type: "string", maxLength: 1000 }, { type: "string", maxLength: 618 }, "a".repeat(619)],
    ["a list", { type: "array", maxItems: 100 }, { type: "array", maxItems: 61 }, Array(62).fill("a")],
  ])("are just beyond the limit: %s", async (_what, before, after, witness) => {
    const { changes } = await compare(withRequest(before), withRequest(after));
    expect(bodyOf(changes[0])).toEqual(witness);
  });

  const TYPES = ["array", "boolean", "null", "number", "object", "string"];
  const anyBut = (type: string) => ({ type: TYPES.filter((other) => other !== type) });
  const otherThan = (value: number) => ({ anyOf: [{ exclusiveMaximum: value }, { exclusiveMinimum: value }] });

  test.each<[string, object, unknown]>([
    ["null", anyBut("null"), null],
    ["true", { anyOf: [anyBut("boolean"), { const: false }] }, true],
    ["false", { anyOf: [anyBut("boolean"), { const: true }] }, false],
    ["zero", otherThan(0), 0],
    ["one", otherThan(1), 1],
    ["a fraction", { multipleOf: 1 }, 1.5],
    ["a negative number", { anyOf: [{ minimum: 0 }, { exclusiveMaximum: -1 }] }, -1],
    ["an empty string", { minLength: 1 }, ""],
    ["an empty list", { minItems: 1 }, []],
    ["a list of strings", { anyOf: [anyBut("array"), { items: anyBut("string") }] }, ["a"]],
    ["a list of numbers", { anyOf: [anyBut("array"), { items: anyBut("number") }] }, [1]],
    ["an empty object", { minProperties: 1 }, {}],
    ["an object that is not empty", { maxProperties: 0 }, { a: 1 }],
  ])(
    "are found if anything was allowed and only one kind of value is refused now: %s",
    async (_what, after, witness) => {
      const schema = (inner: object) => ({ type: "object", properties: { inner } });
      const { changes } = await compare(withRequest(schema({})), withRequest(schema(after)));
      expect([changes[0]?.verdict, bodyOf(changes[0])]).toEqual(["breaking", { inner: witness }]);
    },
  );

  test("are missing where the old schema allows no value, and the reason says why", async () => {
    const gender = { type: "string", enum: ["MALE", "FEMALE"], maxLength: 1 };
    const named = (maxLength?: number) => ({
      type: "object",
      required: ["gender"],
      properties: { gender, name: { type: "string", ...(maxLength === undefined ? {} : { maxLength }) } },
    });
    const { changes } = await compare(withRequest(named()), withRequest(named(80)));
    expect(changes.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ["unknown", "no value was found that its own side allows: /body/gender must be 1 character long or shorter"],
    ]);
  });

  test("are objects where properties are named without a type", async () => {
    const bill = (more: object) => ({ properties: { city: { type: "string" }, country: { type: "string" } }, ...more });
    const schema = (inner: object) => ({ type: "object", required: ["name"], properties: { name: {}, bill: inner } });
    const [loose, strict] = [bill({ required: ["country"] }), bill({ type: "object", required: ["country", "city"] })];
    const { changes } = await compare(withRequest(schema(loose)), withRequest(schema(strict)));
    expect(changes.map(({ verdict, kind }) => `${verdict} ${kind}`).sort()).toEqual([
      "breaking implied-type",
      "breaking request-required",
      "policy version-not-raised",
    ]);
  });

  test("are found deep inside, behind references, alternatives and maps", async () => {
    const schemas = (maxLength: number) => ({
      Node: {
        type: "object",
        required: ["kind"],
        properties: {
          kind: { type: "string" },
          next: { oneOf: [{ $ref: "#/components/schemas/Leaf" }, { type: "integer" }] },
        },
      },
      Leaf: {
        type: "object",
        required: ["names"],
        properties: { names: { type: "object", additionalProperties: { type: "string", maxLength } } },
      },
    });
    const before = withRequest({ $ref: "#/components/schemas/Node" }, COMPONENTS(schemas(5)));
    const after = withRequest({ $ref: "#/components/schemas/Node" }, COMPONENTS(schemas(2)));
    const { changes } = await compare(before, after);
    expect(
      changes.filter(({ verdict }) => verdict !== "policy").map(({ kind, verdict }) => `${verdict} ${kind}`),
    ).toEqual(["breaking request-maxLength"]);
    expect(changes[0]?.witness?.violations[0]).toMatchObject({
      keyword: "maxLength",
      pointer: expect.stringContaining("/components/schemas/Leaf"),
    });
  });

  test("do not send readOnly properties or expect writeOnly ones", async () => {
    const schema = (type: string) => ({
      type: "object",
      properties: { id: { type, readOnly: true }, secret: { type, writeOnly: true } },
    });
    expect(
      kinds(await compare(withRequest(schema("string")), withRequest(schema("integer"))), "breaking"),
    ).toHaveLength(1);
    expect(
      kinds(await compare(withResponse(schema("string")), withResponse(schema("integer"))), "breaking"),
    ).toHaveLength(1);
  });

  test("an edit that a hundred operations share is one change", async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 100 }, (_, index) => [
        `/things${index}`,
        {
          get: {
            responses: {
              "200": {
                description: "OK",
                content: { "application/json": { schema: { $ref: "#/components/schemas/A" } } },
              },
            },
          },
        },
      ]),
    );
    const document = (required: string[]) =>
      documentOf(paths, COMPONENTS({ A: { type: "object", required, properties: { a: {} } } }));
    const { changes } = await compare(document(["a"]), document([]));
    const broken = changes.filter(({ verdict }) => verdict === "breaking");
    expect(broken).toHaveLength(1);
    expect(broken[0]?.operations).toHaveLength(100);
  });
});

describe("undecided changes", () => {
  test("$dynamicRef is never called compatible", async () => {
    const schema = (anchor: string) => ({
      $dynamicAnchor: anchor,
      type: "object",
      properties: { child: { $dynamicRef: `#${anchor}` } },
    });
    const result = await compare(withRequest(schema("a")), withRequest(schema("b")));
    expect(result.summary.breaking + result.summary.unknown).toBeGreaterThanOrEqual(0);
    expect(kinds(result, "compatible").filter((kind) => kind.includes("dynamicRef"))).toEqual([]);
  });

  test("a schema that no finite value satisfies is unknown, and says why", async () => {
    const schemas = (maxLength: number) => ({
      A: {
        type: "object",
        required: ["a"],
        properties: { a: { $ref: "#/components/schemas/A" }, b: { type: "string", maxLength } },
      },
    });
    const body = { $ref: "#/components/schemas/A" };
    const { changes } = await compare(
      withRequest(body, COMPONENTS(schemas(5))),
      withRequest(body, COMPONENTS(schemas(2))),
    );
    expect(changes.map(({ verdict }) => verdict)).toEqual(["unknown"]);
    expect(changes[0]?.reason).toBeTruthy();
  });

  test("when the budget is used up, the rest is unknown", async () => {
    const { changes } = await compare(withRequest({ type: "string" }), withRequest({ type: "string", maxLength: 5 }), {
      budgetMs: 0,
    });
    expect(changes.map(({ verdict }) => verdict)).toEqual(["unknown"]);
    expect(changes[0]?.reason).toContain("budget");
  });

  test("alternatives inside an allOf inside alternatives come to an end", async () => {
    const schemas = (maximum: number) => ({
      Base: { oneOf: [{ $ref: "#/components/schemas/One" }, { $ref: "#/components/schemas/Two" }] },
      One: {
        allOf: [
          {
            type: "object",
            required: ["one"],
            properties: { one: { type: "integer", maximum }, next: { $ref: "#/components/schemas/Base" } },
          },
        ],
      },
      Two: {
        allOf: [
          { $ref: "#/components/schemas/One" },
          { required: ["two"], properties: { two: { $ref: "#/components/schemas/Base" } } },
        ],
      },
    });
    const body = { $ref: "#/components/schemas/Base" };
    const result = await compare(withRequest(body, COMPONENTS(schemas(9))), withRequest(body, COMPONENTS(schemas(3))));
    expect(kinds(result, "breaking")).toContain("request-maximum");
  });
});
