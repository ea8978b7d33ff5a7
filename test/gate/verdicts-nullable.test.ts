// Null that one side writes differently, or only one allows. In place of a component, as OpenAPI 3.0 writes it
// (`allOf: [X], nullable: true`), it is still the same component: other changes are reported inside it, and null once.
import { describe, expect, test } from "vitest";
import { compare, withRequest, withResponse } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

const X = { allOf: [{ $ref: "#/components/schemas/Kind" }] };
const OR_NULL = { ...X, nullable: true };
const WORDS = {
  "request-enum": "enum",
  "request-anyOf": "null",
  "response-anyOf": "null",
  "response-enum-grown": "enum",
};

async function told(before: JsonObject, after: JsonObject): Promise<readonly string[]> {
  const { changes } = await compare(before, after);
  return changes.filter(({ kind }) => kind in WORDS).map(({ verdict, text }) => `${verdict}: ${text}`);
}

describe.each([
  ["OpenAPI 3.0", "3.0.3", OR_NULL],
  ["OpenAPI 3.1", "3.1.0", { anyOf: [...X.allOf, { type: "null" }] }],
])("a component that is nullable on one side, in %s", (_, openapi, orNull) => {
  const document = (build: typeof withRequest, kind: unknown, values: readonly string[]): JsonObject => ({
    ...build(
      { type: "object", properties: { kind } },
      { components: { schemas: { Kind: { type: "string", enum: values } } } },
    ),
    openapi,
  });
  const sent = document.bind(undefined, withRequest);
  const answered = document.bind(undefined, withResponse);

  test("is now nullable with other values in a request: removed values break, and null does not", async () => {
    expect(await told(sent(X, ["a", "b"]), sent(orNull, ["a", "c"]))).toEqual([
      'breaking: body, at kind: allowed values: removed "b"; added "c"',
      "compatible: body, at kind: may now be null",
    ]);
  });

  test("is no longer nullable, with fewer values in a request: both break", async () => {
    expect([...(await told(sent(orNull, ["a", "b"]), sent(X, ["a"])))].sort()).toEqual([
      'breaking: body, at kind: allowed values: removed "b"',
      "breaking: body, at kind: may no longer be null",
    ]);
  });

  test("is now nullable with more values in a response: null breaks, and the values are a policy finding", async () => {
    expect(await told(answered(X, ["a"]), answered(orNull, ["a", "b"]))).toEqual([
      "breaking: body of 200, at kind: may now be null",
      'policy: body of 200, at kind: responses may hold values that clients do not know: "b"',
    ]);
  });

  test("is no longer nullable, and otherwise the same: reported once", async () => {
    expect(await told(answered(orNull, ["a"]), answered(X, ["a"]))).toEqual([
      "compatible: body of 200, at kind: may no longer be null",
    ]);
  });
});

describe("null as an alternative of its own", () => {
  const NULL = { type: "null" };
  const OF_SCHEMAS = /^(?:request|response)-/;
  const all = async (before: JsonObject, after: JsonObject): Promise<readonly string[]> =>
    (await compare(before, after)).changes
      .filter(({ kind }) => OF_SCHEMAS.test(kind))
      .map(({ verdict, text }) => `${verdict}: ${text}`);
  const CHOICE = {
    oneOf: [
      { type: "object", properties: { a: { type: "string" } } },
      { type: "integer", minimum: 1 },
    ],
  };

  test("beside other alternatives is one change", async () => {
    const orNull = { anyOf: [CHOICE, NULL] };
    expect(await all(withResponse(CHOICE), withResponse(orNull))).toEqual(["breaking: body of 200: may now be null"]);
    expect(await all(withResponse(orNull), withResponse(CHOICE))).toEqual([
      "compatible: body of 200: may no longer be null",
    ]);
    expect(await all(withRequest(orNull), withRequest(CHOICE))).toEqual(["breaking: body: may no longer be null"]);
  });

  test("beside a list of values is one change", async () => {
    const values = { type: "string", enum: ["a", "b"] };
    const orNull = { anyOf: [values, NULL] };
    const broken = async (before: JsonObject, after: JsonObject): Promise<readonly string[]> =>
      (await all(before, after)).filter((text) => !text.startsWith("compatible"));
    expect(await broken(withResponse(values), withResponse(orNull))).toEqual([
      "breaking: body of 200: may now be null",
    ]);
    expect(await broken(withRequest(orNull), withRequest(values))).toEqual(["breaking: body: may no longer be null"]);
  });

  test("in place of 3.0's nullable beside an enum that lacks null breaks nothing: its readers expect null", async () => {
    const values = { type: "string", enum: ["a", "b"] };
    const old = withResponse({ ...values, nullable: true }, { openapi: "3.0.3" });
    const { changes } = await compare(old, withResponse({ anyOf: [values, NULL] }));
    expect(changes.filter(({ verdict }) => verdict === "breaking")).toEqual([]);
  });

  test("in place of a type that something else takes null from again breaks", async () => {
    const object = { type: "object", properties: { a: { type: "string" } } };
    const without = { ...object, type: ["object", "null"], not: NULL };
    const { changes } = await compare(withRequest({ anyOf: [object, NULL] }), withRequest(without));
    expect(changes.some(({ verdict }) => verdict === "breaking")).toBe(true);
  });

  test("leaves other changes where they are", async () => {
    const object = (type: string): JsonObject => ({ type: "object", properties: { a: { type } } });
    const old = withRequest({ ...object("string"), nullable: true }, { openapi: "3.0.3" });
    expect(await all(old, withRequest({ anyOf: [object("integer"), NULL] }))).toEqual([
      'breaking: body, at a: type changed from "string" to "integer"',
    ]);
  });
});

test("a value of another type in a list of values breaks a client, where one of the same type may grow", async () => {
  const list = (...values: unknown[]): JsonObject => withResponse({ enum: values });
  const verdicts = async (before: JsonObject, after: JsonObject): Promise<readonly string[]> =>
    (await compare(before, after)).changes.map(({ verdict }) => verdict);
  expect(await verdicts(list("a", "b"), list("a", "b", 3))).toContain("breaking");
  expect(await verdicts(list("a", "b"), list("a", "b", "c"))).not.toContain("breaking");
});
