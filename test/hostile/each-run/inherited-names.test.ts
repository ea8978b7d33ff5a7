// Names that every JavaScript object inherits, wherever a document or a client may use one. None of them may be found
// in a table that does not list it, or get lost in an object that should contain it.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { call } from "../../cli/program.ts";
import { answers, body, object } from "../../http/parts.ts";
import { exchangeRaw, startMock } from "../../http/support.ts";
import { shareOf } from "../../share.ts";
import type { JsonObject } from "../../../src/json/value.ts";

const NAMES = ["constructor", "toString", "valueOf", "hasOwnProperty", "isPrototypeOf"] as const;

/** A store in which everything has the same name. */
function documentOf(name: string): JsonObject {
  const text = { type: "string", format: name };
  const thing = { type: "object", required: ["id"], properties: { id: { type: "integer" }, [name]: text } };
  const fresh = { type: "object", properties: { [name]: text } };
  const error = {
    type: "object",
    required: ["message", name],
    properties: { message: { type: "string" }, [name]: { type: "string" } },
  };
  const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
  const answer = (schema: JsonObject): JsonObject => ({
    description: "ok",
    headers: { [name]: { required: true, schema: { type: "string" } } },
    ...json(schema),
  });
  const inPlace = (place: string): JsonObject => ({ name, in: place, required: place === "path", schema: text });
  const failed = { "401": answer(error), "404": answer(error), default: answer(error) };
  return {
    openapi: "3.1.0",
    info: { title: "Names", version: "1" },
    servers: [{ url: `https://example.test/{${name}}`, variables: { [name]: { default: "v1" } } }],
    security: [{ [name]: [] }],
    components: { securitySchemes: { [name]: { type: "apiKey", in: "header", name: `X-${name}` } } },
    paths: {
      [`/${name}`]: {
        get: {
          operationId: name,
          parameters: [inPlace("query"), inPlace("header"), inPlace("cookie")],
          responses: { "200": answer({ type: "array", items: thing }), ...failed },
        },
        post: { requestBody: json(fresh), responses: { "201": answer(thing), ...failed } },
      },
      [`/${name}/{id}`]: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: { "200": answer(thing), ...failed } },
        put: { requestBody: json(fresh), responses: { "200": answer(thing), ...failed } },
        patch: {
          requestBody: json({ type: "object", properties: { [name]: { type: ["string", "null"] } } }),
          responses: { "200": answer(thing), ...failed },
        },
        delete: { responses: { "204": { description: "gone" }, ...failed } },
      },
      [`/echo/{${name}}`]: { get: { parameters: [inPlace("path")], responses: { "200": answer(thing), ...failed } } },
      "/form": {
        post: {
          requestBody: { content: { "application/x-www-form-urlencoded": { schema: fresh, encoding: {} } } },
          responses: { "204": { description: "taken" }, ...failed },
        },
      },
    },
  };
}

describe.each(NAMES)("a document in which everything is called %s", (name) => {
  const headers = { [`X-${name}`]: "demo-key", "Content-Type": "application/json" };

  test("is served like any other", async () => {
    const mock = await startMock(documentOf(name), { seeds: { default: { kind: "count", count: 2 } } });
    const send = async (method: string, path: string, body?: JsonObject): Promise<readonly [number, unknown]> => {
      const init = body === undefined ? {} : { body: JSON.stringify(body) };
      const answer = await fetch(`${mock.url}${path}`, { method, headers, ...init });
      expect(answer.status === 204 || answer.headers.has(name)).toBe(true);
      return [answer.status, answer.status === 204 ? undefined : await answer.json()];
    };
    expect(await send("POST", `/${name}`, { [name]: "a" })).toEqual([201, { id: 3, [name]: "a" }]);
    expect(await send("POST", `/${name}`, {})).toEqual([201, { id: 4 }]);
    expect(await send("GET", `/${name}/4`)).toEqual([200, { id: 4 }]);
    expect(await send("PUT", `/${name}/4`, { [name]: "b" })).toEqual([200, { id: 4, [name]: "b" }]);
    expect(await send("PATCH", `/${name}/4`, { [name]: null })).toEqual([200, { id: 4 }]);
    expect(await send("GET", `/${name}?${name}=a`)).toEqual([200, [{ id: 3, [name]: "a" }]]);
    expect(await send("DELETE", `/${name}/4`)).toEqual([204, undefined]);
    const [status, error] = await send("GET", `/${name}/4`);
    expect([status, typeof (error as Record<string, unknown>)[name]]).toEqual([404, "string"]);
    const form = { ...headers, "Content-Type": "application/x-www-form-urlencoded" };
    const posted = await fetch(`${mock.url}/form`, { method: "POST", headers: form, body: `${name}=x` });
    expect(posted.status).toBe(204);
    expect((await fetch(`${mock.url}/${name}`)).status).toBe(401);
    await mock.close();
  });
});

describe.each(shareOf(NAMES.slice(0, 2), 2))("a document in which everything is called %s", (name) => {
  test("passes the suite, and gives the same lint and gate results as other names", async () => {
    const folder = await mkdtemp(join(tmpdir(), "animal-store-"));
    onTestFinished(() => rm(folder, { recursive: true }));
    const spec = join(folder, "names.json");
    await writeFile(spec, JSON.stringify(documentOf(name)));
    const mock = await startMock(documentOf(name));
    const run = await call(["verify", mock.url, "--spec", spec, "--key", "demo-key", "--explore", "5"]);
    expect(run).toMatchObject({ code: 0, stdout: expect.stringMatching(/ 0 fail, .* 0 error/) as string });
    await mock.close();
    for (const command of ["explain", "lint", "requirements"]) {
      const told = await call([command, spec]);
      expect([command, told.code, told.stderr]).toEqual([command, 0, ""]);
    }
    expect((await call(["gate", spec, spec])).code).toBe(0);
  });
});

test("a client's own names are names like any other, or refused", async () => {
  const mock = await startMock();
  const head = (path: string, lines = ""): string =>
    `GET /v1${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer demo-key\r\n${lines}Connection: close\r\n\r\n`;
  for (const name of [...NAMES, "__proto__", "prototype", "__defineGetter__"]) {
    const statuses = [
      head(`/pets?${name}=1`),
      head("/pets", `${name}: 1\r\n`),
      head("/pets", `Cookie: ${name}=1\r\n`),
      head(`/pets/${name}`),
      head(`/${name}`),
    ].map(async (bytes) => (await exchangeRaw(mock.port, bytes))[0]?.status);
    expect([name, await Promise.all(statuses)]).toEqual([name, [200, 200, 200, 404, 404]]);
    const created = await mock.send("POST", "/pets", { body: `{"name":"n","categoryId":1,"${name}":{"x":1}}` });
    expect([name, created.status]).toEqual([name, name === "__proto__" ? 400 : 201]);
    expect(created.text).not.toContain('"x"');
  }
  expect(({} as Record<string, unknown>)["x"]).toBeUndefined();
  await mock.close();
});

test.each(NAMES)("an object with a member called %s is compared with those that a document lists", async (name) => {
  const schema = object({ one: { enum: [{ a: 1 }, { [name]: 2 }] }, other: { const: { [name]: 2 } } });
  const paths = { "/things": { post: { requestBody: body(schema), responses: answers("200", schema) } } };
  const mock = await startMock({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const statuses = ["one", "other"].flatMap((property) =>
    [1, 2].map(async (value) => {
      const sent = JSON.stringify({ [property]: { [name]: value } });
      return (await mock.send("POST", "/things", { body: sent })).status;
    }),
  );
  expect(await Promise.all(statuses)).toEqual([400, 200, 400, 200]);
  await mock.close();
});
