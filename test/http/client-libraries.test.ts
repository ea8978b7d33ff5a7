// What client libraries of published APIs expect of changes, references and beginnings, each kind in words of its own.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

async function serve(paths: JsonObject, schemas: JsonObject = {}) {
  const document = { openapi: "3.1.0", info: { title: "Kinds", version: "1" }, paths, components: { schemas } };
  const mock = await startMock(document, { today: "2026-06-01" });
  const ask = async (what: string, sent?: JsonValue): Promise<JsonObject> => {
    const [method = "", path = ""] = what.split(" ");
    const isForm = typeof sent === "string";
    const headers = { "Content-Type": isForm ? "application/x-www-form-urlencoded" : "application/json" };
    const own = sent === undefined ? {} : { headers, body: isForm ? sent : JSON.stringify(sent) };
    const { status, value } = await mock.send(method, path, own);
    return Array.isArray(value) ? { status, list: value } : { status, ...(value as JsonObject) };
  };
  return { ask, [Symbol.asyncDispose]: () => mock.close() };
}

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
  expect(await mock.ask(`POST /lines/${String(sid)}`, "FriendlyName=Other")).toMatchObject({
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
  expect(await mock.ask(`GET /rules/${String(made["id"])}`)).toMatchObject({ team: { ...sent, summary } });
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
    const changed = await mock.ask(`PUT /passes/${String(id)}`, { seat: "2B" });
    expect([summary, changed["seat"], changed["holder"]]).toEqual([summary, "2B", kept]);
  }
});

test("where one schema says what is sent and what is there, a new thing has a state, its flags and a version", async () => {
  const Place = object(
    {
      ...{ id: readOnly(text), name: text, note: text, archived: { type: "boolean" }, version: { type: "integer" } },
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
  const next = await mock.ask(`PUT /places/${String(made["id"])}`, { name: "Nord", version: 1 });
  expect(next).toMatchObject({ name: "Nord", version: 2, status: "ACTIVE" });
});

test("nothing went wrong with a new thing, and hexadecimal digits are of one case", async () => {
  const message = object(
    {
      ...{ sid: { type: "string", pattern: "^MS[0-9a-fA-F]{32}$" }, body: text },
      ...{ error_code: { type: ["integer", "null"] }, error_message: text, errors: list(text) },
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
  expect(made["self"]).toMatch(new RegExp(`/users/${String(made["id"])}$`));
});
