// Bulk updates: they keep properties they do not name, and add no items.
import { expect, test } from "vitest";
import { answers, at, body, list, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

const THING = object({ id: text, name: text, colour: text }, "id");

test.each([
  ["patch", [{ id: "1", name: "new", colour: "red" }, { id: "2" }]],
  ["put", [{ id: "1", name: "new" }, { id: "2" }, { id: "9", name: "more" }]],
])("a %s of a list", async (method, left) => {
  const mock = await startMock(
    {
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: {
        "/things": {
          get: { responses: answers("200", list(THING)) },
          [method]: { requestBody: body(list(THING)), responses: answers("200", list(THING)) },
        },
        "/things/{id}": { ...at("id"), get: { responses: answers("200", THING) } },
      },
    },
    { seeds: { default: { kind: "items", items: [{ id: "1", name: "old", colour: "red" }, { id: "2" }] } } },
  );
  const sent = JSON.stringify([
    { id: "1", name: "new" },
    { id: "9", name: "more" },
  ]);
  const { status } = await mock.send(method.toUpperCase(), "/things", { body: sent });
  const all = await mock.send("GET", "/things");
  await mock.close();
  expect([status, all.value]).toEqual([200, left]);
});

test("a thing with an object and a list of texts is put on its collection as a whole", async () => {
  const owned = object({ id: text, title: text, owner: object({ name: text }), photos: list(text) }, "id");
  const paths = {
    "/vans": { put: { requestBody: body(owned), responses: answers("200", owned) } },
    "/vans/{id}": { ...at("id"), get: { responses: answers("200", owned) } },
  };
  const van = { id: "1", title: "Grey", photos: [] };
  const mock = await startMock(
    { openapi: "3.1.0", info: { title: "T", version: "1" }, paths },
    { seeds: { default: { kind: "items", items: [van] } } },
  );
  await mock.send("PUT", "/vans", { body: JSON.stringify({ ...van, title: "Blue" }) });
  expect((await mock.send("GET", "/vans/1")).value).toEqual({ ...van, title: "Blue" });
  await mock.close();
});
