// A login gives tokens, which are refreshed, end, and are refused afterwards.
import { describe, expect, test } from "vitest";
import { type MockCreation, createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";

const text = { type: "string" };
const json = (schema: object): object => ({ "application/json": { schema } });
const Token = {
  type: "object",
  required: ["access_token", "refresh_token"],
  properties: { access_token: text, refresh_token: text, expires_in: { type: "integer" } },
};
const issued = { description: "In.", content: json(Token) };
const refused = {
  description: "Out.",
  content: json({ type: "object", required: ["detail"], properties: { detail: text } }),
};
const me = json({ type: "object", required: ["id", "email"], properties: { id: { type: "integer" }, email: text } });

const spec = {
  openapi: "3.1.0",
  info: { title: "Members", version: "1" },
  security: [{ session: [] }],
  paths: {
    "/auth/token": {
      post: {
        security: [],
        requestBody: { content: json({ type: "object", required: ["email"], properties: { email: text } }) },
        responses: { "200": issued, "401": refused },
      },
    },
    "/auth/refresh": {
      post: {
        security: [],
        requestBody: { content: json({ type: "object", properties: { refresh_token: text } }) },
        responses: { "200": issued, "401": refused },
      },
    },
    "/auth/logout": { post: { responses: { "204": { description: "Gone." } } } },
    "/me": { get: { responses: { "200": { description: "You.", content: me }, "401": refused } } },
  },
  components: { securitySchemes: { session: { type: "oauth2", flows: {} } } },
} as unknown as Spec;

interface Reply {
  readonly status: number;
  readonly body: Record<string, string>;
}

async function started(options: MockCreation = {}) {
  const mock = await createMock({ spec, ...options });
  const ask = async (method: string, path: string, token?: string, body?: object): Promise<Reply> => {
    const response = await fetch(mock.url + path, {
      method,
      headers: {
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const said = await response.text();
    return { status: response.status, body: said === "" ? {} : (JSON.parse(said) as Reply["body"]) };
  };
  return {
    ask,
    login: () => ask("POST", "/auth/token", undefined, { email: "ada@example.com" }),
    [Symbol.asyncDispose]: () => mock.close(),
  };
}

test("a refreshed token is for the same user", async () => {
  await using mock = await started();
  const { body: first } = await mock.login();
  const second = await mock.ask("POST", "/auth/refresh", undefined, { refresh_token: first["refresh_token"] });
  expect(second.status).toBe(200);
  expect((await mock.ask("GET", "/me", second.body["access_token"])).body).toMatchObject({ email: "ada@example.com" });
});

test("a refresh token that was never issued is refused, once others were", async () => {
  await using mock = await started();
  const refresh = { refresh_token: "from another day" };
  expect((await mock.ask("POST", "/auth/refresh", undefined, refresh)).status).toBe(200);
  await mock.login();
  expect(await mock.ask("POST", "/auth/refresh", undefined, refresh)).toEqual({
    status: 401,
    body: { detail: "the refresh token is not valid, or has ended" },
  });
});

for (const auth of [true, false]) {
  test(`a logout ends the tokens of its login${auth ? "" : ", also where no key is needed"}`, async () => {
    await using mock = await started({ auth });
    const [{ body: mine }, { body: other }] = [await mock.login(), await mock.login()];
    expect((await mock.ask("POST", "/auth/logout", mine["access_token"])).status).toBe(204);
    expect((await mock.ask("GET", "/me", mine["access_token"])).status).toBe(401);
    const refresh = { refresh_token: mine["refresh_token"] };
    expect((await mock.ask("POST", "/auth/refresh", undefined, refresh)).status).toBe(401);
    expect((await mock.ask("GET", "/me", other["access_token"])).status).toBe(200);
    expect((await mock.ask("GET", "/me", "unknown")).status).toBe(auth ? 401 : 200);
    expect((await mock.ask("GET", "/me")).status).toBe(auth ? 401 : 200);
  });
}

test("a mock that accepts any credential accepts any refresh token, until it has ended", async () => {
  await using mock = await started({ accept: "any" });
  const { body: first } = await mock.ask("POST", "/auth/token", undefined, { email: "ada@example.com" });
  const refresh = (token: string | undefined): Promise<Reply> =>
    mock.ask("POST", "/auth/refresh", undefined, { refresh_token: token });
  expect((await refresh("from another day")).status).toBe(200);
  await mock.ask("POST", "/auth/logout", first["access_token"]);
  expect((await refresh(first["refresh_token"])).status).toBe(401);
  expect((await refresh("from another day")).status).toBe(200);
});

test("a token is about the user that comes with it, whatever else in the answer has an address", async () => {
  const known = (id: number, email: string): object => ({
    type: "object",
    required: ["id", "email"],
    properties: { id: { type: "integer", example: id }, email: { ...text, example: email } },
  });
  const entered = {
    type: "object",
    required: ["token", "company", "user"],
    properties: {
      token: { ...text, description: "A JWT." },
      company: known(7, "office@acme.example"),
      user: known(42, "kim@acme.example"),
    },
  };
  const spec = {
    openapi: "3.1.0",
    info: { title: "Offices", version: "1" },
    security: [{ bearer: [] }],
    paths: {
      "/login": { post: { security: [], responses: { "200": { description: "In.", content: json(entered) } } } },
      "/me": { get: { responses: { "200": { description: "You.", content: me } } } },
    },
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } } },
  } as unknown as Spec;
  await using mock = await createMock({ spec });
  const { token, user } = (await (await fetch(`${mock.url}/login`, { method: "POST" })).json()) as {
    readonly token: string;
    readonly user: { readonly id: number; readonly email: string };
  };
  const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as object;
  expect(claims).toMatchObject({ sub: String(user.id), email: user.email });
});

test("a mock that accepts any credential still needs one, and says which", async () => {
  await using mock = await started({ accept: "any" });
  expect((await mock.ask("GET", "/me", "whatever")).status).toBe(200);
  expect(await mock.ask("GET", "/me")).toEqual({
    status: 401,
    body: { detail: "an access token is required, and the request has none" },
  });
});

test("a session in a cookie shows who logged in, in an envelope too, and ends when it is removed", async () => {
  const user = { type: "object", properties: { id: { type: "integer" }, login: text, email: text } };
  const wrapped = json({ type: "object", properties: { success: { type: "boolean", default: true }, data: user } });
  const entered = { type: "object", properties: { data: { type: "object", properties: { user } } } };
  const failed = json({
    type: "object",
    required: ["success"],
    properties: { success: { type: "boolean" }, message: text },
  });
  const spec = {
    openapi: "3.0.3",
    info: { title: "Market", version: "1" },
    security: [{ sid: [] }],
    paths: {
      "/session": {
        post: {
          security: [],
          requestBody: { content: json({ type: "object", required: ["login"], properties: { login: text } }) },
          responses: {
            "200": { description: "In.", headers: { "Set-Cookie": { schema: text } }, content: json(entered) },
          },
        },
        delete: { responses: { "204": { description: "Out." } } },
      },
      "/whoami": {
        get: {
          responses: {
            "200": { description: "You.", content: wrapped },
            "401": { description: "No.", content: failed },
          },
        },
      },
    },
    components: { securitySchemes: { sid: { type: "apiKey", in: "cookie", name: "sid" } } },
  } as unknown as Spec;
  await using mock = await createMock({ spec });
  const body = JSON.stringify({ login: "kim" });
  const entry = await fetch(`${mock.url}/session`, {
    method: "POST",
    body,
    headers: { "Content-Type": "application/json" },
  });
  const shown = ((await entry.json()) as { data: { user: object } }).data.user;
  expect(shown).toMatchObject({ login: "kim" });
  const headers = { Cookie: entry.headers.getSetCookie()[0]?.split(";")[0] ?? "" };
  const me = await fetch(`${mock.url}/whoami`, { headers });
  expect(await me.json()).toMatchObject({ success: true, data: shown });
  expect((await fetch(`${mock.url}/session`, { method: "DELETE", headers })).status).toBe(204);
  const ended = await fetch(`${mock.url}/whoami`, { headers });
  expect([ended.status, await ended.json()]).toEqual([401, { success: false, message: "the session is not valid" }]);
});

test("a session that is looked at stays what it is in the list", async () => {
  const item = json({ type: "object", properties: { sessionid: text, computer: text } });
  const items = json({ type: "array", items: { type: "object", properties: { sessionid: text, computer: text } } });
  const spec = {
    openapi: "3.0.3",
    info: { title: "Terminals", version: "1" },
    security: [{ key: [] }],
    paths: {
      "/sessions": { get: { responses: { "200": { description: "All.", content: items } } } },
      "/sessions/{sessionid}": {
        parameters: [{ name: "sessionid", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: { "200": { description: "One.", content: item } } },
      },
    },
    components: { securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key" } } },
  } as unknown as Spec;
  await using mock = await createMock({ spec });
  const read = async (path: string): Promise<unknown> =>
    (await fetch(mock.url + path, { headers: { "X-Key": mock.key } })).json();
  const [first] = (await read("/sessions")) as { sessionid: string }[];
  expect(await read(`/sessions/${first?.sessionid}`)).toEqual(first);
});

describe("somebody who registers", () => {
  const person = {
    type: "object",
    required: ["id", "email", "name"],
    properties: { id: text, email: text, name: text },
  };
  const entered = json({ type: "object", required: ["token"], properties: { user: person, token: text } });
  const credentials = { email: text, password: text };
  const said = (properties: object, ...required: string[]): object => ({
    content: json({ type: "object", required, properties }),
  });
  const shop = {
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths: {
      "/auth/register": {
        post: {
          requestBody: said({ ...credentials, name: text }, "email", "password"),
          responses: { "201": { description: "In.", content: entered }, "409": refused },
        },
      },
      "/auth/login": {
        post: {
          requestBody: said(credentials, "email", "password"),
          responses: { "200": { description: "In.", content: entered }, "401": refused },
        },
      },
      "/auth/reset-password": {
        post: { requestBody: said({ code: text, newPassword: text }), responses: { "204": { description: "Done." } } },
      },
      "/auth/me": {
        get: { security: [{ token: [] }], responses: { "200": { description: "You.", content: json(person) } } },
      },
    },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  } as unknown as Spec;
  const ann = { email: "ann@example.com", password: "correct horse", name: "Ann" };
  const started = async (options: MockCreation = {}) => {
    const mock = await createMock({ spec: shop, ...options });
    const post = async (path: string, body: object) => {
      const headers = { "Content-Type": "application/json" };
      const response = await fetch(mock.url + path, { method: "POST", headers, body: JSON.stringify(body) });
      const answer = (response.status === 204 ? {} : await response.json()) as { user?: object; token?: string };
      return { status: response.status, ...answer };
    };
    return { mock, post };
  };

  test("logs in as the same person, by the same password alone", async () => {
    const { mock, post } = await started();
    const { status, user } = await post("/auth/register", ann);
    expect([status, user]).toEqual([201, expect.objectContaining({ email: ann.email, name: "Ann" })]);
    expect((await post("/auth/login", { ...ann, password: "wrong" })).status).toBe(401);
    const entry = await post("/auth/login", { email: "ANN@example.com", password: ann.password });
    expect([entry.status, entry.user]).toEqual([200, user]);
    const me = await fetch(`${mock.url}/auth/me`, { headers: { Authorization: `Bearer ${entry.token}` } });
    expect(await me.json()).toEqual(user);
    await mock.close();
  });

  test("cannot register twice, while others log in with whatever they have", async () => {
    const { mock, post } = await started();
    await post("/auth/register", ann);
    expect((await post("/auth/register", { ...ann, name: "Anna" })).status).toBe(409);
    expect((await post("/auth/register", { ...ann, email: "bob@example.com" })).status).toBe(201);
    expect((await post("/auth/login", { email: "eve@example.com", password: "any" })).status).toBe(200);
    await mock.close();
  });

  test("may have another password after a reset, and needs none where every credential is taken", async () => {
    for (const options of [{}, { accept: "any" }] as const) {
      const { mock, post } = await started(options);
      await post("/auth/register", ann);
      if (!("accept" in options)) await post("/auth/reset-password", { code: "1234", newPassword: "new" });
      expect((await post("/auth/login", { ...ann, password: "new" })).status).toBe(200);
      await mock.close();
    }
  });
});

test("somebody who registers in an envelope is who logs in and what changes", async () => {
  const person = {
    type: "object",
    required: ["email", "username"],
    properties: { email: text, username: text, bio: text },
  };
  const shown = json({
    type: "object",
    required: ["user"],
    properties: { user: { ...person, properties: { ...person.properties, token: text } } },
  });
  const said = (properties: object) => ({
    content: json({ type: "object", properties: { user: { type: "object", properties } } }),
  });
  const spec = {
    openapi: "3.1.0",
    info: { title: "Blog", version: "1" },
    paths: {
      "/users": {
        post: {
          requestBody: said({ email: text, username: text, password: text }),
          responses: { "201": { description: "In.", content: shown } },
        },
      },
      "/users/login": {
        post: {
          requestBody: said({ email: text, password: text }),
          responses: { "200": { description: "In.", content: shown }, "401": refused },
        },
      },
      "/user": {
        get: { security: [{ token: [] }], responses: { "200": { description: "You.", content: shown } } },
        put: {
          security: [{ token: [] }],
          requestBody: said({ bio: text }),
          responses: { "200": { description: "You.", content: shown } },
        },
      },
    },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  };
  await using mock = await createMock({ spec: spec as unknown as Spec });
  const send = async (method: string, path: string, body?: object, token?: string) => {
    const headers = {
      "Content-Type": "application/json",
      ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
    };
    const response = await fetch(mock.url + path, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...((await response.json()) as { user?: Record<string, string> }) };
  };
  const ann = { email: "ann@example.com", username: "ann" };
  expect((await send("POST", "/users", { user: { ...ann, password: "horse" } })).user).toMatchObject(ann);
  expect((await send("POST", "/users/login", { user: { email: ann.email, password: "cow" } })).status).toBe(401);
  const { user } = await send("POST", "/users/login", { user: { email: ann.email, password: "horse" } });
  expect(user).toMatchObject(ann);
  expect((await send("PUT", "/user", { user: { bio: "Hello" } }, user?.["token"])).user).toMatchObject({
    ...ann,
    bio: "Hello",
  });
  expect((await send("GET", "/user", undefined, user?.["token"])).user).toMatchObject({ ...ann, bio: "Hello" });
});

test("a login that answers 201 registers nobody: any password logs in", async () => {
  const credentials = json({
    type: "object",
    required: ["email", "password"],
    properties: { email: text, password: text },
  });
  const spec = {
    openapi: "3.1.0",
    info: { title: "Sessions", version: "1" },
    paths: {
      "/auth/login": {
        post: {
          requestBody: { content: credentials },
          responses: { "201": { ...issued, description: "In." }, "401": refused },
        },
      },
      "/me": { get: { security: [{ token: [] }], responses: { "200": { description: "You.", content: me } } } },
    },
    components: { securitySchemes: { token: { type: "http", scheme: "bearer" } } },
  } as unknown as Spec;
  await using mock = await createMock({ spec });
  for (const password of ["horse", "cow"]) {
    const body = JSON.stringify({ email: "ann@example.com", password });
    const headers = { "Content-Type": "application/json" };
    expect((await fetch(`${mock.url}/auth/login`, { method: "POST", headers, body })).status).toBe(201);
  }
});
