// Thousands of operations that share large schemas, which must not be read again for each.
import { json, named, ref, type TextBomb, times } from "./make.ts";
import type { JsonObject, JsonValue } from "../../../../src/json/value.ts";

interface Size {
  readonly operations: number;
  readonly properties: number;
}

const large = (properties: number, required: string, edit = 0): JsonObject => ({
  type: "object",
  properties: { ...named(properties, () => ({ type: "string" })), n: { maximum: 9 - edit } },
  required: [required],
});

/** Operations that use the schemas One and Other. */
const around = (
  { operations, properties }: Size,
  schema: (at: number) => JsonValue,
  method: "get" | "put" = "get",
): TextBomb =>
  json((edit) => {
    const content = (at: number): JsonObject => ({ "application/json": { schema: schema(at) } });
    const operation = (at: number): JsonObject =>
      method === "get"
        ? { responses: { "200": { description: "x", content: content(at) } } }
        : { requestBody: { content: content(at) }, responses: { "204": { description: "x" } } };
    return {
      paths: Object.fromEntries(times(operations, (at) => [`/a${at}`, { [method]: operation(at) }])),
      components: { schemas: { One: large(properties, "p0", edit), Other: large(properties, "p1") } },
    };
  });

const [MANY, FEW] = [
  { operations: 3_000, properties: 4_000 },
  { operations: 1_000, properties: 9_000 },
];
const BOTH = [ref("One"), ref("Other")];

export const OPERATIONS: Readonly<Record<string, TextBomb>> = {
  "3,000 operations offer the same two schemas": around(MANY, () => ({ oneOf: BOTH })),
  "3,000 operations send one of the same two schemas": around(MANY, () => ({ anyOf: BOTH }), "put"),
  "3,000 operations add a property to the same schema": around(MANY, (at) => ({
    allOf: [ref("One"), { properties: { [`x${at}`]: { type: "string" } } }],
  })),
  "3,000 operations send one property more": around(
    MANY,
    (at) => ({ allOf: [ref("One"), { properties: { [`x${at}`]: { type: "string" } } }] }),
    "put",
  ),
  "3,000 operations list what is both of two schemas": around(MANY, () => ({
    type: "object",
    properties: { data: { type: "array", items: { allOf: BOTH } } },
  })),
  "3,000 operations show a choice of their own": around(MANY, (at) => ({
    oneOf: [ref("One"), { type: "object", properties: { kind: { const: `k${at}` } }, required: ["kind"] }],
  })),
  "1,000 operations offer schemas that are too large": around(FEW, () => ({ oneOf: BOTH })),
  "1,000 operations add to a schema that is too large": around(FEW, (at) => ({
    allOf: [ref("One")],
    required: [`x${at}`],
  })),
};
