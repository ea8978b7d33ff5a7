// Which web pages may use the mock, and the headers that let them.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Mock, startMock } from "./support.ts";

const ALLOWED = [
  "http://localhost:5173",
  "https://localhost",
  "http://app.localhost:3000",
  "http://127.0.0.1:8080",
  "http://127.9.9.9",
  "http://[::1]:3000",
  "https://app.example.com",
];
const FOREIGN = [
  "null",
  "https://evil.example",
  "https://app.example.com:8443",
  "http://app.example.com",
  "http://localhost.evil.example",
  "http://127.0.0.1.evil.example",
  "http://192.168.1.7:3000",
  "http://localhost:5173, https://evil.example",
  "http://localhost:5173/path",
  "file://",
  "",
];

let mock: Mock;
const warnings: string[] = [];

beforeAll(async () => {
  mock = await startMock(undefined, {
    origins: ["https://App.example.com"],
    onWarning: (message) => warnings.push(message),
  });
});
afterAll(() => mock.close());

describe("a page that may use the mock", () => {
  test.each(ALLOWED)("%s gets its own origin back, with credentials", async (origin) => {
    for (const [path, key, status] of [
      ["/pets", "demo-key", 200],
      ["/pets", null, 401],
      ["/pets/x", "demo-key", 404],
      ["/no", null, 404],
    ] as const) {
      const { status: seen, headers } = await mock.send("GET", path, { key, headers: { Origin: origin } });
      expect([path, seen]).toEqual([path, status]);
      expect(headers["access-control-allow-origin"]).toBe(origin);
      expect(headers["access-control-allow-credentials"]).toBe("true");
      expect(headers["vary"]).toBe("Origin");
      for (const name of ["Deprecation", "Sunset", "Link", "WWW-Authenticate", "Allow"]) {
        expect(headers["access-control-expose-headers"]).toContain(name);
      }
    }
  });

  test("may send any header and method that its preflight asks for, without a key", async () => {
    const { status, headers, text } = await mock.send("OPTIONS", "/pets", {
      key: null,
      headers: {
        Origin: "http://localhost:5173",
        "Access-Control-Request-Method": "POST",
        "Access-Control-Request-Headers": "authorization, content-type,traceparent, x-request-id, baggage",
        "Access-Control-Request-Private-Network": "true",
      },
    });
    expect([status, text]).toEqual([204, ""]);
    expect(headers["access-control-allow-origin"]).toBe("http://localhost:5173");
    expect(headers["access-control-allow-credentials"]).toBe("true");
    expect(headers["access-control-allow-methods"]).toBe("POST");
    expect(headers["access-control-allow-headers"]).toBe(
      "authorization, content-type,traceparent, x-request-id, baggage",
    );
    expect(headers["access-control-allow-private-network"]).toBe("true");
    expect(headers["vary"]).toBe("Origin");
    expect(headers["content-length"]).toBeUndefined();
  });

  test("gets no header about private networks without asking, or about invalid header names", async () => {
    const { headers } = await mock.send("OPTIONS", "/pets", {
      key: null,
      headers: {
        Origin: "http://localhost:5173",
        "Access-Control-Request-Method": "GET",
        "Access-Control-Request-Headers": "x; y",
      },
    });
    expect(headers["access-control-allow-private-network"]).toBeUndefined();
    expect(headers["access-control-allow-headers"]).toBe("Authorization, Content-Type");
  });

  test("can read the 404 of a missing path, because its preflight succeeds", async () => {
    const origin = "http://localhost:5173";
    const asked = { Origin: origin, "Access-Control-Request-Method": "DELETE" };
    const preflight = await mock.send("OPTIONS", "/no", { key: null, headers: asked });
    expect([preflight.status, preflight.headers["access-control-allow-methods"]]).toEqual([204, "DELETE"]);
  });

  test("can be one that the mock itself serves, at any of its addresses", async () => {
    const own = `http://${new URL(mock.url).host}`;
    expect((await mock.send("GET", "/pets", { headers: { Origin: own } })).status).toBe(200);
  });
});

describe("any other page", () => {
  test.each(FOREIGN)("%j is refused with 403, reads nothing and changes nothing", async (origin) => {
    const count = async (): Promise<number> =>
      (JSON.parse((await mock.send("GET", "/pets?limit=100")).text) as unknown[]).length;
    const before = await count();
    for (const method of ["GET", "POST", "OPTIONS"]) {
      const { status, headers, text } = await mock.send(method, "/pets", {
        headers: { Origin: origin, "Content-Type": "application/json", "Access-Control-Request-Method": "POST" },
        ...(method === "POST" ? { body: '{"name":"Rex","categoryId":1}' } : {}),
      });
      expect([method, status]).toEqual([method, 403]);
      expect(JSON.parse(text)).toMatchObject({ code: "foreign_origin", status: 403 });
      expect(headers["access-control-allow-credentials"]).toBeUndefined();
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    }
    expect(await count()).toBe(before);
  });

  test("is reported once in the terminal, with the flag that allows it", () => {
    const told = warnings.filter((line) => line.includes('"https://evil.example"'));
    expect(told).toEqual([
      'refused a request from a page of "https://evil.example"; to allow it, start with --origin https://evil.example',
    ]);
    expect(warnings.filter((line) => line.includes('"null"'))).toEqual([
      'refused a request from a page of "null"; serve the page from http://localhost instead of a file or a sandboxed frame',
    ]);
  });

  test("cannot fill the terminal with origins that it invents", async () => {
    for (let index = 0; index < 60; index++) {
      await mock.send("GET", "/pets", { headers: { Origin: `https://a${index}.example` } });
    }
    expect(warnings.length).toBeLessThanOrEqual(20);
  });
});

test("pages on private addresses are allowed if the mock listens on the network", async () => {
  const shared = await startMock(undefined, { isOnNetwork: true });
  try {
    const statusOf = async (origin: string): Promise<number> =>
      (await shared.send("GET", "/pets", { headers: { Origin: origin } })).status;
    for (const origin of ["http://192.168.1.7:3000", "http://10.0.0.2", "http://172.20.0.1", "http://[fd00::1]:80"]) {
      expect([origin, await statusOf(origin)]).toEqual([origin, 200]);
    }
    for (const origin of ["http://172.32.0.1", "http://8.8.8.8", "http://[2001:db8::1]", "null"]) {
      expect([origin, await statusOf(origin)]).toEqual([origin, 403]);
    }
  } finally {
    await shared.close();
  }
});

test("a request without an Origin is answered as usual", async () => {
  const { status, headers } = await mock.send("GET", "/pets");
  expect([status, headers["vary"], headers["access-control-allow-credentials"]]).toEqual([200, undefined, undefined]);
});
