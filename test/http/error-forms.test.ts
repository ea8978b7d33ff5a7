// The reason for a refusal reaches the client in whatever format the document uses for errors.
import { afterEach, expect, test } from "vitest";
import { changed, orders } from "./documents.ts";
import { type Mock, startMock } from "./support.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const TEXT = { type: "string" };

async function told(error: JsonObject): Promise<unknown> {
  mock = await startMock(changed(orders(), ["components", "schemas", "Error"], error));
  await mock.send("GET", "/orders?page_size=x");
  return (await mock.send("GET", "/orders?page_size=0")).value;
}

const REASON = 'page_size is "0"; allowed are integers from 1 to 50';

test("a nested object has the code and the message", async () => {
  const error = { type: "object", required: ["code", "message"], properties: { code: TEXT, message: TEXT } };
  const body = { type: "object", required: ["error"], properties: { error } };
  expect(await told(body)).toEqual({ error: { code: "invalid_parameter", message: REASON } });
});

test("a nested object can have the status and other properties, and be optional", async () => {
  const traceId = { ...TEXT, format: "uuid" };
  const fault = { required: ["traceId"], properties: { code: { type: "integer" }, detail: TEXT, traceId } };
  const body = { type: "object", required: ["ok"], properties: { ok: { const: false }, fault } };
  const traced = { code: 400, detail: REASON, traceId: expect.any(String) as string };
  expect(await told(body)).toEqual({ ok: false, fault: traced });
});

test("an operation can have errors of its own", async () => {
  const own = {
    type: "object",
    required: ["problem"],
    properties: { problem: { properties: { text: {}, title: TEXT } } },
  };
  const content = { "application/json": { schema: own } };
  const at = ["paths", "/orders", "post", "responses", "422"];
  mock = await startMock(changed(orders(), at, { description: "Wrong.", content }));
  const headers = { "Content-Type": "application/json" };
  const answer = await mock.fetch(`${mock.url}/orders`, { method: "POST", headers, body: '{"quantity":0}' });
  expect(await answer.json()).toMatchObject({ problem: { title: "quantity is 0: must be 1 or more" } });
});

test.each<JsonObject>([{}, { type: "object" }, { type: "object", additionalProperties: true }])(
  "an error described only as %j still has the reason",
  async (schema) => {
    expect(await told(schema)).toEqual({ code: "invalid_parameter", message: REASON, status: 400 });
  },
);

test("a list in the body has one item with the code and the message", async () => {
  const id = { ...TEXT, format: "uuid" };
  const item = {
    type: "object",
    required: ["id", "detail"],
    properties: { id, status: TEXT, code: TEXT, detail: TEXT },
  };
  const body = { type: "object", properties: { errors: { type: "array", minItems: 1, items: item } } };
  const first = { id: expect.any(String) as string, code: "invalid_parameter", detail: REASON };
  expect(await told(body)).toMatchObject({ errors: [first] });
});

test.each<[asked: string, which: string, values: JsonValue[], code: JsonValue]>([
  ["GET /orders/none", "the same in other letters", ["item_not_found", "notFound"], "notFound"],
  ["GET /orders/none", "the one with the status", ["found_nothing", "E404"], "E404"],
  ["GET /orders/none", "the one that says more", ["gone", "item-not-found"], "item-not-found"],
  ["GET /orders/none", "none for a word of three letters", ["not_ours", "none_found"], "none_found"],
  ["POST /orders", "the one with all of its words", ["wholly_invalid", "the body is invalid"], "the body is invalid"],
  ["POST /orders", "the first with one of its words", ["gone", "bad_body", "invalid"], "bad_body"],
  ["GET /orders/none", "the first, where none is near", ["teapot", "gone"], "teapot"],
  ["GET /orders/none", "a text, and not null", [null, "gone"], "gone"],
])("%s: of the codes that the document lists, %s", async (asked, _, values, code) => {
  const error = { type: "object", required: ["code"], properties: { code: { enum: values }, message: TEXT } };
  mock = await startMock(changed(orders(), ["components", "schemas", "Error"], error));
  const [method = "", path = ""] = asked.split(" ");
  const answer = await mock.send(method, path, method === "POST" ? { body: "{}" } : {});
  expect(answer.value).toMatchObject({ code });
});

test.each<[string, JsonObject, RegExp]>([
  ["one of a list", { enum: ["the key is wrong", "the parameter is not valid"] }, /^the parameter is not valid$/],
  ["a single text", { const: "something failed" }, /^something failed$/],
  ["a text of a pattern", { type: "string", pattern: "^E-[0-9]{3}$" }, /^E-[0-9]{3}$/],
  ["any text of one line", { type: "string", pattern: "^[^\\n]+$" }, /^page_size is "0"; allowed are/],
  ["a short text", { type: "string", maxLength: 9 }, /^page_size$/],
])("a message that has to be %s is allowed by its schema", async (_, message, expected) => {
  const error = { type: "object", required: ["code", "message"], properties: { code: TEXT, message } };
  for (const body of [
    error,
    { type: "object", required: ["error"], properties: { error } },
    { type: "object", required: ["errors"], properties: { errors: { type: "array", minItems: 1, items: error } } },
  ]) {
    const value = (await told(body)) as JsonObject;
    const list = (value["errors"] as unknown as JsonObject[] | undefined)?.[0];
    const { message: text } = (value["error"] ?? list ?? value) as { message: string };
    expect(text).toMatch(expected);
    await mock?.close();
  }
});
