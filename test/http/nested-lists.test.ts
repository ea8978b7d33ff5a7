// What is sent comes back: lists in items, other paths to the same things, times; and pages that may not be empty.
import { afterEach, expect, test } from "vitest";
import { type Mock, startMock } from "./support.ts";
import type { JsonObject } from "../../src/json/value.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

const text = { type: "string" };
const objectOf = (properties: JsonObject): JsonObject => ({ type: "object", properties });
const ok = (schema: JsonObject): JsonObject => ({ description: "ok", content: { "application/json": { schema } } });
const inPath = (...names: string[]): JsonObject[] =>
  names.map((name) => ({ name, in: "path", required: true, schema: text }));

/** A team's shifts: each says what it is beside one list of hours, as the list of all says beside its items. */
const SHIFTS: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Shifts", version: "1" },
  paths: {
    "/teams/{team}/shifts": {
      parameters: inPath("team"),
      get: { responses: { 200: ok({ $ref: "#/components/schemas/Shifts" }) } },
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Shift" } } } },
        responses: { 201: ok({ $ref: "#/components/schemas/Shift" }) },
      },
    },
    "/teams/{team}/shifts/{name}": {
      parameters: inPath("team", "name"),
      get: { responses: { 200: ok({ $ref: "#/components/schemas/Shift" }) } },
    },
  },
  components: {
    schemas: {
      Shifts: objectOf({
        kind: text,
        metadata: objectOf({ next: text }),
        items: { type: "array", items: { $ref: "#/components/schemas/Shift" } },
      }),
      Shift: objectOf({
        kind: text,
        metadata: objectOf({ name: text }),
        hours: { type: "array", items: objectOf({ from: text, to: text }) },
      }),
    },
  },
};

test("an item with one list in it comes back as it was posted, and is not taken for that list", async () => {
  mock = await startMock(SHIFTS);
  const body = { metadata: { name: "early" }, hours: [{ from: "6", to: "14" }] };
  expect((await mock.send("POST", "/teams/a/shifts", { body: JSON.stringify(body) })).value).toMatchObject(body);
  expect((await mock.send("GET", "/teams/a/shifts/early")).value).toMatchObject(body);
});

/** Things are listed and created under their plural, and fetched under their singular, by what the creation answers. */
const PAUSES: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Pauses", version: "1" },
  paths: {
    "/pauses": {
      get: { responses: { 200: ok({ type: "array", items: { $ref: "#/components/schemas/Pause" } }) } },
      post: {
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/NewPause" } } } },
        responses: { 200: ok(objectOf({ pauseID: text })) },
      },
    },
    "/pause/{pauseID}": {
      parameters: inPath("pauseID"),
      get: { responses: { 200: ok({ $ref: "#/components/schemas/Pause" }) } },
      delete: { responses: { 200: { description: "Gone." } } },
    },
  },
  components: {
    schemas: {
      NewPause: objectOf({
        reason: text,
        startsAt: { type: "string", format: "date-time" },
        endsAt: { type: "string", format: "date-time" },
      }),
      Pause: {
        allOf: [{ required: ["id"], ...objectOf({ id: text }) }, { $ref: "#/components/schemas/NewPause" }],
      },
    },
  },
};

test("what is created under a plural is fetched under the singular, as it was sent, and is gone there", async () => {
  mock = await startMock(PAUSES);
  const sent = { reason: "repair", startsAt: "2030-01-01T00:00:00Z", endsAt: "2030-01-09T00:00:00Z" };
  const made = (await mock.send("POST", "/pauses", { body: JSON.stringify(sent) })).value as { pauseID: string };
  expect((await mock.send("GET", `/pause/${made.pauseID}`)).value).toEqual({ id: made.pauseID, ...sent });
  expect((await mock.send("DELETE", `/pause/${made.pauseID}`)).status).toBe(200);
  expect((await mock.send("GET", "/pauses")).text).not.toContain("repair");
});

test.each(["0", "-1", "-9223372036854775809"])("a page of %s items is not empty where no page may be", async (size) => {
  const note = objectOf({ id: { type: "integer" }, text });
  const page = objectOf({ notes: { type: "array", minItems: 1, items: note } });
  const parameters = [{ name: "limit", in: "query", schema: { type: "integer" } }];
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Notes", version: "1" },
    paths: { "/notes": { get: { parameters, responses: { 200: ok({ ...page, required: ["notes"] }) } } } },
  });
  const { value } = await mock.send("GET", `/notes?limit=${size}`);
  expect((value as { notes: unknown[] }).notes.length).toBeGreaterThan(0);
});

test("a time that a client sends back as it was shown stays, unless it tells of changes", async () => {
  const time = { type: "string", format: "date-time" };
  const event = {
    ...objectOf({ id: { ...text, readOnly: true }, note: text, deviceLastSeen: time, updatedAt: time }),
    required: ["id"],
  };
  const body = { content: { "application/json": { schema: event } } };
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Events", version: "1" },
    paths: {
      "/events/{id}": {
        parameters: inPath("id"),
        get: { responses: { 200: ok(event) } },
        put: { requestBody: body, responses: { 200: ok(event) } },
      },
      "/events": { post: { requestBody: body, responses: { 201: ok(event) } } },
    },
  });
  const sent = { note: "a", deviceLastSeen: "2020-01-01T00:00:00Z", updatedAt: "2020-01-01T00:00:00Z" };
  const made = (await mock.send("POST", "/events", { body: JSON.stringify(sent) })).value as { id: string };
  const { value } = await mock.send("PUT", `/events/${made.id}`, { body: JSON.stringify({ ...made, note: "b" }) });
  expect(value).toMatchObject({ note: "b", deviceLastSeen: sent.deviceLastSeen });
  expect((value as typeof sent).updatedAt > sent.updatedAt).toBe(true);
});

test("what is sent in a part that each kind has in its own way stays as it was sent", async () => {
  const kind = (name: string, app: JsonObject): JsonObject => ({
    allOf: [
      { $ref: "#/components/schemas/App" },
      objectOf({ mode: { const: name }, settings: objectOf({ note: text, app: objectOf(app) }) }),
    ],
  });
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Apps", version: "1" },
    paths: {
      "/apps": {
        get: { responses: { 200: ok({ type: "array", items: { $ref: "#/components/schemas/AnyApp" } }) } },
        post: {
          requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/AnyApp" } } } },
          responses: { 201: ok({ $ref: "#/components/schemas/AnyApp" }) },
        },
      },
      "/apps/{id}": {
        parameters: inPath("id"),
        get: { responses: { 200: ok({ $ref: "#/components/schemas/AnyApp" }) } },
      },
    },
    components: {
      schemas: {
        App: objectOf({ id: { type: "string", readOnly: true }, label: text, mode: text }),
        AnyApp: {
          oneOf: [{ $ref: "#/components/schemas/Login" }, { $ref: "#/components/schemas/Bookmark" }],
          discriminator: { propertyName: "mode", mapping: { login: "#/components/schemas/Login" } },
        },
        Login: kind("login", { user: text }),
        Bookmark: kind("Bookmark", { address: text, isPublic: { type: "boolean", default: false } }),
      },
    },
  });
  const settings = { note: "ours", app: { address: "b.example", isPublic: true } };
  const body = JSON.stringify({ label: "Links", mode: "Bookmark", settings });
  const made = await mock.send("POST", "/apps", { body });
  expect([made.status, made.value]).toMatchObject([201, { mode: "Bookmark", settings }]);
  const { id } = made.value as { id: string };
  expect((await mock.send("GET", `/apps/${id}`)).value).toMatchObject({ settings });
});
