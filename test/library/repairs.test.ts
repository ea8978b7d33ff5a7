// What the mock says of values that it could not send back.
import { expect, test } from "vitest";
import { createMock, type MockCreation } from "../../src/index.ts";

const text = { type: "string" };
const at = { type: "object", required: ["zip"], properties: { zip: { ...text, maxLength: 5 }, city: text } };
const item = { type: "object", required: ["id", "at"], properties: { id: text, at } };
const sent = { type: "object", properties: { at: { type: "object", properties: { zip: text, city: text } } } };
const json = (schema: object): object => ({ content: { "application/json": { schema } } });
const spec = {
  openapi: "3.1.0",
  info: { title: "Shops", version: "1" },
  paths: {
    "/shops": { post: { requestBody: json(sent), responses: { 201: { description: "D", ...json(item) } } } },
    "/shops/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: text }],
      get: { responses: { 200: { description: "D", ...json(item) } } },
    },
  },
} as unknown as MockCreation["spec"];

test("the journal says which part of an answer is not what was sent, and why; the rest comes back", async () => {
  const mock = await createMock({ spec, auth: false });
  try {
    const body = JSON.stringify({ at: { zip: "SW1A 2AA", city: "London" } });
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(`${mock.url}/shops`, { method: "POST", headers, body });
    expect(await answer.json()).toMatchObject({ at: { city: "London" } });
    const [entry] = mock.requests;
    expect(entry?.repairs).toEqual(["/at/zip must be 5 characters long or shorter, so what was sent is not there"]);
    await fetch(`${mock.url}/shops`, { method: "POST", headers, body: JSON.stringify({ at: { zip: "12345" } }) });
    expect(mock.requests.map(({ repairs }) => repairs?.length)).toEqual([1, undefined]);
  } finally {
    await mock.close();
  }
});
