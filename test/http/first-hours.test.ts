// What client libraries of published APIs expect in their first hour, each kind in words of its own.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";
import { startMock } from "./support.ts";

const person = object({ gid: text, name: text }, "gid", "name");

test('"me" in a path is whoever asks, and no item is called so', async () => {
  const who = { name: "gid", in: "path", required: true, schema: text, example: "me" };
  await using mock = await serve({
    "/people": { get: { responses: answers("200", list(person)) } },
    "/people/{gid}": { parameters: [who], get: { responses: answers("200", person) } },
    "/people/{gid}/badges": { parameters: [who], get: { responses: answers("200", list(object({ id: text }, "id"))) } },
  });
  const { list: people } = await mock.ask("GET /people");
  const me = await mock.ask("GET /people/me");
  expect(people).toContainEqual({ gid: me["gid"], name: me["name"] });
  expect(JSON.stringify(people)).not.toContain('"me"');
  expect(await mock.ask("GET /people/me/badges")).toMatchObject({ status: 200 });
  expect(await mock.ask("GET /people/you")).toMatchObject({ status: 404 });
});

test("the account in the path of whoever signs in with its name is the first one, under that name", async () => {
  const account = object({ sid: text, label: text }, "sid", "label");
  const call = object({ sid: text, account_sid: text, to: text }, "sid", "account_sid", "to");
  const document = {
    openapi: "3.1.0",
    info: { title: "Calls", version: "1" },
    security: [{ basic: [] }],
    components: { securitySchemes: { basic: { type: "http", scheme: "basic" } } },
    paths: {
      "/accounts/{sid}": { ...at("sid"), get: { responses: answers("200", account) } },
      "/accounts": { get: { responses: answers("200", list(account)) } },
      "/accounts/{account_sid}/calls": {
        ...at("account_sid"),
        get: { responses: answers("200", list(call)) },
        post: { requestBody: body(object({ to: text }, "to")), responses: answers("201", call) },
      },
      "/accounts/{account_sid}/calls/{sid}": { ...at("account_sid", "sid"), get: { responses: answers("200", call) } },
    },
  };
  const first = { kind: "items", items: [{ sid: "AC00000001", label: "Main" }] } as const;
  const mock = await startMock(document, { keys: ["secret"], seeds: { named: { accounts: first } } });
  const own = "AC99999999";
  const ask = async (user: string, path: string, sent?: JsonObject) => {
    const headers = {
      Authorization: `Basic ${Buffer.from(`${user}:secret`).toString("base64")}`,
      ...(sent === undefined ? {} : { "Content-Type": "application/json" }),
    };
    const body = sent === undefined ? {} : { body: JSON.stringify(sent) };
    return (await mock.send(sent === undefined ? "GET" : "POST", path, { key: null, headers, ...body })).value;
  };
  expect(await ask(own, `/accounts/${own}`)).toEqual({ sid: own, label: "Main" });
  const made = (await ask(own, `/accounts/${own}/calls`, { to: "+1" })) as JsonObject;
  expect(made).toMatchObject({ account_sid: own, to: "+1" });
  expect(await ask(own, `/accounts/${own}/calls/${textOf(made["sid"])}`)).toEqual(made);
  expect(await ask("somebody", `/accounts/${own}/calls`)).not.toEqual(expect.any(Array));
  await mock.close();
});

const crud = (name: string, item: JsonObject, sent: JsonObject, more: JsonObject = {}): JsonObject => ({
  [`/${name}`]: {
    get: { responses: answers("200", list(item)), ...more },
    post: { requestBody: body(sent), responses: answers("201", item) },
  },
  [`/${name}/{id}`]: { ...at("id"), get: { responses: answers("200", item) } },
});

test("a list below a thing shows what says that it belongs there, and what is created below says so", async () => {
  const project = object({ id: text, name: text }, "id", "name");
  const short = object({ id: text, name: text });
  const task = object({ id: text, name: text, projects: list(short), parent: short }, "id", "name");
  await using mock = await serve(
    {
      ...crud("projects", { $ref: "#/components/schemas/Project" }, object({ name: text }, "name")),
      ...crud("tasks", { $ref: "#/components/schemas/Task" }, object({ name: text, projects: list(text) }, "name")),
      "/projects/{id}/tasks": {
        ...at("id"),
        get: { responses: answers("200", list({ $ref: "#/components/schemas/Task" })) },
      },
      "/tasks/{id}/subtasks": {
        ...at("id"),
        get: { responses: answers("200", list({ $ref: "#/components/schemas/Task" })) },
        post: {
          requestBody: body(object({ name: text }, "name")),
          responses: answers("201", { $ref: "#/components/schemas/Task" }),
        },
      },
    },
    { Project: project, Task: task },
  );
  const { id } = await mock.ask("POST /projects", { name: "Launch" });
  const made = await mock.ask("POST /tasks", { name: "Write copy", projects: [textOf(id)] });
  expect(made["projects"]).toEqual([{ id, name: "Launch" }]);
  const { list: found } = await mock.ask(`GET /projects/${textOf(id)}/tasks`);
  expect(found).toEqual([expect.objectContaining({ id: made["id"], name: "Write copy" })]);
  const sub = await mock.ask(`POST /tasks/${textOf(made["id"])}/subtasks`, { name: "Draft" });
  expect(sub["parent"]).toMatchObject({ id: made["id"] });
});

test("an envelope may have one of several kinds of a thing", async () => {
  const kind = (type: string, more: JsonObject): JsonObject =>
    object({ id: text, type: { const: type }, ...more }, "id", "type");
  const method = { oneOf: [kind("mail", { address: text }), kind("phone", { country: text, address: text })] };
  const whole = object({ method }, "method");
  await using mock = await serve({
    "/methods": {
      get: { responses: answers("200", object({ methods: list(method) })) },
      post: {
        requestBody: body(object({ method: object({ type: text, address: text }) })),
        responses: answers("201", whole),
      },
    },
    "/methods/{id}": { ...at("id"), get: { responses: answers("200", whole) } },
  });
  const made = (await mock.ask("POST /methods", { method: { type: "mail", address: "a@example.com" } }))[
    "method"
  ] as JsonObject;
  expect(made).toMatchObject({ type: "mail", address: "a@example.com" });
  expect((await mock.ask(`GET /methods/${textOf(made["id"])}`))["method"]).toEqual(made);
  expect((await mock.ask("GET /methods"))["methods"]).toContainEqual(made);
});

test("a reference says what the thing is called, and lists are filtered by it in any of its forms", async () => {
  const readOnly = { ...text, readOnly: true };
  const short = object({ id: text, type: text, summary: text }, "id", "type");
  const policy = object({ id: readOnly, summary: readOnly, name: text }, "id", "summary", "name");
  const service = object(
    {
      id: readOnly,
      name: text,
      policy: { oneOf: [short, object({ id: text, name: text, rules: list(text) }, "rules")] },
    },
    "id",
  );
  const ids = { name: "policy_ids[]", in: "query", schema: list(text) };
  await using mock = await serve({
    ...crud("policies", policy, object({ name: text }, "name")),
    ...crud("services", service, object({ name: text, policy: short }), { parameters: [ids] }),
  });
  const { id, summary } = await mock.ask("POST /policies", { name: "Engineering" });
  expect(summary).toBe("Engineering");
  const made = await mock.ask("POST /services", { name: "Web", policy: { id: textOf(id), type: "reference" } });
  expect(made["policy"]).toMatchObject({ id, type: "reference" });
  const { list: found } = await mock.ask(`GET /services?policy_ids[]=${textOf(id)}`);
  expect(found).toEqual([expect.objectContaining({ id: made["id"] })]);
});

test("the text of which a thing is made comes back as what the thing calls it, and nested attributes as its parts", async () => {
  const content = { ...text, example: "<p>Hi &amp; bye</p>" };
  const word = object({ id: { ...text, readOnly: true }, word: text }, "id", "word");
  const post = object({ id: text, content, tags: list(word) }, "id", "content");
  const sent = object({ status: text, tags_attributes: list(object({ word: text })) }, "status");
  await using mock = await serve(crud("statuses", post, sent));
  const made = await mock.ask("POST /statuses", { status: "Hello <you>", tags_attributes: [{ word: "hi" }] });
  expect(made).toMatchObject({ content: "<p>Hello &lt;you&gt;</p>", tags: [{ id: expect.any(String), word: "hi" }] });
  expect(await mock.ask(`GET /statuses/${textOf(made["id"])}`)).toMatchObject({ content: made["content"] });
});

test("who asks is one of the accounts, and what they write is by them", async () => {
  const account = object({ id: text, username: text, note: text }, "id", "username");
  const post = object({ id: text, content: text, account: { $ref: "#/components/schemas/Account" } }, "id", "account");
  await using mock = await serve(
    {
      "/accounts": { get: { responses: answers("200", list({ $ref: "#/components/schemas/Account" })) } },
      "/accounts/{id}": { ...at("id"), get: { responses: answers("200", { $ref: "#/components/schemas/Account" }) } },
      "/accounts/verify_credentials": {
        get: {
          responses: answers("200", {
            allOf: [{ $ref: "#/components/schemas/Account" }, object({ source: object({ language: text }) })],
          }),
        },
      },
      ...crud("posts", post, object({ content: text }, "content")),
    },
    { Account: account },
  );
  const me = await mock.ask("GET /accounts/verify_credentials");
  expect(await mock.ask(`GET /accounts/${textOf(me["id"])}`)).toMatchObject({ username: me["username"] });
  const { account: by } = await mock.ask("POST /posts", { content: "Hello" });
  expect(by).toMatchObject({ id: me["id"], username: me["username"] });
});

test("a thing that is put below another one is shown by the lists there, and the other one names it", async () => {
  const group = object({ id: text, name: text }, "id", "name");
  const user = object({ id: text, name: text, group_ids: list(text) }, "id", "name");
  const member = object({ user: object({ id: text }, "id"), role: text }, "user");
  const nothing = { responses: answers("204") };
  await using mock = await serve({
    ...crud("users", user, object({ name: text }, "name")),
    ...crud("groups", group, object({ name: text }, "name")),
    ...crud("teams", group, object({ name: text }, "name")),
    "/users/{id}/groups/{group_id}": { ...at("id", "group_id"), put: nothing, delete: nothing },
    "/teams/{id}/members": { ...at("id"), get: { responses: answers("200", list(member)) } },
    "/teams/{id}/users/{user_id}": {
      ...at("id", "user_id"),
      put: { ...nothing, requestBody: body(object({ role: text })) },
      delete: nothing,
    },
  });
  const [ann, night, team] = await Promise.all(
    ["users", "groups", "teams"].map(async (name) => textOf((await mock.ask(`POST /${name}`, { name: "New" }))["id"])),
  );
  await mock.ask(`PUT /users/${ann}/groups/${night}`);
  expect(await mock.ask(`GET /users/${ann}`)).toMatchObject({ group_ids: [night] });
  await mock.ask(`DELETE /users/${ann}/groups/${night}`);
  expect(await mock.ask(`GET /users/${ann}`)).toMatchObject({ group_ids: [] });
  await mock.ask(`PUT /teams/${team}/users/${ann}`, { role: "lead" });
  expect((await mock.ask(`GET /teams/${team}/members`))["list"]).toEqual([{ user: { id: ann }, role: "lead" }]);
  await mock.ask(`DELETE /teams/${team}/users/${ann}`);
  expect((await mock.ask(`GET /teams/${team}/members`))["list"]).toEqual([]);
});

test("PUT keeps the rest where the document speaks of sparse updates or a creation must have one of several things", async () => {
  const person = object({ id: text, name: text, email: text, phone: text }, "id");
  const sent = object({ name: text, email: text, phone: text });
  const either = { ...sent, anyOf: [{ required: ["email"] }, { required: ["phone"] }] };
  for (const [created, description] of [
    [sent, "This endpoint supports sparse updates, so only new or changed fields are required."],
    [either, "Change a person."],
  ] as const) {
    const paths = crud("people", person, created);
    const item = paths["/people/{id}"] as JsonObject;
    const put = { description, requestBody: body({ ...sent, title: "Change" }), responses: answers("200", person) };
    await using mock = await serve({ ...paths, "/people/{id}": { ...item, put } });
    const { id } = await mock.ask("POST /people", { name: "Ann", email: "ann@example.com" });
    const changed = await mock.ask(`PUT /people/${textOf(id)}`, { name: "Ann B." });
    expect(changed).toMatchObject({ name: "Ann B.", email: "ann@example.com" });
  }
});

test("an item is sent in an envelope with the schema of the item, and shown in one that ends with its name", async () => {
  const thing = object({ id: text, type: text, data: object({ name: text }) }, "id", "type");
  const whole = object({ catalog_object: { $ref: "#/components/schemas/Thing" }, id_mappings: list(text) });
  const sent = object({ key: text, object: { $ref: "#/components/schemas/Thing" } }, "key", "object");
  await using mock = await serve(
    {
      "/catalog/object": { post: { requestBody: body(sent), responses: answers("200", whole) } },
      "/catalog/object/{id}": {
        ...at("id"),
        get: { responses: answers("200", object({ object: { $ref: "#/components/schemas/Thing" } })) },
      },
    },
    { Thing: thing },
  );
  const made = await mock.ask("POST /catalog/object", {
    key: "a",
    object: { id: "tea", type: "ITEM", data: { name: "Tea" } },
  });
  expect(made["catalog_object"]).toMatchObject({ id: "tea", type: "ITEM", data: { name: "Tea" } });
  expect((await mock.ask("GET /catalog/object/tea"))["object"]).toEqual(made["catalog_object"]);
});

test("the query of a creation may name what is created", async () => {
  const box = object({ Id: text, Name: text, Image: text }, "Id");
  const name = { name: "name", in: "query", schema: text };
  await using mock = await serve({
    "/boxes": { get: { responses: answers("200", list(box)) } },
    "/boxes/create": {
      post: {
        parameters: [name],
        requestBody: body(object({ Image: text })),
        responses: answers("201", object({ Id: text })),
      },
    },
    "/boxes/{Id}": { ...at("Id"), get: { responses: answers("200", box) } },
  });
  const { Id } = await mock.ask("POST /boxes/create?name=web", { Image: "alpine" });
  expect(await mock.ask(`GET /boxes/${textOf(Id)}`)).toMatchObject({ Id, Name: "web", Image: "alpine" });
});

test("pages that an answer counts can be asked for, though no parameter is described", async () => {
  const pages = object({ page: number, per_page: number, total_pages: number });
  const item = object({ id: text }, "id");
  await using mock = await serve({
    "/articles": { get: { responses: answers("200", object({ data: list(item), pages })) } },
    "/articles/{id}": { ...at("id"), get: { responses: answers("200", item) } },
  });
  const { data: all } = await mock.ask("GET /articles");
  const found: unknown[] = [];
  for (let page = 1; page < 50; page++) {
    const { data } = await mock.ask(`GET /articles?page=${page}&per_page=2`);
    if ((data as unknown[]).length === 0) break;
    found.push(...(data as unknown[]));
  }
  expect(found).toEqual(all);
});

test("the first page of a list is page 1, however deep the answer counts its pages, unless the document counts from 0", async () => {
  const item = object({ id: text }, "id");
  const counted = (example: number): JsonObject =>
    object({ pagination: object({ page: { type: "number", example }, per_page: number, last_page: number }) });
  await using mock = await serve({
    "/servers": { get: { responses: answers("200", object({ servers: list(item), meta: counted(3) })) } },
    "/servers/{id}": { ...at("id"), get: { responses: answers("200", item) } },
    "/disks": { get: { responses: answers("200", object({ disks: list(item), meta: counted(0) })) } },
    "/disks/{id}": { ...at("id"), get: { responses: answers("200", item) } },
  });
  expect(await mock.ask("GET /servers")).toMatchObject({ meta: { pagination: { page: 1 } } });
  expect(await mock.ask("GET /disks")).toMatchObject({ meta: { pagination: { page: 0 } } });
  const second = await mock.ask("GET /servers?page=2&per_page=1");
  expect([second["servers"], second["meta"]]).toMatchObject([{ length: 1 }, { pagination: { page: 2, per_page: 1 } }]);
});

test("what counts or names is a whole number, where a document calls each number no more than a number", async () => {
  const plain = { type: "number" };
  const stock = { ...plain, example: 40 };
  const share = { type: "number", minimum: 0, maximum: 1 };
  const parts = object({ id: plain, size: plain }, "id", "size");
  const box = object({ id: text, quantity: plain, year: plain, stock, price: plain, share, parts }, "id");
  await using mock = await serve({
    "/boxes": { get: { responses: answers("200", list(box)) } },
    "/boxes/{id}": { ...at("id"), get: { responses: answers("200", box) } },
  });
  const { list: boxes } = await mock.ask("GET /boxes");
  const all = boxes as unknown as Record<string, number>[];
  const whole = (name: string): boolean => all.every((one) => Number.isInteger(one[name] ?? 0));
  expect(["quantity", "year", "stock", "price", "share"].map(whole)).toEqual([true, true, true, false, false]);
  const numbers = all.flatMap((one) => Object.values((one["parts"] ?? {}) as object)) as number[];
  expect([numbers.length > 1, numbers.filter((one) => !Number.isInteger(one))]).toEqual([true, []]);
});

test("a country is a code where the example is one, and a phrase keeps its numbers", async () => {
  const system = { type: "string", example: "Acorn 20.04 Standard 64 bit" };
  const host = object({ id: text, country: { type: "string", example: "DE" }, system }, "id", "country", "system");
  await using mock = await serve({
    "/hosts": { get: { responses: answers("200", list(host)) } },
    "/hosts/{id}": { ...at("id"), get: { responses: answers("200", host) } },
  });
  const { list: hosts } = await mock.ask("GET /hosts");
  const all = hosts as unknown as Record<string, string>[];
  expect(all.map(({ country }) => country).filter((one) => !/^[A-Z]{2}$/.test(one ?? ""))).toEqual([]);
  expect(all.filter((one) => /\d/.test(one["system"] ?? "")).map((one) => one["system"])).toEqual(
    all.flatMap((one) => (/\d/.test(one["system"] ?? "") ? [system.example] : [])),
  );
});

test("what a client sends as `self` comes back as it was", async () => {
  const note = object({ id: text, self: text }, "id", "self");
  await using mock = await serve({
    "/notes": {
      get: { responses: answers("200", list(note)) },
      post: { requestBody: body(object({ self: text }, "self")), responses: answers("201", note) },
    },
    "/notes/{id}": { ...at("id"), get: { responses: answers("200", note) } },
  });
  const made = await mock.ask("POST /notes", { self: "me and myself" });
  expect(made).toMatchObject({ self: "me and myself" });
  expect(await mock.ask(`GET /notes/${textOf(made["id"])}`)).toMatchObject({ self: "me and myself" });
});

test("a thing that is sent by its name is shown as the thing of that name, or at least under it", async () => {
  const kind = object({ id: number, name: text, cores: number }, "id", "name", "cores");
  const server = object({ id: number, name: text, server_kind: kind }, "id", "name", "server_kind");
  const small = { id: 4, name: "small", cores: 2 };
  const seeds = { named: { server_kinds: { kind: "items", items: [small] } } } as const;
  const document = {
    openapi: "3.1.0",
    info: { title: "Hosting", version: "1" },
    paths: {
      "/server_kinds": { get: { responses: answers("200", list(kind)) } },
      "/server_kinds/{id}": { ...at("id"), get: { responses: answers("200", kind) } },
      "/servers": {
        get: { responses: answers("200", list(server)) },
        post: { requestBody: body(object({ name: text, server_kind: text })), responses: answers("201", server) },
      },
      "/servers/{id}": { ...at("id"), get: { responses: answers("200", server) } },
    },
  };
  const mock = await startMock(document, { seeds });
  const made = async (sent: string) =>
    (await mock.send("POST", "/servers", { body: JSON.stringify({ name: "web", server_kind: sent }) })).value;
  expect(await made("small")).toMatchObject({ server_kind: small });
  expect(await made("unknown")).toMatchObject({ server_kind: { name: "unknown" } });
  await mock.close();
});

test.each(["project-1", "jMXUw-BE_9vd", "INV-2024-042"])(
  "there are identifiers like %s for all that is created",
  async (example) => {
    const thing = object({ id: { type: "string", example }, name: text }, "id");
    await using mock = await serve({
      "/things": {
        get: { responses: answers("200", list(thing)) },
        post: { requestBody: body(object({ name: text })), responses: answers("201", thing) },
      },
      "/things/{id}": { ...at("id"), get: { responses: answers("200", thing) } },
    });
    const made = new Set<string>();
    for (let count = 0; count < 120; count++) made.add(textOf((await mock.ask("POST /things", { name: "new" }))["id"]));
    expect([made.size, [...made].filter((one) => one.length < example.length)]).toEqual([120, []]);
  },
);

test("what was only generated gives way to what a client calls by the same name", async () => {
  const shelf = object({ name: text, size: number, books: number }, "name");
  await using mock = await serve({
    "/shelves": {
      get: { responses: answers("200", list(shelf)) },
      post: { requestBody: body(object({ name: text, size: number }, "name")), responses: answers("201", shelf) },
    },
    "/shelves/{name}": { ...at("name"), get: { responses: answers("200", shelf) } },
  });
  const { list: made } = await mock.ask("GET /shelves");
  const [{ name } = {}] = made as unknown as JsonObject[];
  const sent = { name: textOf(name), size: 7 };
  expect(await mock.ask("POST /shelves", sent)).toMatchObject({ status: 201, ...sent });
  expect(await mock.ask(`GET /shelves/${textOf(name)}`)).toMatchObject(sent);
  expect(await mock.ask("POST /shelves", sent)).toMatchObject({ status: 409 });
});

test("lines that a client sends are those of the new thing, in an envelope too", async () => {
  const line = object({ id: { ...text, readOnly: true }, price: text, quantity: number }, "id", "price");
  const Line = { $ref: "#/components/schemas/Line" };
  const whole = object({ id: text, items: object({ data: list(Line) }, "data") }, "id", "items");
  const sent = object({ items: list(object({ price: text, quantity: number })) }, "items");
  await using mock = await serve(
    { ...crud("items", Line, object({ price: text })), ...crud("subscriptions", whole, sent) },
    { Line: line },
  );
  const made = await mock.ask("POST /subscriptions", { items: [{ price: "gold", quantity: 2 }] });
  expect(made["items"]).toMatchObject({ data: [{ price: "gold", quantity: 2 }] });
});

test("a new thing has no other things yet that only the service makes", async () => {
  const plan = object({ id: text, name: text, since: number }, "id", "name");
  const kept = { readOnly: true, ...object({ data: list(plan), more: { type: "boolean" } }, "data", "more") };
  const customer = object(
    { id: text, name: text, plans: kept, rights: { ...list(text), readOnly: true } },
    "id",
    "plans",
    "rights",
  );
  await using mock = await serve({
    "/customers": {
      get: { responses: answers("200", list(customer)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", customer) },
    },
    "/customers/{id}": { ...at("id"), get: { responses: answers("200", customer) } },
  });
  const made = await mock.ask("POST /customers", { name: "Ada" });
  expect(made).toMatchObject({ name: "Ada", plans: { data: [] } });
  expect(made["rights"]).not.toEqual([]);
  const { id, status: _, list: __, ...shown } = made;
  expect(await mock.ask(`GET /customers/${textOf(id)}`)).toMatchObject(shown);
});
