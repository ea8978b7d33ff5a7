// What a client of a published API expects of an answer, each kind as it was seen with a client library.
import { expect, test } from "vitest";
import { type JsonObject, type JsonValue, type Scalar, scalarText } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { startMock } from "./support.ts";

/** Serves paths, and sends JSON or the text of a form. */
async function serve(paths: JsonObject) {
  const mock = await startMock(
    { openapi: "3.1.0", info: { title: "Kinds", version: "1" }, paths },
    { today: "2026-06-01" },
  );
  const ask = async (what: string, sent?: JsonObject | readonly JsonObject[] | string): Promise<JsonObject> => {
    const [method = "", path = ""] = what.split(" ");
    const isForm = typeof sent === "string";
    const type = { headers: { "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json" } };
    const own = sent === undefined ? {} : { ...type, body: isForm ? sent : JSON.stringify(sent) };
    const { status, value } = await mock.send(method, path, own);
    return { status, ...(value as JsonObject) };
  };
  return { ask, [Symbol.asyncDispose]: () => mock.close() };
}

const textOf = (value: JsonValue | undefined): string => scalarText(value as Scalar | undefined);
const example = (value: string | number | boolean): JsonObject => ({ type: "string", example: value });

test("what an example repeats of others follows the thing itself", async () => {
  const owner = object({ login: example("octopus") }, "login");
  const repo = object(
    {
      id: { ...number, example: 1296269 },
      name: example("Hello-World"),
      owner,
      full_name: example("octopus/Hello-World"),
      html_url: example("https://code.example/octopus/Hello-World"),
      permalink_url: example("https://code.example/0/987654321/list"),
      // A new one is made of no other.
      template: { ...object({ name: example("Hello-World") }, "name"), type: ["object", "null"] },
    },
    ..."id name owner full_name html_url permalink_url".split(" "),
  );
  await using mock = await serve({
    "/repos": { post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", repo) } },
    "/repos/{id}": { ...at("id"), get: { responses: answers("200", repo) } },
  });
  const made = await mock.ask("POST /repos", { name: "tools" });
  const { login } = made["owner"] as JsonObject;
  expect(made).toMatchObject({
    full_name: `${textOf(login)}/tools`,
    html_url: `https://code.example/${textOf(login)}/tools`,
    permalink_url: `https://code.example/0/${textOf(made["id"])}/list`,
  });
});

test("a new thing has not lived: it counts nothing, and nothing has happened to it", async () => {
  const issue = object({
    id: text,
    title: text,
    comments: { ...number, example: 14 },
    open_issues_count: { ...number, example: 4 },
    merged: { type: "boolean", example: true },
    choices: list(object({ index: { ...number, example: 5 }, note: text }, "index", "note")),
  });
  await using mock = await serve({
    "/issues": { post: { requestBody: body(object({ title: text })), responses: answers("201", issue) } },
    "/issues/{id}": { ...at("id"), get: { responses: answers("200", issue) } },
  });
  const made = await mock.ask("POST /issues", { title: "It breaks" });
  expect(made).toMatchObject({ comments: 0, open_issues_count: 0, merged: false });
  const indexes = (made["choices"] as JsonObject[]).map(({ index }) => index);
  expect(indexes).toEqual(indexes.map((_, position) => position));
});

test("a total is the sum of its parts", async () => {
  const usage = object(
    { prompt_tokens: number, completion_tokens: number, total_tokens: number },
    "prompt_tokens",
    "completion_tokens",
    "total_tokens",
  );
  const answer = object({ id: text, usage }, "id", "usage");
  await using mock = await serve({
    "/answers": { post: { requestBody: body(object({ text })), responses: answers("201", answer) } },
    "/answers/{id}": { ...at("id"), get: { responses: answers("200", answer) } },
  });
  const made = (await mock.ask("POST /answers", { text: "hi" }))["usage"] as Record<string, number>;
  expect(made["total_tokens"]).toBe((made["prompt_tokens"] ?? 0) + (made["completion_tokens"] ?? 0));
});

test("what was sent is found where the answer groups it, in a list's envelope, and as the thing that it names", async () => {
  const price = object({ id: text, currency: text }, "id", "currency");
  const line = object({ id: text, price, quantity: number }, "id", "price", "quantity");
  const order = object(
    {
      id: text,
      lines: object({ data: list(line), has_more: { type: "boolean" } }, "data"),
      commit: object({ note: text }, "note"),
    },
    "id",
    "lines",
    "commit",
  );
  const taken = object({ lines: list(object({ price: text, quantity: number }, "price")), note: text }, "lines");
  await using mock = await serve({
    "/prices": {
      get: { responses: answers("200", list(price)) },
      post: { requestBody: body(object({ currency: text }, "currency")), responses: answers("201", price) },
    },
    "/prices/{id}": { ...at("id"), get: { responses: answers("200", price) } },
    "/orders": { post: { requestBody: body(taken), responses: answers("201", order) } },
    "/orders/{id}": { ...at("id"), get: { responses: answers("200", order) } },
  });
  const own = await mock.ask("POST /prices", { currency: "SEK" });
  const { lines, commit } = await mock.ask("POST /orders", {
    lines: [{ price: textOf(own["id"]), quantity: 3 }],
    note: "quick",
  });
  expect(lines).toMatchObject({ data: [{ price: { id: own["id"], currency: "SEK" }, quantity: 3 }] });
  expect(commit).toEqual({ note: "quick" });
});

test("an action answers about the item that it acts on, and undoes what DELETE ends", async () => {
  const site = object({ id: text, name: text }, "id", "name");
  const told = object({ object: example("site"), id: { ...text, example: "d91cd9bd" } }, "object", "id");
  const starred = object({ starred: { type: "boolean" } }, "starred");
  await using mock = await serve({
    "/sites": {
      get: { responses: answers("200", list(site)) },
      post: { requestBody: body(object({ name: text })), responses: answers("201", site) },
    },
    "/sites/{id}": { ...at("id"), get: { responses: answers("200", site) } },
    "/sites/{id}/verify": { ...at("id"), post: { responses: answers("200", told) } },
    "/sites/{id}/star": {
      ...at("id"),
      put: { responses: answers("200", starred) },
      delete: { responses: answers("200", starred) },
    },
  });
  const { id } = await mock.ask("POST /sites", { name: "a" });
  expect(await mock.ask(`POST /sites/${textOf(id)}/verify`)).toMatchObject({ object: "site", id });
  expect(await mock.ask(`PUT /sites/${textOf(id)}/star`)).toMatchObject({ starred: true });
  expect(await mock.ask(`DELETE /sites/${textOf(id)}/star`)).toMatchObject({ starred: false });
});

test("each entry of a batch has its own in the answer", async () => {
  const mail = object({ to: text }, "to");
  const sent = object({ data: list(object({ id: text, to: text }, "id")) }, "data");
  await using mock = await serve({
    "/emails/batch": { post: { requestBody: body(list(mail)), responses: answers("200", sent) } },
  });
  const { data } = await mock.ask("POST /emails/batch", [
    { to: "a@b.example" },
    { to: "c@d.example" },
    { to: "e@f.example" },
  ]);
  expect(data).toMatchObject([{ to: "a@b.example" }, { to: "c@d.example" }, { to: "e@f.example" }]);
  expect(new Set((data as JsonObject[]).map(({ id }) => id)).size).toBe(3);
});

test("a client may choose an identifier where the text says so, and name a thing that it adds to another", async () => {
  const id = { ...text, description: "A code of your choice. If you don't want to choose one, leave it out." };
  const coupon = object({ id: text, percent: number }, "id");
  const part = object({ id: text, object: text }, "id");
  await using mock = await serve({
    "/coupons": { post: { requestBody: body(object({ id, percent: number })), responses: answers("201", coupon) } },
    "/coupons/{id}": { ...at("id"), get: { responses: answers("200", coupon) } },
    "/stores": { get: { responses: answers("200", list(object({ id: text }, "id"))) } },
    "/stores/{store_id}": { ...at("store_id"), get: { responses: answers("200", object({ id: text }, "id")) } },
    "/stores/{store_id}/files": {
      ...at("store_id"),
      post: { requestBody: body(object({ file_id: text }, "file_id")), responses: answers("201", part) },
    },
    "/stores/{store_id}/files/{file_id}": { ...at("store_id", "file_id"), get: { responses: answers("200", part) } },
  });
  expect(await mock.ask("POST /coupons", { id: "WELCOME", percent: 5 })).toMatchObject({ id: "WELCOME", percent: 5 });
  expect(await mock.ask("GET /coupons/WELCOME")).toMatchObject({ status: 200, percent: 5 });
  expect(await mock.ask("POST /stores/1/files", { file_id: "file-9" })).toMatchObject({ id: "file-9" });
  expect(await mock.ask("GET /stores/1/files/file-9")).toMatchObject({ status: 200, id: "file-9" });
});

test("an item beside what tells of the answer is the item", async () => {
  const envelope = (inner: JsonObject): JsonObject =>
    object({ time: { type: "number" }, status: text, result: inner }, "result");
  const copy = object({ name: text, size: number }, "name", "size");
  await using mock = await serve({
    "/copies": {
      get: { responses: answers("200", envelope(list(copy))) },
      post: { responses: answers("200", envelope(copy)) },
    },
    "/copies/{copy_name}": { ...at("copy_name"), delete: { responses: answers("200", envelope({ type: "boolean" })) } },
  });
  const { result } = await mock.ask("POST /copies");
  expect((await mock.ask("GET /copies"))["result"]).toContainEqual(result);
});

test("a list in a form may have its index in brackets, and a state one of the words that its text names", async () => {
  const hook = object(
    { id: text, events: list(text), status: { ...text, description: "Can be `enabled` or `disabled`." } },
    "id",
    "status",
  );
  const form = {
    schema: object({ events: list(text) }, "events"),
    encoding: { events: { style: "deepObject", explode: true } },
  };
  await using mock = await serve({
    "/hooks": {
      post: {
        requestBody: { content: { "application/x-www-form-urlencoded": form } },
        responses: answers("201", hook),
      },
    },
    "/hooks/{id}": { ...at("id"), get: { responses: answers("200", hook) } },
  });
  expect(await mock.ask("POST /hooks", "events[0]=made&events[1]=gone")).toMatchObject({
    events: ["made", "gone"],
    status: "enabled",
  });
});

test("a body that breaks the schema is 422 where the document tells that from 400", async () => {
  const error = object(
    {
      message: text,
      param: { anyOf: [text, { type: "null" }] },
      source: { anyOf: [object({ card: text }), object({ bank: text })] },
    },
    "message",
    "param",
  );
  const post = {
    requestBody: body(object({ title: text }, "title")),
    responses: { ...answers("201", object({ id: text }, "id")), ...answers("400", error), ...answers("422", error) },
  };
  await using mock = await serve({
    "/notes": { post, get: { parameters: query(), responses: answers("200", list(object({ id: text }, "id"))) } },
  });
  expect(await mock.ask("POST /notes", {})).toMatchObject({
    status: 422,
    param: "title",
    message: expect.stringContaining("title"),
  });
});

test("of several kinds of a part, things have the one that the document's example shows", async () => {
  const [card, bank] = [object({ card: text }, "card"), object({ bank: text, iban: text }, "bank")];
  const payer = { oneOf: [card, bank], example: { bank: "First Bank", iban: "DE02120300000000202051" } };
  const payment = object({ id: text, amount: number, payer }, "id", "payer");
  await using mock = await serve({
    "/payments": {
      get: { responses: answers("200", object({ data: list(payment) })) },
      post: { requestBody: body(object({ amount: number })), responses: answers("201", payment) },
    },
    "/payments/{id}": { ...at("id"), get: { responses: answers("200", payment) } },
  });
  await mock.ask("POST /payments", { amount: 3 });
  const { data } = await mock.ask("GET /payments");
  const kinds = (data as JsonObject[]).map((one) => Object.keys(one["payer"] as JsonObject).join());
  expect(new Set(kinds)).toEqual(new Set(["bank,iban"]));
});

test("a deletion that cancels shows the thing as cancelled", async () => {
  const plan = object({ id: text, status: { enum: ["active", "canceled"] } }, "id", "status");
  await using mock = await serve({
    "/plans": { post: { requestBody: body(object({ name: text })), responses: answers("201", plan) } },
    "/plans/{id}": {
      ...at("id"),
      get: { responses: answers("200", plan) },
      delete: { description: "Cancels the plan.", responses: answers("200", plan) },
    },
  });
  const { id } = await mock.ask("POST /plans", { name: "a" });
  expect(await mock.ask(`DELETE /plans/${textOf(id)}`)).toMatchObject({ id, status: "canceled" });
});

test("a new thing is like the document's example of the answer", async () => {
  const ship = object({
    id: text,
    name: text,
    state: text,
    label: object({ url: text, pages: number }),
    made_at: text,
  });
  const shown = {
    id: "shp_8fK2aa",
    name: "Ada",
    state: "in_dock",
    label: { url: "https://labels.example/shp_8fK2aa.pdf", pages: 2 },
    made_at: "2024-05-01 10:00:00",
  };
  const answer = { "201": { description: "D", content: { "application/json": { schema: ship, example: shown } } } };
  await using mock = await serve({
    "/ships": {
      get: { responses: answers("200", object({ data: list(ship) })) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answer },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", ship) } },
  });
  const made = await mock.ask("POST /ships", { name: "Bo" });
  expect(made).toMatchObject({ name: "Bo", state: "in_dock", made_at: "2026-06-01 00:00:00" });
  expect(made["id"]).toMatch(/^shp_\w{6}$/);
  expect(made["label"]).toEqual({ url: `https://labels.example/${textOf(made["id"])}.pdf`, pages: 2 });
  const { data } = await mock.ask("GET /ships");
  expect(new Set((data as JsonObject[]).map((one) => one["state"]))).toEqual(new Set(["in_dock"]));
});

test("what a client names by its identifier is shown as a thing, whatever the identifier is called", async () => {
  const room = object(
    { gid: text, name: text, owner: object({ gid: text, name: text }, "gid"), closed_by: text },
    "gid",
  );
  await using mock = await serve({
    "/rooms": {
      get: { responses: answers("200", list(room)) },
      post: { requestBody: body(object({ owner: text })), responses: answers("201", room) },
    },
    "/rooms/{gid}": { ...at("gid"), get: { responses: answers("200", room) } },
  });
  const made = await mock.ask("POST /rooms", { owner: "17" });
  expect(made["owner"]).toMatchObject({ gid: "17" });
  expect(made).not.toHaveProperty("closed_by");
});

test("nothing has happened to a new thing: its lists of what comes later are empty", async () => {
  const post = object({ id: text, likes: list(object({ by: text })), num_likes: number, links: list(text) }, "id");
  await using mock = await serve({
    "/posts": { post: { requestBody: body(object({ note: text })), responses: answers("201", post) } },
    "/posts/{id}": { ...at("id"), get: { responses: answers("200", post) } },
  });
  const made = await mock.ask("POST /posts", { note: "a" });
  expect(made).toMatchObject({ likes: [], num_likes: 0, links: [expect.any(String)] });
});

test("what follows from other properties follows: names of people, ends, ages, amounts and totals", async () => {
  const day = { type: "string", format: "date" };
  const moment = { type: "string", format: "date-time" };
  const price = { type: "number" };
  const guest = object(
    { id: text, firstName: text, lastName: text, birthDate: day, age: number, createdAt: moment },
    "id",
  );
  const line = object({ id: number, quantity: number, unitPrice: price, amount: price }, "id", "amount");
  const stay = object(
    {
      id: text,
      guestId: text,
      guestName: text,
      startsAt: moment,
      endsAt: moment,
      durationMinutes: number,
      lines: list(line),
      subtotal: price,
      tax: price,
      total: price,
      cancellationReason: text,
      status: { enum: ["booked", "checked_in", "cancelled"] },
    },
    ..."id guestId guestName startsAt endsAt status".split(" "),
  );
  const newLine = object({ quantity: number, unitPrice: price });
  const sentStay = object({ guestId: text, startsAt: moment, durationMinutes: number, lines: list(newLine) });
  const newGuest = object({ firstName: text, lastName: text, birthDate: day });
  const range = query({ name: "from", schema: moment }, { name: "to", schema: moment });
  const kept = (shown: JsonObject, sent: JsonObject, parameters: readonly JsonObject[] = []): JsonObject => ({
    get: { parameters, responses: answers("200", object({ data: list(shown) })) },
    post: { requestBody: body(sent), responses: answers("201", shown) },
  });
  const one = (shown: JsonObject): JsonObject => ({ ...at("id"), get: { responses: answers("200", shown) } });
  const action = (schema?: JsonObject): JsonObject => ({
    ...at("id"),
    post: { ...(schema && { requestBody: body(schema) }), responses: answers("200", stay) },
  });
  await using mock = await serve({
    "/guests": kept(guest, newGuest),
    "/guests/{id}": one(guest),
    "/stays": kept(stay, sentStay, range),
    "/stays/{id}": one(stay),
    "/stays/{id}/check-in": action(),
    "/stays/{id}/cancel": action(object({ reason: text })),
  });
  const mia = await mock.ask("POST /guests", { firstName: "Mia", lastName: "Novak", birthDate: "1990-04-02" });
  expect(mia["age"]).toBe(36);
  const made = await mock.ask("POST /stays", {
    guestId: mia["id"] as string,
    startsAt: "2026-12-01T09:00:00Z",
    durationMinutes: 45,
    lines: [{ quantity: 2, unitPrice: 40 }],
  });
  expect(made).toMatchObject({
    guestName: "Mia Novak",
    endsAt: "2026-12-01T09:45:00.000Z",
    subtotal: 80,
    status: "booked",
  });
  expect(made["lines"]).toMatchObject([{ quantity: 2, amount: 80 }]);
  expect(made["total"]).toBeCloseTo(80 + (made["tax"] as number));
  expect(made).not.toHaveProperty("cancellationReason");
  const { data } = await mock.ask("GET /stays?from=2026-12-01T00:00:00Z&to=2026-12-02T00:00:00Z");
  expect((data as JsonObject[]).map((each) => each["id"])).toEqual([made["id"]]);
  const place = `/stays/${textOf(made["id"])}`;
  expect(await mock.ask(`POST ${place}/check-in`)).toMatchObject({ status: "checked_in" });
  const cancelled = { status: "cancelled", cancellationReason: "ill" };
  expect(await mock.ask(`POST ${place}/cancel`, { reason: "ill" })).toMatchObject(cancelled);
});

test("a login answers about the user who logs in, and that user is the one at /me", async () => {
  const user = object({ id: text, email: text, name: text, role: text }, "id", "email", "name");
  const login = object({ token: text, user }, "token", "user");
  await using mock = await serve({
    "/login": {
      post: { requestBody: body(object({ email: text, password: text }, "email")), responses: answers("200", login) },
    },
    "/me": { get: { responses: answers("200", user) } },
  });
  const made = await mock.ask("POST /login", { email: "zoe@example.com", password: "x" });
  expect(made["user"]).toMatchObject({ email: "zoe@example.com" });
});

test("a thing within itself is null, and the times of parts stay when the thing changes", async () => {
  const moment = { type: "string", format: "date-time" };
  const part = object({ id: number, note: text, updated_at: moment }, "id");
  const user = { $ref: "#/components/schemas/User" };
  const User = object(
    { id: text, name: text, moved: { anyOf: [user, { type: "null" }] }, parts: list(part) },
    "id",
    "moved",
  );
  const sent = object({ name: text, parts: list(object({ note: text })) });
  const mock = await startMock(
    {
      openapi: "3.1.0",
      info: { title: "Users", version: "1" },
      paths: {
        "/users": {
          get: { responses: answers("200", list(user)) },
          post: { requestBody: body(sent), responses: answers("201", user) },
        },
        "/users/{id}": {
          ...at("id"),
          get: { responses: answers("200", user) },
          patch: { requestBody: body(sent), responses: answers("200", user) },
        },
      },
      components: { schemas: { User } },
    },
    { today: "2026-06-01" },
  );
  const headers = { "Content-Type": "application/json" };
  const send = async (method: string, path: string, value: JsonObject): Promise<JsonObject> =>
    (await mock.send(method, path, { headers, body: JSON.stringify(value) })).value as JsonObject;
  const made = await send("POST", "/users", { name: "Ada", parts: [{ note: "a" }] });
  mock.worlds.forEach(({ shared }) => shared.clock.advance(60_000));
  const changed = await send("PATCH", `/users/${textOf(made["id"])}`, { name: "Bo" });
  expect(changed).toMatchObject({ name: "Bo", moved: null, parts: made["parts"] });
  const all = (await mock.send("GET", "/users")).value as JsonObject[];
  expect(all.map((one) => one["moved"])).toEqual(all.map(() => null));
  await mock.close();
});

test("a new thing whose path has its slug gets that of its title, and another one the next", async () => {
  const product = object(
    { id: text, slug: text, name: text, images: list(text), size: { type: "integer", minimum: 1, maximum: 100 } },
    "name",
  );
  await using mock = await serve({
    "/products": {
      get: { responses: answers("200", list(product)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", product) },
    },
    "/products/{slug}": { ...at("slug"), get: { responses: answers("200", product) } },
  });
  const made = await mock.ask("POST /products", { name: "Grüner Stuhl" });
  expect(made).toMatchObject({ slug: "gruner-stuhl", name: "Grüner Stuhl", images: [] });
  expect(made["id"]).not.toBe(made["slug"]);
  expect(await mock.ask("GET /products/gruner-stuhl")).toEqual({ ...made, status: 200 });
  expect(await mock.ask("POST /products", { name: "Grüner Stuhl" })).toMatchObject({ slug: "gruner-stuhl-2" });
  const all = Object.values(await mock.ask("GET /products")) as readonly JsonObject[];
  expect(new Set(all.map(({ size }) => size)).size).toBeGreaterThan(3);
});

test("what paths call by its slug is referred to by its identifier", async () => {
  const product = object({ id: text, slug: text, name: text }, "id", "slug", "name");
  const order = object({ id: text, product, payment: text }, "id", "product");
  const sent = object({ productId: text, payment: { type: "string", enum: ["card", "paypal"] } }, "productId");
  await using mock = await serve({
    "/products": { post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", product) } },
    "/products/{slug}": { ...at("slug"), get: { responses: answers("200", product) } },
    "/orders": {
      get: { responses: answers("200", list(order)) },
      post: { requestBody: body(sent), responses: answers("201", order) },
    },
  });
  const { status, ...made } = await mock.ask("POST /products", { name: "Stool" });
  expect(status).toBe(201);
  expect(await mock.ask("POST /orders", { productId: made["id"] ?? "" })).toMatchObject({ product: made });
  const { status: _, ...first } = await mock.ask("GET /orders");
  for (const one of Object.values(first) as readonly JsonObject[]) {
    const { slug } = one["product"] as JsonObject;
    expect(await mock.ask(`GET /products/${textOf(slug)}`)).toMatchObject(one["product"] as JsonObject);
  }
  const paid = (Object.values(first) as readonly JsonObject[]).map(({ payment }) => payment ?? "card");
  expect(paid.filter((one) => one !== "card" && one !== "paypal")).toEqual([]);
});
