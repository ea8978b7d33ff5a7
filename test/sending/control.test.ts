// The control plane lists, registers and sends webhooks, and shows what was delivered.
import { afterEach, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { Receiver } from "./receiver.ts";

const content = {
  "application/json": { schema: { type: "object", required: ["note"], properties: { note: { type: "string" } } } },
};
const DOCUMENT: object = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: { "/notes": { get: { responses: { "200": { description: "ok" } } } } },
  webhooks: {
    "note.read": { post: { requestBody: { content }, responses: { "204": { description: "ok" } } } },
    other: { post: { responses: { "204": { description: "ok" } } } },
  },
};

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

async function started(spec?: object): Promise<{
  mock: Mock;
  receiver: Receiver;
  call: (method: string, path: string, body?: object) => Promise<{ status: number; value: unknown }>;
}> {
  const receiver = await Receiver.start();
  const mock = await createMock({ ...(spec && { spec: spec as OpenApiDocument }), control: {} });
  open.push(mock, receiver);
  const call = async (method: string, path: string, body?: object): Promise<{ status: number; value: unknown }> => {
    const response = await fetch(new URL(`/_/api/v1${path}`, mock.url), {
      method,
      ...(body && { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, value: text === "" ? undefined : (JSON.parse(text) as unknown) };
  };
  return { mock, receiver, call };
}

test("a webhook is registered, sent and seen by calls", async () => {
  const { mock, receiver, call } = await started(DOCUMENT);
  const url = `${receiver.url}/hook`;
  expect(await call("POST", "/webhooks/note.read/addresses", { url })).toMatchObject({ status: 204 });
  expect((await call("GET", "/webhooks")).value).toEqual([
    { name: "note.read", addresses: [url] },
    { name: "other", addresses: [] },
  ]);
  expect(await call("POST", "/webhooks/note.read", { body: { note: "mine" } })).toEqual({
    status: 202,
    value: { addresses: [url] },
  });
  await mock.webhooks.next("note.read");
  expect(await call("POST", "/webhooks/note.read")).toMatchObject({ status: 202 });
  await mock.webhooks.next("note.read");
  expect(receiver.bodies).toEqual([{ note: "mine" }, { note: expect.any(String) as string }]);
  expect((await call("GET", "/requests?deliveries=true")).value).toMatchObject([
    { method: "POST", url, status: 204, delivery: { name: "note.read", attempt: 1, outcome: "delivered" } },
    { delivery: { outcome: "delivered" } },
  ]);
  expect((await call("GET", "/requests")).value).toEqual([]);
  expect((await call("GET", "/requests/count?deliveries=true")).value).toEqual({ count: 2 });
  expect(await call("DELETE", `/webhooks/note.read/addresses?url=${encodeURIComponent(url)}`)).toMatchObject({
    status: 204,
  });
  expect((await call("POST", "/webhooks/note.read")).value).toEqual({ addresses: [] });
});

test("what cannot be sent is refused with the reason", async () => {
  const { call } = await started(DOCUMENT);
  expect(await call("POST", "/webhooks/nothing")).toMatchObject({
    status: 404,
    value: {
      message: expect.stringContaining('the document has no webhook "nothing"; it has note.read, other') as string,
    },
  });
  expect(await call("POST", "/webhooks/other/addresses", { url: "http://example.com/" })).toMatchObject({
    status: 400,
    value: { message: expect.stringContaining("--webhook-host example.com") as string },
  });
  expect(await call("DELETE", "/webhooks/other/addresses?url=http://127.0.0.1/")).toMatchObject({ status: 404 });
  const { call: callAnother } = await started();
  expect((await callAnother("GET", "/webhooks")).value).toEqual([]);
  expect(await callAnother("POST", "/webhooks/other")).toMatchObject({ status: 404 });
});
