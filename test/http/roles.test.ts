// Roles that the embedded document does not use, with a document that does.
import { afterEach, describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { orders } from "./documents.ts";
import { type Mock, type Sent, startMock } from "./support.ts";

let mock: Mock;
afterEach(() => mock.close());

interface Order {
  readonly id: number;
  readonly quantity: number;
  readonly state?: string;
  readonly note?: string | null;
  readonly createdAt: string;
  readonly address?: { readonly city?: string; readonly zip?: string };
}

async function start(): Promise<Order> {
  mock = await startMock(orders(), { seeds: { default: { kind: "count", count: 0 } } });
  return order(await mock.send("POST", "/orders", { body: '{"quantity":2,"address":{"city":"Ulm","zip":"1"}}' }));
}

function order(got: { readonly text: string }): Order {
  return JSON.parse(got.text) as Order;
}

const MERGE: Sent = { headers: { "Content-Type": "application/merge-patch+json" } };

describe("create", () => {
  test("applies defaults, generates readOnly properties, and hides writeOnly ones", async () => {
    const made = await start();
    expect(made).toMatchObject({ id: 1, quantity: 2, state: "open" });
    expect(made.createdAt).toMatch(/^\d{4}-\d\d-\d\dT/);
    const body = '{"quantity":1,"secret":"s3cret","createdAt":"1999-01-01T00:00:00Z","id":77,"state":"done"}';
    const next = await mock.send("POST", "/orders", { body });
    expect(order(next)).toMatchObject({ id: 2, state: "done" });
    expect(next.text).not.toContain("s3cret");
    expect(next.text).not.toContain("1999");
  });

  test("an invalid body gets 422 if the operation describes it", async () => {
    await start();
    expect((await mock.send("POST", "/orders", { body: "{}" })).status).toBe(422);
    expect((await mock.send("POST", "/orders", { body: "{" })).status).toBe(422);
    expect((await mock.send("PUT", "/orders/1", { body: "{}" })).status).toBe(400);
  });
});

describe("replace", () => {
  test("replaces the item, and keeps the properties of the service", async () => {
    const before = await start();
    const { status, text } = await mock.send("PUT", "/orders/1", { body: '{"quantity":9,"id":5,"createdAt":"x"}' });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toEqual({ id: 1, quantity: 9, state: "open", createdAt: before.createdAt });
    expect((await mock.send("GET", "/orders/1")).text).toBe(text);
    expect(order(await mock.send("GET", "/orders/1")).address).toBeUndefined();
  });

  test("creates nothing if there is no such item", async () => {
    await start();
    expect((await mock.send("PUT", "/orders/9", { body: '{"quantity":9}' })).status).toBe(404);
    expect(JSON.parse((await mock.send("GET", "/orders")).text)).toHaveLength(1);
  });
});

describe("update", () => {
  test("is a merge patch", async () => {
    await start();
    const body = '{"note":"hi","address":{"zip":null,"city":"Bonn"},"unknown":1}';
    const { status, text } = await mock.send("PATCH", "/orders/1", { ...MERGE, body });
    expect(status).toBe(200);
    expect(JSON.parse(text)).toMatchObject({ id: 1, quantity: 2, note: "hi", address: { city: "Bonn" } });
    expect(text).not.toContain("zip");
    expect(text).not.toContain("unknown");
  });

  test("null removes a property, unless it is required", async () => {
    await start();
    await mock.send("PATCH", "/orders/1", { ...MERGE, body: '{"note":"x"}' });
    expect(order(await mock.send("PATCH", "/orders/1", { ...MERGE, body: '{"note":null}' })).note).toBeUndefined();
    const { status } = await mock.send("PATCH", "/orders/1", { ...MERGE, body: '{"quantity":null}' });
    expect(status).toBe(200);
    expect(order(await mock.send("GET", "/orders/1")).quantity).toBe(2);
  });

  test("values that the body allows but the item does not are ignored", async () => {
    await start();
    expect((await mock.send("PATCH", "/orders/1", { ...MERGE, body: '{"quantity":0}' })).status).toBe(200);
    expect((await mock.send("PATCH", "/orders/1", { ...MERGE, body: '{"state":"lost"}' })).status).toBe(200);
    expect(order(await mock.send("GET", "/orders/1"))).toMatchObject({ quantity: 2, state: "open" });
  });

  test("the media type is the documented one", async () => {
    await start();
    expect((await mock.send("PATCH", "/orders/1", { body: "{}" })).status).toBe(415);
  });

  test("filters use the updated values", async () => {
    await start();
    await mock.send("PATCH", "/orders/1", { ...MERGE, body: '{"state":"done"}' });
    expect((await mock.send("GET", "/orders?state=open")).text).toBe("[]");
    expect(JSON.parse((await mock.send("GET", "/orders?state=done&quantity=2")).text)).toHaveLength(1);
    expect((await mock.send("GET", "/orders?state=done&quantity=3")).text).toBe("[]");
  });
});

describe("remove", () => {
  test("removes an item, and its identifier is never reused", async () => {
    await start();
    const { status, text, headers } = await mock.send("DELETE", "/orders/1");
    expect([status, text, headers["content-length"], headers["content-type"]]).toEqual([204, "", undefined, undefined]);
    expect((await mock.send("DELETE", "/orders/1")).status).toBe(404);
    expect((await mock.send("GET", "/orders/1")).status).toBe(404);
    expect((await mock.send("GET", "/orders")).text).toBe("[]");
    expect(order(await mock.send("POST", "/orders", { body: '{"quantity":1}' })).id).toBe(2);
  });
});

test("an update without a described body must leave an item that its schema allows", async () => {
  const item = {
    type: "object",
    required: ["id", "name"],
    properties: { id: { type: "integer" }, name: { type: "string", maxLength: 5 } },
  };
  const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
  const ok = (schema: JsonObject): JsonObject => ({ "200": { description: "OK", ...json(schema) } });
  const patch = { requestBody: { content: { "application/merge-patch+json": { schema: {} } } }, responses: ok(item) };
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Things", version: "1.0.0" },
    paths: {
      "/things": {
        get: { responses: ok({ type: "array", items: item }) },
        post: { requestBody: json(item), responses: { "201": { description: "OK", ...json(item) } } },
      },
      "/things/{id}": {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        get: { responses: ok(item) },
        patch,
      },
    },
  });
  const { status, text } = await mock.send("PATCH", "/things/1", { ...MERGE, body: '{"name":"longer"}' });
  expect([status, text]).toEqual([400, expect.stringContaining("the item")]);
  expect((await mock.send("PATCH", "/things/1", { ...MERGE, body: '{"name":"short"}' })).status).toBe(200);
});

test("an identifier that its schema does not allow is not found", async () => {
  await start();
  for (const id of ["0", "-1", "x"]) expect((await mock.send("GET", `/orders/${id}`)).status).toBe(404);
});

test("Allow names every method of the path", async () => {
  await start();
  const { headers } = await mock.send("POST", "/orders/1", { body: "{}" });
  expect(headers["allow"]).toBe("GET, PUT, DELETE, PATCH, HEAD, OPTIONS");
});
