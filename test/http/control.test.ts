// The control plane, with which tests and tools control a running mock. Every response is validated by
// spec/control.yaml.
import { readFileSync } from "node:fs";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { loadControlContract } from "../../src/http/control/contract.ts";
import { CALLS } from "../../src/http/control/plane.ts";
import { verify } from "../../conformance/verify.ts";
import type { Contract } from "../../src/contract/model.ts";
import { responseFor } from "../../src/contract/responses.ts";
import { orders } from "./documents.ts";
import { type Mock, startMock, hasOwnWorlds } from "./support.ts";
import { IN_PROOF } from "../share.ts";

let mock: Mock;
let contract: Contract;
beforeAll(async () => {
  contract = await loadControlContract();
  mock = await startMock(undefined, { control: {} });
});
afterAll(() => mock.close());
beforeEach(async () => {
  mock.server.worlds.dropAll();
  mock.server.worlds.shared.reset();
  await call("DELETE", "/requests");
});

interface ListMetadata {
  readonly status: number;
  readonly value: unknown;
  readonly headers: Headers;
}

/** Calls, and validates the response by the document. */
async function call(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<ListMetadata> {
  const answer = await fetch(`${new URL(mock.url).origin}/_/api/v1${path}`, {
    method,
    headers: { ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  const value = text === "" ? undefined : (JSON.parse(text) as unknown);
  const operation = contract.operations.find(
    (one) =>
      one.method === method &&
      new RegExp(`^${one.path.replaceAll(/\{[^}]*\}/g, "[^/]+")}$`).test(path.split("?")[0] ?? ""),
  );
  const schema = responseFor(operation?.responses ?? [], answer.status)?.content[0]?.schema;
  expect(schema?.validate(value) ?? []).toEqual([]);
  return { status: answer.status, value, headers: answer.headers };
}

const inSession = (name: string): Record<string, string> => ({ "X-Mock-Session": name });
const countOf = async (headers: Record<string, string> = {}): Promise<number> => {
  const { value } = await mock.send("GET", "/pets?limit=100", { headers });
  return (value as unknown[]).length;
};

test("every operation of spec/control.yaml is carried out, and nothing else", () => {
  expect(contract.operations.map(({ id }) => id).toSorted()).toEqual([...CALLS.keys()].toSorted());
});

test("health and readiness", async () => {
  for (const path of ["/health", "/ready"]) {
    expect(await call("GET", path)).toMatchObject({ status: 200, value: { status: "ok" } });
  }
});

test("nested items are returned as sent, without data that only the store has", async () => {
  const text = { type: "object", required: ["text"], properties: { text: { type: "string" } } };
  const media = { "application/json": { schema: text } };
  const list = { "application/json": { schema: { type: "array", items: text } } };
  const at = (...names: string[]) => ({
    parameters: names.map((name) => ({ name, in: "path", required: true, schema: { type: "string" } })),
  });
  const nested = await startMock(
    {
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: {
        "/books/{book}/notes": {
          ...at("book"),
          get: { responses: { "200": { description: "x", content: list } } },
          post: { requestBody: { content: media }, responses: { "201": { description: "x", content: media } } },
        },
        "/books/{book}/notes/{note}": {
          ...at("book", "note"),
          get: { responses: { "200": { description: "x", content: media } } },
          put: { requestBody: { content: media }, responses: { "200": { description: "x", content: media } } },
        },
      },
    },
    { control: {} },
  );
  try {
    await nested.send("POST", "/books/one/notes", { body: '{"text":"a"}' });
    const told = await (await fetch(`${new URL(nested.url).origin}/_/api/v1/state`)).text();
    expect(told).toContain('"text":"a"');
    expect(told).not.toContain("u0000");
    const state = `${new URL(nested.url).origin}/_/api/v1/state`;
    const headers = { "Content-Type": "application/json" };
    expect((await fetch(state, { method: "PUT", headers, body: told })).status).toBe(204);
    expect(await (await fetch(state)).text()).toBe(told);
    const { text } = await nested.send("GET", "/books/one/notes");
    expect(text).toContain('"text":"a"');
  } finally {
    await nested.close();
  }
});

describe("state", () => {
  test("can be read, set, reset and reseeded, in the world of a session", async () => {
    const { value } = await call("GET", "/state");
    const { pets } = (value as { resources: { pets: Record<string, unknown>[] } }).resources;
    expect(pets.length).toBe(await countOf());
    const one = { resources: { pets: [{ ...pets[0], id: 70 }] } };
    expect((await call("PUT", "/state", one, inSession("a"))).status).toBe(204);
    expect([await countOf(inSession("a")), await countOf()]).toEqual([1, pets.length]);
    expect((await call("POST", "/state/reset", undefined, inSession("a"))).status).toBe(204);
    expect(await countOf(inSession("a"))).toBe(pets.length);
    expect((await call("POST", "/state/reseed", { count: 5 }, inSession("a"))).status).toBe(204);
    await call("PUT", "/state", { resources: { pets: [] } }, inSession("a"));
    expect(await countOf(inSession("a"))).toBe(0);
    await call("POST", "/state/reset", undefined, inSession("a"));
    expect(await countOf(inSession("a"))).toBe(5);
  });

  test("can be saved under a name and restored", async () => {
    const before = await countOf();
    expect((await call("PUT", "/state/snapshots/full")).status).toBe(204);
    await call("PUT", "/state", { resources: { pets: [] } });
    expect((await call("GET", "/state/snapshots")).value).toEqual(["full"]);
    expect((await call("POST", "/state/snapshots/full/restore")).status).toBe(204);
    expect(await countOf()).toBe(before);
    expect((await call("DELETE", "/state/snapshots/full")).status).toBe(204);
    expect((await call("POST", "/state/snapshots/full/restore")).status).toBe(404);
  });

  test("that is invalid is refused, and nothing changes", async () => {
    const before = await countOf();
    const wrong = await call("PUT", "/state", { resources: { pets: [{ id: 1 }] } });
    expect(wrong).toMatchObject({
      status: 400,
      value: { message: expect.stringContaining("item 1") as string, at: "/resources/pets/0/name" },
    });
    const second = { id: 2, name: 5, categoryId: 1 };
    expect(
      await call("PUT", "/state", { resources: { pets: [{ id: 1, name: "Rex", categoryId: 1 }, second] } }),
    ).toMatchObject({ value: { code: "invalid_body", at: "/resources/pets/1/name" } });
    const unknown = await call("PUT", "/state", { resources: { cats: [] } });
    expect(unknown).toMatchObject({
      status: 404,
      value: { message: expect.stringContaining("there are pets") as string },
    });
    expect((await call("POST", "/state/reseed", { cuont: 5 })).status).toBe(400);
    expect(await countOf()).toBe(before);
  });

  test("of a whole world can be larger than a request of the document", async () => {
    const { value } = await call("GET", "/state");
    const { pets } = (value as { resources: { pets: Record<string, unknown>[] } }).resources;
    const many = Array.from({ length: 2000 }, (_, at) => ({ ...pets[0], id: at + 1, name: "x".repeat(60) }));
    expect((await call("PUT", "/state", { resources: { pets: many } })).status).toBe(204);
    expect(mock.server.worlds.shared.collection(0).store.count()).toBe(2000);
  });
});

describe("requests", () => {
  test.runIf(hasOwnWorlds)("are listed with their responses and refusals, without secrets", async () => {
    await mock.send("GET", "/pets?limit=1&token=hunter2", { headers: { Cookie: "sid=hunter2" } });
    await mock.send("POST", "/pets", { body: JSON.stringify({ name: "Rex", categoryId: 1, password: "hunter2" }) });
    await mock.send("GET", "/pets?limit=0");
    await mock.send("GET", "/nothing", { key: "hunter2-hunter2" });
    const { value } = await call("GET", "/requests");
    expect(value).toMatchObject([
      { method: "GET", url: "/v1/pets?limit=1&token=<hidden>", operation: "listPets", status: 200 },
      { method: "POST", status: 201, path: "/pets", request: { body: expect.stringContaining("Rex") as string } },
      { status: 400, refusal: { kind: "invalid_parameter", where: "query limit" } },
      { status: 404, url: "/v1/nothing" },
    ]);
    const text = JSON.stringify(value);
    expect(text).not.toContain("hunter2");
    expect(text).not.toContain("demo-key");
  });

  test("are counted by operation", async () => {
    for (const path of ["/pets", "/pets?limit=0", "/pets/1", "/nothing"]) await mock.send("GET", path);
    expect((await call("GET", "/requests/operations")).value).toEqual([
      { operation: "listPets", name: "GET /pets", count: 2 },
      { operation: "getPet", name: "GET /pets/{petId}", count: 1 },
    ]);
  });

  test("can be filtered, counted, read and forgotten", async () => {
    await mock.send("GET", "/pets");
    await mock.send("GET", "/pets/1");
    await mock.send("GET", "/pets/999999");
    const count = async (query: string): Promise<unknown> => (await call("GET", `/requests/count${query}`)).value;
    expect(await count("")).toEqual({ count: 3 });
    expect(await count("?status=4XX")).toEqual({ count: 1 });
    expect(await count("?status=200&method=get")).toEqual({ count: 2 });
    expect(await count("?path=/v1/pets/*")).toEqual({ count: 2 });
    expect(await count("?operation=listPets")).toEqual({ count: 1 });
    const [first] = (await call("GET", "/requests?limit=1")).value as { id: number }[];
    expect(await call("GET", `/requests/${first?.id}`)).toMatchObject({ status: 200, value: { status: 404 } });
    expect(await count(`?after=${first?.id}`)).toEqual({ count: 0 });
    expect((await call("GET", "/requests?status=abc")).status).toBe(400);
    const misspelt = await call("GET", "/requests/wait?operation=listPet");
    expect(misspelt).toMatchObject({
      status: 400,
      value: { message: expect.stringContaining("there are listPets, ") },
    });
    expect((await call("DELETE", "/requests")).status).toBe(204);
    expect(await count("")).toEqual({ count: 0 });
    expect((await call("GET", `/requests/${first?.id}`)).status).toBe(404);
  });

  test("can be awaited", async () => {
    const waiting = call("GET", "/requests/wait?count=2&operation=listPets&seconds=20");
    await mock.send("GET", "/pets");
    await mock.send("GET", "/pets");
    expect(await waiting).toMatchObject({ value: { met: true, requests: [{}, {}] } });
    expect(await call("GET", "/requests/wait?count=9&seconds=0.05")).toMatchObject({ value: { met: false } });
  });

  test("can be followed as they are answered", async () => {
    const stop = new AbortController();
    const stream = await fetch(`${new URL(mock.url).origin}/_/api/v1/requests/events`, { signal: stop.signal });
    expect(stream.headers.get("content-type")).toBe("text/event-stream");
    await mock.send("GET", "/pets", { headers: inSession("other") });
    await mock.send("GET", "/pets?limit=3");
    let text = "";
    const decoder = new TextDecoder();
    for await (const chunk of stream.body as unknown as AsyncIterable<Uint8Array>) {
      text += decoder.decode(chunk);
      if (text.includes("data:") && text.endsWith("\n\n")) break;
    }
    stop.abort();
    expect(text).toContain("event: request");
    expect(text).toContain("limit=3");
    expect(text).not.toContain("other");
  });

  test("can be exported as an HTTP archive", async () => {
    await mock.send("GET", "/pets?limit=2");
    const { value } = await call("GET", "/requests/har");
    expect(value).toMatchObject({
      log: {
        version: "1.2",
        entries: [{ request: { queryString: [{ name: "limit", value: "2" }] }, response: { status: 200 } }],
      },
    });
  });

  test("of deprecated operations are counted by the client that still sends them", async () => {
    const deprecated = mock.contract.operations.find(({ lifecycle }) => lifecycle.deprecated);
    const path = deprecated?.path.replaceAll(/\{[^}]*\}/g, "1") ?? "";
    await mock.send(deprecated?.method ?? "GET", path, { headers: { "User-Agent": "old-app/1" } });
    await mock.send(deprecated?.method ?? "GET", path, { headers: { "User-Agent": "old-app/1" } });
    const { value } = await call("GET", "/requests/deprecated");
    expect(value).toContainEqual(expect.objectContaining({ operation: deprecated?.id, client: "old-app/1", count: 2 }));
  });
});

test("situations can be switched on and off", async () => {
  const added = await call("POST", "/situations", { on: "listPets", status: 503 });
  expect(added).toMatchObject({ status: 201, value: { name: "listPets status=503", applied: 0 } });
  expect((await mock.send("GET", "/pets")).status).toBe(503);
  expect((await call("GET", "/situations")).value).toMatchObject([{ applied: 1 }]);
  const { id } = added.value as { id: number };
  expect((await call("DELETE", `/situations/${id}`)).status).toBe(204);
  expect((await call("DELETE", `/situations/${id}`)).status).toBe(404);
  expect((await mock.send("GET", "/pets")).status).toBe(200);
  for (const wrong of [{}, { statsu: 500 }, { status: 100 }, { share: 2 }, { on: "nobody", status: 500 }]) {
    expect([wrong, (await call("POST", "/situations", wrong)).status]).toEqual([wrong, 400]);
  }
});

test("the clock can be set, moved and reset, also to the day after a sunset", async () => {
  const going = mock.contract.operations.find(({ lifecycle }) => lifecycle.sunset !== undefined);
  const path = going?.path.replaceAll(/\{[^}]*\}/g, "1") ?? "";
  const ask = async (): Promise<number> =>
    (await mock.send(going?.method ?? "GET", path, { headers: inSession("later") })).status;
  const before = await ask();
  const set = await call(
    "PUT",
    "/clock",
    { now: `${going?.lifecycle.sunset}T23:59:00Z`, frozen: true },
    inSession("later"),
  );
  expect(set).toMatchObject({ status: 200, value: { frozen: true, changed: true } });
  expect(await ask()).toBe(before);
  await call("POST", "/clock/advance", { seconds: 120 }, inSession("later"));
  expect(await ask()).toBe(404);
  expect((await call("DELETE", "/clock", undefined, inSession("later"))).value).toMatchObject({ changed: false });
  expect(await ask()).toBe(before);
  expect((await call("PUT", "/clock", { now: "yesterday" })).status).toBe(400);
});

test.runIf(hasOwnWorlds)("sessions are listed and dropped", async () => {
  await mock.send("GET", "/pets", { headers: inSession("one") });
  expect((await call("GET", "/sessions")).value).toEqual([{ name: "one", idle: 0 }]);
  expect((await call("DELETE", "/sessions/one")).status).toBe(204);
  expect((await call("DELETE", "/sessions/one")).status).toBe(404);
  expect((await call("DELETE", "/sessions")).status).toBe(204);
});

test("describes the document, and what is not available here", async () => {
  const { value } = await call("GET", "/document");
  expect(value).toMatchObject({ title: mock.contract.title, resources: [{ name: "pets" }], baseUrls: ["/v1"] });
  expect((await call("GET", "/document/findings")).status).toBe(501);
  expect((await call("POST", "/document/reload")).status).toBe(501);
});

test.runIf(hasOwnWorlds)("calls leave no trace in the journal, and no situation applies to them", async () => {
  await call("POST", "/situations", { status: 500 });
  expect((await call("GET", "/state", undefined, { Prefer: "code=500" })).status).toBe(200);
  expect((await call("GET", "/requests/count")).value).toEqual({ count: 0 });
});

test("unknown paths, unknown methods and bodies that are not JSON get the same error body", async () => {
  const origin = `${new URL(mock.url).origin}/_/api/v1`;
  const shapes = await Promise.all([
    fetch(`${origin}/nothing`),
    fetch(origin),
    fetch(`${origin}/clock`, { method: "PATCH" }),
    fetch(`${origin}/clock`, { method: "PUT", body: "{}", headers: { "Content-Type": "text/plain" } }),
    fetch(`${origin}/clock`, { method: "PUT", body: "{", headers: { "Content-Type": "application/json" } }),
  ]);
  expect(shapes.map(({ status }) => status)).toEqual([404, 404, 405, 415, 400]);
  for (const shape of shapes) {
    expect(await shape.json()).toMatchObject({
      code: expect.any(String),
      message: expect.any(String),
      status: shape.status,
    });
  }
});

test("a path of the document takes precedence, a message says so at the start, and the control plane can move", async () => {
  const told: string[] = [];
  const get = { responses: { "200": { description: "Mine." } } };
  const document = orders({ paths: { "/_/api/v1/health": { get } }, root: { servers: [{ url: "/" }] } });
  const other = await startMock(document, { control: {}, onWarning: (message) => told.push(message) });
  const moved = await startMock(document, { control: { path: "/steer" }, onWarning: (message) => told.push(message) });
  try {
    expect(told).toEqual([expect.stringContaining("/_/api/v1/health comes before the control plane")]);
    expect(await (await fetch(`${new URL(other.url).origin}/_/api/v1/health`)).text()).toBe("");
    expect((await fetch(`${new URL(other.url).origin}/_/api/v1/ready`)).status).toBe(200);
    expect(await (await fetch(`${new URL(moved.url).origin}/steer/api/v1/health`)).json()).toEqual({ status: "ok" });
  } finally {
    await other.close();
    await moved.close();
  }
});

test("returns the file and line of a part of the document", async () => {
  const place = (pointer: string): Promise<ListMetadata> =>
    call("GET", `/document/place?pointer=${encodeURIComponent(pointer)}`);
  const lines = readFileSync("spec/animal-store.yaml", "utf8").split("\n");
  const line = lines.findIndex((text) => text === "  /pets:") + 1;
  const { value } = await place("/paths/~1pets");
  expect((value as { file: string }).file).toBe("spec/animal-store.yaml");
  expect([line, line + 1]).toContain((value as { line: number }).line);
  expect((await place("/paths/~1cats")).status).toBe(404);
  expect((await place("paths")).status).toBe(400);
});

// Excluded calls do not end by themselves, or validate their body by the served document.
const NOT_ASKED: ReadonlySet<string> = new Set(["followRequests", "waitForRequests", "addSituation"]);

test.runIf(IN_PROOF)("our own suite finds nothing wrong with it", async () => {
  const actions = { findings: async () => [], reload: async () => undefined };
  const runs = { token: "t0ken-t0ken", run: async () => undefined };
  const other = await startMock(undefined, { control: { token: "t0ken-t0ken", actions, runs } });
  try {
    const operations = contract.operations.filter(({ id }) => !NOT_ASKED.has(id));
    const baseUrl = `${new URL(other.url).origin}/_/api/v1`;
    const { results } = await verify({ ...contract, operations }, { baseUrl, key: "t0ken-t0ken" });
    const failed = results.filter(({ outcome }) => outcome.verdict === "fail");
    expect(failed.map(({ check, subject }) => `${check.id} ${JSON.stringify(subject)}`)).toEqual([]);
    expect(results.filter(({ outcome }) => outcome.verdict === "pass").length).toBeGreaterThan(100);
  } finally {
    await other.close();
  }
});

describe("access", () => {
  const at = (path: string): string => `${new URL(mock.url).origin}/_/api/v1${path}`;

  test("is refused to any page but the mock's own, on loopback or another site", async () => {
    for (const headers of [
      { Origin: "http://localhost:5173" },
      { Origin: "https://evil.example.com" },
      { Origin: "null" },
      { "Sec-Fetch-Site": "cross-site" },
      { "Sec-Fetch-Site": "same-site" },
    ]) {
      const answer = await fetch(at("/state/reset"), { method: "POST", headers });
      expect([headers, answer.status]).toEqual([headers, 403]);
      expect(answer.headers.get("access-control-allow-origin")).toBeNull();
    }
    const own = { Origin: new URL(mock.url).origin, "Sec-Fetch-Site": "same-origin" };
    expect((await fetch(at("/state"), { headers: own })).status).toBe(200);
    // Whatever the document serves has the same origin, so a page must also prove that it is the console.
    for (const headers of [
      own,
      { Origin: own.Origin },
      { "Sec-Fetch-Site": "same-origin" },
      { ...own, "X-Mock-Console": "guess" },
    ])
      expect((await fetch(at("/state/reset"), { method: "POST", headers })).status).toBe(403);
    const preflight = { Origin: "http://localhost:5173", "Access-Control-Request-Method": "POST" };
    expect((await fetch(at("/state/reset"), { method: "OPTIONS", headers: preflight })).status).toBe(403);
  });

  test("requires the token, if there is one, except for health and readiness", async () => {
    await expect(startMock(undefined, { control: {}, isOnNetwork: true })).rejects.toThrow("needs a token");
    const other = await startMock(undefined, { control: { token: "t0ken-t0ken" }, isOnNetwork: true });
    try {
      const path = (name: string): string => `${new URL(other.url).origin}/_/api/v1/${name}`;
      const statuses = await Promise.all([
        fetch(path("state")),
        fetch(path("state"), { headers: { Authorization: "Bearer demo-key" } }),
        fetch(path("state"), { headers: { Authorization: "Bearer t0ken-t0ken" } }),
        fetch(path("health")),
        fetch(path("ready")),
      ]);
      expect(statuses.map(({ status }) => status)).toEqual([401, 401, 200, 200, 200]);
    } finally {
      await other.close();
    }
  });
});
