// What changes do to an item where the document only says it in words: replacements that keep the rest, and actions.
import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { textOf } from "./kinds.ts";
import { answers, at, body, list, number, object, text } from "./parts.ts";
import { type Mock, startMock } from "./support.ts";

let mock: Mock | undefined;
afterEach(() => mock?.close());

const time = { type: "string", format: "date-time", readOnly: true };
const status = { ...text, enum: ["draft", "open", "paid", "on_hold", "cancelled"], readOnly: true };
const job = object(
  {
    id: { ...number, readOnly: true },
    title: text,
    place: text,
    status,
    archived: { type: "boolean" },
    updatedAt: time,
    cancelledAt: time,
  },
  ...["id", "title", "status", "archived", "updatedAt"],
);
const JOB: JsonObject = {
  id: 1,
  title: "Dig",
  place: "Oslo",
  status: "open",
  archived: false,
  updatedAt: "2020-01-01T00:00:00Z",
};

async function start(put: JsonObject, actions: readonly string[] = []): Promise<Mock> {
  const acting = actions.map((name) => [
    `/jobs/{id}/${name}`,
    { ...at("id"), post: { responses: answers("200", job) } },
  ]);
  const document: JsonObject = {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/jobs": { get: { responses: answers("200", list(job)) } },
      "/jobs/{id}": {
        ...at("id"),
        get: { responses: answers("200", job) },
        put: { requestBody: body(object({ title: text, place: text })), responses: answers("200", job), ...put },
      },
      ...(Object.fromEntries(acting) as JsonObject),
    },
  };
  mock = await startMock(document, { seeds: { first: { kind: "items", items: [JOB] } }, today: "2030-05-06" });
  return mock;
}

test.each<[string, JsonObject, boolean]>([
  ["the document says nothing", {}, false],
  ["only the name says update", { operationId: "updateJob", summary: "Update a job" }, false],
  [
    "it is said to replace the entire job",
    { description: "Replaces the entire job. Omitted fields are not kept." },
    false,
  ],
  ["only the given fields are updated", { description: "Only the fields provided are updated." }, true],
  ["what is left out keeps its value", { description: "Whatever is left out keeps its value." }, true],
  ["unspecified fields remain unchanged", { summary: "Change a job; unspecified fields will remain unchanged" }, true],
  ["it is a partial update", { description: "This is a partial update of the job." }, true],
])("a replacement keeps what it leaves out only if the document says so: %s", async (_case, put, isKept) => {
  const { send } = await start(put);
  const { value } = await send("PUT", "/jobs/1", { body: '{"title":"Paint"}' });
  expect(value).toMatchObject({ title: "Paint", status: "open" });
  expect(Object.hasOwn(value as object, "place")).toBe(isKept);
  expect((await send("GET", "/jobs/1")).value).toEqual(value);
});

test("a replacement that requires nothing keeps the rest where another one of the document takes parts", async () => {
  const put = (of: JsonObject, more: JsonObject = {}): JsonObject => ({
    ...at("id"),
    get: { responses: answers("200", job) },
    put: { requestBody: body(of), responses: answers("200", job), ...more },
  });
  const posts = (...required: string[]): JsonObject => ({
    get: { responses: answers("200", list(job)) },
    post: { requestBody: body(object({ title: text, place: text }, ...required)), responses: answers("201", job) },
  });
  const part = object({ title: text, place: text });
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/jobs": posts("title"),
      "/jobs/{id}": put(part),
      "/tasks": posts(),
      "/tasks/{id}": put(part),
      "/plans": posts(),
      "/plans/{id}": put(part, { description: "Replaces the plan." }),
    },
  });
  const { send } = mock;
  const keeps = async (path: string): Promise<boolean> => {
    const { value: made } = await send("POST", path, { body: '{"title":"Dig","place":"Oslo"}' });
    const { value } = await send("PUT", `${path}/${textOf((made as JsonObject)["id"])}`, { body: '{"title":"Paint"}' });
    return (value as JsonObject)["place"] === "Oslo";
  };
  expect([await keeps("/jobs"), await keeps("/tasks"), await keeps("/plans")]).toEqual([true, true, false]);
});

test.each<[string, JsonObject]>([
  ["cancel", { status: "cancelled", cancelledAt: expect.stringMatching(/^2030-05-06T/) }],
  ["pay", { status: "paid" }],
  ["hold", { status: "on_hold" }],
  ["reopen", { status: "open" }],
  ["archive", { archived: true, status: "open" }],
])("%s sets the state that it is named after, and the time", async (name, wanted) => {
  const { send } = await start({}, [name]);
  const { value } = await send("POST", `/jobs/1/${name}`);
  expect(value).toMatchObject({ ...wanted, title: "Dig", updatedAt: expect.stringMatching(/^2030-05-06T/) as unknown });
  expect((await send("GET", "/jobs/1")).value).toEqual(value);
});

test("a name that only the service writes elsewhere is as it was sent where it can be sent", async () => {
  const me = { $ref: "#/components/schemas/Me" };
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    components: { schemas: { Me: object({ id: number, name: text, displayName: { ...text, readOnly: true } }) } },
    paths: {
      "/me": {
        get: { responses: answers("200", me) },
        post: { requestBody: body(object({ displayName: text }, "displayName")), responses: answers("200", me) },
      },
    },
  });
  const { value } = await mock.send("POST", "/me", { body: '{"displayName":"Mia"}' });
  expect(value).toMatchObject({ displayName: "Mia" });
});

test("an action without a state that fits changes nothing", async () => {
  const { send } = await start({}, ["notify"]);
  expect((await send("POST", "/jobs/1/notify")).value).toEqual(JOB);
});

test("where items can only be fetched, each value that the parameter allows is found, and stays the same", async () => {
  const rate = object({ currency: text, rate: { type: "number" } }, "currency", "rate");
  const currency = { name: "currency", in: "path", required: true, schema: { ...text, enum: ["EUR", "USD", "JPY"] } };
  const gone = { "404": { description: "D" } };
  const documentWith = (more: JsonObject): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/rates/{currency}": { parameters: [currency], get: { responses: answers("200", rate) } },
      "/codes/{code}": {
        ...at("code"),
        get: { responses: { ...answers("200", object({ code: text }, "code")), ...more } },
      },
    },
  });
  mock = await startMock(documentWith({}));
  for (const one of ["EUR", "USD", "JPY"]) {
    const { value } = await mock.send("GET", `/rates/${one}`);
    expect(value).toMatchObject({ currency: one });
    expect((await mock.send("GET", `/rates/${one}`)).value).toEqual(value);
  }
  expect((await mock.send("GET", "/rates/XXX")).status).toBe(404);
  expect((await mock.send("GET", "/codes/anything")).value).toEqual({ code: "anything" });
  await mock.close();
  mock = await startMock(documentWith(gone));
  expect((await mock.send("GET", "/codes/anything")).status).toBe(404);
});

const orNothing = (schema: JsonObject): JsonObject => ({ anyOf: [schema, { type: "null" }] });
const size = object({ height: number, width: number }, "height", "width");
const phase = { type: "string", enum: ["early", "late"] };
const parcel = object(
  {
    id: { ...number, readOnly: true },
    title: text,
    size: orNothing(size),
    phase: { ...phase, type: ["string", "null"], enum: ["early", "late", null] },
    code: { type: ["string", "null"], minLength: 2 },
    sender: { type: ["string", "null"], default: "nobody" },
    inside: object({ label: { type: ["string", "null"] }, note: text }, "label", "note"),
    depth: size,
    level: phase,
  },
  ...["id", "title", "size", "code", "level", "inside"],
);
const PARCEL: JsonObject = {
  id: 1,
  title: "Tea",
  size: { height: 1, width: 2 },
  phase: "late",
  code: "abc",
  sender: "Ann",
  inside: { label: "a", note: "b" },
  depth: { height: 3, width: 4 },
  level: "late",
};

/** A parcel that is changed by a body in which each property may also be one of these empty values. */
async function startParcels(nothing: JsonObject, type: string, method: "patch" | "post"): Promise<Mock> {
  const part = (schema: JsonObject): JsonObject => ({ anyOf: [schema, nothing] });
  const { title, inside, ...parts } = { title: text, inside: object({ label: part(text) }), size: part(size) };
  const named = Object.fromEntries(["phase", "code", "sender", "level"].map((name) => [name, part(text)]));
  const schema = object({ title, inside, ...parts, ...named, depth: part(size) });
  mock = await startMock(
    {
      openapi: "3.1.0",
      info: { title: "T", version: "1" },
      paths: {
        "/parcels": { get: { responses: answers("200", list(parcel)) } },
        "/parcels/{id}": {
          ...at("id"),
          get: { responses: answers("200", parcel) },
          [method]: { requestBody: { content: { [type]: { schema } } }, responses: answers("200", parcel) },
        },
      },
    },
    { seeds: { first: { kind: "items", items: [PARCEL] } } },
  );
  return mock;
}

const EMPTIED = { id: 1, title: "Tea", size: null, code: null, inside: { label: "a", note: "b" }, level: "late" };

test("an empty text in a form takes away what cannot be empty, and leaves what must be there", async () => {
  const type = "application/x-www-form-urlencoded";
  const { send } = await startParcels({ type: "string", enum: [""] }, type, "post");
  const headers = { "Content-Type": type };
  const { status: answered } = await send("POST", "/parcels/1", { headers, body: "size=&phase=&code=&depth=&level=" });
  expect(answered).toBe(200);
  const { value } = await send("GET", "/parcels/1");
  expect(value).toEqual({ ...EMPTIED, phase: null, sender: "Ann" });
});

test("null takes away what items must have but may be null, or have by default, and leaves what must be there", async () => {
  const { send } = await startParcels({ type: "null" }, "application/json", "patch");
  const sent = { size: null, phase: null, code: null, sender: null, depth: null, level: null, inside: { label: null } };
  expect((await send("PATCH", "/parcels/1", { body: JSON.stringify(sent) })).status).toBe(200);
  const { phase: said = null, ...rest } = (await send("GET", "/parcels/1")).value as JsonObject;
  expect(said).toBeNull();
  expect(rest).toEqual({ ...EMPTIED, sender: null, inside: { label: null, note: "b" } });
});

test("what is done at a path called bulk is done to several things of the collection above it", async () => {
  const all = { responses: answers("200", list(job)) };
  const given = object({ title: text, place: text }, "title");
  const same = object({ jobIds: list(number), data: object({ place: text }) });
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/jobs": { get: all, post: { requestBody: body(given), responses: answers("201", job) } },
      "/jobs/{id}": { ...at("id"), get: { responses: answers("200", job) } },
      "/jobs/bulk": { post: { requestBody: body(list(given)), ...all }, patch: { requestBody: body(same), ...all } },
    },
  });
  const [one, two] = (await mock.send("POST", "/jobs/bulk", { body: '[{"title":"Dig"},{"title":"Paint"}]' }))
    .value as JsonObject[];
  expect([one?.["title"], two?.["title"]]).toEqual(["Dig", "Paint"]);
  const ids = [one?.["id"], two?.["id"]];
  const changed = await mock.send("PATCH", "/jobs/bulk", {
    body: JSON.stringify({ jobIds: ids, data: { place: "Oslo" } }),
  });
  expect(changed.value).toMatchObject([
    { title: "Dig", place: "Oslo" },
    { title: "Paint", place: "Oslo" },
  ]);
  expect((await mock.send("GET", `/jobs/${textOf(ids[1])}`)).value).toMatchObject({ title: "Paint", place: "Oslo" });
});

test("what is put at a part of a thing is that part", async () => {
  const limits = object({ speed: number, weight: number });
  const van = { $ref: "#/components/schemas/Van" };
  mock = await startMock({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    components: { schemas: { Van: object({ id: number, note: text, limits }) } },
    paths: {
      "/vans": { post: { requestBody: body(object({ note: text, limits })), responses: answers("201", van) } },
      "/vans/{id}": {
        ...at("id"),
        get: { responses: answers("200", van) },
      },
      "/vans/{id}/limits": { ...at("id"), put: { requestBody: body(limits), responses: answers("200", van) } },
    },
  });
  const { value } = await mock.send("POST", "/vans", { body: '{"note":"A","limits":{"speed":80,"weight":3}}' });
  const path = `/vans/${textOf((value as JsonObject)["id"])}`;
  await mock.send("PUT", `${path}/limits`, { body: '{"speed":60,"weight":2}' });
  expect((await mock.send("GET", path)).value).toMatchObject({ note: "A", limits: { speed: 60, weight: 2 } });
});
