import { describe, expect, it } from "vitest";
import { carries, inferFrom } from "./documents.ts";
import type { JsonObject } from "../../src/json/value.ts";

const text = { type: "string" };
const number = { type: "integer" };

async function errorOf(schema: JsonObject): Promise<Record<string, string | undefined>> {
  const { error } = await inferFrom({ "/a": { get: { responses: { default: carries(schema) } } } });
  return { code: error?.code?.property, message: error?.message?.property, status: error?.status?.property };
}

describe("the error body", () => {
  it.for<[string, JsonObject, object]>([
    [
      "code, message and status",
      { code: text, message: text, status: number },
      { code: "code", message: "message", status: "status" },
    ],
    [
      "problem details (RFC 9457)",
      { type: { ...text, format: "uri-reference" }, title: text, status: number, detail: text, instance: text },
      { code: undefined, message: "detail", status: "status" },
    ],
    [
      "problem details with a type that is a code",
      { type: text, title: text, status: number },
      { code: "type", message: "title", status: "status" },
    ],
    [
      "a numeric code, which is the status",
      { code: number, message: text },
      { code: undefined, message: "message", status: "code" },
    ],
    [
      "a numeric code of the service's own",
      { code: { ...number, example: 4 }, message: text },
      { code: undefined, message: "message", status: undefined },
    ],
    [
      "error and error_description",
      { error: text, error_description: text },
      { code: "error", message: "error_description", status: undefined },
    ],
    ["error alone, which is the text", { error: text }, { code: undefined, message: "error", status: undefined }],
    [
      "snake case",
      { error_code: text, error_message: text, http_status: number },
      { code: "error_code", message: "error_message", status: "http_status" },
    ],
    [
      "camel case",
      { errorCode: text, errorMessage: text, statusCode: number },
      { code: "errorCode", message: "errorMessage", status: "statusCode" },
    ],
    [
      "a status that is a string",
      { status: text, message: text },
      { code: undefined, message: "message", status: undefined },
    ],
    [
      "a code that is an object",
      { code: { type: "object" }, message: text },
      { code: undefined, message: "message", status: undefined },
    ],
    ["none of them", { ok: { type: "boolean" } }, { code: undefined, message: undefined, status: undefined }],
  ])("%s", async ([, properties, expected]) => {
    expect(await errorOf({ type: "object", properties })).toEqual(expected);
  });

  it.for<[string, JsonObject, string, object]>([
    [
      "an object in it",
      { ok: { type: "boolean" }, error: { properties: { code: text, message: text } } },
      "error",
      { code: { property: "code" }, message: { property: "message" } },
    ],
    [
      "the object with a message, not the one before it",
      { meta: { properties: { code: text } }, fault: { properties: { httpStatus: number, detail: text } } },
      "fault",
      { message: { property: "detail" }, status: { property: "httpStatus" } },
    ],
    [
      "the objects in a list in it",
      { errors: { type: "array", items: { type: "object", properties: { title: text, code: text } } } },
      "errors",
      { isList: true, code: { property: "code" }, message: { property: "title" } },
    ],
    [
      "an object with only a code",
      { error: { properties: { reason: text } } },
      "error",
      { code: { property: "reason" } },
    ],
  ])("can have its fields in %s", async ([, properties, property, expected]) => {
    const { error } = await inferFrom({ "/a": { get: { responses: { default: carries({ properties }) } } } });
    expect(error?.inner).toMatchObject({ property, ...expected });
  });

  it("is not searched any deeper if it has a message at the top", async () => {
    const properties = { message: text, cause: { properties: { message: text } } };
    const { error } = await inferFrom({ "/a": { get: { responses: { default: carries({ properties }) } } } });
    expect(error?.inner).toBeUndefined();
  });

  it("has a media type, and says which fields are required", async () => {
    const schema = { type: "object", required: ["code"], properties: { code: text, message: text } };
    const { error } = await inferFrom({
      "/a": {
        get: { responses: { "404": { description: "D", content: { "application/problem+json": { schema } } } } },
      },
    });
    expect(error).toMatchObject({
      media: { name: "application/problem+json" },
      code: { required: true },
      message: { required: false },
    });
  });

  it("is the one that most error responses carry", async () => {
    const components = {
      schemas: { Rare: { properties: { message: text } }, Usual: { properties: { detail: text } } },
    };
    const usual = carries({ $ref: "#/components/schemas/Usual" });
    const rare = carries({ $ref: "#/components/schemas/Rare" });
    const { error } = await inferFrom(
      { "/a": { get: { responses: { "200": rare, "400": rare, "404": usual, default: usual } } } },
      { components },
    );
    expect(error?.message?.property).toBe("detail");
  });

  it("is counted wherever it is written out", async () => {
    const inline = (example: string): JsonObject => carries({ properties: { detail: { ...text, example } } });
    const components = { schemas: { Health: { properties: { health: text } } } };
    const health = { "500": carries({ $ref: "#/components/schemas/Health" }) };
    const { error } = await inferFrom(
      { "/a": { get: { responses: health }, post: { responses: { "400": inline("a"), "404": inline("b") } } } },
      { components },
    );
    expect(error?.message?.property).toBe("detail");
  });

  it.for<[string, JsonObject]>([
    ["no error response", { "200": carries({ type: "object" }) }],
    ["errors without a body", { "404": { description: "D" } }],
    ["errors in plain text", { default: { description: "D", content: { "text/plain": { schema: text } } } }],
  ])("is absent: %s", async ([, responses]) => {
    expect((await inferFrom({ "/a": { get: { responses } } })).error).toBeUndefined();
  });
});
