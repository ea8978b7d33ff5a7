// A component that is nullable on one side only, as OpenAPI 3.0 writes it: `allOf: [X], nullable: true`. It is still
// the same component, so other changes are reported inside it, and null is reported separately.
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
      'breaking: body, at kind: enum: removed "b"; added "c"',
      "compatible: body, at kind: may now be null",
    ]);
  });

  test("is no longer nullable, with fewer values in a request: both break", async () => {
    expect([...(await told(sent(orNull, ["a", "b"]), sent(X, ["a"])))].sort()).toEqual([
      'breaking: body, at kind: enum: removed "b"',
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
