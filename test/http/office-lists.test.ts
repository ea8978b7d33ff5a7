// What the lists of a back office show, keep, sort and count, and what forms are told when they are wrong.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { serve, textOf } from "./kinds.ts";
import { answers, at, body, collection, list, number, object, query, text } from "./parts.ts";

const share = { type: "number" };
const day = { type: "string", format: "date" };
const moment = { type: "string", format: "date-time" };
const flag = { type: "boolean" };
const rows = (value: JsonValue | undefined): readonly JsonObject[] => value as readonly JsonObject[];
const all = (properties: JsonObject): JsonObject => object(properties, ...Object.keys(properties));
const parameter = (name: string, schema: JsonObject): JsonObject => ({ name, schema });
const listed = (name: string, item: JsonObject, sent: JsonObject, ...parameters: JsonObject[]): JsonObject => {
  const paths = collection(name, item, sent);
  const { get, ...rest } = paths[`/${name}`] as { get: JsonObject };
  return { ...paths, [`/${name}`]: { ...rest, get: { ...get, parameters: query(...parameters) } } };
};

test("lists are sorted and kept by what they show, also where it follows from other things", async () => {
  const shop = all({ id: number, name: text, rating: share });
  const review = all({ id: number, rating: { ...number, minimum: 1, maximum: 5 } });
  const sorted = [parameter("sort", { enum: ["rating", "-rating"] }), parameter("min_rating", share)];
  await using mock = await serve({
    ...listed("shops", shop, all({ name: text }), ...sorted),
    "/shops/{id}/reviews": {
      ...at("id"),
      get: { responses: answers("200", list(review)) },
      post: { requestBody: body(all({ rating: number })), responses: answers("201", review) },
    },
  });
  for (const turn of [1, 2, 3, 4, 5]) await mock.ask(`POST /shops/${turn}/reviews`, { rating: turn });
  const ratings = rows((await mock.ask("GET /shops?sort=-rating"))["list"]).map(({ rating }) => rating as number);
  expect(ratings).toEqual(ratings.toSorted((a, b) => b - a));
  const kept = rows((await mock.ask("GET /shops?min_rating=4"))["list"]).map(({ rating }) => rating as number);
  const ascending = (one: number, other: number): number => one - other;
  expect(kept.toSorted(ascending)).toEqual(ratings.filter((one) => one >= 4).toSorted(ascending));
});

test("ranges and flags name what they are about as people do, and hidden things are asked for", async () => {
  const stay = all({
    id: number,
    check_in: day,
    issue_date: day,
    batteryPercent: number,
    isOpen: flag,
    archived: flag,
  });
  const asked = ["filter[check_in_from]", "issued_to"].map((name) => parameter(name, day));
  const more = [
    parameter("battery_lt", number),
    parameter("openNow", flag),
    parameter("archived", { ...flag, default: false }),
  ];
  const sent = object({ check_in: day, archived: flag });
  await using mock = await serve(listed("stays", stay, sent, ...asked, ...more));
  await mock.ask("POST /stays", { archived: true });
  const shown = async (search = ""): Promise<readonly JsonObject[]> =>
    rows((await mock.ask(`GET /stays${search}`))["list"]);
  const every = await shown();
  expect(every.some(({ archived }) => archived === true)).toBe(false);
  expect((await shown("?archived=true")).every(({ archived }) => archived === true)).toBe(true);
  const days = every.map(({ check_in: one }) => textOf(one)).toSorted();
  expect(await shown(`?filter[check_in_from]=${days[3]}`)).toHaveLength(
    days.filter((one) => one >= (days[3] ?? "")).length,
  );
  const issued = every.map(({ issue_date: one }) => textOf(one)).toSorted();
  expect(await shown(`?issued_to=${issued[3]}`)).toHaveLength(issued.filter((one) => one <= (issued[3] ?? "")).length);
  expect((await shown("?battery_lt=40")).every((one) => (one["batteryPercent"] as number) < 40)).toBe(true);
  expect((await shown("?openNow=true")).every((one) => one["isOpen"] === true)).toBe(true);
});

test("before a message of a list with the newest first are older ones", async () => {
  const message = all({ id: text, text });
  const older = { name: "before", description: "Messages older than the one with this id", schema: text };
  const newer = { name: "after", description: "Messages newer than the one with this id", schema: text };
  const parameters = query(older, newer, parameter("limit", { ...number, minimum: 1 }));
  const responses = answers("200", list(message));
  const told = { "200": { ...(responses["200"] as JsonObject), description: "Newest first" } };
  await using mock = await serve({ "/messages": { get: { parameters, responses: told } } });
  const ids = async (search: string): Promise<JsonValue[]> =>
    rows((await mock.ask(`GET /messages${search}`))["list"]).map(({ id }) => id ?? null);
  const every = await ids("");
  expect(await ids(`?limit=2&before=${textOf(every[1])}`)).toEqual(every.slice(2, 4));
  expect(new Set(await ids(`?after=${textOf(every[2])}`))).toEqual(new Set(every.slice(0, 2)));
});

test("an envelope and a report count and add up what the list shows", async () => {
  const room = all({ id: number, unreadCount: number, done: flag, status: { enum: ["draft", "published"] } });
  const envelope = all({ rooms: list(room), totalUnread: number, undoneCount: number });
  await using mock = await serve({
    "/rooms": { get: { responses: answers("200", envelope) } },
    "/rooms/{id}": { ...at("id"), get: { responses: answers("200", room) } },
    "/stats": {
      get: {
        responses: answers("200", all({ rooms: all({ total: number, draft: number }), published_count: number })),
      },
    },
  });
  const { rooms, totalUnread, undoneCount } = await mock.ask("GET /rooms");
  const shown = rows(rooms);
  expect(totalUnread).toBe(shown.reduce((sum, one) => sum + (one["unreadCount"] as number), 0));
  expect(undoneCount).toBe(shown.filter(({ done }) => done === false).length);
  const drafts = shown.filter(({ status }) => status === "draft").length;
  const stats = { rooms: { total: shown.length, draft: drafts }, published_count: shown.length - drafts };
  expect(await mock.ask("GET /stats")).toMatchObject(stats);
});

test("one request changes, adds and removes several things, and says how many", async () => {
  const application = all({ id: number, stage: { enum: ["applied", "interview", "hired"] }, archived: flag });
  const reading = all({ timestamp: moment, value: share });
  const ids = all({ ids: list(number) });
  await using mock = await serve({
    ...collection("applications", application),
    "/applications/bulk-move": {
      post: {
        requestBody: body(all({ ids: list(number), stage: text })),
        responses: answers("200", all({ updated: number })),
      },
    },
    "/applications/bulk-archive": { post: { requestBody: body(ids), responses: { "204": { description: "Done." } } } },
    "/applications/bulk": { delete: { requestBody: body(ids), responses: answers("200", all({ deleted: number })) } },
    ...collection("devices", all({ id: number, name: text })),
    "/devices/{id}/readings": {
      ...at("id"),
      get: {
        parameters: query(parameter("order", { enum: ["asc", "desc"], default: "asc" })),
        responses: answers("200", all({ data: list(reading) })),
      },
      post: {
        requestBody: body(all({ readings: list(reading) })),
        responses: answers("202", all({ accepted: number })),
      },
    },
  });
  expect(await mock.ask("POST /applications/bulk-move", { ids: [1, 2, 99], stage: "hired" })).toMatchObject({
    updated: 2,
  });
  expect(await mock.ask("GET /applications/2")).toMatchObject({ stage: "hired" });
  await mock.ask("POST /applications/bulk-archive", { ids: [2] });
  expect(await mock.ask("GET /applications/2")).toMatchObject({ stage: "hired", archived: true });
  expect(await mock.ask("DELETE /applications/bulk", { ids: [1, 2] })).toMatchObject({ deleted: 2 });
  expect(rows((await mock.ask("GET /applications"))["list"]).some(({ id }) => id === 1 || id === 2)).toBe(false);
  const { id } = await mock.ask("POST /devices", {});
  const path = `/devices/${textOf(id)}/readings`;
  const readings = ["T10", "T11", "T09"].map((hour, value) => ({ timestamp: `2026-05-01${hour}:00:00Z`, value }));
  expect(await mock.ask(`POST ${path}`, { readings })).toMatchObject({ status: 202, accepted: 3 });
  expect((await mock.ask(`GET ${path}`))["data"]).toMatchObject([{ value: 2 }, { value: 0 }, { value: 1 }]);
});

test("a form is told each field where an error may be a text or a list, by the code that fits", async () => {
  const fault = all({ field: text, code: { enum: ["missing", "invalid", "too_short"] } });
  const wrong = (detail: JsonObject): JsonObject => ({
    description: "Wrong.",
    content: { "application/json": { schema: all({ detail }) } },
  });
  const sent = object({ name: { ...text, minLength: 3 }, job: text }, "name", "job");
  const item = all({ id: number, name: text });
  await using mock = await serve({
    "/people": {
      post: {
        requestBody: body(sent),
        responses: { ...answers("201", item), "422": wrong({ oneOf: [text, list(fault)] }) },
      },
    },
    "/bills": { get: { responses: answers("200", list(item)) } },
    "/bills/{id}": { ...at("id"), get: { responses: answers("200", item) } },
    "/bills/{id}/pdf": {
      ...at("id"),
      get: {
        responses: {
          "200": {
            description: "The bill.",
            content: { "application/pdf": { schema: { type: "string", format: "binary" } } },
          },
          "404": wrong(text),
        },
      },
    },
  });
  expect(await mock.ask("POST /people", { name: "x" })).toMatchObject({
    status: 422,
    detail: expect.arrayContaining([
      { field: "job", code: "missing" },
      { field: "name", code: "too_short" },
    ]) as JsonObject[],
  });
  expect(await mock.ask("GET /bills/99/pdf")).toMatchObject({ status: 404 });
});

test("values of one thing agree: bounds, nights, addresses, files, and what an answer lists differs", async () => {
  const doctor = all({
    id: number,
    fullName: { ...text, example: "Dr. Maria Lindqvist" },
    email: { ...text, format: "email" },
  });
  const job = all({
    id: number,
    salary_min: number,
    salary_max: number,
    check_in: day,
    check_out: day,
    nights: number,
  });
  const types = ["image/png", "application/pdf", "text/plain"];
  const file = all({ id: number, filename: text, mime_type: { enum: types }, type: { enum: ["image", "document"] } });
  const dish = all({ id: text, name: { ...text, example: "Margherita" } });
  const menu = all({
    sections: {
      ...list(all({ title: { ...text, example: "Starters" }, items: { ...list(dish), minItems: 2 } })),
      minItems: 2,
    },
  });
  await using mock = await serve({
    ...collection("doctors", doctor),
    ...collection("jobs", job),
    ...collection("media", file),
    "/menu": { get: { responses: answers("200", menu) } },
  });
  expect(rows((await mock.ask("GET /doctors"))["list"])[0]).toMatchObject({ email: "maria.lindqvist@example.com" });
  for (const one of rows((await mock.ask("GET /jobs"))["list"])) {
    expect(one["salary_min"]).toBeLessThanOrEqual(one["salary_max"] as number);
    const [from, to] = [one["check_in"], one["check_out"]].map((at) => Date.parse(textOf(at)));
    expect(one["nights"]).toBe(((to ?? 0) - (from ?? 0)) / 86_400_000);
  }
  const endings = new Map(types.map((one, at) => [one, ["png", "pdf", "txt"][at]]));
  for (const one of rows((await mock.ask("GET /media"))["list"])) {
    const type = textOf(one["mime_type"]);
    expect(textOf(one["filename"]).split(".").at(-1)).toBe(endings.get(type));
    expect(one["type"]).toBe(type.startsWith("image/") ? "image" : "document");
  }
  const sections = rows((await mock.ask("GET /menu"))["sections"]);
  const names = sections.flatMap(({ items }) => rows(items).map(({ name }) => name));
  expect(new Set(sections.map(({ title }) => title)).size).toBe(sections.length);
  expect(new Set(names).size).toBeGreaterThan(2);
});
