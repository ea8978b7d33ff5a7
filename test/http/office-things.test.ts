// What people create and change in the screens of a back office, and see everywhere afterwards.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { serve, textOf } from "./kinds.ts";
import { answers, at, body, collection, list, number, object, query, text } from "./parts.ts";

const share = { type: "number" };
const moment = { type: "string", format: "date-time" };
const flag = { type: "boolean" };
const orNull = (schema: JsonObject): JsonObject => ({ ...schema, type: [schema["type"] ?? "string", "null"] });
const refused = {
  description: "No.",
  content: { "application/json": { schema: object({ message: text }, "message") } },
};
const rows = (value: JsonValue | undefined): readonly JsonObject[] => value as readonly JsonObject[];
const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const all = (properties: JsonObject): JsonObject => object(properties, ...Object.keys(properties));

test("things of several kinds start with the identifiers of what they share, and are told apart by their kind", async () => {
  const base = all({ id: { ...text, pattern: "^dev_[a-z0-9]{8}$" }, kind: text });
  const kind = (name: string, own: JsonObject): JsonObject => ({
    allOf: [ref("Base"), all({ kind: { const: name }, ...own })],
  });
  const device = { oneOf: [ref("Van"), ref("Sensor")], discriminator: { propertyName: "kind" } };
  const parameters = query({ name: "kind", schema: { enum: ["Van", "Sensor"] } });
  await using mock = await serve(
    {
      "/devices": { get: { parameters, responses: answers("200", list(device)) } },
      "/devices/{id}": { ...at("id"), get: { responses: answers("200", device) } },
    },
    { Base: base, Van: kind("Van", { plate: text }), Sensor: kind("Sensor", { unit: text }) },
  );
  const kinds = rows((await mock.ask("GET /devices"))["list"]).map((one) => one["kind"]);
  expect(new Set(kinds)).toEqual(new Set(["Van", "Sensor"]));
  const sensors = rows((await mock.ask("GET /devices?kind=Sensor"))["list"]);
  expect(sensors).toHaveLength(kinds.filter((one) => one === "Sensor").length);
});

test("who registers can log in by each name, and is among the people", async () => {
  const user = all({ id: number, username: text, displayName: text });
  const sent = all({ username: text, displayName: text, email: text, password: text });
  const session = all({ token: text, user });
  const paths = {
    "/auth/register": {
      post: { requestBody: body(sent), responses: { ...answers("201", session), "409": refused } },
    },
    "/auth/login": {
      post: { requestBody: body(all({ username: text, password: text })), responses: answers("200", session) },
    },
    "/users": { get: { security: [{ key: [] }], responses: answers("200", list(user)) } },
  };
  await using mock = await serve(paths, {}, { auth: false });
  const mira = { username: "mira_k", displayName: "Mira Kovac", email: "mira@x.example", password: "correct horse" };
  const made = (await mock.ask("POST /auth/register", mira))["user"];
  expect(made).toMatchObject({ username: "mira_k", displayName: "Mira Kovac" });
  expect((await mock.ask("POST /auth/login", { username: "mira_k", password: mira.password }))["user"]).toEqual(made);
  const people = rows((await mock.ask("GET /users"))["list"]);
  expect(people.filter(({ id }) => id === (made as JsonObject)["id"])).toEqual([made]);
  expect(await mock.ask("POST /auth/register", { ...mira, email: "other@x.example" })).toMatchObject({ status: 409 });
});

const line = { quantity: number, unit_price: share };
const sentLine = all({ ...line, vat_rate: share });
const shownLine = all({ ...line, vat_rate: share, net_amount: share, vat_amount: share, gross_amount: share });
const sums = { net_total: share, vat_total: share, total: share, amount_paid: share, amount_due: share };
const bill = all({
  ...{
    id: number,
    status: { enum: ["draft", "sent", "partially_paid", "paid"] },
    due_date: { ...text, format: "date" },
  },
  ...{ is_overdue: flag, lines: list(shownLine), ...sums },
});

test("lines with a rate add up to net, tax and gross, and payments to what is paid, due and the state", async () => {
  const payment = all({ id: number, amount: share });
  await using mock = await serve({
    ...collection("bills", bill, object({ lines: list(sentLine), due_date: text }, "lines")),
    "/bills/{id}/payments": {
      ...at("id"),
      get: { responses: answers("200", list(payment)) },
      post: { requestBody: body(all({ amount: share })), responses: answers("201", payment) },
    },
  });
  const lines = [
    { quantity: 10, unit_price: 80, vat_rate: 19 },
    { quantity: 2, unit_price: 12.5, vat_rate: 7 },
  ];
  const { id, ...made } = await mock.ask("POST /bills", { lines, due_date: "2026-05-20" });
  expect(made).toMatchObject({
    lines: [
      { net_amount: 800, vat_amount: 152, gross_amount: 952 },
      { net_amount: 25, vat_amount: 1.75, gross_amount: 26.75 },
    ],
    ...{ net_total: 825, vat_total: 153.75, total: 978.75, amount_paid: 0, amount_due: 978.75 },
  });
  const path = `/bills/${textOf(id)}`;
  expect(await mock.ask(`GET ${path}`)).toMatchObject({ status: "draft", is_overdue: false });
  await mock.ask(`POST ${path}/payments`, { amount: 100 });
  expect(await mock.ask(`GET ${path}`)).toMatchObject({
    amount_paid: 100,
    amount_due: 878.75,
    status: "partially_paid",
    is_overdue: true,
  });
  await mock.ask(`POST ${path}/payments`, { amount: 878.75 });
  expect(await mock.ask(`GET ${path}`)).toMatchObject({ amount_due: 0, status: "paid", is_overdue: false });
});

test("the row of an order has the total of the order, with what is added to its lines", async () => {
  const row = all({ id: number, total: share });
  const order = all({ id: number, lines: list(all(line)), subtotal: share, delivery_fee: share, total: share });
  const paths = collection("orders", order, all({ lines: list(all(line)) }));
  await using mock = await serve({
    ...paths,
    "/orders": { ...(paths["/orders"] as JsonObject), get: { responses: answers("200", list(row)) } },
  });
  for (const { id, total } of rows((await mock.ask("GET /orders"))["list"]))
    expect(await mock.ask(`GET /orders/${textOf(id)}`)).toMatchObject({ total });
});

test("a slug follows the title beside an example, and a second one of a name is refused where the document says so", async () => {
  const page = all({ id: number, title: text, slug: { ...text, example: "about-us" } });
  const paths = collection("pages", page, object({ title: text, slug: text }, "title"));
  const tag = all({ slug: text, name: text });
  const { post, ...rest } = paths["/pages"] as { post: JsonObject };
  await using mock = await serve({
    ...paths,
    "/pages": { ...rest, post: { ...post, responses: { ...answers("201", page), "409": refused } } },
    "/pages/{id}/duplicate": { ...at("id"), post: { responses: answers("201", page) } },
    "/tags": {
      get: { responses: answers("200", list(tag)) },
      post: { requestBody: body(all({ name: text })), responses: { ...answers("201", tag), "409": refused } },
    },
    "/tags/{slug}": { ...at("slug"), delete: { responses: { "204": { description: "Gone." } } } },
  });
  const made = await mock.ask("POST /pages", { title: "Summer Sale" });
  expect(made).toMatchObject({ status: 201, slug: "summer-sale" });
  expect(await mock.ask("POST /pages", { title: "Other", slug: "summer-sale" })).toMatchObject({ status: 409 });
  const copy = await mock.ask(`POST /pages/${textOf(made["id"])}/duplicate`);
  expect(textOf(copy["slug"])).toMatch(/^summer-sale-./);
  expect(await mock.ask("POST /tags", { name: "New Stuff" })).toMatchObject({ status: 201, slug: "new-stuff" });
  expect(await mock.ask("POST /tags", { name: "New Stuff" })).toMatchObject({ status: 409 });
});

test("what a client names by texts is shown as it is", async () => {
  const tag = all({ slug: text, name: text });
  const page = all({ id: number, title: text, tags: list(ref("Tag")) });
  await using mock = await serve(
    {
      ...collection("pages", page, object({ title: text, tags: list(text) }, "title")),
      "/tags": { get: { responses: answers("200", list(ref("Tag"))) } },
      "/tags/{slug}": { ...at("slug"), get: { responses: answers("200", ref("Tag")) } },
    },
    { Tag: tag },
  );
  const tags = rows((await mock.ask("GET /tags"))["list"]).slice(1, 3);
  const made = await mock.ask("POST /pages", { title: "Summer", tags: tags.map(({ slug }) => textOf(slug)) });
  expect(made["tags"]).toEqual(tags);
  expect(await mock.ask(`GET /pages/${textOf(made["id"])}`)).toMatchObject({ tags });
});

test("a cart shows its lines with their sum, and is emptied", async () => {
  const item = all({ id: number, name: text, unitPrice: share, quantity: number, lineTotal: share });
  const cart = all({ items: list(ref("Item")), itemCount: number, subtotal: share });
  await using mock = await serve(
    {
      "/cart": {
        get: { responses: answers("200", cart) },
        delete: { responses: { "204": { description: "Empty." } } },
      },
      "/cart/items": {
        post: {
          requestBody: body(all({ name: text, unitPrice: share, quantity: number })),
          responses: answers("201", ref("Item")),
        },
      },
      "/cart/items/{id}": { ...at("id"), delete: { responses: { "204": { description: "Gone." } } } },
    },
    { Item: item },
  );
  await mock.ask("DELETE /cart");
  expect(await mock.ask("GET /cart")).toMatchObject({ items: [], itemCount: 0, subtotal: 0 });
  const { id } = await mock.ask("POST /cart/items", { name: "Tea", unitPrice: 9.5, quantity: 2 });
  await mock.ask("POST /cart/items", { name: "Jam", unitPrice: 3, quantity: 1 });
  expect(await mock.ask("GET /cart")).toMatchObject({ items: [{ name: "Tea" }, { name: "Jam" }], subtotal: 22 });
  await mock.ask(`DELETE /cart/items/${textOf(id)}`);
  expect(await mock.ask("GET /cart")).toMatchObject({ items: [{ name: "Jam", lineTotal: 3 }], subtotal: 3 });
});

test("what is delivered cannot be cancelled, a draft is published, and an edit is marked", async () => {
  const state = { enum: ["placed", "delivered", "cancelled"] };
  const job = all({
    id: number,
    text,
    status: { enum: ["draft", "open", "closed"] },
    published_at: orNull(moment),
    edited: flag,
  });
  const act = (schema: JsonObject): JsonObject => ({
    ...at("id"),
    post: { responses: { ...answers("200", schema), "409": refused } },
  });
  const order = all({ id: number, status: state });
  const jobs = collection("jobs", job, all({ text }));
  await using mock = await serve({
    ...collection("orders", order),
    "/orders/{id}/deliver": act(order),
    "/orders/{id}/cancel": act(order),
    ...jobs,
    "/jobs/{id}": {
      ...(jobs["/jobs/{id}"] as JsonObject),
      patch: { requestBody: body(object({ text })), responses: answers("200", job) },
    },
    "/jobs/{id}/publish": act(job),
  });
  const { id } = await mock.ask("POST /orders", {});
  await mock.ask(`POST /orders/${textOf(id)}/deliver`);
  expect(await mock.ask(`POST /orders/${textOf(id)}/cancel`)).toMatchObject({ status: 409 });
  for (const one of rows((await mock.ask("GET /jobs"))["list"]))
    expect([one["status"] === "draft", one["status"]]).toEqual([one["published_at"] === null, one["status"]]);
  const made = await mock.ask("POST /jobs", { text: "Cook" });
  expect(made).toMatchObject({ published_at: null, edited: false });
  const path = `/jobs/${textOf(made["id"])}`;
  expect(await mock.ask(`POST ${path}/publish`)).toMatchObject({
    status: "open",
    published_at: expect.any(String) as string,
  });
  expect(await mock.ask(`PATCH ${path}`, { text: "Chef" })).toMatchObject({ text: "Chef", edited: true });
});

test("the members that a client names with a new room are in it", async () => {
  const member = all({ userId: number, role: { enum: ["owner", "member"], default: "member" } });
  const room = all({ id: number, name: text, memberCount: number });
  await using mock = await serve({
    ...collection("users", all({ id: number, name: text })),
    ...collection("rooms", room, object({ name: text, memberIds: list(number) }, "name")),
    "/rooms/{roomId}/members": {
      ...at("roomId"),
      get: { responses: answers("200", list(member)) },
      post: { requestBody: body(object({ userId: number, role: text }, "userId")), responses: answers("201", member) },
    },
    "/rooms/{roomId}/members/{userId}": {
      ...at("roomId", "userId"),
      delete: { responses: { "204": { description: "Gone." } } },
    },
  });
  const made = await mock.ask("POST /rooms", { name: "Launch", memberIds: [2, 3] });
  const members = rows((await mock.ask(`GET /rooms/${textOf(made["id"])}/members`))["list"]);
  expect(members).toMatchObject([{ userId: 2, role: "member" }, { userId: 3 }]);
  expect(await mock.ask(`GET /rooms/${textOf(made["id"])}`)).toMatchObject({ memberCount: 2 });
});

test("an address fits the name in the example, and what else is called after mail is left alone", async () => {
  const name = { ...text, example: "Ada Lovelace" };
  const person = all({ id: text, name, emailNote: { ...text, minLength: 3 }, email: { ...text, format: "email" } });
  await using mock = await serve(collection("people", person));
  const [ada] = rows((await mock.ask("GET /people"))["list"]);
  expect(ada).toMatchObject({ name: "Ada Lovelace", email: expect.stringMatching(/^ada[.]lovelace@/) as string });
  expect(ada?.["emailNote"]).not.toMatch(/lovelace/i);
});
