// Features of published documents that the mock once got wrong, each in a small document.
import { afterEach, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { type Got, type Mock, startMock } from "./support.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

async function start(
  paths: JsonObject,
  components: JsonObject = {},
): Promise<(asked: string, sent?: JsonObject) => Promise<Got>> {
  const openapi = components["securitySchemes"] === undefined ? "3.0.3" : "3.1.0";
  const running = (mock = await startMock({ openapi, info: { title: "T", version: "1" }, paths, components }));
  return (asked, sent) => {
    const [method = "", path = ""] = asked.split(" ");
    return running.send(method, path, sent === undefined ? {} : { body: JSON.stringify(sent) });
  };
}

const SHIP = object({ id: number, name: text }, "id", "name");
const NEW_SHIP = object({ name: text }, "name");

test("a creation that returns a list has the new item in it", async () => {
  const send = await start({
    "/ships": {
      get: { responses: answers("200", list(SHIP)) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", list(SHIP)) },
    },
  });
  const { status, value } = await send("POST /ships", { name: "Argo" });
  expect({ status, value }).toMatchObject({ status: 201, value: [{ name: "Argo" }] });
});

test("a boolean filter that is false by default keeps every item while it is false", async () => {
  const swift = { name: "swift", schema: { type: "boolean", default: false } };
  const ship = object({ id: number, name: text, swift: { type: "boolean" } }, "id", "name");
  const send = await start({
    "/ships": {
      get: { parameters: query(swift), responses: answers("200", list(ship)) },
      post: {
        requestBody: body(object({ name: text, swift: { type: "boolean" } }, "name")),
        responses: answers("201", ship),
      },
    },
  });
  await send("POST /ships", { name: "Argo", swift: true });
  await send("POST /ships", { name: "Ark", swift: false });
  const names = async (asked: string): Promise<unknown[]> =>
    ((await send(asked)).value as JsonObject[]).map(({ name }) => name);
  expect(await names("GET /ships")).toEqual(expect.arrayContaining(["Argo", "Ark"]));
  expect(await names("GET /ships?swift=false")).toEqual(await names("GET /ships"));
  expect(await names("GET /ships?swift=true")).not.toContain("Ark");
});

test("a body is stored in the part of the item that has all of its properties, even if the item itself has one of them", async () => {
  const kind = { enum: ["sloop", "barge"] };
  const hull = object({ name: text, type: kind, berth: text }, "name", "type");
  const ship = object({ id: text, type: { ...text, example: "ships" }, attributes: hull }, "id", "type", "attributes");
  const send = await start({
    "/ships": { post: { requestBody: body(hull), responses: answers("201", object({ data: ship }, "data")) } },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: answers("200", object({ data: ship }, "data")) },
      put: { requestBody: body(hull), responses: answers("200", object({ data: ship }, "data")) },
    },
  });
  const made = (await send("POST /ships", { name: "Argo", type: "sloop", berth: "A" })).value as { data: JsonObject };
  expect(made.data).toMatchObject({ type: "ships", attributes: { name: "Argo", type: "sloop", berth: "A" } });
  const id = made.data["id"] as string;
  await send(`PUT /ships/${id}`, { name: "Argo", type: "barge", berth: "B" });
  const changed = { data: { id, type: "ships", attributes: { name: "Argo", type: "barge", berth: "B" } } };
  expect((await send(`GET /ships/${id}`)).value).toEqual(changed);
});

test("an invalid null example is ignored", async () => {
  const none = { example: null };
  const rig = { oneOf: [object({ masts: number }, "masts"), object({ engine: text }, "engine")], ...none };
  const ship = {
    ...object({ id: { ...text, ...none }, crew: { ...list(text), ...none }, rig }, "id", "crew", "rig"),
    ...none,
  };
  const send = await start({
    "/ships": { get: { responses: answers("200", { ...list(ship), ...none }) } },
    "/flagship": { get: { responses: answers("200", object({ ship }, "ship")) } },
  });
  const whole = { id: expect.any(String), crew: expect.any(Array), rig: expect.any(Object) };
  expect((await send("GET /ships")).value).toContainEqual(whole);
  expect((await send("GET /flagship")).value).toEqual({ ship: whole });
});

test("the example of a part of allOf is not an example of the whole, which requires more", async () => {
  const problem = {
    ...object({ title: text, status: number }, "title", "status"),
    example: { title: "Oh", status: 500 },
  };
  const whole = { allOf: [object({ causes: list(object({ what: text }, "what")) }, "causes"), problem] };
  const send = await start({
    "/ships": {
      post: { requestBody: body(NEW_SHIP), responses: { ...answers("201", SHIP), ...answers("400", whole) } },
    },
  });
  const { status, value } = await send("POST /ships", {});
  expect({ status, value }).toMatchObject({ status: 400, value: { status: 400, causes: expect.any(Array) } });
});

test("an update with an undescribed property is accepted, even if items could not have it", async () => {
  const ship = object({ id: number, name: text, mast: object({ height: number }, "height") }, "id", "name");
  const send = await start({
    "/ships": { post: { requestBody: body(NEW_SHIP), responses: answers("201", ship) } },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: answers("200", ship) },
      patch: { requestBody: body(object({ name: text })), responses: answers("200", ship) },
    },
  });
  const { id } = (await send("POST /ships", { name: "Argo" })).value as { id: number };
  const { status, value } = await send(`PATCH /ships/${id}`, { name: "Ark", mast: {} });
  expect({ status, value }).toMatchObject({ status: 200, value: { id, name: "Ark" } });
});

test("a body that is described for 204 is never sent", async () => {
  const send = await start({
    "/ships": { post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) } },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: answers("200", SHIP) },
      delete: { responses: answers("204", object({})) },
    },
  });
  const { id } = (await send("POST /ships", { name: "Argo" })).value as { id: number };
  expect(await send(`DELETE /ships/${id}`)).toMatchObject({ status: 204, text: "" });
});

test("items described by alternatives that are all objects are stored", async () => {
  const either = { anyOf: [object({ id: number }, "id"), object({ id: number, name: text, sails: number }, "id")] };
  const send = await start({
    "/ships": {
      get: { responses: answers("200", list(either)) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", either) },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", either) }, delete: { responses: answers("204") } },
  });
  const { id } = (await send("POST /ships", { name: "Argo" })).value as { id: number };
  expect((await send(`GET /ships/${id}`)).value).toMatchObject({ id, name: "Argo" });
  await send(`DELETE /ships/${id}`);
  expect((await send(`GET /ships/${id}`)).status).toBe(404);
});

test("a collection below a parent that can be neither listed nor created does not require the parent to exist", async () => {
  const send = await start({
    "/ports/{port}": { ...at("port"), get: { responses: answers("200", object({ id: text, name: text }, "id")) } },
    "/ports/{port}/ships": {
      ...at("port"),
      get: { responses: answers("200", list(SHIP)) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
  });
  expect((await send("POST /ports/anywhere/ships", { name: "Argo" })).status).toBe(201);
  expect((await send("GET /ports/anywhere/ships")).value).toContainEqual(expect.objectContaining({ name: "Argo" }));
});

test("a list can be in an object of its own name, next to page data, and begin at startAt", async () => {
  const page = object({ ships: object({ items: list(SHIP), total: number, startAt: number }, "items", "total") });
  const paging = query({ name: "limit", schema: number }, { name: "startAt", schema: number });
  const send = await start({
    "/ships": {
      get: { parameters: paging, responses: answers("200", page) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
  });
  for (const name of ["a", "b", "c", "d"]) await send("POST /ships", { name });
  const { ships } = (await send("GET /ships?limit=2&startAt=1")).value as {
    ships: { items: JsonObject[]; total: number };
  };
  const all = (await send("GET /ships?limit=50")).value as { ships: { items: JsonObject[] } };
  expect(ships.items).toEqual(all.ships.items.slice(1, 3));
  expect(ships).toMatchObject({ total: all.ships.items.length, startAt: 1 });
});

test("if paths use a key, the id next to it is the same, so that either is found", async () => {
  const made = object({ id: text, key: text });
  const ship = object({ id: { ...text, readOnly: true }, key: { ...text, readOnly: true }, name: text });
  const send = await start({
    "/ships": { post: { requestBody: body(NEW_SHIP), responses: answers("201", made) } },
    "/ships/{shipIdOrKey}": { ...at("shipIdOrKey"), get: { responses: answers("200", ship) } },
  });
  const { id } = (await send("POST /ships", { name: "Argo" })).value as { id: string };
  expect((await send(`GET /ships/${id}`)).value).toMatchObject({ id, name: "Argo" });
});

test("form fields with brackets are read even if alternatives leave their types open", async () => {
  const schema = object({
    name: text,
    labels: {
      anyOf: [
        { type: "object", additionalProperties: text },
        { type: "string", enum: [""] },
      ],
    },
    crew: { anyOf: [list(object({ rank: number, name: text })), { type: "string", enum: [""] }] },
    sails: { anyOf: [number, { type: "string", enum: [""] }] },
  });
  const ship = object(
    {
      id: number,
      name: text,
      labels: { type: "object", additionalProperties: text },
      crew: list(object({ rank: number, name: text })),
      sails: number,
    },
    "id",
  );
  await start({
    "/ships": {
      post: {
        requestBody: { content: { "application/x-www-form-urlencoded": { schema } } },
        responses: answers("201", ship),
      },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", ship) } },
  });
  const form = "name=Argo&labels[port]=Iolcus&crew[0][rank]=1&crew[0][name]=Jason&crew[1][rank]=2&sails=3";
  const made = await mock?.send("POST", "/ships", {
    body: form,
    headers: { "Content-Type": "application/x-www-form-urlencoded" },
  });
  expect(made?.value).toMatchObject({
    labels: { port: "Iolcus" },
    crew: [{ rank: 1, name: "Jason" }, { rank: 2 }],
    sails: 3,
  });
});

test("a key in Authorization can follow a word, as guides show but documents cannot express", async () => {
  const components = { securitySchemes: { Token: { type: "apiKey", in: "header", name: "Authorization" } } };
  await start({ "/ships": { get: { security: [{ Token: [] }], responses: answers("200", list(SHIP)) } } }, components);
  const status = async (authorization: string): Promise<number | undefined> =>
    (await mock?.send("GET", "/ships", { key: null, headers: { Authorization: authorization } }))?.status;
  expect(await status("demo-key")).toBe(200);
  expect(await status("Token demo-key")).toBe(200);
  expect(await status("Token other-key")).toBe(401);
});

test("if two schemes are required together and both use Authorization, either is enough", async () => {
  const securitySchemes = {
    Key: { type: "apiKey", in: "header", name: "Authorization" },
    Basic: { type: "http", scheme: "basic" },
    Other: { type: "apiKey", in: "header", name: "X-Other" },
  };
  const security = [{ Key: [], Basic: [], Other: [] }];
  await start({ "/ships": { get: { security, responses: answers("200", list(SHIP)) } } }, { securitySchemes });
  const status = async (headers: Record<string, string>): Promise<number | undefined> =>
    (await mock?.send("GET", "/ships", { key: null, headers }))?.status;
  const basic = `Basic ${btoa(":demo-key")}`;
  expect(await status({ Authorization: "demo-key", "X-Other": "demo-key" })).toBe(200);
  expect(await status({ Authorization: basic, "X-Other": "demo-key" })).toBe(200);
  expect(await status({ Authorization: basic })).toBe(401);
  expect(await status({ "X-Other": "demo-key" })).toBe(401);
});

test("a bulk removal with a query parameter named like a property removes the items with that value", async () => {
  const cheer = object({ id: number, emoji: text }, "id", "emoji");
  const send = await start({
    "/cheers": {
      get: { responses: answers("200", list(cheer)) },
      post: { requestBody: body(object({ emoji: text }, "emoji")), responses: answers("201", cheer) },
      delete: { parameters: query({ name: "emoji", required: true, schema: text }), responses: answers("204") },
    },
  });
  for (const emoji of ["anchor", "wave"]) await send("POST /cheers", { emoji });
  expect((await send("DELETE /cheers?emoji=wave")).status).toBe(204);
  const left = ((await send("GET /cheers")).value as JsonObject[]).map(({ emoji }) => emoji);
  expect(left).toContain("anchor");
  expect(left).not.toContain("wave");
});

test("a part is stored in the property of the item that has all of its properties, such as spec", async () => {
  const spec = object({ label: text, sails: number, flag: text }, "label");
  const ship = object({ id: text, version: number, spec }, "id", "version", "spec");
  const send = await start({
    "/ships": {
      get: { responses: answers("200", list(ship)) },
      post: { requestBody: body(spec), responses: answers("201", object({ id: text }, "id")) },
    },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: answers("200", ship) },
      patch: { requestBody: body(spec), responses: answers("200", ship) },
    },
  });
  const { id } = (await send("POST /ships", { label: "Argo", sails: 1 })).value as { id: string };
  expect((await send(`GET /ships/${id}`)).value).toMatchObject({ id, spec: { label: "Argo", sails: 1 } });
  expect((await send("GET /ships")).value).toContainEqual(expect.objectContaining({ id }));
  await send(`PATCH /ships/${id}`, { label: "Ark" });
  expect((await send(`GET /ships/${id}`)).value).toMatchObject({ id, spec: { label: "Ark", sails: 1 } });
  await send(`PATCH /ships/${id}`, { label: "left out", spec: { label: "Ant" } });
  expect((await send(`GET /ships/${id}`)).value).toMatchObject({ id, spec: { label: "Ant", sails: 1 } });
});

test("a property that only the response to a creation requires is stored with the value that was returned", async () => {
  const made = object({ id: text, label: text, port: text }, "id", "port");
  const ship = object({ id: text, label: text, port: text }, "id");
  const send = await start({
    "/ships": { post: { requestBody: body(object({ label: text })), responses: answers("201", made) } },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", ship) } },
  });
  const { value } = await send("POST /ships", { label: "Argo" });
  expect(value).toMatchObject({ port: expect.any(String) as string });
  expect((await send(`GET /ships/${(value as { id: string }).id}`)).value).toEqual(value);
});

test("a property that only the list requires is the same in a fetch, and a value that a response narrows is stored", async () => {
  const ship = object(
    { id: text, label: text, tags: list(text), state: { enum: ["old", "new", "gone"] } },
    "id",
    "state",
  );
  const fresh = { ...ship, properties: { ...(ship["properties"] as JsonObject), state: { const: "new" } } };
  const listed = object({ id: text, tags: list(text) }, "id", "tags");
  const send = await start({
    "/ships": {
      get: { responses: answers("200", list(listed)) },
      post: { requestBody: body(object({ label: text })), responses: answers("201", fresh) },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", ship) } },
  });
  const { id } = (await send("POST /ships", { label: "Argo" })).value as { id: string };
  expect((await send(`GET /ships/${id}`)).value).toMatchObject({ label: "Argo", state: "new" });
  for (const one of (await send("GET /ships")).value as JsonObject[])
    expect((await send(`GET /ships/${one["id"] as string}`)).value).toMatchObject({ tags: one["tags"] });
});

test("an identifier described by several parts of the item satisfies all of them", async () => {
  const parts = [object({ id: text }), object({ id: { ...text, pattern: "^rco[0-9a-z]{5}$" } }, "id")];
  const ship = { allOf: parts, ...object({ name: text }) };
  const send = await start({
    "/ships": {
      get: { responses: answers("200", list(ship)) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", ship) },
    },
  });
  const made = [await send("POST /ships", { name: "Argo" }), await send("POST /ships", { name: "Ark" })];
  const ids = made.map(({ value }) => (value as { id: string }).id);
  expect(ids).toEqual(ids.map(() => expect.stringMatching(/^rco[0-9a-z]{5}$/) as string));
  expect(new Set(ids).size).toBe(2);
});

test.each([
  ["^.*rco[0-9a-z]+$", 20, 3],
  ["rco[0-9a-z]+", 20, 30],
  ["^[ab]$", 1, 1],
])("identifiers with the pattern %s are unique until they run out", async (pattern, length, count) => {
  const id = { ...text, pattern, minLength: length, maxLength: length };
  const ship = object({ id, name: text }, "id");
  const send = await start({
    "/ships": {
      get: { responses: answers("200", list(ship)) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", ship) },
    },
  });
  const made: Got[] = [];
  for (let n = 0; n < count; n++) made.push(await send("POST /ships", { name: `ship ${n}` }));
  const ids = made.map(({ value }) => (value as { id?: string }).id).filter((one) => one !== undefined);
  expect(new Set(ids).size).toBe(ids.length);
  expect([...new Set(made.map(({ status }) => status))]).toEqual(ids.length === count ? [201] : [507]);
});

test("if alternatives have a discriminator, more than one of them can allow a value", async () => {
  const reference = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const ship = {
    oneOf: [reference("Sailing"), reference("Steam")],
    discriminator: { propertyName: "kind", mapping: { sail: reference("Sailing")["$ref"] as string } },
  };
  const kinds = { Sailing: object({ id: text, kind: text }, "kind"), Steam: object({ id: text, kind: text }, "kind") };
  const own = (name: string): JsonObject => object({ id: text, kind: text, [name]: text }, "kind", name);
  const plain = { oneOf: [own("mast"), own("boiler")] };
  const send = await start(
    {
      "/ships": { post: { requestBody: body(ship), responses: answers("200", ship) } },
      "/boats": { post: { requestBody: body(plain), responses: answers("200") } },
    },
    { schemas: kinds },
  );
  expect((await send("POST /ships", { kind: "sail" })).status).toBe(200);
  expect((await send("POST /ships", { kind: 1 })).status).toBe(400);
  expect((await send("POST /boats", { kind: "sail", mast: "main" })).status).toBe(200);
  expect((await send("POST /boats", { kind: "sail", mast: "main", boiler: "aft" })).status).toBe(400);
});

test("a default that the parameter itself does not allow is ignored", async () => {
  const token = { ...text, pattern: "^[a-z0-9]+$", default: "The first page" };
  const page = object({ items: { ...list(SHIP), minItems: 1 } });
  const send = await start({
    "/ships": {
      get: { parameters: query({ name: "next_page_token", schema: token }), responses: answers("200", page) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
  });
  await send("POST /ships", { name: "Argo" });
  expect((await send("GET /ships")).value).toMatchObject({
    items: expect.arrayContaining([expect.objectContaining({ name: "Argo" })]) as unknown,
  });
});

test("links to other pages do not repeat a key that the request has in its query", async () => {
  const page = object({ items: list(SHIP), next: { ...text, format: "uri" } });
  const send = await start(
    {
      "/ships": {
        get: {
          security: [{ key: [] }],
          parameters: query({ name: "limit", schema: number }, { name: "offset", schema: number }),
          responses: answers("200", page),
        },
        post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
      },
    },
    { securitySchemes: { key: { type: "apiKey", in: "query", name: "client key" } } },
  );
  for (const name of ["Argo", "Ark"]) await send("POST /ships", { name });
  const { value } = await send("GET /ships?limit=1&client%20key=demo-key&offset=0");
  expect((value as { next: string }).next).toMatch(/\?limit=1&offset=1$/);
});

test("an update that sends another alternative of an object replaces that object", async () => {
  const kind = (name: string, own: string): JsonObject => ({
    ...object({ kind: { const: name }, [own]: text }, "kind"),
    additionalProperties: false,
  });
  const rig = { oneOf: [kind("sail", "sails"), kind("steam", "boiler")] };
  const ship = object({ id: text, rig }, "id", "rig");
  const send = await start({
    "/ships": { post: { requestBody: body(object({ rig }, "rig")), responses: answers("201", ship) } },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: answers("200", ship) },
      patch: { requestBody: body(object({ rig })), responses: answers("200", ship) },
    },
  });
  const { id } = (await send("POST /ships", { rig: { kind: "sail", sails: "three" } })).value as { id: string };
  await send(`PATCH /ships/${id}`, { rig: { kind: "steam", boiler: "one" } });
  expect((await send(`GET /ships/${id}`)).value).toEqual({ id, rig: { kind: "steam", boiler: "one" } });
});

test("a body with more of the item's properties than its property named like the item is itself the item", async () => {
  const ship = object({ id: text, ship: text, name: text, ships: object({ mast: text }) }, "id", "name");
  const shown = { ...answers("201", object({ ship })) };
  const send = await start({
    "/ships": {
      post: {
        requestBody: body(object({ ship: text, name: text, ships: object({ mast: text }) }, "name")),
        responses: shown,
      },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", object({ ship })) } },
  });
  const sent = { name: "Argo", ship: "old", ships: { mast: "tall" } };
  expect((await send("POST /ships", sent)).value).toMatchObject({ ship: sent });
});

test("items that PUT creates below two parents are separate, even with the same key", async () => {
  const note = object({ key: { ...text, readOnly: true }, text }, "key");
  const own = { ...at("shipId", "key"), get: { responses: answers("200", note) } };
  const put = { requestBody: body(object({ text })), responses: { ...answers("200", note), ...answers("201", note) } };
  const send = await start({
    "/ships/{shipId}/notes": { ...at("shipId"), get: { responses: answers("200", list(note)) } },
    "/ships/{shipId}/notes/{key}": { ...own, put },
  });
  await send("PUT /ships/argo/notes/log", { text: "sails" });
  await send("PUT /ships/ark/notes/log", { text: "rain" });
  expect((await send("GET /ships/argo/notes/log")).value).toEqual({ key: "log", text: "sails" });
});

test("a filter whose default is an empty string keeps every item", async () => {
  const send = await start({
    "/ships": {
      get: {
        parameters: query({ name: "name", schema: { ...text, default: "" } }),
        responses: answers("200", list(SHIP)),
      },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
  });
  await send("POST /ships", { name: "Argo" });
  expect((await send("GET /ships")).value).toContainEqual(expect.objectContaining({ name: "Argo" }));
  expect((await send("GET /ships?name=Argo")).value).toHaveLength(1);
});

test("{shipname} names ships by their name", async () => {
  const ship = object({ name: text, mast: text }, "name");
  const send = await start({
    "/ships": { post: { requestBody: body(ship), responses: answers("201", ship) } },
    "/ships/{shipname}": { ...at("shipname"), get: { responses: answers("200", ship) } },
  });
  await send("POST /ships", { name: "Argo", mast: "tall" });
  expect((await send("GET /ships/Argo")).value).toEqual({ name: "Argo", mast: "tall" });
});

test("a creation whose response can be of several kinds returns the kind that was created", async () => {
  const kind = (name: string, ...own: string[]): JsonObject =>
    object(
      { id: text, kind: { const: name }, ...Object.fromEntries(own.map((one) => [one, text])) },
      "id",
      "kind",
      ...own,
    );
  const bank = kind("bank", "iban");
  const send = await start({
    "/banks": {
      post: {
        requestBody: body(object({ iban: text })),
        responses: answers("201", { anyOf: [bank, kind("card", "brand", "digits", "expiry")] }),
      },
    },
    "/banks/{id}": { ...at("id"), get: { responses: answers("200", bank) } },
  });
  const made = (await send("POST /banks", { iban: "DE02" })).value as { id: string };
  expect(made).toMatchObject({ kind: "bank", iban: "DE02" });
  expect((await send(`GET /banks/${made.id}`)).value).toEqual(made);
});

test("an identifier from a pattern is not reused when its item is removed", async () => {
  const id = { ...text, pattern: "^id_[a-d]{3}$" };
  const ship = object({ id, name: text }, "id");
  const send = await start({
    "/ships": { post: { requestBody: body(NEW_SHIP), responses: answers("201", ship) } },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: answers("200", ship) },
      delete: { responses: answers("204") },
    },
  });
  const given: string[] = [];
  for (let n = 0; n < 8; n++) {
    const { value } = await send("POST /ships", { name: "Argo" });
    given.push((value as { id: string }).id);
    await send(`DELETE /ships/${given.at(-1)}`);
  }
  expect(new Set(given).size).toBe(8);
});

test("data in the path belongs to the item, even if clients cannot send it", async () => {
  const note = object({ id: text, shipName: { ...text, readOnly: true }, text }, "id", "shipName");
  const send = await start({
    "/ships/{shipName}/notes": {
      ...at("shipName"),
      get: { responses: answers("200", list(note)) },
      post: { requestBody: body(object({ text })), responses: answers("201", note) },
    },
  });
  expect((await send("POST /ships/argo/notes", { text: "sails" })).value).toMatchObject({ shipName: "argo" });
  expect((await send("GET /ships/argo/notes")).value).toContainEqual(expect.objectContaining({ text: "sails" }));
});

test("a list limited to two items returns two", async () => {
  const send = await start({
    "/ships": {
      get: { responses: answers("200", object({ ships: { ...list(SHIP), maxItems: 2 } })) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
  });
  for (const name of ["Argo", "Ark", "Ant"]) await send("POST /ships", { name });
  expect(((await send("GET /ships")).value as { ships: JsonObject[] }).ships).toHaveLength(2);
});

test("startIndex counts items from 1, as in SCIM, and totals are returned even if the example has none", async () => {
  const one = { type: "integer", minimum: 1 };
  const page = object({
    Resources: list(SHIP),
    totalResults: number,
    startIndex: one,
    itemsPerPage: { ...number, maximum: 9 },
  });
  const example = { Resources: [{ id: 1, name: "Argo" }], totalResults: 1, startIndex: 1, itemsPerPage: 1 };
  const send = await start({
    "/ships": {
      get: {
        parameters: query({ name: "startIndex", schema: number }, { name: "count", schema: number }),
        responses: answers("200", { ...page, example }),
      },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
  });
  for (const name of ["Ark", "Ant"]) await send("POST /ships", { name });
  const { value } = await send("GET /ships");
  const total = (value as { Resources: JsonObject[] }).Resources.length;
  expect(value).toMatchObject({ totalResults: total, startIndex: 1 });
  expect((await send(`GET /ships?count=100&startIndex=${total}`)).value).toMatchObject({
    Resources: [{ name: "Ant" }],
    startIndex: total,
    itemsPerPage: 1,
  });
});

test("an envelope has all required properties, however little the document says", async () => {
  // Such an item cannot be generated, so there is no complete list to take the rest from.
  const thing = object({ id: text, next: { $ref: "#/components/schemas/Thing" } }, "id", "next");
  const reference = { $ref: "#/components/schemas/Thing" };
  const whole = object({ data: list(reference), kind: text }, "data", "kind");
  const paths = {
    "/things": { get: { responses: answers("200", whole) } },
    "/things/{id}": { ...at("id"), get: { responses: answers("200", reference) } },
  };
  const send = await start(paths, { schemas: { Thing: thing } });
  expect((await send("GET /things")).value).toEqual({ data: [], kind: expect.any(String) as string });
});

test("a property whose name ends like the path parameter identifies items", async () => {
  const leak = object({ voyage_id: number, ship_leak_id: text, depth: number });
  const send = await start({
    "/ships/{ship}/leaks": {
      ...at("ship"),
      post: { requestBody: body(object({ depth: number })), responses: answers("201", leak) },
    },
    "/ships/{ship}/leaks/{leak_id}": { ...at("ship", "leak_id"), get: { responses: answers("200", leak) } },
  });
  const made = (await send("POST /ships/argo/leaks", { depth: 3 })).value as { ship_leak_id: string };
  expect((await send(`GET /ships/argo/leaks/${made.ship_leak_id}`)).value).toMatchObject({ depth: 3 });
});
