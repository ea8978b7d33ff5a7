// What further client libraries (test/trial/README.md) expect of envelopes, of paths to one thing and of what it is called, each
// kind in words of its own.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";

const flag = { type: "boolean" };
const inData = (properties: ReturnType<typeof object>): ReturnType<typeof object> =>
  object({ data: properties }, "data");

test("an item may be in an envelope in an envelope, and be sent alone or with others", async () => {
  const sheet = object({ id: text, title: text, pages: number }, "id", "title");
  const sent = object({ title: text, pages: number }, "title");
  const knowledge = { knowledge: number };
  await using mock = await serve({
    "/sheets": {
      get: { responses: answers("200", inData(object({ sheets: list(sheet), ...knowledge }))) },
      post: {
        requestBody: body(object({ sheet: sent, sheets: list(sent) })),
        responses: answers("201", inData(object({ sheet, sheets: list(sheet), ...knowledge }))),
      },
    },
    "/sheets/{sheet_id}": {
      ...at("sheet_id"),
      get: { responses: answers("200", inData(object({ sheet, ...knowledge }))) },
      put: {
        requestBody: body(object({ sheet: sent }, "sheet")),
        responses: answers("200", inData(object({ sheet }))),
      },
    },
  });
  const made = await mock.ask("POST /sheets", { sheet: { title: "Plan", pages: 2 } });
  expect(made).toMatchObject({ status: 201, data: { sheet: { title: "Plan", pages: 2 } } });
  const { sheet: own } = made["data"] as { sheet: { id: string } };
  expect(await mock.ask(`GET /sheets/${own.id}`)).toMatchObject({ data: { sheet: { title: "Plan", pages: 2 } } });
  const changed = await mock.ask(`PUT /sheets/${own.id}`, { sheet: { title: "Map" } });
  expect(changed).toMatchObject({ data: { sheet: { id: own.id, title: "Map" } } });
  const { sheets } = (await mock.ask("GET /sheets"))["data"] as { sheets: unknown };
  expect(sheets).toContainEqual(expect.objectContaining({ id: own.id, title: "Map" }));
});

test("{external_client_id} is the external_id of a client", async () => {
  const client = object({ own_id: text, external_id: text, name: text }, "own_id", "external_id");
  await using mock = await serve({
    "/clients": {
      get: { responses: answers("200", list(client)) },
      post: {
        requestBody: body(object({ external_id: text, name: text }, "external_id")),
        responses: answers("200", client),
      },
    },
    "/clients/{external_client_id}": { ...at("external_client_id"), get: { responses: answers("200", client) } },
  });
  await mock.ask("POST /clients", { external_id: "c-1", name: "Ada" });
  expect(await mock.ask("GET /clients/c-1")).toMatchObject({ status: 200, name: "Ada" });
});

test("{person_id} of a member is the identifier of the person in it", async () => {
  const person = object({ id: text, name: text }, "id", "name");
  const member = object({ person, nick: { type: ["string", "null"] } }, "person", "nick");
  await using mock = await serve({
    "/clubs/{club_id}/members": { ...at("club_id"), get: { responses: answers("200", list(member)) } },
    "/clubs/{club_id}/members/{person_id}": {
      ...at("club_id", "person_id"),
      get: { responses: answers("200", member) },
      patch: { requestBody: body(object({ nick: text })), responses: answers("200", member) },
    },
  });
  const members = (await mock.ask("GET /clubs/7/members"))["list"] as { person: { id: string } }[];
  const ids = members.map((one) => one.person.id);
  expect(new Set(ids).size).toBe(members.length);
  const path = `/clubs/7/members/${ids[0]}`;
  expect(await mock.ask(`PATCH ${path}`, { nick: "Bo" })).toMatchObject({ person: { id: ids[0] }, nick: "Bo" });
  expect(await mock.ask(`GET ${path}`)).toMatchObject({ person: { id: ids[0] }, nick: "Bo" });
});

test("what one path creates another one fetches, if it may be of several kinds or is changed there by PUT", async () => {
  const room = object({ id: text, hall_id: text, name: text }, "id", "hall_id", "name");
  const call = object({ id: text, people: list(text) }, "id", "people");
  const deck = object({ id: text, name: text, public: flag }, "id", "name");
  const sent = object({ name: text, public: flag });
  await using mock = await serve(
    {
      "/halls/{hall_id}/rooms": {
        ...at("hall_id"),
        get: { responses: answers("200", list({ $ref: "#/components/schemas/Room" })) },
        post: {
          requestBody: body(object({ name: text })),
          responses: answers("201", { $ref: "#/components/schemas/Room" }),
        },
      },
      "/rooms/{room_id}": {
        ...at("room_id"),
        get: {
          responses: answers("200", {
            oneOf: [{ $ref: "#/components/schemas/Room" }, { $ref: "#/components/schemas/Call" }],
          }),
        },
      },
      "/me/decks": {
        get: { parameters: query({ name: "limit", schema: number }), responses: answers("200", list(deck)) },
        post: { requestBody: body(sent), responses: answers("201", { $ref: "#/components/schemas/Deck" }) },
      },
      "/people/{person_id}/decks": {
        ...at("person_id"),
        get: { responses: answers("200", list(deck)) },
        post: { requestBody: body(sent), responses: answers("201", { $ref: "#/components/schemas/Deck" }) },
      },
      "/decks/{deck_id}": {
        ...at("deck_id"),
        get: { responses: answers("200", { $ref: "#/components/schemas/Deck" }) },
        put: { requestBody: body(sent), responses: answers("200") },
      },
    },
    { Room: room, Call: call, Deck: deck },
  );
  const { id } = await mock.ask("POST /halls/3/rooms", { name: "Blue" });
  expect(await mock.ask(`GET /rooms/${textOf(id)}`)).toMatchObject({ status: 200, name: "Blue", hall_id: "3" });
  const made = await mock.ask("POST /me/decks", { name: "First" });
  const path = `/decks/${textOf(made["id"])}`;
  expect(await mock.ask(`PUT ${path}`, { name: "Second" })).toMatchObject({ status: 200 });
  expect(await mock.ask(`GET ${path}`)).toMatchObject({ name: "Second" });
  expect(await mock.ask("PUT /decks/none", { name: "Third" })).toMatchObject({ status: 404 });
});

test("of the kinds of error that the document lists, the one of the status is sent", async () => {
  const kind = (status: number, type: string, more: JsonObject = {}): JsonObject =>
    object(
      { status: { type: "integer", enum: [status] }, type: { type: "string", enum: [type] }, title: text, ...more },
      ...["status", "type", "title"],
    );
  const schema = {
    anyOf: [
      kind(404, "method_not_found"),
      kind(403, "not_permitted"),
      kind(400, "invalid_value"),
      kind(404, "thing_not_found"),
    ],
  };
  const error = { description: "D", content: { "application/json": { schema } } };
  const thing = object({ id: number, name: text }, "id", "name");
  await using mock = await serve({
    "/things": {
      post: {
        requestBody: body(object({ name: text }, "name")),
        responses: { ...answers("201", thing), default: error },
      },
    },
    "/things/{id}": { ...at("id"), get: { responses: { ...answers("200", thing), default: error } } },
  });
  expect(await mock.ask("GET /things/99")).toMatchObject({ status: 404, type: "thing_not_found" });
  expect(await mock.ask("POST /things", {})).toMatchObject({ status: 400, type: "invalid_value" });
});

test("an envelope repeats identifiers of the path, and fields may be named with the list", async () => {
  const member = object({ id: number, name: text, group_id: text }, "id");
  const page = object({ group_id: text, members: list(member), total_items: number });
  await using mock = await serve({
    "/lists/{list_id}/groups/{big_group_id}/members": {
      ...at("list_id", "big_group_id"),
      get: {
        parameters: query({ name: "fields", schema: list(text), explode: false }),
        responses: answers("200", page),
      },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", member) },
    },
  });
  const path = "/lists/3/groups/g7/members";
  expect(await mock.ask(`POST ${path}`, { name: "Ada" })).toMatchObject({ name: "Ada", group_id: "g7" });
  const shown = await mock.ask(`GET ${path}?fields=members.name,members.id`);
  expect(shown["group_id"]).toBe("g7");
  expect(shown["members"]).toContainEqual({ id: expect.any(Number) as number, name: "Ada" });
});

test("a removal shows the thing as what its words say, and PUT adds where they say so", async () => {
  const purse = object(
    {
      id: text,
      name: text,
      status: { type: "string", enum: ["active", "terminated"] },
      terminated_at: { type: ["string", "null"], format: "date-time" },
    },
    ...["id", "status", "terminated_at"],
  );
  const sent = body(object({ name: text }, "name"));
  await using mock = await serve({
    "/purses": { post: { requestBody: sent, responses: answers("200", purse) } },
    "/purses/{id}": {
      ...at("id"),
      put: { summary: "Add or update a purse", requestBody: sent, responses: answers("200", purse) },
      delete: { summary: "Terminate a purse", responses: answers("200", purse) },
    },
    "/purses/{id}/actions/delete-permanent": { ...at("id"), post: { responses: answers("204") } },
  });
  expect(await mock.ask("PUT /purses/own", { name: "Mine" })).toMatchObject({ id: "own", name: "Mine" });
  const gone = await mock.ask("DELETE /purses/own");
  expect(gone).toMatchObject({ status: "terminated", terminated_at: expect.stringMatching(/^2026-/) as string });
  const { id } = await mock.ask("POST /purses", { name: "Other" });
  expect(await mock.ask(`POST /purses/${textOf(id)}/actions/delete-permanent`)).toMatchObject({ status: 204 });
  expect(await mock.ask(`DELETE /purses/${textOf(id)}`)).toMatchObject({ status: 404 });
});

test("what is undone is as in the beginning, and a copy is a new thing", async () => {
  const letter = object(
    {
      id: number,
      subject: text,
      status: { type: "string", enum: ["save", "schedule", "sent"] },
      emails_sent: { ...number, examples: [17] },
      stats: object({ campaign_last_sent: { type: "string", format: "date-time" } }),
    },
    ...["id", "status", "emails_sent"],
  );
  const acting = { ...at("id"), post: { responses: answers("204") } };
  await using mock = await serve({
    "/letters": { post: { requestBody: body(object({ subject: text })), responses: answers("200", letter) } },
    "/letters/{id}": { ...at("id"), get: { responses: answers("200", letter) } },
    "/letters/{id}/actions/schedule": acting,
    "/letters/{id}/actions/unschedule": acting,
    "/letters/{id}/actions/replicate": { ...at("id"), post: { responses: answers("200", letter) } },
  });
  const made = await mock.ask("POST /letters", { subject: "Hello" });
  expect(made).toMatchObject({ status: "save", emails_sent: 0 });
  expect(made["stats"] ?? {}).not.toHaveProperty("campaign_last_sent");
  const path = `/letters/${textOf(made["id"])}`;
  await mock.ask(`POST ${path}/actions/schedule`);
  expect(await mock.ask(`GET ${path}`)).toMatchObject({ status: "schedule" });
  await mock.ask(`POST ${path}/actions/unschedule`);
  expect(await mock.ask(`GET ${path}`)).toMatchObject({ status: "save" });
  const copy = await mock.ask(`POST ${path}/actions/replicate`);
  expect(copy).toMatchObject({ subject: "Hello" });
  expect(copy["id"]).not.toBe(made["id"]);
});

test("a thing that is named by one of its identifiers is named by the other one too", async () => {
  const client = object(
    { own_id: { ...text, format: "uuid" }, external_id: text, name: text },
    "own_id",
    "external_id",
  );
  const plan = object({ own_id: text, code: text, amount_cents: number }, "own_id", "code", "amount_cents");
  const deal = object(
    {
      own_id: text,
      own_client_id: { ...text, format: "uuid" },
      external_client_id: text,
      plan_code: text,
      plan_amount_cents: number,
    },
    ...["own_id", "own_client_id", "external_client_id", "plan_code", "plan_amount_cents"],
  );
  const making = (item: JsonObject, sent: JsonObject): JsonObject => ({
    get: { responses: answers("200", list(item)) },
    post: { requestBody: body(sent), responses: answers("200", item) },
  });
  await using mock = await serve({
    "/clients": making(client, object({ external_id: text, name: text }, "external_id")),
    "/clients/{external_client_id}": { ...at("external_client_id"), get: { responses: answers("200", client) } },
    "/plans": making(plan, object({ code: text, amount_cents: number }, "code", "amount_cents")),
    "/plans/{code}": { ...at("code"), get: { responses: answers("200", plan) } },
    "/deals": making(deal, object({ external_client_id: text, plan_code: text }, "external_client_id", "plan_code")),
    "/deals/{own_id}": { ...at("own_id"), get: { responses: answers("200", deal) } },
  });
  const { own_id } = await mock.ask("POST /clients", { external_id: "c-1", name: "Ada" });
  await mock.ask("POST /plans", { code: "start", amount_cents: 4200 });
  const made = await mock.ask("POST /deals", { external_client_id: "c-1", plan_code: "start" });
  expect(made).toMatchObject({ own_client_id: own_id, plan_amount_cents: 4200 });
});

test("where everything is below one thing, what is there names others there", async () => {
  const account = object({ id: text, name: text }, "id", "name");
  const entry = object(
    { id: text, account_id: { type: ["string", "null"] }, account_name: { type: ["string", "null"] }, amount: number },
    ...["id", "account_id", "account_name", "amount"],
  );
  const within = (name: string, item: JsonObject, sent: JsonObject): JsonObject => ({
    [`/books/{book_id}/${name}s`]: {
      ...at("book_id"),
      get: { responses: answers("200", list(item)) },
      post: { requestBody: body(sent), responses: answers("201", item) },
    },
    [`/books/{book_id}/${name}s/{${name}_id}`]: {
      ...at("book_id", `${name}_id`),
      get: { responses: answers("200", item) },
    },
  });
  await using mock = await serve({
    ...within("account", account, object({ name: text }, "name")),
    ...within("payee", account, object({ name: text }, "name")),
    ...within("entry", entry, object({ account_id: text, amount: number }, "account_id", "amount")),
  });
  const { id } = await mock.ask("POST /books/1/accounts", { name: "Checking" });
  const made = await mock.ask("POST /books/1/entrys", { account_id: id ?? "", amount: 5 });
  expect(made).toMatchObject({ account_id: id, account_name: "Checking" });
});
