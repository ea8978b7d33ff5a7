// What tells of other things: a view of the item above it, and statistics of a list.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, at, body, collection, list, number, object, query, text, textOf } from "./parts.ts";
import { startMock } from "./support.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const shown = (schema: JsonObject): JsonObject => ({ get: { responses: answers("200", schema) } });

async function serve(paths: JsonObject, schemas: JsonObject = {}) {
  const mock = await startMock(
    { openapi: "3.1.0", info: { title: "Views", version: "1" }, paths, components: { schemas } },
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

test("a view below a thing shows what the thing does and counts what is below it", async () => {
  const state = { type: "string", enum: ["open", "done"] };
  const task = object({ id: number, title: text, status: state }, "id", "title", "status");
  const project = object({ id: number, name: text, budget: number, taskCount: number }, "id", "name", "budget");
  const stats = { projectId: number, budget: number, status: text, taskCount: number, openTasks: number };
  await using app = await serve(
    {
      ...collection("projects", ref("Project"), object({ name: text, budget: number })),
      "/projects/{id}/stats": { ...at("id"), ...shown(object(stats, ...Object.keys(stats))) },
      "/projects/{id}/tasks": {
        ...at("id"),
        ...shown(list(ref("Task"))),
        post: { requestBody: body(object({ title: text, status: state })), responses: answers("201", ref("Task")) },
      },
    },
    { Project: project, Task: task },
  );
  const { id } = await app.ask("POST /projects", { name: "A fence", budget: 900 });
  const path = `/projects/${textOf(id)}`;
  await app.ask(`POST ${path}/tasks`, { title: "Buy wood", status: "done" });
  await app.ask(`POST ${path}/tasks`, { title: "Paint it", status: "open" });
  const told = await app.ask(`GET ${path}/stats`);
  expect(told).toMatchObject({ projectId: id, budget: 900, taskCount: 2, openTasks: 1 });
});

test("statistics of a list count its things in all and in each state", async () => {
  const state = { type: "string", enum: ["open", "pending", "solved"] };
  const ticket = object({ id: number, subject: text, status: state, urgent: { type: "boolean" } }, "id", "status");
  const stats = { total: number, open: number, solved: number, urgent: number, average: number };
  await using app = await serve({
    "/tickets": {
      ...shown(list(ticket)),
      post: { requestBody: body(object({ subject: text })), responses: answers("201", ticket) },
    },
    "/tickets/stats": shown(object(stats, ...Object.keys(stats))),
  });
  await app.ask("POST /tickets", { subject: "It breaks" });
  const all = items(await app.ask("GET /tickets"));
  const count = (isCounted: (one: JsonObject) => boolean): number => all.filter(isCounted).length;
  expect(await app.ask("GET /tickets/stats")).toMatchObject({
    total: all.length,
    open: count(({ status }) => status === "open"),
    solved: count(({ status }) => status === "solved"),
    urgent: count(({ urgent }) => urgent === true),
  });
});

test("what no path leads to alone has its things below it, which are counted, and others are not there", async () => {
  const post = object({ id: number, title: text, board_slug: text }, "id", "title", "board_slug");
  const board = object({ slug: text, title: text, post_count: number }, "slug", "title", "post_count");
  await using app = await serve(
    {
      "/boards": shown(list(ref("Board"))),
      "/boards/{board_slug}/posts": {
        ...at("board_slug"),
        get: { responses: { ...answers("200", list(ref("Post"))), ...answers("404") } },
        post: { requestBody: body(object({ title: text })), responses: answers("201", ref("Post")) },
      },
      "/posts/{id}": { ...at("id"), ...shown(ref("Post")) },
    },
    { Board: board, Post: post },
  );
  const [first] = items(await app.ask("GET /boards"));
  const path = `/boards/${textOf(first?.["slug"])}/posts`;
  expect(items(await app.ask(`GET ${path}`)).length).toBe(first?.["post_count"]);
  const made = await app.ask(`POST ${path}`, { title: "Hello" });
  expect(made).toMatchObject({ title: "Hello", board_slug: first?.["slug"] });
  expect(items(await app.ask(`GET ${path}`))).toContainEqual(made);
  expect(items(await app.ask("GET /boards"))[0]).toEqual({ ...first, post_count: Number(first?.["post_count"]) + 1 });
  expect(await app.ask("GET /boards/none-such/posts")).not.toBeInstanceOf(Array);
});

test("people below somebody are those who name that person, and what is shown of somebody above is theirs", async () => {
  const manager = { managerId: { type: ["integer", "null"] }, managerName: { type: ["string", "null"] } };
  const person = object(
    { id: number, firstName: text, lastName: text, departmentId: number, ...manager },
    ..."id firstName lastName departmentId managerId managerName".split(" "),
  );
  const sent = object({ firstName: text, lastName: text, managerId: number }, "firstName", "lastName");
  await using app = await serve(
    {
      ...collection("employees", ref("Employee"), sent),
      "/employees/{id}/reports": { ...at("id"), ...shown(list(ref("Employee"))) },
    },
    { Employee: person },
  );
  const all = items(await app.ask("GET /employees"));
  const nameOf = (one: JsonObject | undefined): string => `${textOf(one?.["firstName"])} ${textOf(one?.["lastName"])}`;
  expect(all.some(({ managerId }) => managerId === null)).toBe(true);
  for (const { id, managerId, managerName } of all) {
    const above = all.find((one) => one["id"] === managerId);
    expect(managerName).toBe(above === undefined ? null : nameOf(above));
    expect(items(await app.ask(`GET /employees/${textOf(id)}/reports`))).toEqual(
      all.filter((one) => one["managerId"] === id),
    );
  }
  const made = await app.ask("POST /employees", { firstName: "Ida", lastName: "Stone", managerId: 2 });
  expect(made).toMatchObject({ managerId: 2, managerName: nameOf(all[1]) });
});

test("a list that is called after what its things are shows those alone, and what an action makes is in the list of its kind", async () => {
  const flag = { type: "boolean" };
  const talk = {
    id: number,
    title: text,
    room_id: number,
    starred: flag,
    starts_at: { type: "string", format: "date-time" },
  };
  const seat = object({ id: number, talk: ref("Talk") }, "id", "talk");
  await using app = await serve(
    {
      "/rooms": shown(list(object({ id: number, name: text }, "id", "name"))),
      "/rooms/{room_id}/talks": {
        ...at("room_id"),
        ...shown(list(ref("Talk"))),
        post: { requestBody: body(object({ title: text })), responses: answers("201", ref("Talk")) },
      },
      "/talks/upcoming": shown(list(ref("Talk"))),
      "/me/starred": shown(list(ref("Talk"))),
      "/talks/{talk_id}": { ...at("talk_id"), ...shown(ref("Talk")) },
      "/talks/{talk_id}/star": { ...at("talk_id"), put: { responses: answers("204") } },
      "/talks/{talk_id}/attend": { ...at("talk_id"), post: { responses: answers("201", ref("Seat")) } },
      "/me/seats": shown(list(ref("Seat"))),
      "/seats/{seat_id}": { ...at("seat_id"), ...shown(ref("Seat")) },
    },
    { Talk: object(talk, ...Object.keys(talk)), Seat: seat },
  );
  const times = items(await app.ask("GET /talks/upcoming")).map((one) => textOf(one["starts_at"]));
  expect(times.length).toBeGreaterThan(0);
  expect(times).toEqual(times.filter((one) => one >= "2026-06-01").toSorted());
  const made = await app.ask("POST /rooms/1/talks", { title: "Knots" });
  const path = `/talks/${textOf(made["id"])}`;
  await app.ask(`PUT ${path}/star`);
  const starred = items(await app.ask("GET /me/starred"));
  expect(starred.every((one) => one["starred"] === true)).toBe(true);
  expect(starred).toContainEqual({ ...made, starred: true });
  const taken = await app.ask(`POST ${path}/attend`);
  expect(taken).toMatchObject({ talk: { title: "Knots" } });
  expect(items(await app.ask("GET /me/seats"))).toContainEqual(taken);
  expect(await app.ask(`GET /seats/${textOf(taken["id"])}`)).toEqual(taken);
});

test("a filter in words keeps what it says, where it can be read", async () => {
  const lamp = object(
    { id: number, name: text, watts: number, lit: { type: "boolean" } },
    "id",
    "name",
    "watts",
    "lit",
  );
  const parameters = query({ name: "$filter", schema: text }, { name: "$top", schema: number });
  const page = object({ "@odata.count": number, value: list(lamp) }, "@odata.count", "value");
  await using app = await serve({
    "/lamps": {
      get: { parameters, responses: answers("200", page) },
      post: { requestBody: body(object({ name: text, watts: number })), responses: answers("201", lamp) },
    },
  });
  await app.ask("POST /lamps", { name: "O'Hara and sons", watts: 900 });
  const all = items((await app.ask("GET /lamps"))["value"]);
  const kept = async (filter: string) => (await app.ask(`GET /lamps?$filter=${encodeURIComponent(filter)}`))["value"];
  expect(await kept("name eq 'O''Hara and sons' and watts ge 900")).toEqual(all.slice(-1));
  expect(await kept("contains(name,'hara')")).toEqual(all.slice(-1));
  expect(await kept("watts lt 900 and lit eq true")).toEqual(
    all.filter(({ watts, lit }) => Number(watts) < 900 && lit === true),
  );
  expect(await kept('watts>=900 AND name="O\'Hara and sons"')).toEqual(all.slice(-1));
  expect(await kept("name matches (something else)")).toEqual(all);
  expect(await kept("watts eq 9007199254740993")).toEqual([]);
  // What would take long to read is not read.
  expect(await kept(`watts lt 0${" ".repeat(2_000)}`)).toEqual(all);
  expect(await app.ask("GET /lamps?$top=2")).toMatchObject({ "@odata.count": all.length, value: all.slice(0, 2) });
});
