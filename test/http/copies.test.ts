// Things that are shown inside others are the things themselves, and those that are named exist.
import { expect, test } from "vitest";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const named = object({ id: number, name: text }, "id", "name");
const nullable = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });

const schemas = {
  User: object({ id: number, fullName: text, email: { type: "string", format: "email" } }, "id", "fullName", "email"),
  UserRef: named,
  Issue: object(
    {
      id: number,
      title: text,
      state: { type: "string", enum: ["open", "done"] },
      lead: ref("UserRef"),
      watchers: list(ref("UserRef")),
      labels: list(named),
      reviewerIds: list(number),
      project_id: number,
      userIds: list(number),
      sprint: nullable(named),
      score: { type: ["number", "null"] },
    },
    ..."id title state lead watchers labels userIds".split(" "),
  ),
  Project: object(
    { id: number, name: text, openIssues: number, issues_done: number },
    "id",
    "name",
    "openIssues",
    "issues_done",
  ),
};

const paths = {
  "/users": { get: { responses: answers("200", list(ref("User"))) } },
  "/users/{id}": { ...at("id"), get: { responses: answers("200", ref("User")) } },
  "/me": { get: { security: [{ key: [] }], responses: answers("200", ref("User")) } },
  "/login": {
    post: {
      requestBody: body(object({ email: text, password: text }, "email")),
      responses: answers("200", object({ token: text, user: ref("User") }, "token", "user")),
    },
  },
  "/labels": { get: { responses: answers("200", list(named)) } },
  "/projects": { get: { responses: answers("200", list(ref("Project"))) } },
  "/projects/{id}": { ...at("id"), get: { responses: answers("200", ref("Project")) } },
  "/issues": {
    get: { responses: answers("200", list(ref("Issue"))) },
    post: {
      requestBody: body(
        object(
          { title: text, lead_id: { type: ["integer", "null"] }, label_ids: list(number), project_id: number },
          "title",
        ),
      ),
      responses: answers("201", ref("Issue")),
    },
  },
  "/issues/{id}": {
    ...at("id"),
    get: { responses: answers("200", ref("Issue")) },
    patch: {
      requestBody: body(object({ state: text, label_ids: list(number) })),
      responses: answers("200", ref("Issue")),
    },
  },
};

async function serve(own: JsonObject = paths) {
  const securitySchemes = { key: { type: "http", scheme: "bearer" } };
  const document = {
    openapi: "3.1.0",
    info: { title: "Copies", version: "1" },
    components: { schemas, securitySchemes },
    paths: own,
  };
  const mock = await startMock(document, { today: "2026-06-01" });
  const ask = async (what: string, sent?: JsonObject): Promise<JsonValue> => {
    const [method = "", path = ""] = what.split(" ");
    const json = { headers: { "Content-Type": "application/json" }, body: JSON.stringify(sent) };
    return (await mock.send(method, path, sent === undefined ? {} : json)).value ?? null;
  };
  const all = async (path: string): Promise<JsonObject[]> =>
    ((await ask(`GET ${path}`)) as readonly JsonValue[]).filter(isObject);
  return { ask, all, [Symbol.asyncDispose]: () => mock.close() };
}

const partsOf = (thing: JsonObject, name: string): readonly JsonObject[] => thing[name] as unknown as JsonObject[];

const idOf = ({ id }: JsonObject): string => (typeof id === "number" ? `${id}` : "");

test("a short form of a thing shows what the thing itself shows, alone and in lists", async () => {
  await using mock = await serve();
  const users = new Map((await mock.all("/users")).map(({ id, fullName }) => [id, { id, name: fullName }]));
  const labels = new Map((await mock.all("/labels")).map((one) => [one["id"], one]));
  for (const issue of await mock.all("/issues")) {
    const lead = issue["lead"] as JsonObject;
    expect(lead).toEqual(users.get(lead["id"] as number));
    for (const one of partsOf(issue, "watchers")) expect(one).toEqual(users.get(one["id"] as number));
    for (const one of partsOf(issue, "labels")) expect(one).toEqual(labels.get(one["id"] as number));
    for (const id of issue["userIds"] as readonly number[]) expect(users.has(id)).toBe(true);
  }
});

test("what is sent by its identifiers is shown as the things, and can be changed and unset", async () => {
  await using mock = await serve();
  const [user] = await mock.all("/users");
  const [one, two, three] = await mock.all("/labels");
  const made = (await mock.ask("POST /issues", {
    title: "A",
    lead_id: 1,
    label_ids: [one?.["id"] ?? 0, two?.["id"] ?? 0],
  })) as JsonObject;
  expect(made).toMatchObject({
    lead: { id: 1, name: user?.["fullName"] },
    labels: [one, two],
    sprint: null,
    score: null,
  });
  expect(await mock.ask(`GET /issues/${idOf(made)}`)).toEqual(made);
  const changed = await mock.ask(`PATCH /issues/${idOf(made)}`, { label_ids: [three?.["id"] ?? 0] });
  expect(changed).toMatchObject({ title: "A", labels: [three] });
});

test("a thing says how many of those below it are in a state", async () => {
  await using mock = await serve();
  const [project] = await mock.all("/projects");
  const id = project?.["id"] as number;
  const count = async (state: string): Promise<number> =>
    (await mock.all("/issues")).filter((one) => one["project_id"] === id && one["state"] === state).length;
  expect(project).toMatchObject({ openIssues: await count("open"), issues_done: await count("done") });
  const made = (await mock.ask("POST /issues", { title: "B", project_id: id })) as JsonObject;
  await mock.ask(`PATCH /issues/${idOf(made)}`, { state: "done" });
  expect(await mock.ask(`GET /projects/${id}`)).toMatchObject({ issues_done: await count("done") });
});

test("who logs in is one of the users, as /me shows it", async () => {
  await using mock = await serve();
  const [first] = await mock.all("/users");
  expect(await mock.ask("GET /me")).toEqual(first);
  expect(await mock.ask("POST /login", { email: "jo@example.com" })).toMatchObject({
    user: { id: first?.["id"], fullName: first?.["fullName"], email: "jo@example.com" },
  });
});

test("things without a schema of their own are called after their path, or the property that has them", async () => {
  const inline = (name: string): JsonObject => ({
    get: { responses: answers("200", name === "" ? list(named) : object({ [name]: list(named) }, name)) },
  });
  await using mock = await serve({
    "/genres": inline(""),
    "/staff-lists": inline("departments"),
    "/lockers": inline(""),
  });
  const [genre] = await mock.all("/genres");
  expect(genre).toMatchObject({ name: "Fantasy" });
  expect(await mock.ask("GET /staff-lists")).toMatchObject({
    departments: expect.arrayContaining([{ id: 2, name: "Finance" }]),
  });
  const [locker] = await mock.all("/lockers");
  expect(locker?.["name"]).toMatch(/^[A-Z][a-z]+$/);
});

test("who sends and who receives are two, and their parts are whole", async () => {
  const address = object({ street: text, city: text, country: { type: "string", pattern: "^[A-Z]{2}$" } });
  const party = object({ name: text, address });
  const parcel = object(
    { id: number, sender: ref("Party"), recipient: ref("Party"), opens: text, closes: text },
    "id",
    "sender",
    "recipient",
    "opens",
    "closes",
  );
  const mock = await startMock(
    {
      openapi: "3.1.0",
      info: { title: "Parcels", version: "1" },
      components: { schemas: { Party: party } },
      paths: { "/parcels": { get: { responses: answers("200", list(parcel)) } } },
    },
    { today: "2026-06-01" },
  );
  const { value } = await mock.send("GET", "/parcels");
  for (const one of value as unknown as JsonObject[]) {
    const [from, to] = [one["sender"] as JsonObject, one["recipient"] as JsonObject];
    expect(from["name"]).not.toBe(to["name"]);
    expect(Object.keys(from["address"] as JsonObject)).toEqual(["street", "city", "country"]);
    expect(["AR", "BE", "CA", "DK", "EE", "FR", "GH", "IS", "JP", "KE", "LV", "MX", "NO", "PT", "SN", "VN"]).toContain(
      (from["address"] as JsonObject)["country"],
    );
    expect(one["opens"]).toMatch(/^\d\d:\d\d$/);
    expect(one["closes"]).toMatch(/^\d\d:\d\d$/);
    expect((one["opens"] as string) < (one["closes"] as string)).toBe(true);
  }
  await mock.close();
});
