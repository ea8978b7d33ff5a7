// The webhooks of a document are sent when the thing that their names tell of has happened, and are signed.
import { createHmac } from "node:crypto";
import { afterEach, describe, expect, test } from "vitest";
import { type Mock, type MockCreation, createMock } from "../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { type Arrived, Receiver } from "./receiver.ts";

const json = (schema: object): object => ({ "application/json": { schema } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });
const done = (schema?: object): object => ({ description: "ok", ...(schema && { content: json(schema) }) });
const hook = (schema: object, more: object = {}): object => ({
  post: { requestBody: { content: json(schema) }, responses: { "200": done() }, ...more },
});
const id = { name: "id", in: "path", required: true, schema: { type: "integer" } };
const envelope = (...types: string[]): object => ({
  type: "object",
  required: ["id", "type", "createdAt", "data"],
  properties: {
    id: { type: "string" },
    type: { type: "string", ...(types.length > 0 && { enum: types }) },
    createdAt: { type: "string", format: "date-time" },
    data: { type: "object", required: ["object"], properties: { object: ref("Order") } },
  },
});

const SHOP: object = {
  openapi: "3.1.0",
  info: { title: "Shop", version: "1" },
  paths: {
    "/orders": {
      get: { responses: { "200": done({ type: "array", items: ref("Order") }) } },
      post: { requestBody: { content: json(ref("Order")) }, responses: { "201": done(ref("Order")) } },
    },
    "/orders/{id}": {
      parameters: [id],
      get: { responses: { "200": done(ref("Order")), "404": done() } },
      patch: { requestBody: { content: json(ref("Order")) }, responses: { "200": done(ref("Order")) } },
      delete: { responses: { "204": done() } },
    },
    "/orders/{id}/ship": { parameters: [id], post: { responses: { "200": done(ref("Order")) } } },
    "/customers": {
      post: { requestBody: { content: json(ref("Customer")) }, responses: { "201": done(ref("Customer")) } },
      get: { responses: { "200": done({ type: "array", items: ref("Customer") }) } },
    },
    "/webhook-endpoints": {
      get: { responses: { "200": done({ type: "array", items: ref("Endpoint") }) } },
      post: { requestBody: { content: json(ref("Endpoint")) }, responses: { "201": done(ref("Endpoint")) } },
    },
  },
  webhooks: {
    "order.created": hook(ref("Order")),
    orderUpdated: hook(envelope("order.created", "order.updated")),
    "order.shipped": hook(envelope()),
    "order.deleted": hook({
      type: "object",
      required: ["event", "orderId"],
      properties: { event: { type: "string" }, orderId: { type: "integer" } },
    }),
    newCustomer: hook(ref("Customer"), { parameters: [{ name: "X-Event", in: "header", schema: { type: "string" } }] }),
    said: hook(ref("Customer"), { "x-resource": { collection: "/customers", role: "create" } }),
    never: hook(ref("Order"), { "x-resource": false }),
  },
  components: {
    schemas: {
      Order: {
        type: "object",
        required: ["id", "sku"],
        properties: {
          id: { type: "integer", readOnly: true },
          sku: { type: "string" },
          status: { type: "string", enum: ["open", "shipped"], default: "open" },
        },
      },
      Customer: {
        type: "object",
        required: ["id", "name"],
        properties: { id: { type: "integer", readOnly: true }, name: { type: "string" } },
      },
      Endpoint: {
        type: "object",
        required: ["url"],
        properties: {
          id: { type: "integer", readOnly: true },
          url: { type: "string", format: "uri" },
          enabled_events: { type: "array", items: { type: "string" } },
          secret: { type: "string" },
          active: { type: "boolean" },
        },
      },
    },
  },
};

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function started(
  names: readonly string[],
  options: Partial<MockCreation> = {},
): Promise<{ mock: Mock; receiver: Receiver }> {
  const receiver = await Receiver.start();
  const to = Object.fromEntries(names.map((name) => [name, `${receiver.url}/${name}`]));
  const mock = await createMock({
    spec: SHOP as OpenApiDocument,
    seed: 0,
    ...options,
    webhooks: { to, ...options.webhooks },
  });
  open.push(mock, receiver);
  return { mock, receiver };
}

const send = (method: string, url: string, body?: object): Promise<Response> =>
  fetch(url, { method, headers: { "Content-Type": "application/json" }, ...(body && { body: JSON.stringify(body) }) });

describe("a webhook is sent", () => {
  test("after a creation, with the item", async () => {
    const { mock } = await started(["*"]);
    await send("POST", `${mock.url}/orders`, { sku: "A-1" });
    expect(await mock.webhooks.next("order.created")).toMatchObject({
      outcome: "delivered",
      body: { id: 1, sku: "A-1", status: "open" },
    });
  });

  test("after an update, in the envelope that the document describes", async () => {
    const { mock } = await started(["orderUpdated"], { today: "2030-01-02" });
    await send("POST", `${mock.url}/orders`, { sku: "A-1" });
    await send("PATCH", `${mock.url}/orders/1`, { sku: "A-2" });
    const { body } = await mock.webhooks.next("orderUpdated");
    expect(body).toMatchObject({
      type: "order.updated",
      createdAt: "2030-01-02T00:00:00.000Z",
      data: { object: { id: 1, sku: "A-2", status: "open" } },
    });
    expect((body as { id: string }).id).not.toBe("1");
  });

  test("after an action, or a change, that leads to the state of its name", async () => {
    const { mock, receiver } = await started(["order.shipped"]);
    await send("POST", `${mock.url}/orders`, { sku: "A" });
    await send("POST", `${mock.url}/orders`, { sku: "B" });
    await send("PATCH", `${mock.url}/orders/1`, { sku: "C" });
    await send("POST", `${mock.url}/orders/1/ship`);
    expect(await mock.webhooks.next("order.shipped")).toMatchObject({
      body: { type: "order.shipped", data: { object: { id: 1, status: "shipped" } } },
    });
    await send("PATCH", `${mock.url}/orders/2`, { sku: "D", status: "shipped" });
    expect(await mock.webhooks.next("order.shipped")).toMatchObject({ body: { data: { object: { id: 2 } } } });
    expect(receiver.arrived).toHaveLength(2);
  });

  test("after a deletion, with what the item was", async () => {
    const { mock } = await started(["order.deleted"]);
    await send("POST", `${mock.url}/orders`, { sku: "A" });
    await send("DELETE", `${mock.url}/orders/1`);
    expect((await mock.webhooks.next("order.deleted")).body).toEqual({ event: "order.deleted", orderId: 1 });
  });

  test("as its x-resource says, and not if that is false", async () => {
    const { mock, receiver } = await started(["newCustomer", "said", "never"]);
    await send("POST", `${mock.url}/orders`, { sku: "A" });
    await send("POST", `${mock.url}/customers`, { name: "Ada" });
    expect((await mock.webhooks.next("newCustomer")).headers).toMatchObject({ "x-event": "newCustomer" });
    expect((await mock.webhooks.next("said")).body).toMatchObject({ name: "Ada" });
    expect(receiver.arrived.map(({ path }) => path)).toEqual(["/newCustomer", "/said"]);
  });

  test("to the subscriptions of the document itself, signed with their own secrets", async () => {
    const { mock, receiver } = await started([]);
    const endpoint = (more: object): Promise<Response> =>
      send("POST", `${mock.url}/webhook-endpoints`, { url: `${receiver.url}/${Object.keys(more)[0] ?? ""}`, ...more });
    await endpoint({ secret: "mine-alone", enabled_events: ["order.created"] });
    await endpoint({ active: false, enabled_events: ["*"] });
    await endpoint({ enabled_events: ["order.deleted"] });
    await send("POST", `${mock.url}/orders`, { sku: "A" });
    await mock.webhooks.next("order.created");
    const [arrived, another] = receiver.arrived;
    expect(another).toBeUndefined();
    const { "webhook-id": message, "webhook-timestamp": at, "webhook-signature": signature } = arrived?.headers ?? {};
    const expected = createHmac("sha256", "mine-alone")
      .update(`${String(message)}.${String(at)}.${arrived?.text ?? ""}`)
      .digest("base64");
    expect(signature).toBe(`v1,${expected}`);
  });

  test("to a subscription for all events of one thing, and not for those of others", async () => {
    const { mock, receiver } = await started([]);
    await send("POST", `${mock.url}/webhook-endpoints`, { url: `${receiver.url}/orders`, enabled_events: ["order.*"] });
    await send("POST", `${mock.url}/customers`, { name: "Ada" });
    await send("POST", `${mock.url}/orders`, { sku: "A" });
    expect(await mock.webhooks.next("order.created")).toMatchObject({ body: { sku: "A" } });
    expect(receiver.arrived.map(({ path }) => path)).toEqual(["/orders"]);
  });

  test("only in the world of its session", async () => {
    const { mock, receiver } = await started([]);
    const one = mock.session("one");
    await one.webhooks.add("order.created", `${receiver.url}/one`);
    await send("POST", `${mock.url}/orders`, { sku: "A" });
    await fetch(`${mock.url}/orders`, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...one.headers },
      body: '{"sku":"B"}',
    });
    expect(await one.webhooks.next("order.created")).toMatchObject({ body: { sku: "B" } });
    expect(receiver.arrived).toHaveLength(1);
  });
});

describe("a test", () => {
  test("registers, sends and awaits webhooks", async () => {
    const { mock, receiver } = await started([]);
    await mock.webhooks.add("newCustomer", receiver.url);
    expect(await mock.webhooks.send("newCustomer", { name: "Grace" })).toEqual([receiver.url]);
    expect(await mock.webhooks.next("newCustomer")).toMatchObject({ body: { name: "Grace" }, status: 204 });
    await mock.webhooks.remove("newCustomer", receiver.url);
    expect(await mock.webhooks.send("newCustomer")).toEqual([]);
  });

  test("is told what is wrong", async () => {
    const { mock } = await started([]);
    await expect(mock.webhooks.add("order.made", "http://127.0.0.1:1")).rejects.toThrow(
      /the document has no webhook "order.made"; it has order.created, /,
    );
    await expect(mock.webhooks.add("*", "http://example.com")).rejects.toThrow(
      "example.com is another host; to allow it, start with --webhook-host example.com",
    );
    await expect(mock.webhooks.next("order.created", { timeout: 20 })).rejects.toThrow(
      "no order.created was delivered within 20 ms; no address is registered for order.created",
    );
    await expect(
      createMock({ spec: SHOP as OpenApiDocument, webhooks: { to: { no: "http://localhost" } } }),
    ).rejects.toThrow('createMock: the document has no webhook "no"');
  });

  test("verifies signatures by Standard Webhooks, and in a header of its choice", async () => {
    const secret = "whsec_c2VjcmV0IG9mIGEgdGVzdCBvbmx5";
    const { mock, receiver } = await started(["order.created"], {
      webhooks: { secret, header: "X-Hub-Signature-256" },
      today: "2030-01-02",
    });
    await send("POST", `${mock.url}/orders`, { sku: "A" });
    await mock.webhooks.next("order.created");
    const { headers, text } = receiver.arrived[0] as Arrived;
    expect(headers["webhook-timestamp"]).toBe(String(Date.parse("2030-01-02") / 1000));
    const signed = `${String(headers["webhook-id"])}.${String(headers["webhook-timestamp"])}.${text}`;
    const key = Buffer.from(secret.slice("whsec_".length), "base64");
    expect(headers["webhook-signature"]).toBe(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    expect(headers["x-hub-signature-256"]).toBe(`sha256=${createHmac("sha256", secret).update(text).digest("hex")}`);
  });
});
