// What is sent follows the document: other media types, parts of components, examples, parameters, single things.
import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { Receiver } from "./receiver.ts";

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function started(document: JsonObject): Promise<{ mock: Mock; receiver: Receiver }> {
  const receiver = await Receiver.start();
  const mock = await createMock({
    spec: { info: { title: "T", version: "1" }, ...document } as unknown as OpenApiDocument,
    seed: 0,
  });
  open.push(mock, receiver);
  return { mock, receiver };
}

const send = (method: string, url: string, body?: object, headers: Record<string, string> = {}): Promise<Response> =>
  fetch(url, {
    method,
    headers: { "Content-Type": "application/json", ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });

const done: JsonObject = { "204": { description: "ok" } };
const order: JsonObject = {
  type: "object",
  xml: { name: "order" },
  required: ["sku"],
  properties: { id: { type: "integer", readOnly: true }, sku: { type: "string" }, hook: { type: "string" } },
};
const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });

/** Orders whose creation calls back with a body of a media type. */
const callingWith = (content: JsonObject, create: JsonObject = {}): JsonObject => ({
  openapi: "3.0.3",
  paths: {
    "/orders": {
      get: { responses: { "200": { description: "ok", content: json({ type: "array", items: order }) } } },
      post: {
        requestBody: { required: true, content: json(order) },
        responses: { "201": { description: "ok", content: json(order) } },
        callbacks: { told: { $ref: "#/components/callbacks/Told" } },
        ...create,
      },
    },
  },
  components: {
    callbacks: { Told: { "{$request.body#/hook}": { post: { requestBody: { content }, responses: done } } } },
  },
});

test("a form, in a callback that components have", async () => {
  const { mock, receiver } = await started(callingWith({ "application/x-www-form-urlencoded": { schema: order } }));
  await send("POST", `${mock.url}/orders`, { sku: "a b", hook: receiver.url });
  await mock.webhooks.next("told");
  expect(receiver.arrived[0]?.headers["content-type"]).toBe("application/x-www-form-urlencoded");
  expect(Object.fromEntries(new URLSearchParams(receiver.arrived[0]?.text))).toEqual({
    id: "1",
    sku: "a b",
    hook: receiver.url,
  });
});

test("XML", async () => {
  const { mock, receiver } = await started(callingWith({ "application/xml": { schema: order } }));
  await send("POST", `${mock.url}/orders`, { sku: "a", hook: receiver.url });
  await mock.webhooks.next("told");
  expect(receiver.arrived[0]?.text).toContain("<order><id>1</id><sku>a</sku>");
});

test("what only an example says is sent, filled with what is known", async () => {
  const example = { kind: "shipment", orderId: 99, carrier: "ACME" };
  const schema: JsonObject = {
    type: "object",
    properties: { kind: { type: "string" }, orderId: { type: "integer" }, carrier: { type: "string" } },
  };
  const { mock, receiver } = await started(callingWith({ "application/json": { schema, example } }));
  await send("POST", `${mock.url}/orders`, { sku: "a", hook: receiver.url });
  await mock.webhooks.next("told");
  expect(receiver.bodies).toMatchObject([{ orderId: 1, carrier: "ACME" }]);
});

test("a repetition with an idempotency key calls nobody back again; nor does HEAD", async () => {
  const parameters = [{ name: "Idempotency-Key", in: "header", schema: { type: "string" } }];
  const { mock, receiver } = await started(callingWith(json(order), { parameters }));
  const body = { sku: "a", hook: receiver.url };
  const key = { "Idempotency-Key": "one" };
  const first = await send("POST", `${mock.url}/orders`, body, key);
  const again = await send("POST", `${mock.url}/orders`, body, key);
  expect(await again.text()).toBe(await first.text());
  await send("POST", `${mock.url}/orders`, { ...body, sku: "b" });
  await mock.webhooks.next("told");
  await mock.webhooks.next("told");
  expect(receiver.bodies).toMatchObject([{ sku: "a" }, { sku: "b" }]);
});

test("a single thing is updated, and a webhook says so with its parameters", async () => {
  const settings: JsonObject = { type: "object", required: ["theme"], properties: { theme: { type: "string" } } };
  const parameters = [
    {
      name: "X-Event-Type",
      in: "header",
      required: true,
      schema: { type: "string", enum: ["settings.deleted", "settings.updated"] },
    },
    { name: "version", in: "query", required: true, schema: { type: "integer", enum: [3] } },
    { name: "X-Signature", in: "header", schema: { type: "string" } },
  ];
  const { mock, receiver } = await started({
    openapi: "3.1.0",
    paths: {
      "/settings": {
        get: { responses: { "200": { description: "ok", content: json(settings) } } },
        put: {
          requestBody: { required: true, content: json(settings) },
          responses: { "200": { description: "ok", content: json(settings) } },
        },
      },
    },
    webhooks: {
      "settings.updated": { post: { parameters, requestBody: { content: json(settings) }, responses: done } },
    },
  });
  await mock.webhooks.add("settings.updated", `${receiver.url}/hook?key=1`);
  await send("PUT", `${mock.url}/settings`, { theme: "dark" });
  await mock.webhooks.next("settings.updated");
  expect(receiver.bodies).toEqual([{ theme: "dark" }]);
  expect(receiver.arrived).toMatchObject([
    {
      path: "/hook?key=1&version=3",
      headers: {
        "x-event-type": "settings.updated",
        "x-signature": expect.stringMatching(/^sha256=[\da-f]{64}$/) as string,
      },
    },
  ]);
});
