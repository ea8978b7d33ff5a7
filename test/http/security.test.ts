// Every kind of security scheme that a document can declare, alone, together and as alternatives.
import { afterEach, describe, expect, test, vi } from "vitest";
import { KeyRing } from "../../src/http/request/admission/security.ts";
import { changed, orders } from "./documents.ts";
import { type Mock, startMock } from "./support.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

const SCHEMES = {
  token: { type: "http", scheme: "Bearer" },
  login: { type: "http", scheme: "basic" },
  header: { type: "apiKey", in: "header", name: "X-Api-Key" },
  query: { type: "apiKey", in: "query", name: "api_key" },
  cookie: { type: "apiKey", in: "cookie", name: "session" },
  oauth: { type: "oauth2", flows: {} },
  open: { type: "openIdConnect", openIdConnectUrl: "https://example.com/.well-known" },
} as const;

function secured(security: readonly object[]): JsonObject {
  const document = orders({ root: { security } }) as Record<string, JsonValue>;
  document["components"] = {
    ...(document["components"] as JsonObject),
    securitySchemes: SCHEMES as unknown as JsonValue,
  };
  return document;
}

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

async function statusOf(headers: Readonly<Record<string, string>>, path = "/orders"): Promise<number> {
  return (await (mock as Mock).send("GET", path, { key: null, headers })).status;
}

const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

describe("one scheme", () => {
  test.each(["token", "oauth", "open"])("%s accepts a bearer key", async (name) => {
    mock = await startMock(secured([{ [name]: [] }]));
    expect(await statusOf({ Authorization: "Bearer demo-key" })).toBe(200);
    expect(await statusOf({ Authorization: "Bearer other" })).toBe(401);
    expect(await statusOf({ Authorization: basic(":demo-key") })).toBe(401);
    expect(await statusOf({})).toBe(401);
  });

  test("basic accepts the key as password, as user without password, or as the pair", async () => {
    mock = await startMock(secured([{ login: [] }]), { keys: ["demo-key", "ann:secret"] });
    for (const pair of ["anybody:demo-key", ":demo-key", "demo-key:", "ann:secret"]) {
      expect([pair, await statusOf({ Authorization: basic(pair) })]).toEqual([pair, 200]);
    }
    for (const pair of ["demo-key", "demo-key:x", "ann:other", ":", ""]) {
      expect([pair, await statusOf({ Authorization: basic(pair) })]).toEqual([pair, 401]);
    }
    const { headers } = await mock.send("GET", "/orders", { key: null });
    expect(headers["www-authenticate"]).toBe('Basic realm="Orders", charset="UTF-8"');
  });

  test("a key in a header", async () => {
    mock = await startMock(secured([{ header: [] }]));
    expect(await statusOf({ "x-api-key": "demo-key" })).toBe(200);
    expect(await statusOf({ "X-API-KEY": "demo-kez" })).toBe(401);
    expect(await statusOf({ Authorization: "Bearer demo-key" })).toBe(401);
    const { headers } = await mock.send("OPTIONS", "/orders", { key: null });
    expect(headers["access-control-allow-headers"]).toBe("Authorization, Content-Type, X-Api-Key");
  });

  test("a key in the query", async () => {
    mock = await startMock(secured([{ query: [] }]), { keys: ["a b&ñ"] });
    expect(await statusOf({}, `/orders?api_key=${encodeURIComponent("a b&ñ")}`)).toBe(200);
    expect(await statusOf({}, "/orders?api_key=a")).toBe(401);
    expect(await statusOf({}, "/orders?api_key=")).toBe(401);
    expect(await statusOf({}, "/orders")).toBe(401);
  });

  test("a key in a cookie", async () => {
    mock = await startMock(secured([{ cookie: [] }]));
    expect(await statusOf({ Cookie: "a=b; session=demo-key; c=d" })).toBe(200);
    expect(await statusOf({ Cookie: "session=demo" })).toBe(401);
    expect(await statusOf({ Cookie: "xsession=demo-key" })).toBe(401);
  });
});

describe("several schemes", () => {
  test("any alternative is enough, and each is named in the challenge", async () => {
    mock = await startMock(secured([{ token: [] }, { header: [] }]));
    expect(await statusOf({ Authorization: "Bearer demo-key" })).toBe(200);
    expect(await statusOf({ "X-Api-Key": "demo-key" })).toBe(200);
    expect(await statusOf({ Authorization: "Bearer bad", "X-Api-Key": "demo-key" })).toBe(200);
    const { headers, text } = await mock.send("GET", "/orders", { key: "bad" });
    expect(headers["www-authenticate"]).toBe(
      'Bearer realm="Orders", error="invalid_token", ApiKey realm="Orders", in="header", name="X-Api-Key"',
    );
    expect(text).toContain("invalid_credential");
  });

  test("all schemes of one alternative are required", async () => {
    mock = await startMock(secured([{ token: [], header: [] }]));
    expect(await statusOf({ Authorization: "Bearer demo-key" })).toBe(401);
    expect(await statusOf({ "X-Api-Key": "demo-key" })).toBe(401);
    expect(await statusOf({ Authorization: "Bearer demo-key", "X-Api-Key": "demo-key" })).toBe(200);
  });

  test("an empty alternative, or no security at all, lets everyone in", async () => {
    mock = await startMock(secured([{ token: [] }, {}]));
    expect(await statusOf({})).toBe(200);
    await mock.close();
    mock = await startMock(orders());
    expect(await statusOf({ Authorization: "Bearer whatever" })).toBe(200);
    expect((await mock.send("TRACE", "/orders", { key: null })).status).toBe(405);
  });

  test("a wrong method requires what the operations of the path require", async () => {
    mock = await startMock(changed(secured([{ token: [] }]), ["paths", "/orders", "get", "security"], []));
    expect((await mock.send("DELETE", "/orders", { key: null })).status).toBe(405);
    expect((await mock.send("POST", "/orders", { key: null })).status).toBe(401);
    expect((await mock.send("TRACE", "/orders/1", { key: null })).status).toBe(401);
  });
});

test("the word before a key in Authorization may have hyphens", async () => {
  const document = changed(
    secured([{ header: [] }]),
    ["components", "securitySchemes", "header", "name"],
    "Authorization",
  );
  mock = await startMock(document);
  expect(await statusOf({ Authorization: "Shop-API-Key demo-key" })).toBe(200);
  expect(await statusOf({ Authorization: "Shop-API-Key other" })).toBe(401);
});

test("a missing key gets 403 if only 403 is documented", async () => {
  const document = secured([{ token: [] }]) as unknown as {
    paths: Record<string, Record<string, { responses: Record<string, unknown> }>>;
  };
  const { responses } = document.paths["/orders"]!["get"]!;
  responses["403"] = responses["default"];
  mock = await startMock(document as unknown as JsonObject);
  expect(await statusOf({})).toBe(403);
});

test("a key is compared to its end with every valid one, wherever it differs", () => {
  const compared = (valid: string, presented: string): number => {
    const read = vi.spyOn(String.prototype, "charCodeAt");
    new KeyRing([valid, "another"]).accepts(presented);
    const count = read.mock.contexts.filter((text) => String(text) === presented).length;
    read.mockRestore();
    return count;
  };
  const counts = ["wrong-key-1", "k", "valid-key-2", "v".repeat(100)].map((valid) => compared(valid, "valid-key-1"));
  expect(new Set(counts)).toEqual(new Set([2 * "valid-key-1".length]));
});
