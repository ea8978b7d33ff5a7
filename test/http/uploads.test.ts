// Files that clients send: how large they may be, what the answer says of them, and that their bytes come back.
import { createHash } from "node:crypto";
import { EventEmitter } from "node:events";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Reply } from "../../src/http/exchange.ts";
import { BodyLimits } from "../../src/http/request/body/limits.ts";
import { readBody } from "../../src/http/request/body/read.ts";
import { readHead } from "../../src/http/request/head.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type Mock, startMock } from "./support.ts";

const FILE = { type: "string", format: "binary" };
const ok = (content: JsonObject, status = "200"): JsonObject => ({ [status]: { description: "ok", content } });
const asJson = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const takes = (content: JsonObject): JsonObject => ({ requestBody: { required: true, content } });
const form = (properties: JsonObject): JsonObject => ({
  "multipart/form-data": { schema: { type: "object", properties } },
});
const named = (name: string): JsonObject => ({ name, in: "path", required: true, schema: { type: "string" } });
const facts = {
  id: { type: "integer" },
  name: { type: "string" },
  content_type: { type: "string" },
  size: { type: "integer" },
  sha256: { type: "string" },
  download_url: { type: "string", format: "uri" },
};
const RECORD = { type: "object", required: ["id"], properties: facts };
const NOT_THERE = { "404": { description: "not there" } };

const DOCUMENT: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Files", version: "1" },
  paths: {
    "/scans": {
      get: { responses: ok(asJson({ type: "array", items: RECORD })) },
      post: { ...takes(form({ file: FILE, name: { type: "string" } })), responses: ok(asJson(RECORD), "201") },
    },
    "/scans/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { ...ok(asJson(RECORD)), ...NOT_THERE } },
      delete: { responses: { "204": { description: "gone" }, ...NOT_THERE } },
    },
    "/covers": {
      get: { responses: ok(asJson({ type: "array", items: RECORD })) },
      post: { ...takes(form({ file: FILE })), responses: ok(asJson(RECORD), "201") },
    },
    "/covers/{id}": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { ...ok(asJson(RECORD)), ...NOT_THERE } },
    },
    "/covers/{id}/thumbnail": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { ...ok({ "image/png": { schema: FILE } }), ...NOT_THERE } },
    },
    "/covers/{id}/raw": {
      parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
      get: { responses: { ...ok({ "image/*": { schema: FILE } }), ...NOT_THERE } },
      put: { ...takes({ "image/*": { schema: FILE } }), responses: { ...ok(asJson(RECORD)), ...NOT_THERE } },
    },
    "/blobs/{name}": {
      parameters: [named("name")],
      put: {
        ...takes({ "application/octet-stream": { schema: FILE } }),
        responses: { "204": { description: "kept" } },
      },
      get: { responses: { ...ok({ "application/octet-stream": { schema: FILE } }), ...NOT_THERE } },
    },
    "/attachments": {
      post: {
        parameters: [{ name: "filename", in: "query", schema: { type: "string" } }],
        ...takes({ "application/octet-stream": { schema: FILE } }),
        responses: ok(asJson(RECORD), "201"),
      },
    },
    "/avatar": {
      post: {
        ...takes(form({ file: FILE })),
        responses: ok(asJson({ type: "object", properties: { name: facts.name, size: facts.size, url: facts.name } })),
      },
    },
    "/import": {
      post: {
        ...takes(asJson({ type: "array", items: { type: "string" } })),
        responses: { "202": { description: "ok" } },
      },
    },
    "/notes": { post: { ...takes({ "text/csv": {} }), responses: { "202": { description: "taken" } } } },
  },
};

const digest = (content: Buffer): string => createHash("sha256").update(content).digest("hex");
/** Bytes that are no text in any encoding. */
const bytes = (length: number): Buffer => Buffer.from(Array.from({ length }, (_, at) => (at * 131 + 7) % 256));
const multipart = (content: Buffer, type: string, name: string) => {
  const head = `--b\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: ${type}\r\n\r\n`;
  return {
    body: Buffer.concat([Buffer.from(head), content, Buffer.from("\r\n--b--\r\n")]),
    headers: { "Content-Type": "multipart/form-data; boundary=b" },
  };
};
const raw = (body: Buffer, type: string) => ({ body, headers: { "Content-Type": type } });
/** The status, the type, and a digest of the body: a difference of long bodies would be endless. */
const fetched = async (url: string): Promise<readonly [number, string | null, string]> => {
  const response = await fetch(url);
  return [response.status, response.headers.get("content-type"), digest(Buffer.from(await response.arrayBuffer()))];
};

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(DOCUMENT);
});
afterAll(() => mock.close());

describe("what the answer says", () => {
  test("name, type, size, digest and an address that gives the same bytes", async () => {
    const content = bytes(100_000);
    const { status, value } = await mock.send("POST", "/scans", multipart(content, "application/zip", "a b.zip"));
    expect([status, value]).toMatchObject([
      201,
      { name: "a b.zip", content_type: "application/zip", size: 100_000, sha256: digest(content) },
    ]);
    const shown = value as { readonly id: number; readonly download_url: string };
    expect(await fetched(shown.download_url)).toEqual([200, "application/zip", digest(content)]);
    expect((await mock.send("GET", `/scans/${shown.id}`)).value).toEqual(value);
    await mock.send("DELETE", `/scans/${shown.id}`);
    expect((await fetched(shown.download_url))[0]).toBe(404);
  });

  test("the address is a documented one, where the document has one below the item", async () => {
    const content = bytes(3_000);
    const { value } = await mock.send("POST", "/covers", multipart(content, "image/gif", "c.gif"));
    const { id, download_url: url } = value as { readonly id: number; readonly download_url: string };
    expect(url).toBe(`${mock.url}/covers/${id}/raw`);
    expect(await fetched(url)).toEqual([200, "image/gif", digest(content)]);
  });

  test("its name, its size and its address, where the answer is no item", async () => {
    const { value } = await mock.send("POST", "/avatar", multipart(bytes(4_321), "image/png", "me.png"));
    expect(value).toMatchObject({ name: "me.png", size: 4_321, url: expect.stringContaining(mock.url) as string });
  });

  test("the name is in the query, for a body that is a file of any type", async () => {
    const { status, value } = await mock.send(
      "POST",
      "/attachments?filename=x.zip",
      raw(bytes(70_000), "application/zip"),
    );
    expect([status, value]).toMatchObject([201, { name: "x.zip", content_type: "application/zip", size: 70_000 }]);
    expect((await fetched((value as { readonly download_url: string }).download_url))[2]).toBe(digest(bytes(70_000)));
  });
});

describe("where files are", () => {
  test("what is put at a path is read there, the latest counts, and nothing is there before", async () => {
    expect((await mock.send("GET", "/blobs/one")).status).toBe(404);
    for (const size of [10, 200_000]) {
      await mock.send("PUT", "/blobs/one", raw(bytes(size), "application/octet-stream"));
      expect((await fetched(`${mock.url}/blobs/one`))[2]).toBe(digest(bytes(size)));
    }
  });

  test("a file of an item is changed at its own path", async () => {
    const { value } = await mock.send("POST", "/covers", multipart(bytes(9), "image/gif", "c.gif"));
    const { id } = value as { readonly id: number };
    expect((await mock.send("PUT", `/covers/${id}/raw`, raw(bytes(50), "image/jpeg"))).status).toBe(200);
    expect(await fetched(`${mock.url}/covers/${id}/raw`)).toEqual([200, "image/jpeg", digest(bytes(50))]);
    expect((await mock.send("PUT", "/covers/987654/raw", raw(bytes(50), "image/jpeg"))).status).toBe(404);
  });

  test("each session has its own", async () => {
    const headers = { "X-Mock-Session": "other", "Content-Type": "application/octet-stream" };
    await mock.send("PUT", "/blobs/two", { body: bytes(5), headers });
    expect((await mock.send("GET", "/blobs/two")).status).toBe(404);
    const own = await fetch(`${mock.url}/blobs/two`, { headers: { "X-Mock-Session": "other" } });
    expect(own.status).toBe(200);
    const { body, headers: more } = multipart(bytes(7), "text/plain", "t.txt");
    const { value } = await mock.send("POST", "/scans", { body, headers: { ...more, "X-Mock-Session": "other" } });
    expect((await fetched((value as { readonly download_url: string }).download_url))[0]).toBe(200);
  });

  test("a reset removes them", async () => {
    await mock.send("PUT", "/blobs/three", raw(bytes(5), "application/octet-stream"));
    mock.reset();
    expect((await mock.send("GET", "/blobs/three")).status).toBe(404);
  });
});

test("each file that becomes a thing has an identifier of its own", async () => {
  const idOf = async (): Promise<unknown> => {
    const { status, value } = await mock.send("POST", "/attachments", raw(bytes(7), "application/octet-stream"));
    expect(status).toBe(201);
    return (value as { readonly id: unknown }).id;
  };
  expect(await idOf()).not.toBe(await idOf());
});

describe("how large a body may be", () => {
  const MB = 1024 * 1024;
  test.each<[string, number, number]>([
    ["application/json", 65_536, 202],
    ["application/json", 65_537, 413],
    ["application/octet-stream", 10 * MB, 201],
    ["application/octet-stream", 10 * MB + 1, 413],
    ["text/csv", 65_537, 202],
  ])("%s of %i bytes: %i", async (type, size, status) => {
    const path = { "application/json": "/import", "text/csv": "/notes" }[type] ?? "/attachments";
    const body = type.endsWith("json") ? Buffer.from(`["${"x".repeat(size - 4)}"]`) : bytes(256).toString("latin1");
    const sent = typeof body === "string" ? Buffer.alloc(size, body, "latin1") : body;
    expect((await mock.send("POST", path, raw(sent, type))).status).toBe(status);
  });

  test("the operator decides for every body", async () => {
    const other = await startMock(DOCUMENT, { bodyLimit: 100_000 });
    const json = (size: number) => raw(Buffer.from(`["${"x".repeat(size - 4)}"]`), "application/json");
    expect((await other.send("POST", "/import", json(100_000))).status).toBe(202);
    expect((await other.send("POST", "/import", json(100_001))).status).toBe(413);
    expect((await other.send("POST", "/notes", raw(bytes(100_001), "text/csv"))).status).toBe(413);
    await other.close();
  });

  test("files count as what the mock may keep", async () => {
    const full = await startMock(DOCUMENT, { capacityBytes: 160_000 });
    expect((await full.send("PUT", "/blobs/one", raw(bytes(90_000), "application/octet-stream"))).status).toBe(204);
    expect((await full.send("PUT", "/blobs/two", raw(bytes(90_000), "application/octet-stream"))).status).toBe(507);
    full.reset();
    expect((await full.send("PUT", "/blobs/two", raw(bytes(90_000), "application/octet-stream"))).status).toBe(204);
    await full.close();
  });

  test("large bodies that arrive at the same time have a limit together, and each frees its room", () => {
    const limits = new BodyLimits();
    const arrivals = Array.from({ length: 8 }, () => arrival(limits));
    for (const { req } of arrivals) req.emit("data", new Uint8Array(9 * MB));
    expect(arrivals.map(({ outcome }) => outcome())).toEqual([
      ...Array<string>(7).fill("waits"),
      "service_unavailable",
    ]);
    arrivals[0]?.res.emit("close");
    const next = arrival(limits);
    next.req.emit("data", new Uint8Array(9 * MB));
    next.req.emit("end");
    expect(next.outcome()).toBe("read");
  });
});

/** A file that is being sent. */
function arrival(limits: BodyLimits) {
  const req = Object.assign(new EventEmitter(), { rawHeaders: [], socket: { setTimeout() {}, destroy() {} } });
  const res = new EventEmitter();
  let outcome = "waits";
  const head = { ...readHead({ rawHeaders: ["Content-Type", "image/png"] }, "x-mock-session") };
  readBody({ req, res: res as unknown as Reply, head }, limits, (result) => {
    outcome = "kind" in result ? result.kind : "read";
  });
  return { req, res, outcome: () => outcome };
}
