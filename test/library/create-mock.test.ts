// A mock within a test: how to control it, and its messages for wrong use.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { OpenAPIV3, OpenAPIV3_1 } from "openapi-types";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import {
  type JsonObject,
  type Mock,
  type MockSession,
  createMock,
  createMockServer,
  loadContract,
} from "../../src/index.ts";

interface Pet {
  readonly id: number;
  readonly name: string;
}

async function start(options?: Parameters<typeof createMock>[0]): Promise<Mock> {
  const mock = await createMock(options);
  onTestFinished(() => mock.close());
  return mock;
}

function ask(
  mock: Mock,
  path = "/pets",
  init: { method?: string; body?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Response> {
  const headers = { Authorization: `Bearer ${mock.key}`, "Content-Type": "application/json", ...init.headers };
  return fetch(mock.url + path, { ...init, headers });
}

const REX = { method: "POST", body: '{"name":"Rex","categoryId":1}' };

describe("a mock", () => {
  test("has items, a seed and a reset", async () => {
    const mock = await start({ seed: [{ id: 7, name: "Ada", categoryId: 1 }] });
    await ask(mock, "/pets", REX);
    expect(mock.items<Pet>("pets").map(({ name }) => name)).toEqual(["Ada", "Rex"]);
    mock.reset();
    expect(mock.items<Pet>().map(({ name }) => name)).toEqual(["Ada"]);
    mock.seed({ pets: [{ id: 1, name: "Bea", categoryId: 1 }] });
    expect(mock.items<Pet>().map(({ name }) => name)).toEqual(["Bea"]);
    mock.seed(3);
    mock.reset();
    expect(mock.items()).toHaveLength(3);
  });

  test("has situations that count how often they applied, until they are removed", async () => {
    const mock = await start({ situations: [{ on: "POST", status: 500 }] });
    expect((await ask(mock, "/pets", REX)).status).toBe(500);
    const situation = mock.situation({ on: "GET", list: "empty" });
    expect(await (await ask(mock)).json()).toEqual([]);
    expect([situation.name, situation.applied]).toEqual(["GET list=empty", 1]);
    situation.remove();
    expect(await (await ask(mock)).json()).not.toEqual([]);
  });

  test("has a clock that can move past a sunset", async () => {
    const mock = await start();
    const [first] = mock.items<Pet>();
    mock.clock.freeze("2030-12-05T12:00:00Z");
    expect(mock.clock.now()).toEqual(new Date("2030-12-05T12:00:00Z"));
    expect((await ask(mock, `/pets/${first?.id}`)).status).toBe(200);
    mock.clock.advance(86_400_000);
    expect((await ask(mock, `/pets/${first?.id}`)).status).toBe(404);
    mock.clock.reset();
    expect((await ask(mock, `/pets/${first?.id}`)).status).toBe(200);
  });

  test("has sessions, each with its own items and situations", async () => {
    const mock = await start();
    const [one, two] = [mock.session(), mock.session("two")];
    expect(one.name).not.toBe(two.name);
    one.seed([]);
    two.situation({ status: 500 });
    expect(await (await ask(mock, "/pets", { headers: one.headers })).json()).toEqual([]);
    expect((await ask(mock, "/pets", { headers: two.headers })).status).toBe(500);
    expect(await (await ask(mock)).json()).not.toEqual([]);
    one.close();
    expect(one.items()).not.toEqual([]);
  });

  test("serves a document given as a file or as a value, and reads a file that changed again", async () => {
    const folder = mkdtempSync(join(tmpdir(), "animal-store-library-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const path = join(folder, "openapi.json");
    const document = (name: string): OpenAPIV3_1.Document => ({
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: { [`/${name}`]: { get: { responses: { "204": { description: "nothing" } } } } },
    });
    for (const name of ["one", "other"]) {
      writeFileSync(path, JSON.stringify(document(name)));
      for (const spec of [path, document(name)]) {
        // oxlint-disable-next-line no-await-in-loop
        const mock = await createMock({ spec });
        // oxlint-disable-next-line no-await-in-loop
        expect((await fetch(`${mock.url}/${name}`)).status).toBe(204);
        // oxlint-disable-next-line no-await-in-loop
        await mock.close();
      }
    }
  });

  test("has a journal of requests and responses for each session, without the key", async () => {
    const mock = await start();
    const session = mock.session();
    await ask(mock, "/pets?limit=101");
    await ask(mock, "/pets", { ...REX, headers: session.headers });
    const [refused, ...others] = mock.requests;
    expect(others).toEqual([]);
    expect(refused).toMatchObject({
      method: "GET",
      url: "/v1/pets?limit=101",
      status: 400,
      refusal: { where: "query limit" },
    });
    expect(session.requests).toMatchObject([{ method: "POST", status: 201, session: session.name }]);
    expect(JSON.stringify(mock.requests)).not.toContain(mock.key);
  });

  test("closes itself if it is declared with `await using`", async () => {
    const mock = await createMock();
    await mock[Symbol.asyncDispose]();
    await expect(fetch(mock.url)).rejects.toThrow("fetch failed");
  });
});

test("a server can be created from a document given as an object, in 3.0 or 3.1", async () => {
  const responses = { "204": { description: "nothing" } };
  const info = { title: "T", version: "1" };
  const newer: OpenAPIV3_1.Document = { openapi: "3.1.0", info, paths: { "/one": { get: { responses } } } };
  const older: OpenAPIV3.Document = { openapi: "3.0.3", info, paths: { "/one": { get: { responses } } } };
  for (const document of [newer, older]) {
    const server = createMockServer(document);
    // oxlint-disable-next-line no-await-in-loop
    const { url } = await server.listen();
    // oxlint-disable-next-line no-await-in-loop
    expect((await fetch(`${url}/one`)).status).toBe(204);
    // oxlint-disable-next-line no-await-in-loop
    await server.close();
  }
  const beside = { get: { responses: { "200": { $ref: "other.yaml#/here" } } } };
  expect(() => createMockServer({ ...newer, paths: { "/one": beside } })).toThrow("leads to another file");
});

describe("misuse is reported with a clear message", () => {
  test.each([
    [{ sed: 5 }, 'createMock has no option "sed"; did you mean seed?'],
    [{ spec: undefined }, "the path of an OpenAPI document, or the document; it got undefined"],
    [{ spec: 5 }, "it got 5"],
    [{ spec: null }, "it got null"],
    [{ spec: true }, "it got a value of type boolean"],
    ["openapi.yaml", 'takes an object of options, or nothing; it got "openapi.yaml"'],
    [{ seed: "five" }, 'takes as seed a number, a list of items, or an object of such lists; it got "five"'],
    [{ seed: { cats: [] } }, 'there is no resource "cats"; there are pets'],
  ])("%o", async (options, message) => {
    await expect(createMock(options as never)).rejects.toThrow(message);
  });

  test("of a running mock", async () => {
    const mock = await start();
    expect(() => mock.items("cats")).toThrow('there is no resource "cats"; there are pets');
    expect(() => mock.situation({ on: "listCats" })).toThrow('no operation is called "listCats"; there are');
    expect(() => mock.situation(undefined as never)).toThrow("situation takes an object such as");
    expect(() => mock.session("no spaces")).toThrow("a session is called by 1 to 64 letters");
    expect(() => mock.clock.set("tomorrow")).toThrow('it got "tomorrow"');
    expect(() => mock.seed([{ name: 5 }])).toThrow("item 1");
  });

  test("of the functions that a mock is built from", async () => {
    expect(() => createMockServer(undefined as never)).toThrow("createMockServer takes a contract");
    expect(() => createMockServer("openapi.yaml" as never)).toThrow(
      'or an OpenAPI document as an object; it got "openapi.yaml"',
    );
    expect(() => createMockServer({ openapi: "2.0" } as never)).toThrow("the openapi version is");
    await expect(loadContract(undefined as never)).rejects.toThrow(
      "loadContract takes the path of an OpenAPI document",
    );
  });
});

test("the types describe the functions", () => {
  expectTypeOf<Awaited<ReturnType<typeof createMock>>>().toEqualTypeOf<Mock>();
  expectTypeOf<ReturnType<Mock["session"]>>().toEqualTypeOf<MockSession>();
  expectTypeOf<MockSession["headers"]>().toEqualTypeOf<Readonly<Record<string, string>>>();
  void ((document: OpenAPIV3_1.Document) => loadContract(document));
  void ((mock: Mock): JsonObject[] => mock.items("pets"));
  // @ts-expect-error: there is no such option
  void (() => createMock({ sed: 5 }));
  // @ts-expect-error: a status is a number or a text
  void ((mock: Mock) => mock.situation({ status: true }));
});
