// `gate --replay`: how a server responds to the witnesses, and what that proves.
import { type RequestListener, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { withOperation } from "./documents.ts";
import { type JsonChange, Session } from "./session.ts";

let session: Session;
let asked: string[] = [];
const closing: (() => Promise<void>)[] = [];
beforeEach(() => {
  session = new Session();
  asked = [];
});
afterEach(async () => {
  session.end();
  for (const close of closing.splice(0)) await close();
});

const KEYS = { components: { securitySchemes: { key: { type: "apiKey", in: "cookie", name: "sid" } } } };

const limited = (maximum: number, more: object = KEYS) =>
  withOperation(
    {
      security: [{ key: [] }],
      parameters: [
        { name: "limit", in: "query", schema: { type: "integer", maximum } },
        { name: "sess", in: "cookie", required: true, schema: { const: "a" } },
      ],
    },
    more as Record<string, unknown>,
  );

/** A server with only one response. @returns its URL */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url} ${request.headers.cookie}`);
    answer(request, response);
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  closing.push(() => new Promise((done) => server.close(() => done()).closeAllConnections()));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

async function replay(url: string, env: Record<string, string> = {}): Promise<JsonChange> {
  session.put("old.json", limited(10));
  session.put("new.json", limited(5));
  const { changes } = await session.report(["old.json", "new.json", "--replay", url], { env });
  return changes[0] as JsonChange;
}

const KEY = { ANIMAL_STORE_KEY: "s3cret key" };

describe("what a response proves", () => {
  test("a refusal, with the credential next to other cookies and no key in the report", async () => {
    const url = await serve((request, response) => response.writeHead(400).end(`no: ${request.headers.cookie}`));
    expect((await replay(url, KEY)).replay).toBe("400, refused; no: sess=a; sid=$API_KEY");
    expect(asked).toEqual(["GET /v1/things?limit=6 sess=a; sid=s3cret key"]);
  });

  test("a 401 without a key proves nothing, and the report says what to pass", async () => {
    const url = await serve((_, response) => response.writeHead(401).end());
    expect((await replay(url)).replay).toBe("401, which shows nothing: no key was sent (give one in ANIMAL_STORE_KEY)");
    expect(asked).toEqual(["GET /v1/things?limit=6 sess=a"]);
    expect((await replay(url, KEY)).replay).toBe("401, refused");
  });

  test.each([
    [204, "accepted: the server does not do what its document says"],
    [302, "which shows nothing: the server leads elsewhere"],
    [422, "refused"],
    [503, "which shows nothing: the server failed"],
  ])("a status of %i", async (status, said) => {
    const url = await serve((_, response) => response.writeHead(status, { location: "/elsewhere" }).end());
    expect((await replay(url, KEY)).replay).toBe(`${status}, ${said}`);
    expect(asked).toHaveLength(1);
  });

  test("an unreachable server, with the reason", async () => {
    const url = await serve(() => undefined);
    await closing.splice(0)[0]?.();
    expect((await replay(url)).replay).toMatch(/^no answer \(ECONNREFUSED: nothing listens there\)$/);
  });

  test("an endless response is only read at its beginning", async () => {
    const url = await serve((_, response) => {
      response.writeHead(200);
      const more = setInterval(() => response.write("x".repeat(50_000)), 1);
      response.on("close", () => clearInterval(more));
    });
    expect((await replay(url, KEY)).replay).toMatch(/^200, accepted: .*; x{200}$/);
  });
});

test("a server that has not answered twice is not asked again", async () => {
  const url = await serve((request) => request.destroy());
  const many = (maximum: number): object => {
    const { "/things": path } = limited(maximum)["paths"] as Record<string, object>;
    return { ...limited(maximum), paths: Object.fromEntries(["/a", "/b", "/c", "/d"].map((name) => [name, path])) };
  };
  session.put("old.json", many(10));
  session.put("new.json", many(5));
  const { changes } = await session.report(["old.json", "new.json", "--replay", url]);
  const said = changes.flatMap((change) => change.replay ?? []);
  expect(said).toHaveLength(4);
  expect(said.slice(2)).toEqual(Array(2).fill("not sent: the server has not answered before"));
  expect(asked).toHaveLength(2);
});

test.each(["..", "."])("a path that ends in %j is not sent, because it would become another one", async (last) => {
  const url = await serve((_request, response) => response.end());
  const named = (...names: string[]): object => ({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: {
      "/things/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: { enum: names } }],
          responses: { "200": { description: "OK" } },
        },
      },
    },
  });
  session.put("old.json", named(last, "x"));
  session.put("new.json", named("x"));
  const { changes } = await session.report(["old.json", "new.json", "--replay", url]);
  expect(changes.flatMap((change) => change.replay ?? [])).toEqual([
    "not sent: a path with dot segments can only be sent by the command below",
  ]);
  expect(asked).toEqual([]);
});

test("requests from the server to a client are not sent to the server", async () => {
  const url = await serve((_, response) => response.end());
  const told = (maximum: number): object => ({
    ...limited(5),
    webhooks: {
      shipped: {
        post: {
          requestBody: { content: { "application/json": { schema: { type: "integer", maximum } } } },
          responses: { "200": { description: "OK" } },
        },
      },
    },
  });
  session.put("old.json", told(1));
  session.put("new.json", told(2));
  const words = ["old.json", "new.json", "--replay", url];
  expect((await session.report(words)).changes[0]?.replay).toBe(
    "not sent: this request goes to the client, not to the server",
  );
  expect(asked).toEqual([]);
  // The command is for the client's own address, which only the client knows.
  expect((await session.gate(words)).stdout).toMatch(/curl .* --data-raw 2 https:\/\/client\.example\/shipped\n/);
});

test("the printed command uses the server of the replay", async () => {
  const url = await serve((_request, response) => response.writeHead(400).end());
  session.put("old.json", limited(10, { ...KEYS, servers: [{ url: "https://live.example" }] }));
  session.put("new.json", limited(5));
  const { stdout } = await session.gate(["old.json", "new.json", "--replay", url]);
  expect(stdout).toMatch(/curl .*limit=6/);
  expect(stdout).toContain(`${url}/things?limit=6`);
});

test.each([
  "example.com",
  "http://",
  "http://a b",
  "http://127.0.0.1:1/v1?x=1",
  "http://127.0.0.1:1/v1#x",
  "http://user:pw@127.0.0.1:1",
])("%j cannot be used as a server for the replay", async (url) => {
  session.put("old.json", limited(10));
  const { code, stdout, stderr } = await session.gate(["old.json", "old.json", "--replay", url]);
  expect([code, stdout]).toEqual([2, ""]);
  expect(stderr).toMatch(/^animal-store gate: --replay must/);
  expect(stderr).not.toContain(":pw");
});

test("a variable that cannot be used is named", async () => {
  session.put("old.json", limited(10));
  const { stderr } = await session.gate(["old.json", "old.json"], { env: { ANIMAL_STORE_REPLAY: "x" } });
  expect(stderr).toContain("ANIMAL_STORE_REPLAY must be a URL");
});
