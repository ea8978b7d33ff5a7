// The entries for other tools: MSW, Express, Vitest and Playwright.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { test as playwright } from "@playwright/test";
import { HttpResponse, http } from "msw";
import { setupServer } from "msw/node";
import { afterAll, beforeAll, describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import { createMswMock } from "../../src/entries/msw.ts";
import { animalStore } from "../../src/entries/express.ts";
import * as forPlaywright from "../../src/entries/playwright.ts";
import { type RemoteWorld, mockFixture, mockSetup } from "../../src/entries/vitest.ts";
import { loadEmbeddedContract } from "../../src/index.ts";
import { workerWorld } from "../../src/library/remote-world.ts";

const HEADERS = { Authorization: "Bearer demo-key", "Content-Type": "application/json" };
const REX = { method: "POST", headers: HEADERS, body: '{"name":"Rex","categoryId":9223372036854775807}' };

test("MSW responds to the operations of the document, at any origin, and leaves other requests alone", async () => {
  const mock = createMswMock(await loadEmbeddedContract());
  const server = setupServer(...mock.handlers);
  server.listen({ onUnhandledRequest: "error" });
  onTestFinished(() => {
    server.close();
    mock.worlds.close();
  });
  const url = "https://api.example.com/v1/pets";
  const created = await fetch(url, REX);
  expect([created.status, await created.text()]).toEqual([
    201,
    '{"id":13,"name":"Rex","categoryId":9223372036854775807}',
  ]);
  expect((await fetch(`${url}?limit=101`, { headers: HEADERS })).status).toBe(400);
  mock.reset();
  expect(await (await fetch(`${url}?limit=100`, { headers: HEADERS })).text()).not.toContain("Rex");
  mock.worlds.shared.situations.add({ connection: "dropped" });
  await expect(fetch(url, { headers: HEADERS })).rejects.toThrow("fetch");
  await expect(fetch("https://api.example.com/other")).rejects.toThrow("[MSW] Cannot bypass");
});

test("MSW's own setting holds for requests that the mock does not answer: none reaches the network", async () => {
  let reached = 0;
  const other = createServer((_req, res) => void res.end(String(++reached)));
  await new Promise<void>((done) => void other.listen(0, "127.0.0.1", done));
  const elsewhere = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
  const mock = createMswMock(await loadEmbeddedContract(), { origin: "https://api.example.com/", auth: false });
  const own = http.get("https://own.example.com/", () => HttpResponse.json([]));
  const server = setupServer(own, ...mock.handlers);
  server.listen({ onUnhandledRequest: "error" });
  onTestFinished(() => {
    server.close();
    other.close();
    mock.worlds.close();
  });
  expect((await fetch("https://own.example.com/")).status).toBe(200);
  expect((await fetch("https://api.example.com/v1/pets")).status).toBe(200);
  for (const url of [`${elsewhere}/v1/pets`, `${elsewhere}/other`, "https://api.example.com/v2/pets"])
    await expect(fetch(url)).rejects.toThrow("[MSW] Cannot bypass");
  // Without an origin, paths of the document are the mock's wherever they are, and nothing else is.
  server.resetHandlers(...createMswMock(await loadEmbeddedContract(), { auth: false }).handlers);
  expect((await fetch(`${elsewhere}/v1/pets`)).status).toBe(200);
  await expect(fetch(`${elsewhere}/v1x/pets`)).rejects.toThrow("[MSW] Cannot bypass");
  expect(reached).toBe(0);
});

describe("as middleware", () => {
  test("responds to the operations of the document, and passes other requests on", async () => {
    const handle = animalStore(await loadEmbeddedContract());
    const server = createServer((req, res) => handle(req, res, () => void res.writeHead(418).end("mine")));
    await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
    onTestFinished(() => void server.close());
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const created = await fetch(`${url}/v1/pets`, REX);
    expect([created.status, await created.text()]).toEqual([
      201,
      '{"id":13,"name":"Rex","categoryId":9223372036854775807}',
    ]);
    expect((await fetch(`${url}/v1/pets`, { headers: HEADERS })).headers.get("content-type")).toBe("application/json");
    expect((await fetch(`${url}/v1/pets`, { ...REX, body: "x".repeat(70_000) })).status).toBe(413);
    expect((await fetch(`${url}/other`)).status).toBe(418);
    // Sent in chunks, without a length.
    const chunked = { ...REX, body: new Blob([REX.body]).stream(), duplex: "half" } as RequestInit;
    expect((await fetch(`${url}/v1/pets`, chunked)).status).toBe(201);
  });
});

describe("a session for each worker", () => {
  let stop: () => Promise<void>;
  beforeAll(async () => {
    stop = await mockSetup({ auth: false })();
  });
  afterAll(() => stop());

  const names = async (mock: RemoteWorld): Promise<string[]> =>
    (await mock.items<{ name: string }>()).map(({ name }) => name);

  test("the Vitest fixture starts each test afresh and controls the mock", async () => {
    await mockFixture({}, async (mock) => {
      await fetch(`${mock.url}/pets`, { ...REX, headers: { ...HEADERS, ...mock.headers } });
      expect(await names(mock)).toContain("Rex");
      expect(await mock.requests()).toMatchObject([{ method: "POST", status: 201 }]);
      const remove = await mock.situation({ on: "GET", status: 500 });
      expect((await fetch(`${mock.url}/pets`, { headers: mock.headers })).status).toBe(500);
      expect((await fetch(`${mock.url}/pets`)).status).toBe(200);
      await remove();
      expect((await fetch(`${mock.url}/pets`, { headers: mock.headers })).status).toBe(200);
      await expect(mock.situation({ on: "listCats" })).rejects.toThrow("listCats");
      await mock.setClock("2031-01-01T00:00:00Z", true);
      expect((await fetch(`${mock.url}/pets/1`, { headers: mock.headers })).status).toBe(404);
    });
    await mockFixture({}, async (mock) => {
      expect(await names(mock)).not.toContain("Rex");
      await mock.seed({ pets: [{ id: 1, name: "Ada", categoryId: 1 }] });
      await mock.reset();
      expect(await names(mock)).toEqual(["Ada"]);
    });
    await mockFixture({}, async (mock) => {
      expect(await names(mock)).toHaveLength(12);
    });
  });

  test("the Playwright fixture makes pages send the header of the session", async () => {
    const sent: object[] = [];
    const context = { setExtraHTTPHeaders: async (headers: object) => void sent.push(headers) };
    await forPlaywright.mockFixture({ context }, async ({ session }) => expect(session).toBe("playwright-3"), {
      parallelIndex: 3,
    });
    expect(sent).toEqual([{ "X-Mock-Session": "playwright-3" }]);
  });

  test("both fixtures have the types that test.extend expects", () => {
    void (() => test.extend<{ mock: RemoteWorld }>({ mock: mockFixture }));
    void (() => playwright.extend<{ mock: RemoteWorld }>({ mock: forPlaywright.mockFixture }));
    expectTypeOf(mockSetup).toBeFunction();
  });
});

test("workers find a mock that has a token, its own control path and its own session header", async () => {
  const end = await mockSetup({ sessionHeader: "X-World", control: { path: "/steer", token: "only-for-workers" } })();
  try {
    const world = workerWorld("one", "");
    await world.seed(7);
    expect([world.headers, (await world.items()).length]).toEqual([{ "X-World": "one" }, 7]);
    await world.close();
  } finally {
    await end();
  }
});

test("without the setup, the fixture says what to do", async () => {
  delete process.env["ANIMAL_STORE_TEST_URL"];
  await expect(mockFixture({}, async () => undefined)).rejects.toThrow("name a file in globalSetup");
});
