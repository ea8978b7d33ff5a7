// Identifiers that clients choose, required in the body of a creation.
import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "./support.ts";
import type { JsonObject } from "../../src/json/value.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const carries = (schema: JsonObject): JsonObject => ({ description: "D", content: { "application/json": { schema } } });

const ERROR = {
  type: "object",
  properties: { code: { type: "string" }, message: { type: "string" }, status: { type: "integer" } },
};

/** Things that clients name. @param refusals the error responses of a creation */
function things(code: JsonObject, refusals: JsonObject = { "409": carries(ERROR) }): JsonObject {
  const thing = { type: "object", required: ["code", "size"], properties: { code, size: { type: "integer" } } };
  const parameters = [{ name: "code", in: "path", required: true, schema: code }];
  return {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/things": {
        get: { responses: { "200": carries({ type: "array", items: thing }) } },
        post: { requestBody: carries(thing), responses: { "201": carries(thing), ...refusals } },
      },
      "/things/{code}": { parameters, get: { responses: { "200": carries(thing), "404": carries(ERROR) } } },
    },
  };
}

test.each<[JsonObject, string, string]>([
  [{ type: "string" }, '"mine"', "mine"],
  [{ type: "string", pattern: "^[A-Z]{3}-[0-9]{2}$" }, '"ABC-11"', "ABC-11"],
  [
    { type: "string", format: "uuid" },
    '"3f2b8f0a-5c1d-4e6f-8a9b-0c1d2e3f4a5b"',
    "3f2b8f0a-5c1d-4e6f-8a9b-0c1d2e3f4a5b",
  ],
  [{ type: "integer", format: "int64" }, "9007199254740993", "9007199254740993"],
])("%j: the identifier is the one that the client chose, and can be used once", async (code, chosen, segment) => {
  mock = await startMock(things(code));
  const body = `{"code":${chosen},"size":1}`;
  const made = await mock.send("POST", "/things", { body });
  expect([made.status, made.text]).toEqual([201, body]);
  expect((await mock.send("GET", `/things/${segment}`)).text).toBe(body);
  const again = await mock.send("POST", "/things", { body: `{"code":${chosen},"size":2}` });
  expect([again.status, again.value]).toEqual([
    409,
    {
      code: "conflict",
      message: `there is already an item whose code is ${chosen}; each needs one of its own`,
      status: 409,
    },
  ]);
  expect((await mock.send("GET", `/things/${segment}`)).text).toBe(body);
});

test.each<[JsonObject, number]>([
  [{ default: carries(ERROR) }, 409],
  [{ "4XX": carries(ERROR) }, 409],
  [{ "422": carries(ERROR) }, 422],
  [{ "400": carries(ERROR) }, 400],
])("a duplicate is refused with a status that the document describes: %j", async (refusals, status) => {
  mock = await startMock(things({ type: "string" }, refusals));
  const body = '{"code":"x","size":1}';
  await mock.send("POST", "/things", { body });
  expect((await mock.send("POST", "/things", { body })).status).toBe(status);
});

test("a body without the identifier is refused", async () => {
  mock = await startMock(things({ type: "string" }));
  expect((await mock.send("POST", "/things", { body: '{"size":1}' })).status).toBe(400);
});

test("a readOnly identifier is assigned by the service, even if it is required", async () => {
  mock = await startMock(things({ type: "integer", readOnly: true }));
  const { value } = await mock.send("POST", "/things", { body: '{"code":77,"size":1}' });
  expect(value).toEqual({ code: 13, size: 1 });
});
