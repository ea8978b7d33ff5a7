// Who else sends: the mock of another process, over its control plane, and the mock in somebody else's server.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "vitest";
import { contractOf, documentOfValue } from "../../src/contract/load.ts";
import { toNodeHandler } from "../../src/entries/express.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { createMock } from "../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { RemoteWorld } from "../../src/library/remote-world.ts";
import { Receiver } from "./receiver.ts";

const note: JsonObject = {
  type: "object",
  required: ["text"],
  properties: { id: { type: "integer", readOnly: true }, text: { type: "string" } },
};
const content: JsonObject = { "application/json": { schema: note } };
const DOCUMENT: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Notes", version: "1" },
  paths: {
    "/notes": {
      get: {
        responses: {
          "200": { description: "ok", content: { "application/json": { schema: { type: "array", items: note } } } },
        },
      },
      post: { requestBody: { required: true, content }, responses: { "201": { description: "ok", content } } },
    },
  },
  webhooks: { "note.created": { post: { requestBody: { content }, responses: { "204": { description: "ok" } } } } },
};

const open: { close(): unknown }[] = [];
afterEach(async () => {
  for (const one of open.splice(0)) await one.close();
});

const post = (url: string, text: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
  fetch(`${url}/notes`, {
    method: "POST",
    headers: { "Content-Type": "application/json", ...headers },
    body: JSON.stringify({ text }),
  });

test("a session of a mock in another process registers, sends and awaits", async () => {
  const receiver = await Receiver.start();
  const mock = await createMock({ spec: DOCUMENT as unknown as OpenApiDocument, control: {} });
  open.push(mock, receiver);
  const one = new RemoteWorld({ url: mock.url, key: mock.key, session: "one" });
  await one.webhooks.add("note.created", receiver.url);
  await post(mock.url, "not mine");
  await post(mock.url, "mine", one.headers);
  expect(await one.webhooks.next("note.created")).toMatchObject({
    outcome: "delivered",
    status: 204,
    body: { text: "mine" },
  });
  expect(await one.webhooks.send("note.created", { text: "by hand" })).toEqual([receiver.url]);
  expect(await one.webhooks.next("note.created")).toMatchObject({ body: { text: "by hand" } });
  await one.webhooks.remove("note.created", receiver.url);
  await expect(one.webhooks.next("note.created", { timeout: 10 })).rejects.toThrow(
    "no note.created was delivered within 10 ms; no address is registered for note.created",
  );
  await expect(one.webhooks.add("note.read", receiver.url)).rejects.toThrow('the document has no webhook "note.read"');
  expect(receiver.bodies).toMatchObject([{ text: "mine" }, { text: "by hand" }]);
});

test("the mock in another server sends as well", async () => {
  const receiver = await Receiver.start();
  const contract = contractOf(await documentOfValue(DOCUMENT));
  const handler = toNodeHandler(contract, { webhooks: { to: { "note.created": receiver.url } } });
  const server = createServer((req, res) => handler(req, res));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  open.push(receiver, { close: () => new Promise((done) => server.close(done)) });
  await post(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "hello");
  await expect.poll(() => receiver.arrived.length).toBe(1);
  expect(receiver.bodies).toMatchObject([{ text: "hello" }]);
});
