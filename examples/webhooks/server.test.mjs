// The application with the mock that sends: no waiting for a service that calls back some time.
import assert from "node:assert/strict";
import { once } from "node:events";
import { after, before, test } from "node:test";
import { createMock } from "animal-store";
import { createApp } from "./server.mjs";

const SECRET = `whsec_${Buffer.from("a secret of this test only").toString("base64")}`;
const { server, events } = createApp(SECRET);
let mock;

before(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  mock = await createMock({ spec: new URL("orders.yaml", import.meta.url).pathname, webhooks: { secret: SECRET } });
  await mock.webhooks.add("order.created", `http://127.0.0.1:${server.address().port}/hooks`);
});

after(async () => {
  await mock?.close();
  server.close();
});

test("an order that is created arrives as a webhook", async () => {
  const created = await fetch(`${mock.url}/orders`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ sku: "A-1", quantity: 3 }),
  });
  const order = await created.json();
  const { id, status } = await mock.webhooks.next("order.created");
  assert.equal(status, 204);
  assert.deepEqual(events.get(id), { type: "order.created", data: order });
});

test("a webhook with another signature is refused", async () => {
  const { length } = [...events];
  const response = await fetch(`http://127.0.0.1:${server.address().port}/hooks`, {
    method: "POST",
    headers: {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(Math.floor(Date.now() / 1000)),
      "webhook-signature": `v1,${Buffer.alloc(32).toString("base64")}`,
    },
    body: "{}",
  });
  assert.equal(response.status, 401);
  assert.equal(events.size, length);
});
