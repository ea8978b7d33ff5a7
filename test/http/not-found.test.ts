// A 404 says where the thing is that was created elsewhere.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";

const Repo = {
  type: "object",
  required: ["id", "name"],
  properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
};
const content = { "application/json": { schema: Repo } };
const list = { "application/json": { schema: { type: "array", items: Repo } } };
const text = { type: "string" };
const problem = {
  description: "None.",
  content: { "application/json": { schema: { type: "object", required: ["message"], properties: { message: text } } } },
};
const document = {
  openapi: "3.1.0",
  info: { title: "Code", version: "1" },
  paths: {
    "/user/repos": {
      get: { responses: { "200": { description: "Own.", content: list } } },
      post: { requestBody: { content }, responses: { "201": { description: "Made.", content } } },
    },
    "/repos/{owner}/{repo}": {
      parameters: ["owner", "repo"].map((name) => ({ name, in: "path", required: true, schema: text })),
      get: { responses: { "200": { description: "One.", content }, "404": problem } },
      delete: { responses: { "204": { description: "Gone." }, "404": problem } },
    },
    "/keys": {
      get: { responses: { "200": { description: "All.", content: list } } },
      post: { requestBody: { content }, responses: { "201": { description: "Made.", content } } },
    },
    "/keys/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": { description: "One.", content }, "404": problem } },
      delete: { responses: { "204": { description: "Gone." }, "404": problem } },
    },
  },
} as unknown as Spec;

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: document });
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

async function ask(method: string, path: string, body?: object): Promise<{ message?: string; id?: number }> {
  const sending =
    body === undefined ? {} : { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } };
  const response = await fetch(mock.url + path, { method, ...sending });
  return (response.status === 204 ? {} : await response.json()) as { message?: string; id?: number };
}

const PLAIN = "the requested resource could not be found";

test("by the operation that created it, until the mock is reset", async () => {
  await ask("POST", "/user/repos", { name: "hello world" });
  expect((await ask("DELETE", "/repos/ada/hello%20world")).message).toBe(
    `${PLAIN}; it was created at POST /user/repos, which is another collection; x-resource joins them`,
  );
  expect((await ask("DELETE", "/repos/ada/other")).message).toBe(PLAIN);
  mock.reset();
  expect((await ask("DELETE", "/repos/ada/hello%20world")).message).toBe(PLAIN);
});

test("and says nothing of what was removed from the same collection", async () => {
  const { id } = await ask("POST", "/keys", { name: "own" });
  await ask("DELETE", `/keys/${id}`);
  expect((await ask("GET", `/keys/${id}`)).message).toBe(PLAIN);
});
