// What people do with an app in an hour: move cards, read messages, book appointments.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text, textOf } from "./parts.ts";
import { startMock } from "./support.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const moment = { type: "string", format: "date-time" };
const orNull = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });

async function serve(paths: JsonObject, schemas: JsonObject) {
  const mock = await startMock(
    { openapi: "3.1.0", info: { title: "Work", version: "1" }, paths, components: { schemas } },
    { today: "2026-06-01" },
  );
  const ask = async (what: string, sent?: JsonObject): Promise<JsonObject> => {
    const [method = "", path = ""] = what.split(" ");
    return (await mock.send(method, path, sent && { body: JSON.stringify(sent) })).value as JsonObject;
  };
  return { ask, [Symbol.asyncDispose]: () => mock.close() };
}
const items = (value: JsonValue | undefined): readonly JsonObject[] =>
  Object.values(value ?? {}) as readonly JsonObject[];

test("a card is moved to a column and a place, labelled, and completed when it is done", async () => {
  const state = { type: "string", enum: ["todo", "in_progress", "done"] };
  const task = { ...{ id: text, title: text, status: state, position: number }, completedAt: orNull(moment) };
  const action = (sent?: JsonObject): JsonObject => ({
    ...(sent === undefined ? {} : { requestBody: body(sent) }),
    responses: answers("200", ref("Task")),
  });
  await using app = await serve(
    {
      "/labels": { post: { requestBody: body(object({ name: text })), responses: answers("201", ref("Label")) } },
      "/tasks": { post: { requestBody: body(object({ title: text })), responses: answers("201", ref("Task")) } },
      "/tasks/{taskId}": {
        ...at("taskId"),
        get: { responses: answers("200", ref("Task")) },
        patch: action(object({ status: state })),
      },
      "/tasks/{taskId}/move": { ...at("taskId"), post: action(object({ status: state, position: number })) },
      "/tasks/{taskId}/labels/{labelId}": { ...at("taskId", "labelId"), put: action(), delete: action() },
    },
    {
      Task: object({ ...task, labels: list(ref("Label")) }, "id", "title", "status"),
      Label: object({ id: text, name: text }, "id", "name"),
    },
  );
  const { id } = await app.ask("POST /tasks", { title: "Paint the fence" });
  const label = await app.ask("POST /labels", { name: "outside" });
  const path = `/tasks/${textOf(id)}`;
  const moved = { id: id ?? "", title: "Paint the fence", status: "in_progress", position: 3 };
  expect(await app.ask(`POST ${path}/move`, { status: "in_progress", position: 3 })).toMatchObject(moved);
  const labelled = `${path}/labels/${textOf(label["id"])}`;
  expect(await app.ask(`PUT ${labelled}`)).toMatchObject({ ...moved, labels: [label] });
  expect(await app.ask(`GET ${path}`)).toMatchObject({ labels: [label], completedAt: null });
  expect(await app.ask(`DELETE ${labelled}`)).toMatchObject({ ...moved, labels: [] });
  const done = await app.ask(`PATCH ${path}`, { status: "done" });
  expect(done).toMatchObject({ status: "done", completedAt: expect.stringMatching(/^20/) as string });
});

test("a conversation shows its last message, and nothing is unread once it was read", async () => {
  const message = object({ id: text, conversationId: text, text }, "id", "conversationId", "text");
  const last = { anyOf: [ref("Message"), { type: "null" }] };
  const chat = object({ id: text, unreadCount: number, lastMessage: last }, "id", "unreadCount");
  await using app = await serve(
    {
      "/conversations": { get: { responses: answers("200", list(ref("Conversation"))) } },
      "/conversations/{id}": { ...at("id"), get: { responses: answers("200", ref("Conversation")) } },
      "/conversations/{id}/messages": {
        ...at("id"),
        get: { responses: answers("200", list(ref("Message"))) },
        post: { requestBody: body(object({ text }, "text")), responses: answers("201", ref("Message")) },
      },
      "/conversations/{id}/read": { ...at("id"), post: { responses: answers("204") } },
    },
    { Message: message, Conversation: chat },
  );
  const path = `/conversations/${textOf(items(await app.ask("GET /conversations"))[0]?.["id"])}`;
  const made = await app.ask(`POST ${path}/messages`, { text: "On my way" });
  expect(await app.ask(`GET ${path}`)).toMatchObject({ lastMessage: made });
  await app.ask(`POST ${path}/read`);
  expect(await app.ask(`GET ${path}`)).toMatchObject({ unreadCount: 0 });
});

test("an appointment costs and lasts what its service does, and slots are those of the day that was asked for", async () => {
  const price = { type: "number" };
  const service = object({ id: number, name: text, durationMinutes: number, price }, "id", "durationMinutes", "price");
  const times = { startsAt: moment, endsAt: moment };
  const slots = object({ date: text, slots: list(object({ start: moment, free: { type: "boolean" } })) }, "slots");
  await using app = await serve(
    {
      "/services": { get: { responses: answers("200", list(ref("Service"))) } },
      "/appointments": {
        post: {
          requestBody: body(object({ serviceId: number, startsAt: moment }, "serviceId", "startsAt")),
          responses: answers("201", ref("Appointment")),
        },
      },
      "/slots": { get: { parameters: query({ name: "date", schema: text }), responses: answers("200", slots) } },
    },
    { Service: service, Appointment: object({ id: number, service: ref("Service"), ...times, price }, "service") },
  );
  const [first] = items(await app.ask("GET /services"));
  const startsAt = "2026-06-10T08:00:00Z";
  const made = await app.ask("POST /appointments", { serviceId: first?.["id"] ?? 0, startsAt });
  const endsAt = new Date(Date.parse(startsAt) + Number(first?.["durationMinutes"]) * 60_000).toISOString();
  expect(made).toMatchObject({ service: first, price: first?.["price"], startsAt, endsAt });
  expect(await app.ask("GET /slots?date=2026-06-12")).toMatchObject({ date: "2026-06-12" });
});

test("what paths call by its slug starts with that of its title", async () => {
  const team = object({ slug: text, name: text }, "slug", "name");
  await using app = await serve(
    {
      "/teams": { get: { responses: answers("200", list(team)) } },
      "/teams/{slug}": { ...at("slug"), get: { responses: answers("200", team) } },
    },
    {},
  );
  const teams = items(await app.ask("GET /teams"));
  const plain = (name: JsonValue | undefined): string =>
    textOf(name)
      .toLowerCase()
      .replaceAll(/[^a-z0-9]+/g, "-");
  expect(teams.map(({ slug }) => slug)).toEqual(teams.map(({ name }) => plain(name)));
  expect(new Set(teams.map(({ slug }) => slug)).size).toBe(teams.length);
});

test("only what was cancelled says why", async () => {
  const status = { type: "string", enum: ["booked", "completed", "canceled"] };
  const visit = object({ id: number, status, cancellationReason: orNull(text) }, "id", "status", "cancellationReason");
  await using app = await serve({ "/visits": { get: { responses: answers("200", list(visit)) } } }, {});
  const visits = items(await app.ask("GET /visits"));
  const isTold = ({ cancellationReason: reason }: JsonObject): boolean => reason !== null;
  expect(visits.filter(isTold)).toEqual(visits.filter(({ status: state }) => state === "canceled"));
  expect(visits.some(isTold)).toBe(true);
});

test("null in a merge patch removes what a thing need not have", async () => {
  const lamp = object({ id: text, size: number, colour: text, tags: { additionalProperties: text } }, "id", "size");
  const change = object({ size: number, colour: text, tags: { additionalProperties: text } });
  const patch = { requestBody: { content: { "application/merge-patch+json": { schema: change } } } };
  const mock = await startMock({
    openapi: "3.1.0",
    info: { title: "Lamps", version: "1" },
    paths: {
      "/lamps": { post: { requestBody: body(change), responses: answers("201", lamp) } },
      "/lamps/{id}": {
        ...at("id"),
        get: { responses: answers("200", lamp) },
        patch: { ...patch, responses: { ...answers("200", lamp), ...answers("400") } },
      },
    },
  });
  const sent = { size: 3, colour: "red", tags: { room: "hall", floor: "2" } };
  const { id, ...rest } = (await mock.send("POST", "/lamps", { body: JSON.stringify(sent) })).value as JsonObject;
  expect(rest).toEqual(sent);
  const headers = { "Content-Type": "application/merge-patch+json" };
  const merge = (value: JsonObject) =>
    mock.send("PATCH", `/lamps/${textOf(id)}`, { headers, body: JSON.stringify(value) });
  expect((await merge({ tags: { room: null, lamp: "old" } })).value).toMatchObject({
    tags: { floor: "2", lamp: "old" },
  });
  expect((await merge({ colour: null, size: null })).value).toEqual({ id, size: 3, tags: { floor: "2", lamp: "old" } });
  expect((await merge({ size: "big" })).status).toBe(400);
  await mock.close();
});

test("articles are found by a tag and by their author, and counted", async () => {
  const author = object({ username: text, bio: text }, "username");
  const article = object(
    { slug: text, title: text, tagList: list(text), author },
    "slug",
    "title",
    "tagList",
    "author",
  );
  const articles = object({ articles: list(article), articlesCount: number }, "articles", "articlesCount");
  const asked = query(...["tag", "author"].map((name) => ({ name, schema: text })), { name: "limit", schema: number });
  await using app = await serve(
    { "/articles": { get: { parameters: asked, responses: answers("200", articles) } } },
    {},
  );
  const { articles: all, articlesCount } = await app.ask("GET /articles");
  const [first] = items(all);
  const found = async (asked: string): Promise<readonly JsonObject[]> =>
    items((await app.ask(`GET /articles?${asked}`))["articles"]);
  expect(articlesCount).toBe(items(all).length);
  expect(await app.ask("GET /articles?limit=1")).toMatchObject({ articlesCount });
  const [tag] = items(first?.["tagList"]) as unknown as string[];
  expect(await found(`tag=${tag}`)).toEqual(items(all).filter(({ tagList }) => items(tagList).includes(tag as never)));
  const authors = items(all).map(({ author: one }) => (one as JsonObject)["username"]);
  const [username] = authors;
  expect(await found(`author=${textOf(username)}`)).toEqual(items(all).filter((_, at) => authors[at] === username));
  expect(await found("author=nobody")).toEqual([]);
});

test("what only shows its identifier alone shows that by which it is found", async () => {
  const build = { status: text, branch: text };
  await using app = await serve(
    {
      "/builds": {
        get: { responses: answers("200", list(object(build))) },
        post: { requestBody: body(object({ branch: text })), responses: answers("201", ref("Build")) },
      },
      "/builds/{build_num}": { ...at("build_num"), get: { responses: answers("200", ref("Build")) } },
    },
    { Build: object({ ...build, build_num: text }) },
  );
  const made = await app.ask("POST /builds", { branch: "main" });
  expect(await app.ask(`GET /builds/${textOf(made["build_num"])}`)).toMatchObject({ branch: "main" });
});

test("things with one title, or a slug that no title makes, are as many as others, and each is found", async () => {
  const status = { type: "string", enum: ["one", "two"] };
  const slugs = [{ ...text }, { ...text, pattern: "^[a-z]{3}-[0-9]{2}$" }];
  for (const slug of slugs) {
    const page = object({ slug, title: status }, "slug", "title");
    const parameter = { name: "slug", in: "path", required: true, schema: slug };
    await using app = await serve(
      {
        "/pages": {
          get: { responses: answers("200", list(page)) },
          post: { requestBody: body(object({ title: status }, "title")), responses: answers("201", page) },
        },
        "/pages/{slug}": { parameters: [parameter], get: { responses: answers("200", page) } },
      },
      {},
    );
    await app.ask("POST /pages", { title: "one" });
    const pages = items(await app.ask("GET /pages"));
    expect(pages.length).toBeGreaterThan(8);
    expect(new Set(pages.map((one) => one["slug"])).size).toBe(pages.length);
    for (const one of pages) expect(await app.ask(`GET /pages/${textOf(one["slug"])}`)).toEqual(one);
  }
});
