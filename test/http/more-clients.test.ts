// What client libraries that were tried later (test/trial/README.md) expect of lists, amounts and counts, each kind in words of
// its own.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";

const shown = (value: JsonValue | undefined): readonly JsonObject[] => value as readonly JsonObject[];
const namesIn = (value: JsonValue | undefined): JsonValue[] => shown(value).map((one) => one["name"] ?? null);

const club = object({ id: number, name: text }, "id", "name");
const making = { requestBody: body(object({ name: text }, "name")), responses: answers("201", club) };

test("a list that is said to begin with the newest does so, and turns its pages from there", async () => {
  const order = { type: "string", enum: ["normal", "desc", "asc"] };
  const page = object({ data: list(club), iterator: { type: ["string", "null"] }, done: { type: "boolean" } }, "data");
  await using mock = await serve({
    "/clubs": {
      get: { description: "The newest clubs come first.", responses: answers("200", list(club)) },
      post: making,
    },
    "/teams": {
      get: {
        parameters: query(
          { name: "order", schema: order },
          { name: "iterator", schema: text },
          { name: "limit", schema: number },
        ),
        responses: answers("200", page),
      },
      post: making,
    },
  });
  for (const name of ["Rowing", "Chess"]) for (const at of ["clubs", "teams"]) await mock.ask(`POST /${at}`, { name });
  expect(namesIn((await mock.ask("GET /clubs"))["list"]).slice(0, 2)).toEqual(["Chess", "Rowing"]);
  const first = await mock.ask("GET /teams?order=desc&limit=1");
  expect(first).toMatchObject({ data: [{ name: "Chess" }], done: false });
  const next = await mock.ask(`GET /teams?order=desc&limit=1&iterator=${textOf(first["iterator"])}`);
  expect(next).toMatchObject({ data: [{ name: "Rowing" }] });
  expect(await mock.ask("GET /teams")).toMatchObject({ done: true, iterator: null });
});

test("a filter compares what the things in a list are called, and the identifiers of a thing inside", async () => {
  const person = object({ personId: text, name: text }, "personId");
  const bill = object(
    { id: number, person, deputy: person, domains: list(object({ id: number, domain: text })) },
    "id",
  );
  const lists = (name: string): JsonObject => ({ name, schema: list(text), explode: false });
  await using mock = await serve({
    "/bills": {
      get: { parameters: query(lists("personIds"), lists("domains")), responses: answers("200", list(bill)) },
      post: {
        requestBody: body(object({ person, domains: list(object({ domain: text })) })),
        responses: answers("201", bill),
      },
    },
  });
  const { id } = await mock.ask("POST /bills", { person: { personId: "p7" }, domains: [{ domain: "oars.example" }] });
  for (const asked of ["personIds=p7,p8", "domains=oars.example"])
    expect((await mock.ask(`GET /bills?${asked}`))["list"]).toMatchObject([{ id }]);
  expect((await mock.ask("GET /bills?domains=none.example"))["list"]).toEqual([]);
});

test("what is cancelled by its removal is shown with the time of that", async () => {
  const ride = object({
    id: number,
    status: { type: "string", enum: ["open", "canceled"] },
    canceledAt: { type: ["string", "null"], format: "date-time" },
  });
  await using mock = await serve({
    "/rides": { post: { requestBody: body(object({ note: text })), responses: answers("201", ride) } },
    "/rides/{id}": {
      ...at("id"),
      get: { responses: answers("200", ride) },
      delete: { summary: "Cancel a ride", responses: answers("200", ride) },
    },
  });
  const { id, canceledAt } = await mock.ask("POST /rides", { note: "x" });
  expect(canceledAt).toBe(null);
  const gone = await mock.ask(`DELETE /rides/${textOf(id)}`);
  expect(gone).toMatchObject({ status: "canceled", canceledAt: expect.stringMatching(/^2026-/) as string });
});

test("nothing of a new thing has been refunded or paid yet", async () => {
  const money = object({ currency: text, value: { type: "string", examples: ["10.00"] } }, "currency", "value");
  const pay = object(
    { id: number, amount: money, amountRefunded: money, AmountPaid: { type: "number", examples: [12.5] } },
    "id",
    "amountRefunded",
    "AmountPaid",
  );
  await using mock = await serve({
    "/pays": { post: { requestBody: body(object({ amount: money })), responses: answers("201", pay) } },
    "/pays/{id}": { ...at("id"), get: { responses: answers("200", pay) } },
  });
  const made = await mock.ask("POST /pays", { amount: { currency: "EUR", value: "9.50" } });
  expect(made).toMatchObject({ amount: { value: "9.50" }, amountRefunded: { value: "0.00" }, AmountPaid: 0 });
});

test("a path that ends in `count` answers with the number of items", async () => {
  const counted = object({ object: text, total_count: number }, "total_count");
  await using mock = await serve({
    "/clubs": { get: { responses: answers("200", list(club)) }, post: making },
    "/clubs/count": { get: { responses: answers("200", counted) } },
  });
  await mock.ask("POST /clubs", { name: "Rowing" });
  const all = shown((await mock.ask("GET /clubs"))["list"]);
  expect(await mock.ask("GET /clubs/count")).toMatchObject({ total_count: all.length });
});

test("what a client names one by one becomes the list that things have", async () => {
  const mail = object({ id: number, email_address: text, verified: { type: "boolean" } }, "id", "email_address");
  const user = object({ id: number, email_addresses: list(mail) }, "id", "email_addresses");
  await using mock = await serve({
    "/users": { post: { requestBody: body(object({ email_address: list(text) })), responses: answers("201", user) } },
    "/users/{id}": { ...at("id"), get: { responses: answers("200", user) } },
  });
  const made = await mock.ask("POST /users", { email_address: ["a@example.com"] });
  expect(made["email_addresses"]).toMatchObject([{ email_address: "a@example.com" }]);
});

test("an action sets a state that may be any text, and PATCH of a part merges it", async () => {
  const open = { type: "object", additionalProperties: true };
  const invitation = object({ id: number, status: text, note: text, meta: open }, "id", "status");
  await using mock = await serve({
    "/invitations": {
      post: { requestBody: body(object({ note: text, meta: open })), responses: answers("201", invitation) },
    },
    "/invitations/{id}": { ...at("id"), get: { responses: answers("200", invitation) } },
    "/invitations/{id}/revoke": { ...at("id"), post: { responses: answers("200", invitation) } },
    "/invitations/{id}/meta": {
      ...at("id"),
      patch: { requestBody: body(object({ meta: open })), responses: answers("200", invitation) },
    },
  });
  const { id, status } = await mock.ask("POST /invitations", { note: "x", meta: { a: 1, b: 2 } });
  expect(status).toBe("pending");
  const path = `/invitations/${textOf(id)}`;
  expect(await mock.ask(`PATCH ${path}/meta`, { meta: { b: null, c: 3 } })).toMatchObject({ meta: { a: 1, c: 3 } });
  await mock.ask(`POST ${path}/revoke`);
  expect(await mock.ask(`GET ${path}`)).toEqual({ status: "revoked", id, note: "x", meta: { a: 1, c: 3 } });
});

test("an object that names a person says what the person is called", async () => {
  const person = object({ id: number, first_name: text, last_name: text, city: text }, "id", "first_name", "last_name");
  const data = object({ person_id: number, first_name: text, last_name: text }, "person_id", "first_name", "last_name");
  const seat = object({ id: number, public_data: data }, "id", "public_data");
  const sent = object({ first_name: text, last_name: text });
  await using mock = await serve({
    "/people": { post: { requestBody: body(sent), responses: answers("201", person) } },
    "/people/{id}": { ...at("id"), get: { responses: answers("200", person) } },
    "/seats": { post: { requestBody: body(object({ person_id: number })), responses: answers("201", seat) } },
    "/seats/{id}": { ...at("id"), get: { responses: answers("200", seat) } },
  });
  const { id } = await mock.ask("POST /people", { first_name: "Ada", last_name: "Byron" });
  const wanted = { person_id: id, first_name: "Ada", last_name: "Byron" };
  expect((await mock.ask("POST /seats", { person_id: id ?? 0 }))["public_data"]).toEqual(wanted);
});

test("what is sent comes back, even where the document forgot to describe a body", async () => {
  await using mock = await serve({
    "/hooks": {
      post: { responses: answers("201", object({ id: number, url: text, active: { type: "boolean" } }, "id", "url")) },
    },
    "/hooks/{id}": {
      ...at("id"),
      get: { responses: answers("200", object({ id: number, url: text, active: { type: "boolean" } }, "id", "url")) },
      put: { responses: answers("200", object({ id: number, url: text, active: { type: "boolean" } }, "id", "url")) },
    },
  });
  const { id, url } = await mock.ask("POST /hooks", { url: "https://example.com/h", active: false });
  expect(url).toBe("https://example.com/h");
  const path = `/hooks/${textOf(id)}`;
  expect(await mock.ask(`GET ${path}`)).toMatchObject({ url: "https://example.com/h", active: false });
  expect(await mock.ask(`PUT ${path}`, { url: "https://example.com/i" })).toMatchObject({
    url: "https://example.com/i",
  });
});

test("a thing may be created at its own path, and lists below a thing may look like the list above it", async () => {
  const page = object({
    values: list({ $ref: "#/components/schemas/Boat" }),
    next: {
      oneOf: [object({ href: text, type: { ...text, examples: ["text/html"] } }, "href", "type"), { type: "null" }],
    },
  });
  const from = { name: "from", schema: text, description: "An ID to start from. Use it to paginate the result set." };
  const boat = { $ref: "#/components/schemas/Boat" };
  await using mock = await serve(
    {
      "/clubs": {
        get: { responses: answers("200", list(object({ slug: text }, "slug"))) },
        post: {
          requestBody: body(object({ slug: text }, "slug")),
          responses: answers("201", object({ slug: text }, "slug")),
        },
      },
      "/clubs/{club}": { ...at("club"), get: { responses: answers("200", object({ slug: text }, "slug")) } },
      "/boats": { get: { responses: answers("200", page) } },
      "/boats/{club}": {
        ...at("club"),
        get: { parameters: query(from, { name: "limit", schema: number }), responses: answers("200", page) },
      },
      "/boats/{club}/{boat}": {
        ...at("club", "boat"),
        get: { responses: answers("200", boat) },
        post: {
          summary: "Create a boat",
          requestBody: body(object({ colour: text })),
          responses: answers("200", boat),
        },
      },
    },
    { Boat: object({ slug: text, colour: text }, "slug") },
  );
  await mock.ask("POST /clubs", { slug: "rowers" });
  for (const one of ["anna", "bella"])
    expect(await mock.ask(`POST /boats/rowers/${one}`, { colour: "red" })).toMatchObject({ status: 200, slug: one });
  expect(await mock.ask("GET /boats/rowers/anna")).toMatchObject({ slug: "anna", colour: "red" });
  const seen: JsonValue[] = [];
  let search = "?limit=5";
  for (let turn = 0; turn < 9 && search !== ""; turn++) {
    const { values, next } = await mock.ask(`GET /boats/rowers${search}`);
    seen.push(...shown(values).map((one) => one["slug"] ?? null));
    search = (next ?? null) === null ? "" : new URL(textOf((next as JsonObject)["href"])).search;
  }
  expect(seen.filter((one) => one === "anna" || one === "bella")).toEqual(["anna", "bella"]);
  expect(new Set(seen).size).toBe(seen.length);
});

test("what is sent in an envelope changes the thing, even where the answer is empty, and lists sort by attributes", async () => {
  const meta = object({ created: { type: "string", format: "date-time" } });
  const attributes = object({ name: text, created: { type: "string", format: "date-time" }, meta });
  const tag = object({ id: text, type: text, attributes }, "id", "type", "attributes");
  const sent = object({ data: object({ type: text, id: text, attributes: object({ name: text }) }, "type") }, "data");
  const sort = { name: "sort", schema: { type: "string", enum: ["created", "-created"] } };
  await using mock = await serve({
    "/tags": {
      get: { parameters: query(sort), responses: answers("200", object({ data: list(tag) }, "data")) },
      post: { requestBody: body(sent), responses: answers("201", object({ data: tag }, "data")) },
    },
    "/tags/{id}": {
      ...at("id"),
      get: { responses: answers("200", object({ data: tag, included: list(object({ id: text })) }, "data")) },
      patch: { requestBody: body(sent), responses: answers("204") },
    },
  });
  const made = await mock.ask("POST /tags", { data: { type: "tag", attributes: { name: "Spring" } } });
  const { id } = made["data"] as JsonObject;
  const path = `/tags/${textOf(id)}`;
  await mock.ask(`PATCH ${path}`, { data: { type: "tag", id: id ?? "", attributes: { name: "Summer" } } });
  expect(await mock.ask(`GET ${path}`)).toMatchObject({ data: { id, attributes: { name: "Summer" } } });
  const { data } = await mock.ask("GET /tags?sort=-created");
  expect(shown(data)[0]).toMatchObject({ id });
});
