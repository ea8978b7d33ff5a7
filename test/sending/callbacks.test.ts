// The mock calls back: the URL comes from the request, the body from what was sent and stored.
import { afterEach, describe, expect, test } from "vitest";
import { type Mock, type MockCreation, createMock } from "../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { Receiver } from "./receiver.ts";

const json = (schema: object): object => ({ "application/json": { schema } });
const ref = (name: string): object => ({ $ref: `#/components/schemas/${name}` });

const ORDERS: object = {
  openapi: "3.1.0",
  info: { title: "Orders", version: "1" },
  paths: {
    "/orders": {
      get: { responses: { "200": { description: "ok", content: json({ type: "array", items: ref("Order") }) } } },
      post: {
        parameters: [
          { name: "notify", in: "query", schema: { type: "string" } },
          { name: "X-Callback", in: "header", schema: { type: "string" } },
        ],
        requestBody: { required: true, content: json(ref("NewOrder")) },
        responses: { "201": { description: "ok", content: json(ref("Order")) } },
        callbacks: {
          onCreated: {
            "{$request.body#/callbackUrl}": {
              post: { requestBody: { content: json(ref("Created")) }, responses: { "204": { description: "ok" } } },
            },
          },
          onQuery: {
            "{$request.query.notify}/orders/{$response.body#/id}?method={$method}&status={$statusCode}": {
              put: { requestBody: { content: json(ref("Order")) }, responses: { "204": { description: "ok" } } },
            },
          },
          onHeader: {
            "$request.header.x-callback": {
              post: { requestBody: { content: json(ref("Created")) }, responses: { "204": { description: "ok" } } },
            },
          },
        },
      },
    },
    "/orders/{id}/watch": {
      post: {
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
        requestBody: { required: true, content: json({ type: "object", properties: { hook: { type: "string" } } }) },
        responses: { "202": { description: "ok" } },
        callbacks: {
          onWatch: {
            "{$request.body#/hook}/{$request.path.id}": {
              post: {
                requestBody: {
                  content: json({
                    type: "object",
                    properties: { at: { type: "string", format: "date-time" } },
                    required: ["at"],
                  }),
                },
                responses: { "200": { description: "ok" } },
              },
            },
          },
        },
      },
    },
  },
  components: {
    schemas: {
      NewOrder: {
        type: "object",
        required: ["sku"],
        properties: { sku: { type: "string" }, callbackUrl: { type: "string", format: "uri" } },
      },
      Order: {
        type: "object",
        required: ["id", "sku"],
        properties: {
          id: { type: "integer", readOnly: true },
          sku: { type: "string" },
          callbackUrl: { type: "string", format: "uri" },
        },
      },
      Created: {
        type: "object",
        required: ["event", "orderId", "sku", "occurredAt"],
        properties: {
          event: { type: "string", enum: ["deleted", "created"] },
          orderId: { type: "string" },
          sku: { type: "string" },
          occurredAt: { type: "string", format: "date-time" },
        },
      },
    },
  },
};

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function started(options: Partial<MockCreation> = {}): Promise<{ mock: Mock; receiver: Receiver }> {
  const receiver = await Receiver.start();
  const mock = await createMock({ spec: ORDERS as OpenApiDocument, seed: 0, ...options });
  open.push(mock, receiver);
  return { mock, receiver };
}

const post = (url: string, body: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify(body),
  });

describe("a callback", () => {
  test("goes to the URL in the body, and says what was sent and stored", async () => {
    const { mock, receiver } = await started({ today: "2030-01-02" });
    const answer = await post(`${mock.url}/orders`, { sku: "A-1", callbackUrl: `${receiver.url}/hook` });
    const { id } = (await answer.json()) as { id: number };
    const sent = await mock.webhooks.next("onCreated");
    expect(sent).toMatchObject({ outcome: "delivered", attempt: 1, status: 204, url: `${receiver.url}/hook` });
    expect(receiver.arrived).toMatchObject([
      { method: "POST", path: "/hook", headers: { "content-type": "application/json" } },
    ]);
    expect(receiver.bodies).toEqual([
      { event: "created", orderId: String(id), sku: "A-1", occurredAt: "2030-01-02T00:00:00.000Z" },
    ]);
  });

  test("goes to a URL made of the query, the response, the method and the status", async () => {
    const { mock, receiver } = await started();
    await post(`${mock.url}/orders?notify=${encodeURIComponent(receiver.url)}`, { sku: "B" });
    await mock.webhooks.next("onQuery");
    expect(receiver.arrived).toMatchObject([{ method: "PUT", path: "/orders/1?method=POST&status=201" }]);
    expect(receiver.bodies).toMatchObject([{ id: 1, sku: "B" }]);
  });

  test("goes to the URL in a header, or with a path parameter, of an operation that stores nothing", async () => {
    const { mock, receiver } = await started();
    await post(`${mock.url}/orders`, { sku: "C" }, { "X-Callback": `${receiver.url}/h` });
    await mock.webhooks.next("onHeader");
    await post(`${mock.url}/orders/1/watch`, { hook: `${receiver.url}/w` });
    await mock.webhooks.next("onWatch");
    expect(receiver.arrived.map(({ path }) => path)).toEqual(["/h", "/w/1"]);
  });

  test("whose URL the request does not name is not sent, and the journal says why", async () => {
    const { mock, receiver } = await started();
    await post(`${mock.url}/orders`, { sku: "D" });
    const sent = await mock.webhooks.next("onCreated");
    expect(sent).toMatchObject({ outcome: "refused", why: "the request has no $request.body#/callbackUrl" });
    expect(mock.webhooks.deliveries.map(({ delivery }) => delivery?.outcome)).toEqual([
      "refused",
      "refused",
      "refused",
    ]);
    expect(mock.requests).toHaveLength(1);
    expect(receiver.arrived).toEqual([]);
  });

  test("does not follow a request that was refused", async () => {
    const { mock, receiver } = await started();
    const answer = await post(`${mock.url}/orders`, { callbackUrl: receiver.url });
    expect(answer.status).toBe(400);
    await post(`${mock.url}/orders`, { sku: "E", callbackUrl: receiver.url });
    await mock.webhooks.next("onCreated");
    expect(receiver.arrived).toHaveLength(1);
  });

  test("that fails is repeated by the clock of the mock, and those after it wait", async () => {
    const { mock, receiver } = await started();
    mock.clock.freeze("2030-01-02T03:04:05Z");
    receiver.statuses = [503];
    await post(`${mock.url}/orders`, { sku: "first", callbackUrl: receiver.url });
    await post(`${mock.url}/orders`, { sku: "second", callbackUrl: receiver.url });
    await expect
      .poll(() => mock.webhooks.deliveries.filter(({ delivery }) => delivery?.outcome === "repeated").length)
      .toBe(1);
    mock.clock.advance(900);
    expect(receiver.arrived).toHaveLength(1);
    mock.clock.advance(100);
    const first = await mock.webhooks.next("onCreated");
    const second = await mock.webhooks.next("onCreated");
    expect([first, second]).toMatchObject([
      { attempt: 2, outcome: "delivered", body: { sku: "first" } },
      { attempt: 1, outcome: "delivered", body: { sku: "second" } },
    ]);
    const ids = receiver.arrived.map(({ headers }) => headers["webhook-id"]);
    expect(ids[0]).toBe(ids[1]);
    expect(ids[2]).not.toBe(ids[0]);
  });

  test("is given up after five attempts, and at once where the receiver is gone", async () => {
    const { mock, receiver } = await started();
    mock.clock.freeze();
    receiver.statuses = [500, 500, 301, 429, 500, 410];
    await post(`${mock.url}/orders`, { sku: "F", callbackUrl: receiver.url });
    await post(`${mock.url}/orders`, { sku: "G", callbackUrl: receiver.url });
    for (let attempt = 1; attempt < 5; attempt++) {
      await expect
        .poll(() => mock.webhooks.deliveries.filter(({ delivery }) => delivery?.outcome === "repeated").length)
        .toBe(attempt);
      mock.clock.advance(120_000);
    }
    expect(await mock.webhooks.next("onCreated")).toMatchObject({
      attempt: 5,
      outcome: "failed",
      why: "the receiver answered 500",
    });
    expect(await mock.webhooks.next("onCreated")).toMatchObject({ attempt: 1, outcome: "failed", status: 410 });
  });
});

describe("a callback of a callback", () => {
  const told = {
    post: { requestBody: { content: json(ref("Created")) }, responses: { "200": { description: "ok" } } },
  };
  const nested = (inner: object): OpenApiDocument => {
    const { paths, ...rest } = ORDERS as { paths: { "/orders": { post: object } } };
    const first = { post: { ...told.post, callbacks: { after: inner } } };
    const callbacks = { onCreated: { "{$request.body#/callbackUrl}": first } };
    return {
      ...rest,
      paths: { "/orders": { ...paths["/orders"], post: { ...paths["/orders"].post, callbacks } } },
    } as never;
  };

  test("follows it, to the URL that the receiver answers", async () => {
    const { mock, receiver } = await started({ spec: nested({ "{$response.body#/next}": told }) });
    receiver.statuses = [200];
    receiver.answers = [JSON.stringify({ next: `${receiver.url}/second` })];
    await post(`${mock.url}/orders`, { sku: "A-1", callbackUrl: `${receiver.url}/first` });
    await mock.webhooks.next("onCreated");
    await mock.webhooks.next("after");
    expect(receiver.arrived.map(({ path }) => path)).toEqual(["/first", "/second"]);
    expect(receiver.bodies[1]).toMatchObject({ event: "created", sku: "A-1" });
  });

  test("goes nowhere else, whatever the receiver answers", async () => {
    const { mock, receiver } = await started({ spec: nested({ "{$response.header.x-next}": told }) });
    receiver.headers = { "X-Next": "http://192.0.2.1/elsewhere" };
    await post(`${mock.url}/orders`, { sku: "A-1", callbackUrl: `${receiver.url}/first` });
    const sent = await mock.webhooks.next("after");
    expect(sent).toMatchObject({ outcome: "refused", attempt: 0 });
    expect(sent.why).toMatch(/^192\.0\.2\.1 is another host/);
  });

  test("comes to an end, even if each leads to the next", async () => {
    const document = nested({ $ref: "#/components/callbacks/again" }) as never as {
      components: { schemas: object; callbacks?: object };
    };
    document.components = {
      ...document.components,
      callbacks: {
        again: {
          "{$response.header.x-next}": {
            post: { ...told.post, callbacks: { again: { $ref: "#/components/callbacks/again" } } },
          },
        },
      },
    };
    const { mock, receiver } = await started({ spec: document as never });
    receiver.headers = { "X-Next": `${receiver.url}/again` };
    await post(`${mock.url}/orders`, { sku: "A-1", callbackUrl: `${receiver.url}/first` });
    await mock.webhooks.next("after");
    for (const _ of [1, 2]) await mock.webhooks.next("again");
    await expect(mock.webhooks.next("again", { timeout: 200 })).rejects.toThrow("no again was delivered");
    expect(receiver.arrived).toHaveLength(4);
  });
});
