// What further client libraries (test/trial/README.md) expect of new things: what descriptions say of them, what they take over from
// what they are below, and what other paths do to them.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";

const flag = { type: "boolean" };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test("a default may be told in words", async () => {
  const sent = object(
    {
      name: text,
      shared: { ...flag, description: "Whether others may change it. Defaults to `false`." },
      size: { type: "string", enum: ["big", "small"], description: "Default: small" },
    },
    "name",
  );
  const deck = object({ id: number, name: text, shared: flag, size: { type: "string", enum: ["big", "small"] } }, "id");
  await using mock = await serve({ "/decks": { post: { requestBody: body(sent), responses: answers("201", deck) } } });
  expect(await mock.ask("POST /decks", { name: "A" })).toMatchObject({ shared: false, size: "small" });
  expect(await mock.ask("POST /decks", { name: "B", shared: true })).toMatchObject({ shared: true });
});

test("PUT of less than a creation needs leaves the rest as it was, wherever things are created", async () => {
  const deck = object({ id: text, name: text, note: text }, "id", "name");
  const sent = { name: text, note: text };
  await using mock = await serve(
    {
      "/me/decks": {
        post: { requestBody: body(object(sent, "name")), responses: answers("201", ref("Deck")) },
        get: { responses: answers("200", list(ref("Deck"))) },
      },
      "/decks/{deck_id}": {
        ...at("deck_id"),
        get: { responses: answers("200", ref("Deck")) },
        put: { requestBody: body(object(sent)), responses: answers("200") },
      },
    },
    { Deck: deck },
  );
  const { id } = await mock.ask("POST /me/decks", { name: "A", note: "first" });
  await mock.ask(`PUT /decks/${textOf(id)}`, { name: "B" });
  expect(await mock.ask(`GET /decks/${textOf(id)}`)).toMatchObject({ name: "B", note: "first" });
});

test("a thing is in what the thing above it is in, and shows that", async () => {
  const room = object({ id: text, hall_id: text, name: text }, "id", "hall_id", "name");
  const invite = object(
    { code: text, hall_id: text, room: { oneOf: [{ type: "null" }, ref("Room")] } },
    "code",
    "room",
  );
  const hall = object({ id: text, name: text }, "id", "name");
  const named = body(object({ name: text }, "name"));
  await using mock = await serve(
    {
      "/halls": { post: { requestBody: named, responses: answers("201", hall) } },
      "/halls/{hall_id}": { ...at("hall_id"), get: { responses: answers("200", hall) } },
      "/halls/{hall_id}/rooms": {
        ...at("hall_id"),
        post: { requestBody: named, responses: answers("201", ref("Room")) },
      },
      "/rooms/{room_id}": { ...at("room_id"), get: { responses: answers("200", ref("Room")) } },
      "/rooms/{room_id}/invites": {
        ...at("room_id"),
        post: { requestBody: body(object({ max: number })), responses: answers("200", invite) },
        get: { responses: answers("200", list(invite)) },
      },
    },
    { Room: room },
  );
  const top = await mock.ask("POST /halls", { name: "Big" });
  const made = await mock.ask(`POST /halls/${textOf(top["id"])}/rooms`, { name: "Blue" });
  const path = `/rooms/${textOf(made["id"])}`;
  const asked = await mock.ask(`POST ${path}/invites`, { max: 1 });
  expect(asked).toMatchObject({ hall_id: top["id"], room: { id: made["id"], name: "Blue" } });
});

test("what is created below one of its own kind names that as its parent", async () => {
  const task = object({ id: number, name: text, parent_id: { type: ["integer", "null"] } }, "id", "name", "parent_id");
  const making = { requestBody: body(object({ name: text }, "name")), responses: answers("201", ref("Task")) };
  await using mock = await serve(
    {
      "/tasks": { get: { responses: answers("200", list(ref("Task"))) }, post: making },
      "/tasks/{task_id}": { ...at("task_id"), get: { responses: answers("200", ref("Task")) } },
      "/tasks/{task_id}/subtasks": {
        ...at("task_id"),
        get: { responses: answers("200", list(ref("Task"))) },
        post: making,
      },
    },
    { Task: task },
  );
  const { id } = await mock.ask("POST /tasks", { name: "A" });
  expect(await mock.ask(`POST /tasks/${textOf(id)}/subtasks`, { name: "B" })).toMatchObject({ parent_id: id });
});

test("what a single answer lists exists", async () => {
  const album = object({ id: text, name: text, label: text }, "id", "name", "label");
  const short = object({ id: text, name: text }, "id", "name");
  const page = object({ albums: object({ items: list(ref("SimpleAlbum")), total: number }, "items") }, "albums");
  await using mock = await serve(
    {
      "/albums": { get: { responses: answers("200", list(ref("Album"))) } },
      "/albums/{id}": { ...at("id"), get: { responses: answers("200", ref("Album")) } },
      "/browse/new": { get: { responses: answers("200", page) } },
    },
    { Album: album, SimpleAlbum: short },
  );
  const shown = (await mock.ask("GET /browse/new"))["albums"] as { items: { id: string; name: string }[] };
  expect(new Set(shown.items.map((one) => one.id)).size).toBe(5);
  const [{ id, name } = { id: "", name: "" }] = shown.items;
  expect(await mock.ask(`GET /albums/${id}`)).toMatchObject({ status: 200, id, name });
});

test("parts that a thing is created with are below it too", async () => {
  const variant = object({ id: text, title: text, price: number }, "id", "title");
  const product = object({ id: text, title: text, variants: list(variant) }, "id", "title", "variants");
  await using mock = await serve({
    "/products": { post: { requestBody: body(product), responses: answers("200", product) } },
    "/products/{product_id}": { ...at("product_id"), get: { responses: answers("200", product) } },
    "/products/{product_id}/variants": {
      ...at("product_id"),
      get: { responses: answers("200", list(variant)) },
      post: { requestBody: body(variant), responses: answers("200", variant) },
    },
    "/products/{product_id}/variants/{variant_id}": {
      ...at("product_id", "variant_id"),
      get: { responses: answers("200", variant) },
    },
  });
  await mock.ask("POST /products", { id: "hat", title: "Hat", variants: [{ id: "s", title: "Small", price: 10 }] });
  expect(await mock.ask("GET /products/hat/variants/s")).toMatchObject({ id: "s", title: "Small", price: 10 });
  expect((await mock.ask("GET /products/hat/variants"))["list"]).toEqual([{ id: "s", title: "Small", price: 10 }]);
});

test("a text may name the only value of a property, and an `href` leads back to its thing", async () => {
  const song = object(
    {
      id: text,
      title: text,
      href: { ...text, description: "A link to the full details." },
      type: { ...text, description: "The object type: `song`." },
      kind: { ...text, description: 'Always "music".' },
    },
    ...["id", "title", "href", "type", "kind"],
  );
  await using mock = await serve({
    "/songs": { post: { requestBody: body(object({ title: text }, "title")), responses: answers("201", song) } },
    "/songs/{id}": { ...at("id"), get: { responses: answers("200", song) } },
  });
  const { id } = await mock.ask("POST /songs", { title: "A" });
  const shown = await mock.ask(`GET /songs/${textOf(id)}`);
  expect(shown).toMatchObject({ type: "song", kind: "music" });
  expect(textOf(shown["href"])).toMatch(new RegExp(`/songs/${textOf(id)}$`));
});

test("links in a list lead to the thing itself and to what can be done with it", async () => {
  const link = object({ rel: text, href: text, method: text }, "rel", "href");
  const order = object({ id: text, note: text, links: list(link) }, "id", "links");
  await using mock = await serve({
    "/orders": { post: { requestBody: body(object({ note: text })), responses: answers("201", order) } },
    "/orders/{order_id}": { ...at("order_id"), get: { responses: answers("200", order) } },
    "/orders/{order_id}/capture": { ...at("order_id"), post: { responses: answers("200", order) } },
  });
  const { id } = await mock.ask("POST /orders", { note: "x" });
  const path = `/orders/${textOf(id)}`;
  const { links } = await mock.ask(`GET ${path}`);
  expect(links).toMatchObject([
    { rel: "self", href: expect.stringMatching(new RegExp(`${path}$`)) as string, method: "GET" },
    { rel: "capture", href: expect.stringMatching(new RegExp(`${path}/capture$`)) as string, method: "POST" },
  ]);
});
