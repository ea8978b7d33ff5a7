// What further client libraries (test/trial/README.md) expect of names in paths, lists and actions, each kind in words of its own.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";

const shown = (value: JsonValue | undefined): readonly JsonObject[] => value as readonly JsonObject[];
const like = (schema: JsonObject, example: JsonValue): JsonObject => ({ ...schema, example });

test("a path that calls a thing by a word finds it by its name, though it has a number as well", async () => {
  const club = object({ id: number, title: text, name: text, username: text }, "id", "name");
  const sent = object({ username: text, title: text }, "username");
  await using mock = await serve({
    "/clubs": {
      get: { responses: answers("200", list(club)) },
      post: { requestBody: body(sent), responses: answers("201", club) },
    },
    "/clubs/{club}": { ...at("club"), get: { responses: answers("200", club) } },
    "/clubs/{club}/rooms": { ...at("club"), get: { responses: answers("200", list(object({ id: number }, "id"))) } },
  });
  const made = await mock.ask("POST /clubs", { username: "rowers", title: "Rowing" });
  expect(await mock.ask("GET /clubs/rowers")).toMatchObject({ id: made["id"], title: "Rowing" });
  expect((await mock.ask("GET /clubs/rowers/rooms"))["list"]).toEqual([]);
  expect((await mock.ask(`GET /clubs/${textOf(made["id"])}`))["status"]).toBe(404);
});

test("a path whose example calls a thing by its number finds it by that", async () => {
  const club = object({ id: number, name: text }, "id", "name");
  const parameter = { name: "club", in: "path", required: true, schema: text, examples: { one: { value: "17" } } };
  await using mock = await serve({
    "/clubs": {
      get: { responses: answers("200", list(club)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", club) },
    },
    "/clubs/{club}": { parameters: [parameter], get: { responses: answers("200", club) } },
  });
  const made = await mock.ask("POST /clubs", { name: "rowers" });
  expect(await mock.ask(`GET /clubs/${textOf(made["id"])}`)).toMatchObject({ name: "rowers" });
});

test("things that are only listed are known by their slug", async () => {
  const zone = object({ slug: text, label: text }, "slug", "label");
  const disk = object({ id: text, zone }, "id", "zone");
  await using mock = await serve({
    "/zones": { get: { responses: answers("200", list(zone)) } },
    "/disks": { post: { requestBody: body(object({ zone: text }, "zone")), responses: answers("201", disk) } },
    "/disks/{id}": { ...at("id"), get: { responses: answers("200", disk) } },
  });
  const [first] = shown((await mock.ask("GET /zones"))["list"]);
  expect((await mock.ask("POST /disks", { zone: first?.["slug"] ?? "" }))["zone"]).toEqual(first);
  expect((await mock.ask("POST /disks", { zone: "nyc9" }))["zone"]).toMatchObject({ slug: "nyc9" });
});

test("a thing whose path has its kind and that has no number is called by its name", async () => {
  const mark = object({ name: text, uses: number }, "name");
  await using mock = await serve({
    "/marks": { post: { requestBody: body(object({ name: text })), responses: answers("201", mark) } },
    "/marks/{mark_id}": { ...at("mark_id"), get: { responses: answers("200", mark) } },
  });
  await mock.ask("POST /marks", { name: "urgent" });
  expect(await mock.ask("GET /marks/urgent")).toMatchObject({ name: "urgent" });
});

test("a number of results is that of the list, and no mark leads before the first page", async () => {
  const page = object({
    data: list(object({ id: number }, "id")),
    results: like(number, 1),
    prev_marker: like(number, 9),
  });
  await using mock = await serve({ "/things": { get: { responses: answers("200", page) } } });
  const { data, results, prev_marker } = await mock.ask("GET /things");
  expect([results, prev_marker]).toEqual([shown(data).length, undefined]);
});

test("PUT keeps the rest where its body has the fields to update", async () => {
  const profile = object({ email: text, city: text });
  const put = (description: string): JsonObject => ({
    "/profile": {
      get: { responses: answers("200", profile) },
      put: { requestBody: { ...body(profile), description }, responses: answers("200", profile) },
    },
  });
  for (const [description, kept] of [
    ["The fields to update.", true],
    ["The profile.", false],
  ] as const) {
    await using mock = await serve(put(description));
    const { city } = await mock.ask("GET /profile");
    expect(await mock.ask("PUT /profile", { email: "a@example.com" })).toMatchObject({ email: "a@example.com" });
    expect((await mock.ask("GET /profile"))["city"]).toBe(kept ? city : undefined);
  }
});

test("copying adds another thing with what a client says of one", async () => {
  const board = object({ id: number, title: text, colour: text, views: number }, "id", "title", "views");
  const sent = object({ title: text, colour: text }, "title");
  await using mock = await serve({
    "/boards": {
      get: { responses: answers("200", list(board)) },
      post: { requestBody: body(sent), responses: answers("201", board) },
    },
    "/boards/{id}": { ...at("id"), get: { responses: answers("200", board) } },
    "/boards/{id}/duplicate": {
      ...at("id"),
      post: { requestBody: body(object({ title: text })), responses: answers("201", board) },
    },
  });
  const { id } = await mock.ask("POST /boards", { title: "Plans", colour: "teal" });
  const copy = await mock.ask(`POST /boards/${textOf(id)}/duplicate`, { title: "Other plans" });
  expect(copy).toMatchObject({ title: "Other plans", colour: "teal" });
  expect(copy["id"]).not.toBe(id);
  expect(await mock.ask(`GET /boards/${textOf(id)}`)).toMatchObject({ title: "Plans" });
  expect(shown((await mock.ask("GET /boards"))["list"]).map((one) => one["id"])).toContain(copy["id"]);
});

test("a machine that is shut down is off, and one that is resized has the size", async () => {
  const machine = object(
    { id: number, size: number, status: { type: "string", enum: ["running", "offline"] } },
    ..."id size status".split(" "),
  );
  const act = (sent: JsonObject): JsonObject => ({
    ...at("id"),
    post: { requestBody: { ...body(sent), required: false }, responses: answers("200", machine) },
  });
  await using mock = await serve({
    "/machines": { get: { responses: answers("200", list(machine)) } },
    "/machines/{id}": { ...at("id"), get: { responses: answers("200", machine) } },
    "/machines/{id}/shutdown": act(object({})),
    "/machines/{id}/boot": act(object({})),
    "/machines/{id}/resize": act(object({ size: number })),
  });
  expect(await mock.ask("POST /machines/1/shutdown", {})).toMatchObject({ status: "offline" });
  expect(await mock.ask("POST /machines/1/boot", {})).toMatchObject({ status: "running" });
  expect(await mock.ask("POST /machines/1/resize", { size: 512 })).toMatchObject({ size: 512 });
});

test("a list below an item shows what names the item, wherever it was created", async () => {
  const group = object({ id: text, name: text }, "id", "name");
  const part = object({ id: text }, "id");
  const membership = { $ref: "#/components/schemas/Membership" };
  const schema = object({ id: text, group: part, member: text }, "id", "group");
  const sent = object({ group: part, member: text }, "group");
  await using mock = await serve(
    {
      "/groups": { post: { requestBody: body(object({ name: text })), responses: answers("201", group) } },
      "/groups/{id}": { ...at("id"), get: { responses: answers("200", group) } },
      "/groups/{id}/memberships": { ...at("id"), get: { responses: answers("200", list(membership)) } },
      "/group_memberships": { post: { requestBody: body(sent), responses: answers("201", membership) } },
      "/group_memberships/{id}": { ...at("id"), get: { responses: answers("200", membership) } },
    },
    { Membership: schema },
  );
  const { id } = await mock.ask("POST /groups", { name: "Rowers" });
  const made = await mock.ask("POST /group_memberships", { group: { id: textOf(id) }, member: "ann" });
  expect((await mock.ask(`GET /groups/${textOf(id)}/memberships`))["list"]).toMatchObject([{ id: made["id"] }]);
});

test("states without a list read like states, and names and keys after an example are no two alike", async () => {
  const job = object({ id: like(text, "north-pier"), name: like(text, "crane12"), state: text, status: text }, "id");
  const place = object({ id: number, city: text, state: text }, "id", "city", "state");
  await using mock = await serve({
    "/jobs": { get: { responses: answers("200", list({ ...job, required: ["id", "name", "state", "status"] })) } },
    "/places": { get: { responses: answers("200", list(place)) } },
  });
  const jobs = shown((await mock.ask("GET /jobs"))["list"]);
  for (const one of jobs.flatMap(({ state, status }) => [state, status]))
    expect(one).toMatch(/^(active|pending|ready|new)$/);
  expect(jobs.slice(0, 2).map(({ id, name }) => [id, name])).toEqual([
    ["north-pier", "crane12"],
    ["north-pier-2", "crane13"],
  ]);
  const states = shown((await mock.ask("GET /places"))["list"]).map(({ state }) => state);
  expect(states.every((one) => typeof one === "string" && /^[A-Z]/.test(one))).toBe(true);
});

test("moments are moments, however a document spells their format", async () => {
  const format = (name: string): JsonObject => ({ ...text, format: name });
  const names = { made: "dateTime", sent: "google-datetime", read: "iso-datetime", mailed: "date-time-rfc-2822" };
  const letter = object(
    Object.fromEntries(Object.entries(names).map(([name, one]) => [`${name}_at`, format(one)])),
    ...Object.keys(names).map((name) => `${name}_at`),
  );
  await using mock = await serve({ "/letters": { get: { responses: answers("200", list(letter)) } } });
  for (const { made_at, sent_at, read_at, mailed_at } of shown((await mock.ask("GET /letters"))["list"])) {
    for (const one of [made_at, sent_at, read_at]) expect(one).toMatch(/^2026-\d\d-\d\dT[\d:.]+Z$/);
    expect(mailed_at).toMatch(/^[A-Z][a-z]{2}, \d\d [A-Z][a-z]{2} 2026 [\d:]{8} \+0000$/);
  }
});

test("a query of a creation says what its body may say and does not", async () => {
  const hook = object({ id: number, site_id: text, event: text }, "id");
  const sent = object({ site_id: text, event: text });
  const inQuery = { name: "site_id", in: "query", schema: text };
  await using mock = await serve({
    "/hooks": {
      get: { parameters: [inQuery], responses: answers("200", list(hook)) },
      post: { parameters: [inQuery], requestBody: body(sent), responses: answers("201", hook) },
    },
  });
  const made = await mock.ask("POST /hooks?site_id=north", { event: "built" });
  expect(made).toMatchObject({ site_id: "north" });
  expect((await mock.ask("GET /hooks?site_id=north"))["list"]).toMatchObject([{ id: made["id"] }]);
  expect(await mock.ask("POST /hooks?site_id=north", { site_id: "south" })).toMatchObject({ site_id: "south" });
});

test("a search beside things that have an owner in their path finds them", async () => {
  const Book = object({ id: number, name: text, owner: object({ login: text }, "login") }, "id", "name", "owner");
  const book = { $ref: "#/components/schemas/Book" };
  const q = { name: "q", in: "query", schema: text };
  await using mock = await serve(
    {
      "/me/books": { post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", book) } },
      "/books/search": { get: { parameters: [q], responses: answers("200", list(book)) } },
      "/books/{owner}/{book}": { ...at("owner", "book"), get: { responses: answers("200", book) } },
      "/clubs/{id}/books/{owner}/{book}": { ...at("id", "owner", "book"), get: { responses: answers("200", book) } },
    },
    { Book },
  );
  const { id } = await mock.ask("POST /me/books", { name: "rowing" });
  expect((await mock.ask("GET /books/search?q=rowing"))["list"]).toMatchObject([{ id, name: "rowing" }]);
});

test("where an answer shows one thing or several, a creation of one shows that one alone", async () => {
  const ship = object({ id: number, name: text }, "id", "name");
  const example = { ships: [{ id: 7, name: "Ahoy" }], links: [] };
  const either = {
    anyOf: [object({ ship, links: list(text) }), object({ ships: list(ship), links: list(text) })],
  };
  const sent = { oneOf: [object({ name: text }, "name"), object({ names: list(text) }, "names")] };
  await using mock = await serve({
    "/ships": {
      get: { responses: answers("200", object({ ships: list(ship) }, "ships")) },
      post: {
        requestBody: body(sent),
        responses: { "202": { description: "D", content: { "application/json": { schema: either, example } } } },
      },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", object({ ship }, "ship")) } },
  });
  const made = await mock.ask("POST /ships", { name: "Heron" });
  expect(made).toMatchObject({ ship: { name: "Heron" }, links: [] });
  expect(made["ships"]).toBe(undefined);
  const { id } = made["ship"] as JsonObject;
  expect(await mock.ask(`GET /ships/${textOf(id)}`)).toMatchObject({ ship: { id, name: "Heron" } });
});

test("a path that says it takes one name or another finds things by both", async () => {
  const key = object({ id: number, name: text, print: text, fingerprint: text }, "id", "name", "fingerprint");
  const board = object({ id: text, key: text, name: text }, "id", "key", "name");
  const named = (name: string, description: string, schema: JsonObject): JsonObject => ({
    parameters: [{ name, in: "path", required: true, description, schema }],
  });
  const either = { anyOf: [number, text] };
  await using mock = await serve({
    "/keys": { post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", key) } },
    "/keys/{key}": {
      ...named("key", "Either the ID or the fingerprint of a key.", either),
      get: { responses: answers("200", key) },
      put: { requestBody: body(object({ name: text })), responses: answers("200", key) },
      delete: { responses: answers("204") },
    },
    "/boards": { post: { requestBody: body(object({ key: text }, "key")), responses: answers("201", board) } },
    "/boards/{boardIdOrKey}": { ...named("boardIdOrKey", "", text), get: { responses: answers("200", board) } },
  });
  const { id, fingerprint } = await mock.ask("POST /keys", { name: "laptop" });
  expect(await mock.ask(`GET /keys/${textOf(fingerprint)}`)).toMatchObject({ id, name: "laptop" });
  expect(await mock.ask(`PUT /keys/${textOf(fingerprint)}`, { name: "desk" })).toMatchObject({ id, name: "desk" });
  await mock.ask(`DELETE /keys/${textOf(fingerprint)}`);
  expect((await mock.ask(`GET /keys/${textOf(id)}`))["status"]).toBe(404);
  const made = await mock.ask("POST /boards", { key: "SHOP" });
  for (const one of ["SHOP", textOf(made["id"])])
    expect(await mock.ask(`GET /boards/${one}`)).toMatchObject({ id: made["id"], key: "SHOP" });
  expect(made["id"]).not.toBe("SHOP");
});

test("a change of the thing leaves the time at which something else was changed", async () => {
  const moment = { type: "string", format: "date-time" };
  const note = object(
    { id: number, name: text, updated_at: moment, content_updated_at: moment, last_modified_on: moment },
    ..."id name updated_at content_updated_at last_modified_on".split(" "),
  );
  const sent = object({ name: text });
  await using mock = await serve({
    "/notes": { get: { responses: answers("200", list(note)) } },
    "/notes/{id}": {
      ...at("id"),
      get: { responses: answers("200", note) },
      patch: { requestBody: body(sent), responses: answers("200", note) },
    },
  });
  const former = await mock.ask("GET /notes/1");
  const next = await mock.ask("PATCH /notes/1", { name: "Other" });
  expect(next["content_updated_at"]).toBe(former["content_updated_at"]);
  for (const name of ["updated_at", "last_modified_on"]) expect(next[name]).not.toBe(former[name]);
});

test("a filter by the name of a tag keeps what has it among its tags", async () => {
  const photo = object({ id: number, tags: list(text) }, "id", "tags");
  await using mock = await serve({
    "/photos": {
      get: {
        parameters: [{ name: "tag_name", in: "query", schema: text }],
        responses: answers("200", list(photo)),
      },
      post: { requestBody: body(object({ tags: list(text) })), responses: answers("201", photo) },
    },
  });
  const { id } = await mock.ask("POST /photos", { tags: ["sea", "oars"] });
  expect((await mock.ask("GET /photos?tag_name=oars"))["list"]).toEqual([{ id, tags: ["sea", "oars"] }]);
});

test("what is below an item is the same by each of its names, and goes with it", async () => {
  const issue = object({ id: text, key: text, summary: text }, "id", "key");
  const comment = object({ id: number, body: text }, "id");
  const parameters = [{ name: "issueIdOrKey", in: "path", required: true, schema: text }];
  const posted = { requestBody: body(object({ summary: text })), responses: answers("201", issue) };
  await using mock = await serve({
    "/issues": { post: posted },
    "/issues/{issueIdOrKey}": {
      parameters,
      get: { responses: answers("200", issue) },
      delete: { responses: { "204": { description: "Gone." } } },
    },
    "/issues/{issueIdOrKey}/comments": {
      parameters,
      get: { responses: answers("200", list(comment)) },
      post: { requestBody: body(object({ body: text })), responses: answers("201", comment) },
    },
    "/issues/{issueIdOrKey}/comments/{id}": {
      parameters: [...parameters, { name: "id", in: "path", required: true, schema: number }],
      get: { responses: answers("200", comment) },
    },
  });
  const { id, key } = await mock.ask("POST /issues", { summary: "Broken" });
  const [byId, byKey] = [`/issues/${textOf(id)}`, `/issues/${textOf(key)}`];
  expect(byId).not.toBe(byKey);
  const made = await mock.ask(`POST ${byId}/comments`, { body: "Hi" });
  const other = await mock.ask(`POST ${byKey}/comments`, { body: "Ho" });
  const ids = (one: { readonly list?: JsonValue }) => shown(one.list).map((each) => each["id"]);
  expect(ids(await mock.ask(`GET ${byId}/comments`))).toEqual([made["id"], other["id"]]);
  expect(ids(await mock.ask(`GET ${byKey}/comments`))).toEqual([made["id"], other["id"]]);
  await mock.ask(`DELETE ${byKey}`);
  expect((await mock.ask(`GET ${byId}/comments/${textOf(made["id"])}`))["status"]).toBe(404);
});
