// What client libraries of published APIs expect of changes, references and beginnings, each kind in words of its own.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";

const form = (schema: JsonObject): JsonObject => ({ content: { "application/x-www-form-urlencoded": { schema } } });
const readOnly = (schema: JsonObject): JsonObject => ({ ...schema, readOnly: true });
const named = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });

test("a change spells properties as its request does", async () => {
  const line = object({ sid: text, friendly_name: text, voice_url: text }, "sid", "friendly_name");
  await using mock = await serve({
    "/lines": {
      post: { requestBody: form(object({ FriendlyName: text, VoiceUrl: text })), responses: answers("201", line) },
    },
    "/lines/{sid}": {
      ...at("sid"),
      get: { responses: answers("200", line) },
      post: { requestBody: form(object({ FriendlyName: text })), responses: answers("200", line) },
    },
  });
  const { sid } = await mock.ask("POST /lines", "FriendlyName=Mine&VoiceUrl=there");
  expect(await mock.ask(`POST /lines/${textOf(sid)}`, "FriendlyName=Other")).toMatchObject({
    friendly_name: "Other",
    voice_url: "there",
  });
});

test("the read-only identifier in a reference says which thing is meant, and the rest is that thing's", async () => {
  const reference = object({ id: readOnly(text), type: text, summary: readOnly(text) }, "type");
  const team = object({ id: readOnly(text), summary: readOnly(text), name: text }, "id", "name");
  const rule = object({ id: readOnly(text), team: reference, targets: list(reference) }, "id", "team");
  const collection = (name: string, item: JsonObject): JsonObject => ({
    [`/${name}`]: { post: { requestBody: body(item), responses: answers("201", item) } },
    [`/${name}/{id}`]: { ...at("id"), get: { responses: answers("200", item) } },
  });
  await using mock = await serve({ ...collection("teams", team), ...collection("rules", rule) });
  const { id, summary } = await mock.ask("POST /teams", { name: "Night shift" });
  const sent = { id, type: "team_reference" } as JsonObject;
  const made = await mock.ask("POST /rules", { team: sent, targets: [sent] });
  expect(made).toMatchObject({ team: { ...sent, summary }, targets: [sent] });
  expect(await mock.ask(`GET /rules/${textOf(made["id"])}`)).toMatchObject({ team: { ...sent, summary } });
});

test("PUT keeps the rest where its body need not have what a creation must have", async () => {
  const pass = object({ id: text, holder: text, seat: text, note: text }, "id");
  const partial = object({ holder: text, seat: text, note: text });
  const paths = (own: JsonObject, summary: string): JsonObject => ({
    "/passes": {
      post: { requestBody: body(object({ holder: text, seat: text }, "holder")), responses: answers("201", pass) },
    },
    "/passes/{id}": {
      ...at("id"),
      get: { responses: answers("200", pass) },
      put: { summary, requestBody: body(own), responses: answers("200", pass) },
    },
  });
  for (const [own, summary, kept] of [
    [partial, "Change a pass", "Ann"],
    [partial, "Replace a pass", undefined],
    [object({ holder: text, seat: text }, "seat"), "Change a pass", "Ann"],
  ] as const) {
    await using mock = await serve(paths(own, summary));
    const { id } = await mock.ask("POST /passes", { holder: "Ann", seat: "1A" });
    const changed = await mock.ask(`PUT /passes/${textOf(id)}`, { seat: "2B" });
    expect([summary, changed["seat"], changed["holder"]]).toEqual([summary, "2B", kept]);
  }
});

test("where one schema says what is sent and what is there, a new thing has a state, its flags and a version", async () => {
  const Place = object(
    {
      id: readOnly(text),
      name: text,
      note: text,
      archived: { type: "boolean" },
      version: { type: "integer" },
      status: { enum: ["INACTIVE", "ACTIVE"] },
      opening: object({ closed: { type: "boolean" } }),
    },
    "id",
  );
  const place = named("Place");
  await using mock = await serve(
    {
      "/places": { post: { requestBody: body(place), responses: answers("201", place) } },
      "/places/{id}": {
        ...at("id"),
        put: {
          summary: "Sparse",
          description: "Unspecified fields remain.",
          requestBody: body(place),
          responses: answers("200", place),
        },
      },
    },
    { Place },
  );
  const made = await mock.ask("POST /places", { name: "Mitte", opening: {} });
  expect(made).toMatchObject({ name: "Mitte", archived: false, version: 1, status: "ACTIVE", opening: {} });
  expect(made).not.toHaveProperty("note");
  const next = await mock.ask(`PUT /places/${textOf(made["id"])}`, { name: "Nord", version: 1 });
  expect(next).toMatchObject({ name: "Nord", version: 2, status: "ACTIVE" });
});

test("nothing went wrong with a new thing, and hexadecimal digits are of one case", async () => {
  const message = object(
    {
      sid: { type: "string", pattern: "^MS[0-9a-fA-F]{32}$" },
      body: text,
      error_code: { type: ["integer", "null"] },
      error_message: text,
      errors: list(text),
    },
    "sid",
  );
  await using mock = await serve({
    "/messages": { post: { requestBody: body(object({ body: text })), responses: answers("201", message) } },
    "/messages/{sid}": { ...at("sid"), get: { responses: answers("200", message) } },
  });
  const made = await mock.ask("POST /messages", { body: "Hi" });
  expect(made).toMatchObject({ body: "Hi", error_code: null, errors: [] });
  expect(made).not.toHaveProperty("error_message");
  expect(made["sid"]).toMatch(/^MS[0-9a-f]{32}$/);
});

test("what an example says twice as a whole is said twice of another thing", async () => {
  const user = object({ id: text, name: text, summary: text, self: text, rank: number }, "id", "name");
  const example = { id: "PXPGF42", name: "Earl Green", summary: "Earl Green", self: "https://a.example/users/PXPGF42" };
  const shown = { content: { "application/json": { schema: user, example } }, description: "A user." };
  await using mock = await serve({
    "/users": { post: { requestBody: body(object({ name: text })), responses: { 201: shown } } },
    "/users/{id}": { ...at("id"), get: { responses: { 200: shown } } },
  });
  const made = await mock.ask("POST /users", { name: "Ann Lee" });
  expect(made["summary"]).toBe("Ann Lee");
  expect(made["self"]).toMatch(new RegExp(`/users/${textOf(made["id"])}$`));
});

test("on request, nothing optional is there that nobody sent", async () => {
  const Room = object(
    { id: text, name: text, opened_at: text, floor: number, beds: list(object({ id: text, width: number }, "id")) },
    "id",
    "beds",
  );
  const room = named("Room");
  await using mock = await serve(
    {
      "/rooms": {
        get: { responses: answers("200", list(room)) },
        post: { requestBody: body(object({ name: text, floor: number })), responses: answers("201", room) },
      },
      "/rooms/{id}": { ...at("id"), get: { responses: answers("200", room) } },
    },
    { Room },
    { onlyRequired: true },
  );
  const made = await mock.ask("POST /rooms", { floor: 2 });
  expect(Object.keys(made).toSorted()).toEqual(["beds", "floor", "id", "status"]);
  const { list: rooms } = await mock.ask("GET /rooms");
  for (const one of (rooms as JsonObject[]).slice(0, 3)) expect(Object.keys(one)).toEqual(["id", "beds"]);
});

test("what is created and listed below an item is one of its collection, and a reply answers with what it is to", async () => {
  const Task = object({ id: text, name: text, parent: { anyOf: [named("Task"), { type: "null" }] } }, "id", "name");
  const task = named("Task");
  const sent = body(object({ name: text }, "name"));
  await using mock = await serve(
    {
      "/tasks": {
        get: { responses: answers("200", list(task)) },
        post: { requestBody: sent, responses: answers("201", task) },
      },
      "/tasks/{id}": { ...at("id"), get: { responses: answers("200", task) } },
      "/tasks/{id}/subtasks": {
        ...at("id"),
        get: { responses: answers("200", list(task)) },
        post: { requestBody: sent, responses: answers("201", task) },
      },
      "/tasks/{id}/notes": {
        ...at("id"),
        post: { requestBody: body(object({ text })), responses: answers("200", task) },
      },
    },
    { Task },
  );
  const whole = await mock.ask("POST /tasks", { name: "Whole" });
  const part = await mock.ask(`POST /tasks/${textOf(whole["id"])}/subtasks`, { name: "Part" });
  expect(part["id"]).not.toBe(whole["id"]);
  expect(await mock.ask(`GET /tasks/${textOf(part["id"])}`)).toMatchObject({ name: "Part" });
  const { list: parts } = await mock.ask(`GET /tasks/${textOf(whole["id"])}/subtasks`);
  expect(parts).toMatchObject([{ name: "Part" }]);
  expect(await mock.ask(`POST /tasks/${textOf(whole["id"])}/notes`, { text: "Hi" })).toMatchObject({
    id: whole["id"],
    name: "Whole",
  });
});

test("a thing that is only named below another one is that thing", async () => {
  const tag = object({ id: text, name: text }, "id", "name");
  await using mock = await serve({
    "/tags": { post: { requestBody: body(object({ name: text })), responses: answers("201", tag) } },
    "/tags/{id}": { ...at("id"), get: { responses: answers("200", tag) } },
    "/people/{person_id}/tags": {
      ...at("person_id"),
      get: { responses: answers("200", list(tag)) },
      post: { requestBody: body(object({ id: text }, "id")), responses: answers("200", tag) },
    },
    "/people/{person_id}/tags/{id}": { ...at("person_id", "id"), delete: { responses: answers("200", tag) } },
  });
  const { id } = await mock.ask("POST /tags", { name: "VIP" });
  expect(await mock.ask("POST /people/7/tags", { id: id as string })).toMatchObject({ id, name: "VIP" });
});

test("an action ends what it ends, counts what it counts, and may do so inside; its time is then", async () => {
  const post = object(
    {
      ...{
        id: text,
        liked: { type: "boolean" },
        likes_count: number,
        enabled: { type: "boolean" },
        closed_at: { type: ["string", "null"], format: "date-time" },
      },
      ...{
        closed: { type: "boolean" },
        state: object({ running: { type: "boolean" }, status: { enum: ["created", "running", "exited"] } }),
      },
    },
    "id",
  );
  const act = (name: string): JsonObject => ({
    [`/posts/{id}/${name}`]: { ...at("id"), post: { responses: answers("200", post) } },
  });
  await using mock = await serve({
    "/posts": { post: { requestBody: body(object({ closed: { type: "boolean" } })), responses: answers("201", post) } },
    "/posts/{id}": {
      ...at("id"),
      get: { responses: answers("200", post) },
      patch: { requestBody: body(object({ closed: { type: "boolean" } })), responses: answers("200", post) },
    },
    ...act("like"),
    ...act("unlike"),
    ...act("disable"),
    ...act("start"),
    ...act("stop"),
  });
  const { id } = await mock.ask("POST /posts", { closed: false });
  const done = (name: string): Promise<JsonObject> => mock.ask(`POST /posts/${textOf(id)}/${name}`);
  expect(await done("like")).toMatchObject({ liked: true, likes_count: 1 });
  expect(await done("unlike")).toMatchObject({ liked: false, likes_count: 0 });
  expect(await done("disable")).toMatchObject({ enabled: false });
  expect(await done("start")).toMatchObject({ state: { running: true, status: "running" } });
  expect(await done("stop")).toMatchObject({ state: { running: false, status: "exited" } });
  const closed = await mock.ask(`PATCH /posts/${textOf(id)}`, { closed: true });
  expect(textOf(closed["closed_at"])).toMatch(/^2026-06-01T/);
  expect(await mock.ask(`PATCH /posts/${textOf(id)}`, { closed: false })).toMatchObject({ closed_at: null });
});

test("actions that add to a list and remove from it, do so", async () => {
  const tag = object({ id: text, name: text }, "id");
  const task = object({ id: text, name: text, tags: list(tag) }, "id");
  await using mock = await serve({
    "/tags": {
      get: { responses: answers("200", list(tag)) },
      post: { requestBody: body(object({ name: text })), responses: answers("201", tag) },
    },
    "/tags/{id}": { ...at("id"), get: { responses: answers("200", tag) } },
    "/tasks": { post: { requestBody: body(object({ name: text })), responses: answers("201", task) } },
    "/tasks/{id}": { ...at("id"), get: { responses: answers("200", task) } },
    "/tasks/{id}/addTag": {
      ...at("id"),
      post: { requestBody: body(object({ tag: text }, "tag")), responses: answers("200", object({})) },
    },
    "/tasks/{id}/remove-tag": {
      ...at("id"),
      post: { requestBody: body(object({ tag_id: text })), responses: answers("204") },
    },
  });
  const { id: tagged } = await mock.ask("POST /tags", { name: "urgent" });
  const { id } = await mock.ask("POST /tasks", { name: "T" });
  await mock.ask(`POST /tasks/${textOf(id)}/addTag`, { tag: tagged as string });
  const { tags } = await mock.ask(`GET /tasks/${textOf(id)}`);
  expect((tags as JsonObject[]).at(-1)).toEqual({ id: tagged, name: "urgent" });
  await mock.ask(`POST /tasks/${textOf(id)}/remove-tag`, { tag_id: tagged as string });
  const { tags: left } = await mock.ask(`GET /tasks/${textOf(id)}`);
  expect((left as JsonObject[]).some((one) => one["id"] === tagged)).toBe(false);
});

test("searches compare properties, in the groups and objects of search languages, and get things by their identifiers", async () => {
  const order = object({ id: text, city: text, price: number, location_id: text, payload: object({}) }, "id");
  const any = object({});
  await using mock = await serve({
    "/orders": {
      get: { responses: answers("200", list(order)) },
      post: {
        requestBody: body(object({ city: text, price: number, location_id: text, payload: object({}) })),
        responses: answers("201", order),
      },
    },
    "/orders/{id}": { ...at("id"), get: { responses: answers("200", order) } },
    "/orders/search": { post: { requestBody: body(any), responses: answers("200", list(order)) } },
    "/orders/batch-get": {
      post: { requestBody: body(object({ order_ids: list(text) })), responses: answers("200", list(order)) },
    },
  });
  const rome = await mock.ask("POST /orders", {
    city: "Roma Sud",
    price: 9001,
    location_id: "L7",
    payload: { colour: "red" },
  });
  const oslo = await mock.ask("POST /orders", {
    city: "Oslo Vest",
    price: 9500,
    location_id: "L8",
    payload: { colour: "blue" },
  });
  const found = async (sent: JsonObject): Promise<unknown[]> =>
    ((await mock.ask("POST /orders/search", sent))["list"] as JsonObject[]).map((one) => one["city"]);
  expect(await found({ query: { field: "city", operator: "=", value: "Roma Sud" } })).toEqual(["Roma Sud"]);
  expect(await found({ query: { filter: { city: { exact: "Oslo Vest" } } } })).toEqual(["Oslo Vest"]);
  expect(await found({ filter: { must: [{ key: "colour", match: { value: "blue" } }] } })).toEqual(["Oslo Vest"]);
  expect(await found({ filter: { price: { gt: 9000, lte: 9400 } } })).toEqual(["Roma Sud"]);
  const both = [
    { field: "price", operator: ">", value: 9000 },
    { field: "city", operator: "~", value: "ost" },
  ];
  expect(await found({ query: { operator: "AND", value: both } })).toEqual([]);
  const either = {
    should: [
      { key: "city", match: { value: "Roma Sud" } },
      { key: "price", range: { gte: 9500 } },
    ],
  };
  expect(await found({ filter: either })).toEqual(["Roma Sud", "Oslo Vest"]);
  expect(await found({ location_ids: ["L8"] })).toEqual(["Oslo Vest"]);
  const several = await mock.ask("POST /orders/batch-get", { order_ids: [rome["id"] as string, oslo["id"] as string] });
  expect((several["list"] as JsonObject[]).map(({ id }) => id)).toEqual([rome["id"], oslo["id"]]);
});

test("a number of the client's own beside the identifier does not identify things", async () => {
  const company = object({ id: text, company_id: text, name: text }, "id");
  await using mock = await serve({
    "/companies": {
      post: { requestBody: body(object({ company_id: text, name: text })), responses: answers("200", company) },
    },
    "/companies/{company_id}": { ...at("company_id"), get: { responses: answers("200", company) } },
  });
  const made = await mock.ask("POST /companies", { company_id: "c1", name: "Acme" });
  expect(made).toMatchObject({ company_id: "c1", name: "Acme" });
  expect(await mock.ask(`GET /companies/${textOf(made["id"])}`)).toMatchObject({ company_id: "c1", name: "Acme" });
});

test("many things are put at once, got by their identifiers, and paged by the body of a search", async () => {
  const id = { anyOf: [number, text] };
  const point = object({ id, payload: object({}) }, "id");
  const each = object({ points: list(point) }, "points");
  const batch = object({ batch: object({ ids: list(id) }, "ids") }, "batch");
  await using mock = await serve({
    "/sets": {
      post: {
        requestBody: body(object({ name: text }, "name")),
        responses: answers("201", object({ name: text }, "name")),
      },
    },
    "/sets/{name}": { ...at("name"), get: { responses: answers("200", object({ name: text })) } },
    "/sets/{name}/points": {
      ...at("name"),
      put: { requestBody: body({ anyOf: [batch, each] }), responses: answers("200", object({ status: text })) },
      post: {
        requestBody: body(object({ ids: list(id) }, "ids")),
        responses: answers("200", object({ result: list(point) })),
      },
    },
    "/sets/{name}/points/{id}": {
      ...at("name"),
      get: { parameters: [{ name: "id", in: "path", required: true, schema: id }], responses: answers("200", point) },
    },
    "/sets/{name}/points/scroll": {
      ...at("name"),
      post: {
        requestBody: body(object({ limit: number, filter: object({}) })),
        responses: answers("200", object({ points: list(point) })),
      },
    },
  });
  await mock.ask("POST /sets", { name: "cities" });
  const payload = (city: string): JsonObject => ({ city });
  await mock.ask("PUT /sets/cities/points", {
    points: [
      { id: 1, payload: payload("Rome") },
      { id: 2, payload: payload("Oslo") },
    ],
  });
  expect(await mock.ask("GET /sets/cities/points/2")).toMatchObject({ id: 2, payload: payload("Oslo") });
  expect(await mock.ask("POST /sets/cities/points", { ids: [2] })).toMatchObject({ result: [{ id: 2 }] });
  expect((await mock.ask("POST /sets/cities/points/scroll", { limit: 1 }))["points"]).toHaveLength(1);
  const filter = { must: [{ key: "city", match: { value: "Oslo" } }] };
  expect(await mock.ask("POST /sets/cities/points/scroll", { filter })).toMatchObject({ points: [{ id: 2 }] });
  await mock.ask("PUT /sets/cities/points", { points: [{ id: 2, payload: payload("Bergen") }] });
  expect(await mock.ask("GET /sets/cities/points/2")).toMatchObject({ payload: payload("Bergen") });
});

test("a thing that needs one of its parts begins with needing it", async () => {
  const payment = object(
    {
      id: text,
      payment_method: { type: ["string", "null"] },
      status: { enum: ["canceled", "processing", "requires_action", "requires_payment_method"] },
    },
    "id",
  );
  await using mock = await serve({
    "/payments": { post: { requestBody: body(object({ amount: number })), responses: answers("201", payment) } },
    "/payments/{id}": { ...at("id"), get: { responses: answers("200", payment) } },
  });
  expect(await mock.ask("POST /payments", { amount: 5 })).toMatchObject({ status: "requires_payment_method" });
});
