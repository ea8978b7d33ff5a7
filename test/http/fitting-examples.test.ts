// Examples by name: the answer whose example belongs to the example that was sent.
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";

const json = (schema: object, examples: object): object => ({ "application/json": { schema, examples } });
const text = { type: "string" };
const PRICE = { type: "object", properties: { price: { type: "integer" } } };
const STATE = { type: "object", required: ["state"], properties: { state: text } };
const COUNTRY = { type: "object", required: ["country"], properties: { country: text } };

const document = {
  openapi: "3.1.0",
  info: { title: "Examples", version: "1" },
  paths: {
    "/quote": {
      post: {
        requestBody: {
          required: true,
          content: json(COUNTRY, {
            fr: { value: { country: "FR" } },
            us: { value: { country: "US" } },
            unknown: { value: { country: "XX" } },
          }),
        },
        responses: {
          "200": {
            description: "A price.",
            content: json(PRICE, { fr: { value: { price: 10 } }, us: { value: { price: 20 } } }),
          },
          "422": {
            description: "None.",
            content: json({ type: "object" }, { unknown: { value: { message: "unknown country" } } }),
          },
        },
      },
    },
    "/orders/{id}/status": {
      get: {
        parameters: [
          {
            name: "id",
            in: "path",
            required: true,
            schema: text,
            examples: { lost: { value: "o-2" }, new: { value: "o-1" } },
          },
        ],
        responses: {
          "200": {
            description: "Its state.",
            content: json(STATE, { new: { value: { state: "new" } }, lost: { value: { state: "lost" } } }),
          },
        },
      },
    },
    "/pictures": {
      get: {
        parameters: [{ name: "q", in: "query", schema: text }],
        responses: {
          "200": {
            description: "Counted.",
            content: json(PRICE, { cats: { value: { price: 3 } }, dogs: { value: { price: 9 } } }),
          },
        },
      },
    },
    "/written": {
      get: {
        responses: {
          "200": {
            description: "JSON in a text.",
            content: { "application/json": { schema: PRICE, example: '{"price": 7}' } },
          },
        },
      },
    },
  },
} as unknown as Spec;

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: document });
});
afterAll(() => mock.close());

async function ask(path: string, body?: object): Promise<readonly [number, unknown]> {
  const sending = {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  };
  const response = await fetch(mock.url + path, body === undefined ? {} : sending);
  return [response.status, await response.json()];
}

test.each<[what: string, path: string, body: object | undefined, status: number, answer: object]>([
  ["a body that is an example", "/quote", { country: "US" }, 200, { price: 20 }],
  ["a body whose example belongs to an error", "/quote", { country: "XX" }, 422, { message: "unknown country" }],
  ["a body that is none gets the first", "/quote", { country: "DE" }, 200, { price: 10 }],
  ["a parameter that is an example", "/orders/o-2/status", undefined, 200, { state: "lost" }],
  ["a parameter that is none gets the first", "/orders/o-9/status", undefined, 200, { state: "new" }],
  ["a parameter that names the example", "/pictures?q=dogs", undefined, 200, { price: 9 }],
  ["an example that is JSON in a text", "/written", undefined, 200, { price: 7 }],
])("%s", async (...[, path, body, status, answer]) => {
  expect(await ask(path, body)).toEqual([status, answer]);
});
