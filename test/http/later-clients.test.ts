// What later client libraries (test/trial/README.md) expect of searches, pages, deeds and errors, in words of their own.
import { expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { Answers } from "../../src/mock/answer/answer.ts";
import type { Schema } from "../../src/schema/model.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";

const shown = (value: JsonValue | undefined): readonly JsonObject[] => value as readonly JsonObject[];
const map = { type: "object", additionalProperties: text };
const time = { type: ["string", "null"], format: "date-time" };

/** People whose values are in an object, listed by a mark, and found by filters in groups. */
async function people() {
  const person = object({ id: text, properties: map }, "id", "properties");
  const page = object({ results: list(person), paging: object({ next: object({ after: text }, "after") }) }, "results");
  const filter = object({ propertyName: text, operator: text, value: text, values: list(text) });
  const search = object({
    filterGroups: list(object({ filters: list(filter) })),
    properties: list(text),
    limit: number,
    after: text,
  });
  const mock = await serve({
    "/people": {
      get: { parameters: query({ name: "after", schema: text }), responses: answers("200", page) },
      post: { requestBody: body(object({ properties: map }, "properties")), responses: answers("201", person) },
    },
    "/people/search": { post: { requestBody: body(search), responses: answers("200", page) } },
    "/people/{id}": { ...at("id"), get: { responses: answers("200", person) } },
  });
  for (const name of ["Ada", "Bob", "Cid"]) await mock.ask("POST /people", { properties: { name, team: "blue" } });
  const find = async (sent: JsonObject): Promise<readonly JsonObject[]> =>
    shown((await mock.ask("POST /people/search", sent))["results"]);
  return { ...mock, find };
}

test("a search has its filters in groups of which one must be met", async () => {
  await using mock = await people();
  const by = (...filters: JsonObject[]): JsonObject => ({ filters });
  const named = (value: string): JsonObject => ({ propertyName: "name", operator: "EQ", value });
  const blue = { propertyName: "team", operator: "EQ", value: "blue" };
  const names = async (...filterGroups: JsonObject[]): Promise<JsonValue[]> =>
    (await mock.find({ filterGroups, properties: ["name"], after: "0" })).map(
      (one) => (one["properties"] as JsonObject)["name"] ?? null,
    );
  expect(await names(by(named("Ada"), blue))).toEqual(["Ada"]);
  expect(await names(by(named("Ada")), by(named("Cid")))).toEqual(["Ada", "Cid"]);
  expect(await names(by({ propertyName: "name", operator: "IN", values: ["Bob", "Cid"] }))).toEqual(["Bob", "Cid"]);
  expect(await names(by(named("Zoe")))).toEqual([]);
});

test("a search takes the size of a page from its body where only its list has a mark in the query", async () => {
  await using mock = await people();
  const { results, paging } = await mock.ask("POST /people/search", { limit: 2 });
  const after = ((paging as JsonObject)["next"] as JsonObject)["after"] ?? "";
  const rest = await mock.find({ limit: 2, after });
  expect(shown(results)).toHaveLength(2);
  expect(rest).toHaveLength(2);
  expect(rest[0]?.["id"]).not.toBe(shown(results)[0]?.["id"]);
});

test("POST that is sent identifiers beside what the answer shows is a creation", async () => {
  const goal = object({ id: text, name: text, meter_ids: list(number) }, "id");
  const whole = object({ data: list(goal) });
  await using mock = await serve({
    "/goals": {
      get: { responses: answers("200", whole) },
      post: {
        summary: "Create a goal",
        requestBody: body(object({ name: text, meter_ids: list(number) }, "name")),
        responses: answers("200", whole),
      },
    },
    "/goals/{id}": { ...at("id"), get: { responses: answers("200", object({ data: goal })) } },
  });
  const [made] = shown((await mock.ask("POST /goals", { name: "Up", meter_ids: [1] }))["data"]);
  expect(made).toMatchObject({ name: "Up", meter_ids: [1] });
  expect((await mock.ask(`GET /goals/${textOf(made?.["id"])}`))["data"]).toEqual(made);
});

test("the answer to a removal names what was removed", async () => {
  const board = object({ id: number, title: text }, "id");
  await using mock = await serve({
    "/boards": {
      get: { responses: answers("200", list(board)) },
      post: { requestBody: body(object({ title: text })), responses: answers("200", board) },
    },
    "/boards/{board_id}": {
      ...at("board_id"),
      get: { responses: answers("200", board) },
      delete: { responses: answers("200", object({ deleted_board_id: { ...number, example: 9 } })) },
    },
  });
  const { id } = await mock.ask("POST /boards", { title: "Mine" });
  expect(await mock.ask(`DELETE /boards/${textOf(id)}`)).toEqual({ status: 200, deleted_board_id: id });
});

test("what is below the actions of a thing is done to it", async () => {
  const state = { enum: ["running", "off"] };
  const host = object({ id: number, state }, "id", "state");
  const action = object({ action: object({ id: number, command: text }, "id") });
  const deed = { ...at("id"), post: { responses: answers("201", action) } };
  await using mock = await serve({
    "/hosts": {
      get: { responses: answers("200", list(host)) },
      post: { requestBody: body(object({ note: text })), responses: answers("201", host) },
    },
    "/hosts/{id}": { ...at("id"), get: { responses: answers("200", host) } },
    "/hosts/{id}/actions/poweroff": deed,
    "/hosts/{id}/actions/poweron": deed,
  });
  const { id } = await mock.ask("POST /hosts", {});
  for (const [name, after] of [
    ["poweroff", "off"],
    ["poweron", "running"],
  ] as const) {
    expect((await mock.ask(`POST /hosts/${textOf(id)}/actions/${name}`))["status"]).toBe(201);
    expect((await mock.ask(`GET /hosts/${textOf(id)}`))["state"]).toBe(after);
  }
});

test("the next page has a number though its type is a number and no parameter asks for it", async () => {
  const any = { type: "number", nullable: true };
  const key = object({ id: number }, "id");
  const pages = object({ page: any, per_page: any, next_page: any, previous_page: any, last_page: any });
  await using mock = await serve({
    "/keys": {
      get: { responses: answers("200", object({ keys: list(key), meta: object({ pagination: pages }) })) },
      post: { requestBody: body(object({ note: text })), responses: answers("201", key) },
    },
    "/keys/{id}": { ...at("id"), get: { responses: answers("200", key) } },
  });
  const { meta } = await mock.ask("GET /keys?page=2&per_page=1");
  expect((meta as JsonObject)["pagination"]).toMatchObject({ page: 2, per_page: 1, next_page: 3, previous_page: 1 });
});

test("a default of -1 asks for all, and pages whose example is 0 begin there", async () => {
  const card = object({ id: number }, "id");
  const all = query({ name: "limit", schema: { ...number, default: -1, maximum: 50 } });
  const paged = query({ name: "page", schema: { ...number, example: 0 } }, { name: "page_size", schema: number });
  const paths = (parameters: JsonObject[]): JsonObject => ({
    "/cards": { get: { parameters, responses: answers("200", list(card)) } },
    "/cards/{id}": { ...at("id"), get: { responses: answers("200", card) } },
  });
  await using whole = await serve(paths(all));
  expect(shown((await whole.ask("GET /cards"))["list"]).length).toBeGreaterThan(1);
  await using mock = await serve(paths(paged));
  const [first, second] = [
    await mock.ask("GET /cards?page=0&page_size=2"),
    await mock.ask("GET /cards?page=1&page_size=2"),
  ];
  expect(shown(first["list"])).toHaveLength(2);
  expect(shown(second["list"])[0]?.["id"]).not.toBe(shown(first["list"])[0]?.["id"]);
});

test("a list is kept by the entries of an object with any names", async () => {
  const order = object({ id: number, metadata: map }, "id", "metadata");
  const metadata = { name: "metadata", style: "deepObject", explode: true, schema: map };
  await using mock = await serve({
    "/orders": {
      get: { parameters: query(metadata), responses: answers("200", list(order)) },
      post: { requestBody: body(object({ metadata: map })), responses: answers("201", order) },
    },
    "/orders/{id}": { ...at("id"), get: { responses: answers("200", order) } },
  });
  const { id } = await mock.ask("POST /orders", { metadata: { to: "Ann", by: "air" } });
  const found = async (asked: string): Promise<JsonValue[]> =>
    shown((await mock.ask(`GET /orders?${asked}`))["list"]).map((one) => one["id"] ?? null);
  expect(await found("metadata[to]=Ann")).toEqual([id]);
  expect(await found("metadata[to]=Ann&metadata[by]=sea")).toEqual([]);
});

test("a new thing is of its kind, and nobody has discarded it", async () => {
  const account = object({ id: number, object: text, discarded_at: time }, "id", "object", "discarded_at");
  const ref = { $ref: "#/components/schemas/ledger_account" };
  await using mock = await serve(
    {
      "/accounts": {
        get: { responses: answers("200", list(ref)) },
        post: { requestBody: body(object({ note: text })), responses: answers("201", ref) },
      },
      "/accounts/{id}": { ...at("id"), get: { responses: answers("200", ref) } },
    },
    { ledger_account: account },
  );
  expect(await mock.ask("POST /accounts", {})).toMatchObject({ object: "ledger_account", discarded_at: null });
});

test("a thing that must contain itself has all that it can have", async () => {
  const order = object(
    { id: number, amount: number, note: text, former: { $ref: "#/components/schemas/order" } },
    ...["id", "amount", "note", "former"],
  );
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Orders", version: "1" },
    components: { schemas: { order } },
    paths: { "/orders": { get: { responses: answers("200", { $ref: "#/components/schemas/order" }) } } },
  });
  const schema = contract.operations[0]?.responses[0]?.content[0]?.schema as Schema;
  const made = new Answers(contract.document, schema).make("order", { kind: "new" }, { sent: { amount: 7 } });
  expect(made).toMatchObject({ amount: 7, note: expect.any(String) as string });
});

test("an error says what happened in its summary, and which of several statuses it has", async () => {
  const status_code = { ...number, enum: [401, 404, 422] };
  const error = object({ errorSummary: text, status_code }, "errorSummary", "status_code");
  const thing = object({ id: number }, "id");
  const get = { responses: { ...answers("200", thing), ...answers("404", error), ...answers("422", error) } };
  await using mock = await serve({ "/things/{id}": { ...at("id"), get } });
  const { errorSummary, status_code: told } = await mock.ask("GET /things/none");
  expect([told, textOf(errorSummary)]).toEqual([404, expect.stringMatching(/not/)]);
});

test("several things are made and changed and read and removed at once", async () => {
  const person = object({ id: text, name: text }, "id", "name");
  const state = { enum: ["PENDING", "FAILED", "COMPLETE"] };
  const results = object({ results: list(person), state, completedAt: text }, "results", "state", "completedAt");
  const sends = (...names: string[]): JsonObject => {
    const known = { id: text, name: text };
    const one = Object.fromEntries(Object.entries(known).filter(([name]) => names.includes(name)));
    return { requestBody: body(object({ inputs: list(object(one, ...names)) }, "inputs")) };
  };
  const batch = (step: string, status: string, ...names: string[]): JsonObject => ({
    [`/people/batch/${step}`]: {
      post: { ...sends(...names), responses: answers(status, status === "204" ? undefined : results) },
    },
  });
  await using mock = await serve({
    "/people": {
      get: { responses: answers("200", object({ results: list(person) })) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", person) },
    },
    "/people/{id}": { ...at("id"), get: { responses: answers("200", person) } },
    ...batch("create", "201", "name"),
    ...batch("update", "200", "id", "name"),
    ...batch("read", "200", "id"),
    ...batch("archive", "204", "id"),
  });
  const made = await mock.ask("POST /people/batch/create", { inputs: [{ name: "Ada" }, { name: "Bob" }] });
  expect(made).toMatchObject({ state: "COMPLETE", results: [{ name: "Ada" }, { name: "Bob" }] });
  const [ada, bob] = shown(made["results"]).map(({ id }) => id);
  await mock.ask("POST /people/batch/update", { inputs: [{ id: bob ?? "", name: "Bo" }] });
  const read = await mock.ask("POST /people/batch/read", { inputs: [{ id: bob ?? "" }] });
  expect(read["results"]).toEqual([{ id: bob, name: "Bo" }]);
  await mock.ask("POST /people/batch/archive", { inputs: [{ id: ada ?? "" }] });
  expect((await mock.ask(`GET /people/${textOf(ada)}`))["status"]).toBe(404);
  expect(await mock.ask(`GET /people/${textOf(bob)}`)).toMatchObject({ name: "Bo" });
});

test("an action is sent what an object of its thing has, and what can be undone is not done at first", async () => {
  const guard = object({ delete: { type: "boolean" } });
  const state = { enum: ["reconciled", "unreconciled"] };
  const disk = object({ id: number, guard, state }, "id", "guard", "state");
  await using mock = await serve({
    "/disks": {
      get: { responses: answers("200", list(disk)) },
      post: { requestBody: body(object({ note: text })), responses: answers("201", disk) },
    },
    "/disks/{id}": { ...at("id"), get: { responses: answers("200", disk) } },
    "/disks/{id}/change_guard": { ...at("id"), post: { requestBody: body(guard), responses: answers("204") } },
  });
  const { id, state: first } = await mock.ask("POST /disks", {});
  await mock.ask(`POST /disks/${textOf(id)}/change_guard`, { delete: true });
  expect([first, (await mock.ask(`GET /disks/${textOf(id)}`))["guard"]]).toEqual(["unreconciled", { delete: true }]);
});
