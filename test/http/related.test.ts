// What things say about other things: which of them they name, and how.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, collection, list, number, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

async function serve(paths: JsonObject, schemas: JsonObject = {}) {
  const mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Shop", version: "1" },
    paths,
    components: { schemas },
  });
  const get = async (path: string): Promise<unknown> => (await mock.send("GET", path)).value;
  const send = async (method: string, path: string, sent: JsonObject): Promise<unknown> => {
    const headers = { "Content-Type": "application/json" };
    return (await mock.send(method, path, { headers, body: JSON.stringify(sent) })).value;
  };
  return { get, send, [Symbol.asyncDispose]: () => mock.close() };
}

test("where a thing or its identifier may be, the identifier is shown", async () => {
  const owner = { $ref: "#/components/schemas/Owner" };
  const ship = object(
    { id: text, owner: { anyOf: [owner, text] }, crew: list({ oneOf: [owner, text] }) },
    "id",
    "owner",
  );
  await using mock = await serve(collection("ships", ship), { Owner: object({ id: text, name: text }, "id") });
  const ships = (await mock.get("/ships")) as JsonObject[];
  expect(ships.map((one) => typeof one["owner"])).toEqual(ships.map(() => "string"));
  const crews = ships.flatMap((one) => (one["crew"] as unknown[] | undefined) ?? []);
  expect(crews.filter((one) => typeof one !== "string")).toEqual([]);
});

test("what is in a store was not deleted, and is shown as it was made", async () => {
  const gone = object({ id: text, deleted: { type: "boolean", enum: [true] } }, "id", "deleted");
  const ship = object({ id: text, rig: { enum: ["sloop", "ketch"] }, mast: text }, "id", "rig", "mast");
  const paths = collection("ships", ship) as { "/ships/{id}": JsonObject };
  const either = { anyOf: [gone, ship] };
  const one = { ...at("id"), get: { responses: answers("200", either) }, delete: { responses: answers("200", gone) } };
  await using mock = await serve({ ...paths, "/ships/{id}": one });
  const ships = (await mock.get("/ships")) as JsonObject[];
  const shown = (await Promise.all(ships.map((each) => mock.get(`/ships/${each["id"] as string}`)))) as JsonObject[];
  expect(shown.map(({ mast, deleted }) => [typeof mast, deleted])).toEqual(ships.map(() => ["string", undefined]));
  const made = (await mock.send("POST", "/ships", { note: "a" })) as JsonObject;
  expect(await mock.get(`/ships/${made["id"] as string}`)).toMatchObject({ id: made["id"], mast: made["mast"] });
});

test("of several kinds, a thing is the one that has what was sent, whatever is null", async () => {
  const talk = object({ id: text, kind: { enum: [1] } }, "id", "kind");
  const room = object({ id: text, kind: { enum: [0, 2] }, topic: text, size: number, open: text }, "id", "kind");
  const sent = object({
    kind: number,
    topic: text,
    size: { type: ["integer", "null"] },
    open: { type: ["string", "null"] },
  });
  await using mock = await serve(collection("rooms", { oneOf: [talk, room] }, sent));
  const made = await mock.send("POST", "/rooms", { kind: 0, topic: "tea", size: null, open: null });
  expect(made).toMatchObject({ kind: 0, topic: "tea" });
  expect(Object.keys(made as object)).not.toContain("size");
});

test("a thing is without what nobody can make", async () => {
  const quote = object({ state: text }, "state");
  const both = { oneOf: [quote, { ...quote, properties: { state: text, of: text } }] };
  await using mock = await serve(collection("posts", object({ id: text, words: text, quote: both }, "id", "words")));
  const posts = (await mock.get("/posts")) as JsonObject[];
  expect(posts.length).toBeGreaterThan(2);
  expect(posts.filter(({ quote: own }) => own !== undefined)).toEqual([]);
});

const ids = async (get: (path: string) => Promise<unknown>, path: string): Promise<unknown[]> =>
  ((await get(path)) as JsonObject[]).map(({ id }) => id);
const CUSTOMER = object({ id: { ...text, format: "uuid" }, name: text, favouriteOrderId: text }, "id", "name");

/** All values of a property, at any depth. */
function valuesOf(value: unknown, name: string): unknown[] {
  if (Array.isArray(value)) return value.flatMap((one) => valuesOf(one, name));
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([own, one]) => (own === name ? [one] : valuesOf(one, name)));
}

test.each([
  ["customerId", text],
  ["customer_uuid", { ...text, format: "uuid" }],
  ["customerRef", text],
  ["billingCustomerId", text],
  ["customer", text],
  ["customer", { anyOf: [text, CUSTOMER] }],
])("%s names a customer that exists, however deep it is", async (name, schema) => {
  const inside = object(
    { a: object({ b: list(object({ c: object({ d: object({ [name]: schema }, name) }, "d") }, "c")) }, "b") },
    "a",
  );
  const order = object({ id: text, [name]: schema, inside }, "id", name, "inside");
  await using mock = await serve({ ...collection("orders", order), ...collection("customers", CUSTOMER) });
  const orders = await mock.get("/orders");
  const customers = await ids(mock.get, "/customers");
  const named = valuesOf(orders, name);
  expect(named.length).toBeGreaterThan(customers.length);
  expect(named.filter((one) => !customers.includes(one))).toEqual([]);
});

test("two collections may refer to each other", async () => {
  const order = object({ id: text, customerId: text }, "id", "customerId");
  const customer = { ...CUSTOMER, required: ["id", "name", "favouriteOrderId"] };
  await using mock = await serve({ ...collection("orders", order), ...collection("customers", customer) });
  const [orders, customers] = [await ids(mock.get, "/orders"), await ids(mock.get, "/customers")];
  expect(customers).toEqual(expect.arrayContaining(valuesOf(await mock.get("/orders"), "customerId")));
  expect(orders).toEqual(expect.arrayContaining(valuesOf(await mock.get("/customers"), "favouriteOrderId")));
});

test("a collection that is also listed below another one is referred to like any other", async () => {
  const team = object({ id: text, name: text }, "id", "name");
  const player = object({ id: text, name: text }, "id", "name");
  const goal = object({ id: text, playerId: text }, "id", "playerId");
  const below = { "/teams/{teamId}/players": { ...at("teamId"), get: { responses: answers("200", list(player)) } } };
  await using mock = await serve({
    ...collection("teams", team),
    ...collection("players", player),
    ...below,
    ...collection("goals", goal),
  });
  expect(await ids(mock.get, "/players")).toEqual(
    expect.arrayContaining(valuesOf(await mock.get("/goals"), "playerId")),
  );
});

test("a link of JSON:API names a thing that exists, and a number one whose path is digits", async () => {
  const link = object({ data: object({ type: { enum: ["customers"] }, id: text }, "type", "id") }, "data");
  const order = object(
    { id: text, relationships: object({ customer: link }, "customer"), carId: number },
    "id",
    "relationships",
    "carId",
  );
  const car = object({ id: { ...text, pattern: "^[0-9]{5}$" }, colour: text }, "id");
  await using mock = await serve({
    ...collection("orders", order),
    ...collection("customers", CUSTOMER),
    ...collection("cars", car),
  });
  const orders = (await mock.get("/orders")) as JsonObject[];
  const named = valuesOf(orders, "data").map((one) => (one as { id: string }).id);
  expect(await ids(mock.get, "/customers")).toEqual(expect.arrayContaining(named));
  const cars = orders.map(({ carId }) => String(carId as number));
  expect(await ids(mock.get, "/cars")).toEqual(expect.arrayContaining(cars));
});

test("a part refers to the thing that it is a part of", async () => {
  const step = object({ taskId: text, parentTaskId: text, words: text }, "taskId", "parentTaskId");
  const task = object({ id: text, steps: { ...list(step), minItems: 1 } }, "id", "steps");
  await using mock = await serve(collection("tasks", task));
  const tasks = (await mock.get("/tasks")) as JsonObject[];
  for (const one of tasks) {
    expect(new Set(valuesOf(one, "taskId"))).toEqual(new Set([one["id"]]));
    expect(tasks.map(({ id }) => id)).toEqual(expect.arrayContaining(valuesOf(one, "parentTaskId")));
  }
});

test("a text that people read is no reference, though there is a collection of that name", async () => {
  const comment = object({ id: text, note: text }, "id");
  const status = object({ id: text, note: text }, "id");
  const shown = object(
    { id: text, comment: text, status: text, comment_id: text },
    "id",
    "comment",
    "status",
    "comment_id",
  );
  await using mock = await serve({
    ...collection("tasks", shown),
    ...collection("comments", comment),
    ...collection("statuses", status),
  });
  const [tasks, comments] = [await mock.get("/tasks"), await ids(mock.get, "/comments")];
  expect(comments).toEqual(expect.arrayContaining(valuesOf(tasks, "comment_id")));
  expect(valuesOf(tasks, "comment").filter((one) => comments.includes(one))).toEqual([]);
});

test("what is below a thing refers to that thing", async () => {
  const repository = object({ id: number, name: text }, "id", "name");
  const issue = object(
    { id: number, repository, repositoryName: text, repository_id: text },
    "id",
    "repository",
    "repositoryName",
    "repository_id",
  );
  const issues = collection("issues", issue) as { "/issues": JsonObject };
  await using mock = await serve({
    ...collection("repositories", repository),
    "/repositories/{repositoryId}/issues": { ...at("repositoryId"), ...issues["/issues"] },
    "/repositories/{repositoryId}/issues/{id}": {
      ...at("repositoryId", "id"),
      get: { responses: answers("200", issue) },
    },
  });
  const { name } = (await mock.get("/repositories/2")) as { name: string };
  const path = "/repositories/2/issues";
  const made = await mock.send("POST", path, {});
  const all = (await mock.get(path)) as JsonObject[];
  expect(all.length).toBeGreaterThan(2);
  for (const one of [made, ...all])
    expect(one).toMatchObject({ repository: { id: 2, name }, repositoryName: name, repository_id: "2" });
});

test("a link of HAL leads to the thing that it is called after", async () => {
  const link = object({ href: text }, "href");
  const links = object({ self: link, customer: link }, "self", "customer");
  const order = object({ id: text, customerId: text, _links: links }, "id", "customerId", "_links");
  await using mock = await serve({ ...collection("orders", order), ...collection("customers", CUSTOMER) });
  for (const { customerId, _links } of (await mock.get("/orders")) as JsonObject[]) {
    const address = new RegExp(`^http://127[.]0[.]0[.]1:\\d+/customers/${customerId as string}$`);
    expect(_links).toMatchObject({ customer: { href: expect.stringMatching(address) as string } });
    expect(await mock.get(`/customers/${customerId as string}`)).toMatchObject({ id: customerId });
  }
});

test("which of many collections is asked for first changes nothing", async () => {
  const names = Array.from({ length: 26 }, (_, at) => `${String.fromCodePoint(97 + at)}wls`);
  const schemas = Object.fromEntries(
    names.map((name, at) => {
      const next = names[(at + 1) % names.length] ?? "";
      const parts = { id: text, [next.slice(0, -1)]: { $ref: `#/components/schemas/${next}` } };
      return [name, object(parts, "id")];
    }),
  );
  const paths = Object.assign(
    {},
    ...names.map((name) => collection(name, { $ref: `#/components/schemas/${name}` })),
  ) as JsonObject;
  const asked = async (...wanted: readonly string[]): Promise<Record<string, unknown>> => {
    await using mock = await serve(paths, schemas);
    const seen: Record<string, unknown> = {};
    for (const name of wanted) {
      // The order is what this is about.
      // oxlint-disable-next-line no-await-in-loop
      seen[name] = await mock.get(`/${name}`);
    }
    return seen;
  };
  expect(await asked("awls", "bwls", "cwls", "dwls")).toEqual(await asked("dwls", "cwls", "bwls", "awls"));
});

const ROOM = "#/components/schemas/Room";
const room = object(
  { id: number, name: text, full_name: text, owner: object({ login: text }, "login") },
  "id",
  "name",
  "owner",
);
const two = (one: string, other: string): JsonObject => ({
  parameters: [one, other].map((name) => ({ name, in: "path", required: true, schema: text })),
});

test("what is created in one place is found in the other, where only one path fetches it", async () => {
  const seen = answers("200", { $ref: ROOM });
  await using mock = await serve(
    {
      "/me/rooms": {
        get: { responses: answers("200", list({ $ref: ROOM })) },
        post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", { $ref: ROOM }) },
      },
      "/rooms/{owner}/{room}": {
        ...two("owner", "room"),
        get: { responses: seen },
        delete: { responses: { "204": {} } },
      },
    },
    { Room: room },
  );
  const made = (await mock.send("POST", "/me/rooms", { name: "attic" })) as { owner: { login: string } };
  const place = `/rooms/${made.owner.login}/attic`;
  expect(made).toMatchObject({ name: "attic", full_name: `${made.owner.login}/attic` });
  expect(await mock.get(place)).toEqual(made);
  const [first] = (await mock.get("/me/rooms")) as { name: string; owner: { login: string } }[];
  expect(await mock.get(`/rooms/${first?.owner.login}/${first?.name}`)).toEqual(first);
  expect(first?.name).toMatch(/^[a-z]+(-[a-z]+)*$/);
  await mock.send("DELETE", place, {});
  expect(await mock.get("/me/rooms")).not.toContainEqual(made);
});

test("a path may lead to things by another property than their identifier", async () => {
  const note = object({ id: number, tag_name: text }, "id", "tag_name");
  const paths = collection("notes", { $ref: "#/components/schemas/Note" }, object({ tag_name: text }));
  const byTag = { ...at("tag"), get: { responses: answers("200", { $ref: "#/components/schemas/Note" }) } };
  await using mock = await serve({ ...paths, "/notes/tags/{tag}": byTag }, { Note: note });
  const made = await mock.send("POST", "/notes", { tag_name: "v2" });
  expect(await mock.get("/notes/tags/v2")).toEqual(made);
  expect(made).toMatchObject({ tag_name: "v2" });
});
