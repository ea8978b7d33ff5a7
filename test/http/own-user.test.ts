// Who logged in is who "/me" shows.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";

const json = (schema: object): object => ({ "application/json": { schema } });
const text = { type: "string" };
const User = {
  type: "object",
  required: ["id", "email"],
  properties: {
    id: { type: "integer", readOnly: true },
    email: { ...text, format: "email" },
    displayName: text,
    plan: { enum: ["free", "team"] },
  },
};
const credentials = json({
  type: "object",
  required: ["email", "password"],
  properties: { email: text, password: text },
});
const user = { description: "The user.", content: json({ $ref: "#/components/schemas/User" }) };

const POST = {
  type: "object",
  required: ["id", "text"],
  properties: {
    id: { type: "integer" },
    text,
    userId: { type: "integer" },
    created_by: text,
    author_email: text,
    editor: text,
    approvedBy: { type: ["string", "null"] },
    sortedBy: text,
    author: { type: "object", properties: { id: { type: "integer" }, name: text, avatar: text } },
  },
};

const accounts = {
  openapi: "3.1.0",
  info: { title: "Accounts", version: "1" },
  security: [{ bearer: [] }],
  paths: {
    "/login": {
      post: {
        security: [],
        requestBody: { required: true, content: credentials },
        responses: {
          "200": {
            description: "In.",
            content: json({ type: "object", required: ["token"], properties: { token: text } }),
          },
        },
      },
    },
    "/users": {
      get: {
        responses: {
          "200": {
            description: "All.",
            content: json({ type: "array", items: { $ref: "#/components/schemas/User" } }),
          },
        },
      },
      post: { requestBody: { content: user.content }, responses: { "201": user } },
    },
    "/users/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { "200": user } },
    },
    "/posts": {
      get: { responses: { "200": { description: "All.", content: json({ type: "array", items: POST }) } } },
      post: {
        requestBody: { content: json({ type: "object", required: ["text"], properties: { text, editor: text } }) },
        responses: { "201": { description: "New.", content: json(POST) } },
      },
    },
    "/me": {
      get: { responses: { "200": user } },
      patch: { requestBody: { content: user.content }, responses: { "200": user } },
    },
    "/account": {
      get: {
        responses: {
          "200": {
            description: "Wrapped.",
            content: json({ type: "object", properties: { data: { $ref: "#/components/schemas/User" } } }),
          },
        },
      },
    },
    "/settings": {
      get: {
        responses: {
          "200": { description: "Not of a user.", content: json({ type: "object", properties: { email: text } }) },
        },
      },
    },
  },
  components: { schemas: { User }, securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
} as unknown as Spec;

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: accounts });
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

async function ask(method: string, path: string, token?: string, body?: object): Promise<unknown> {
  const headers = {
    ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
  };
  const sending = body === undefined ? {} : { body: JSON.stringify(body) };
  return (await fetch(mock.url + path, { method, headers, ...sending })).json();
}

async function loggedIn(email: string): Promise<string> {
  return ((await ask("POST", "/login", undefined, { email, password: "secret" })) as { token: string }).token;
}

test("each token shows its own user, in an envelope too", async () => {
  const [ada, bo] = [await loggedIn("ada@example.com"), await loggedIn("bo@example.com")];
  expect(await ask("GET", "/me", ada)).toMatchObject({ email: "ada@example.com" });
  expect(await ask("GET", "/me", bo)).toMatchObject({ email: "bo@example.com" });
  expect(await ask("GET", "/account", bo)).toMatchObject({ data: { email: "bo@example.com" } });
});

test("the key of the mock shows the user of the document, and other single things stay as they are", async () => {
  const ada = await loggedIn("ada@example.com");
  expect(await ask("GET", "/me", mock.key)).not.toMatchObject({ email: "ada@example.com" });
  expect(await ask("GET", "/settings", ada)).toEqual(await ask("GET", "/settings", mock.key));
});

test("a user that the store has is shown with all that it knows", async () => {
  const made = { email: "cleo@example.com", displayName: "Cleo", plan: "team" };
  const created = await ask("POST", "/users", mock.key, made);
  expect(await ask("GET", "/me", await loggedIn("cleo@example.com"))).toEqual(created);
});

test("what a user changes stays changed", async () => {
  const ada = await loggedIn("ada@example.com");
  expect(await ask("PATCH", "/me", ada, { email: "ada@new.example", displayName: "Ada" })).toMatchObject({
    email: "ada@new.example",
    displayName: "Ada",
  });
  expect(await ask("GET", "/me", ada)).toMatchObject({ email: "ada@new.example", displayName: "Ada" });
});

test("what somebody creates is theirs, unless they say otherwise", async () => {
  const cleo = await ask("POST", "/users", mock.key, { email: "cleo@example.com", displayName: "Cleo" });
  const { id } = cleo as { id: number };
  const token = await loggedIn("cleo@example.com");
  const post = await ask("POST", "/posts", token, { text: "Hello", editor: "Somebody" });
  expect(post).toMatchObject({
    userId: id,
    created_by: "Cleo",
    author_email: "cleo@example.com",
    author: { id, name: "Cleo" },
    editor: "Somebody",
    approvedBy: null,
    sortedBy: expect.not.stringContaining("Cleo"),
  });
  expect(await ask("GET", "/posts", token)).toContainEqual(post);
});
