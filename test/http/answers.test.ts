// What a client gets back: what it sent at any depth, and with it everything that only the service decides.
import { describe, expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { startMock } from "./support.ts";

const text: JsonObject = { type: "string" };
const whole: JsonObject = { type: "integer" };
const moment: JsonObject = { type: "string", format: "date-time" };
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const json = (schema: JsonObject): JsonObject => ({ content: { "application/json": { schema } } });
const ok = (schema: JsonObject): JsonObject => ({ description: "ok", ...json(schema) });
const object = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: "object",
  required,
  properties,
});
const id = { name: "id", in: "path", required: true, schema: text };

/** A collection whose items have a schema, and whose creation takes another one. */
function collection(item: JsonObject, input: JsonObject, row = item): JsonObject {
  return {
    get: { responses: { "200": ok({ type: "array", items: row }) } },
    post: { requestBody: { required: true, ...json(input) }, responses: { "201": ok(item) } },
  };
}

function one(item: JsonObject, input: JsonObject): JsonObject {
  const changed = { requestBody: { required: true, ...json(input) }, responses: { "200": ok(item) } };
  return { parameters: [id], get: { responses: { "200": ok(item) } }, put: changed, patch: changed };
}

const document = (paths: JsonObject, schemas: JsonObject, more: JsonObject = {}): JsonObject => ({
  openapi: "3.1.0",
  info: { title: "Answers", version: "1" },
  paths,
  components: { schemas, ...more },
});

async function serve(paths: JsonObject, schemas: JsonObject, more?: JsonObject) {
  const mock = await startMock(document(paths, schemas, more), { today: "2026-06-01" });
  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- the caller knows what is answered
  const call = async <Value = Record<string, unknown>>(method: string, path: string, body?: JsonObject) => {
    const got = await mock.send(method, path, body === undefined ? {} : { body: JSON.stringify(body) });
    return { status: got.status, value: got.value as Value };
  };
  return { call, [Symbol.asyncDispose]: () => mock.close() };
}

describe("what was sent comes back", () => {
  test("in nested lists, with the identifiers that only the service gives", async () => {
    const line = object({ id: { ...whole, readOnly: true }, sku: text, quantity: whole }, "id", "sku", "quantity");
    const order = object({ id: { ...text, readOnly: true }, lines: { type: "array", items: line } }, "id", "lines");
    await using mock = await serve(
      { "/orders": collection(ref("Order"), ref("Order")), "/orders/{id}": one(ref("Order"), ref("Order")) },
      { Order: order },
    );
    const lines = [
      { sku: "A-1", quantity: 3 },
      { sku: "B-2", quantity: 1 },
    ];
    const { value } = await mock.call("POST", "/orders", { lines });
    expect(value["lines"]).toMatchObject(lines);
    const made = value["lines"] as readonly { id: unknown }[];
    expect(new Set(made.map((entry) => typeof entry.id))).toEqual(new Set(["number"]));
    // The same element keeps its identifier.
    const { value: next } = await mock.call("PUT", `/orders/${String(value["id"])}`, {
      lines: [{ sku: "A-1", quantity: 9 }],
    });
    expect(next["lines"]).toEqual([{ id: made[0]?.id, sku: "A-1", quantity: 9 }]);
  });

  test("as the alternative that it is, which a replacement may change", async () => {
    const click = object({ id: text, kind: { const: "click" }, x: whole }, "kind", "x");
    const view = object({ id: text, kind: { const: "view" }, page: text }, "kind", "page");
    const event = { oneOf: [ref("Click"), ref("View")] };
    await using mock = await serve(
      { "/events": collection(event, event), "/events/{id}": one(event, event) },
      { Click: click, View: view },
    );
    const { value } = await mock.call("POST", "/events", { kind: "view", page: "/start" });
    expect(value).toMatchObject({ kind: "view", page: "/start" });
    const path = `/events/${String(value["id"])}`;
    expect((await mock.call("PUT", path, { kind: "click", x: 4 })).value).toEqual({
      id: value["id"],
      kind: "click",
      x: 4,
    });
    expect((await mock.call("GET", path)).value).toEqual({ id: value["id"], kind: "click", x: 4 });
    const kinds = (await mock.call<{ kind: string }[]>("GET", "/events")).value.map(({ kind }) => kind);
    expect(new Set(kinds)).toEqual(new Set(["click", "view"]));
  });

  test("whatever it is, where the document says only that it is an object", async () => {
    const free = { type: "object" };
    await using mock = await serve({ "/notes": collection(free, free), "/notes/{id}": one(free, free) }, {});
    await mock.call("POST", "/notes", { id: "n1", deep: { list: [1, { a: null }] } });
    const { value } = await mock.call("PATCH", "/notes/n1", { more: true });
    expect(value).toEqual({ id: "n1", deep: { list: [1, { a: null }] }, more: true });
  });

  test("in an envelope, even if the item has a list with a name that lists have", async () => {
    const project = object({
      gid: { ...text, readOnly: true },
      name: text,
      members: { type: "array", items: object({ gid: text }) },
    });
    const data = object({ data: ref("Project") });
    await using mock = await serve({ "/projects": collection(data, data, ref("Project")) }, { Project: project });
    const { value } = await mock.call("POST", "/projects", { data: { name: "Move", members: [{ gid: "7" }] } });
    expect(value["data"]).toEqual({ gid: expect.any(String), name: "Move", members: [{ gid: "7" }] });
  });
});

test("what only the service decides is there: dates of now, the first state, keys of its own", async () => {
  const task = object({
    id: { ...text, example: "tsk_8fK2aa" },
    title: text,
    note: text,
    status: { ...text, enum: ["archived", "open", "done"] },
    createdAt: moment,
    updatedAt: moment,
    closedAt: { type: ["string", "null"], format: "date-time" },
    archived: { type: "boolean" },
  });
  await using mock = await serve(
    {
      "/tasks": collection(ref("Task"), object({ title: text, note: text }, "title")),
      "/tasks/{id}": one(ref("Task"), object({ note: text })),
    },
    { Task: task },
  );
  const { value } = await mock.call("POST", "/tasks", { title: "Paint" });
  expect(value).toMatchObject({
    id: expect.stringMatching(/^tsk_\w{6}$/),
    title: "Paint",
    status: "open",
    archived: false,
  });
  expect(Object.keys(value)).not.toContain("note");
  expect(value["closedAt"] ?? null).toBeNull();
  expect([value["createdAt"], value["updatedAt"]]).toEqual(Array(2).fill("2026-06-01T00:00:00.000Z"));
  const { value: next } = await mock.call("PATCH", `/tasks/${String(value["id"])}`, { note: "red" });
  expect(next).toMatchObject({ note: "red", createdAt: value["createdAt"] });
  expect(String(next["updatedAt"]) >= String(value["updatedAt"])).toBe(true);
});

test("references name items that exist, and a row and its item say the same", async () => {
  const money = object({ amount: whole, currency: { enum: ["EUR", "USD"] } }, "amount", "currency");
  const line = object({ name: text, quantity: whole, unitPrice: ref("Money") }, "name", "quantity", "unitPrice");
  const order = object(
    { id: text, customerId: text, lines: { type: "array", items: line }, total: ref("Money") },
    "id",
    "customerId",
    "lines",
    "total",
  );
  const row = object(
    { id: text, customerId: text, customerName: text, lineCount: whole, total: ref("Money") },
    "id",
    "customerId",
    "customerName",
    "lineCount",
    "total",
  );
  const input = object(
    { customerId: text, lines: { type: "array", items: object({ quantity: whole }, "quantity") } },
    "customerId",
  );
  const customer = object({ id: text, name: text }, "id", "name");
  await using mock = await serve(
    {
      "/customers": collection(ref("Customer"), object({ name: text })),
      "/customers/{id}": one(ref("Customer"), object({ name: text })),
      "/orders": collection(ref("Order"), input, ref("Row")),
      "/orders/{id}": one(ref("Order"), input),
    },
    { Money: money, Order: order, Row: row, Customer: customer },
  );
  interface Shown {
    readonly id: string;
    readonly customerId: string;
    readonly customerName: string;
    readonly lineCount: number;
    readonly total: { readonly amount: number };
    readonly lines: readonly { readonly quantity: number; readonly unitPrice: { readonly amount: number } }[];
  }
  const [first] = (await mock.call<{ id: string; name: string }[]>("GET", "/customers")).value;
  await mock.call("PUT", `/customers/${first?.id ?? ""}`, { name: "Renamed" });
  await mock.call("POST", "/orders", { customerId: first?.id ?? "", lines: [{ quantity: 2 }, { quantity: 5 }] });
  for (const shown of (await mock.call<Shown[]>("GET", "/orders")).value) {
    // oxlint-disable-next-line no-await-in-loop
    const [found, whose] = await Promise.all([
      mock.call<Shown>("GET", `/orders/${shown.id}`),
      mock.call<{ name: string }>("GET", `/customers/${shown.customerId}`),
    ]);
    const { lines, total, customerId } = found.value;
    const sum = lines.reduce((all, { quantity, unitPrice }) => all + quantity * unitPrice.amount, 0);
    expect([whose.status, customerId]).toEqual([200, shown.customerId]);
    expect(shown).toMatchObject({ customerName: whose.value.name, lineCount: lines.length, total: { amount: sum } });
    expect(total).toEqual(shown.total);
  }
});

describe("errors that an app can show", () => {
  const input = object({ name: text, size: { ...whole, minimum: 1 } }, "name");
  const refused = async (error: JsonObject): Promise<unknown> => {
    const post = {
      requestBody: { required: true, ...json(input) },
      responses: { "201": ok(object({ id: text })), "422": ok(error) },
    };
    await using mock = await serve({ "/things": { post } }, {});
    return (await mock.call("POST", "/things", { size: 0 })).value;
  };
  const entries = (properties: JsonObject, list = "errors"): JsonObject =>
    object({ [list]: { type: "array", minItems: 1, items: object(properties, ...Object.keys(properties)) } }, list);

  test.each([
    [
      "field and message",
      entries({ field: text, message: text }),
      {
        errors: [
          { field: "name", message: "is required" },
          { field: "size", message: "must be 1 or more" },
        ],
      },
    ],
    [
      "pointers",
      entries({ detail: text, source: object({ pointer: text }) }),
      { errors: [{ detail: "is required", source: { pointer: "/name" } }, { source: { pointer: "/size" } }] },
    ],
    [
      "places as lists",
      entries({ loc: { type: "array", items: text }, msg: text, type: text }, "detail"),
      { detail: [{ loc: ["body", "name"], msg: "is required", type: "required" }, { type: "minimum" }] },
    ],
    [
      "a list for each field",
      object({ errors: { type: "object", additionalProperties: { type: "array", items: text } } }, "errors"),
      { errors: { name: ["is required"], size: ["must be 1 or more"] } },
    ],
  ])("each fault is in its own entry: %s", async (_, error, expected) => {
    expect(await refused(error)).toMatchObject(expected);
  });

  test("the one text of an error is the sentence, and a listed type is the one that fits", async () => {
    expect(await refused(object({ error: text }))).toEqual({ error: expect.stringContaining("name") });
    const type = { enum: ["api_error", "card_error", "invalid_request_error"] };
    const value = await refused(object({ error: object({ message: text, type }, "type") }, "error"));
    expect(value).toMatchObject({ error: { type: "invalid_request_error", message: expect.stringContaining("name") } });
  });
});

test("what a login issues is accepted until it expires, and not after a logout", async () => {
  const open = { security: [] };
  const login = {
    ...open,
    requestBody: json(object({ email: text })),
    responses: { "200": ok(object({ token: text, expiresIn: { ...whole, examples: [60] } }, "token", "expiresIn")) },
  };
  const mock = await startMock({
    ...document(
      {
        "/login": { post: login },
        "/logout": { post: { responses: { "204": { description: "done" } } } },
        "/me": { get: { responses: { "200": ok(object({ name: text }, "name")) } } },
      },
      {},
      { securitySchemes: { user: { type: "http", scheme: "bearer", bearerFormat: "JWT" } } },
    ),
    security: [{ user: [] }],
  });
  try {
    const issue = async (): Promise<string> => {
      const got = await mock.send("POST", "/login", { key: null, body: '{"email":"ada@example.com"}' });
      return (got.value as { token: string }).token;
    };
    const status = async (key: string, path = "/me", method = "GET"): Promise<number> =>
      (await mock.send(method, path, { key })).status;
    const token = await issue();
    const claims = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as {
      exp: number;
      iat: number;
    };
    expect(claims).toMatchObject({ sub: "ada@example.com", iss: "Answers" });
    expect(claims.exp - claims.iat).toBe(60);
    expect([await status(token), await status("made-up")]).toEqual([200, 401]);
    for (const world of mock.worlds) world.shared.clock.advance(61_000);
    expect(await status(token)).toBe(401);
    const next = await issue();
    expect([next === token, await status(next), await status(next, "/logout", "POST"), await status(next)]).toEqual([
      false,
      200,
      204,
      401,
    ]);
  } finally {
    await mock.close();
  }
});

test("an uploaded file is shown with the name, the type and the size that it had", async () => {
  const stored = object(
    { id: text, filename: text, contentType: text, size: whole, label: text, uploadedAt: moment },
    ...["id", "filename", "contentType", "size", "uploadedAt"],
  );
  const form = object({ file: { type: "string", format: "binary" }, label: text }, "file");
  const content = { "multipart/form-data": { schema: form } };
  const get = { responses: { "200": ok({ type: "array", items: ref("File") }) } };
  const post = { requestBody: { required: true, content }, responses: { "201": ok(ref("File")) } };
  const mock = await startMock(document({ "/files": { get, post } }, { File: stored }));
  try {
    const part = (head: string, value: string): string =>
      `--b\r\nContent-Disposition: form-data; ${head}\r\n\r\n${value}\r\n`;
    const file = 'name="file"; filename="C:\\scans\\invoice.pdf"\r\nContent-Type: application/pdf';
    const body = `${part('name="label"', "May")}${part(file, "%PDF-1.7 é")}--b--\r\n`;
    const { status, value } = await mock.send("POST", "/files", {
      body,
      headers: { "Content-Type": "multipart/form-data; boundary=b" },
    });
    expect(status).toBe(201);
    const shown = { filename: "invoice.pdf", contentType: "application/pdf", size: 11, label: "May" };
    expect(value).toMatchObject(shown);
    expect((await mock.send("GET", "/files?limit=100")).value).toContainEqual(value);
  } finally {
    await mock.close();
  }
});

test("a single thing in an envelope keeps what was sent", async () => {
  const user = object({ name: text, bio: { ...text, examples: ["Handle with care."] } }, "name");
  const envelope = object({ user: ref("User") }, "user");
  const change = { requestBody: { required: true, ...json(object({ user: object({ bio: text }) }, "user")) } };
  const answered = { responses: { "200": ok(envelope) } };
  const paths = { "/user": { get: answered, put: { ...change, ...answered } } };
  const mock = await startMock(document(paths, { User: user }));
  try {
    const put = await mock.send("PUT", "/user", { body: '{"user":{"bio":"I like to skate"}}' });
    expect(put.value).toMatchObject({ user: { bio: "I like to skate" } });
    expect((await mock.send("GET", "/user")).value).toEqual(put.value);
  } finally {
    await mock.close();
  }
});

test("an item that may also be a deleted one is created as what was sent", async () => {
  const customer = object(
    { id: text, email: text, livemode: { type: "boolean" }, created: whole },
    "id",
    "livemode",
    "created",
  );
  const deleted = object({ id: text, deleted: { type: "boolean", enum: [true] } }, "id", "deleted");
  const either = { anyOf: [ref("Customer"), ref("Deleted")] };
  const paths = {
    "/customers": collection(ref("Customer"), object({ email: text })),
    "/customers/{id}": { parameters: [id], get: { responses: { "200": ok(either) } } },
  };
  const { call, ...mock } = await serve(paths, { Customer: customer, Deleted: deleted });
  try {
    const made = await call("POST", "/customers", { email: "jenny@example.com" });
    expect(made.value).toMatchObject({ email: "jenny@example.com" });
    expect((await call("GET", `/customers/${String(made.value["id"])}`)).value).toMatchObject({
      email: "jenny@example.com",
    });
  } finally {
    await mock[Symbol.asyncDispose]();
  }
});
