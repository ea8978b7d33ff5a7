// What a front-end developer sees while clicking through the documents of a back office: sums, names, ends and lists.
import { expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, query, text } from "./parts.ts";
import { serve, textOf } from "./kinds.ts";

const shown = (value: JsonValue | undefined): readonly JsonObject[] => value as readonly JsonObject[];
const of = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
const share = { type: "number" };
const crud = (name: string, item: JsonObject, sent: JsonObject): JsonObject => ({
  [`/${name}`]: {
    get: { responses: answers("200", list(item)) },
    post: { requestBody: body(sent), responses: answers("201", item) },
  },
  [`/${name}/{id}`]: { ...at("id"), get: { responses: answers("200", item) } },
});

const sentLine = object(
  { description: text, quantity: share, unitPrice: share, taxRate: share },
  "quantity",
  "unitPrice",
);
const line = object({ ...(sentLine["properties"] as JsonObject), id: number, lineTotal: share }, "id", "lineTotal");
const numbers = { subtotal: share, taxTotal: share, total: share, amountPaid: share, balanceDue: share };
const bill = object({ id: number, lines: list(line), ...numbers }, "id", ...Object.keys(numbers));

test("what is added to a list of a bill is in it, and lines, taxes, totals and what is due add up", async () => {
  await using mock = await serve(
    {
      ...crud("bills", of("Bill"), object({ lines: list(sentLine) })),
      "/bills/{id}/lines": {
        ...at("id"),
        post: { requestBody: body(sentLine), responses: answers("201", of("Bill")) },
      },
    },
    { Bill: bill },
  );
  const first = { description: "Oars", quantity: 3, unitPrice: 20, taxRate: 0.2 };
  const { id } = await mock.ask("POST /bills", { lines: [first] });
  const path = `/bills/${textOf(id)}`;
  expect(await mock.ask(`GET ${path}`)).toMatchObject({
    lines: [{ ...first, lineTotal: 60 }],
    subtotal: 60,
    taxTotal: 12,
    total: 72,
    amountPaid: 0,
    balanceDue: 72,
  });
  const more = { description: "Bulb", quantity: 2, unitPrice: 5, taxRate: 10 };
  await mock.ask(`POST ${path}/lines`, more);
  expect(await mock.ask(`GET ${path}`)).toMatchObject({
    lines: [first, { ...more, lineTotal: 10 }],
    subtotal: 70,
    taxTotal: 13,
    total: 83,
    balanceDue: 83,
  });
});

test("a tag that is added to a ticket is one of its tags until it is removed", async () => {
  const ticket = object({ id: number, subject: text, tags: list(text) }, "id", "tags");
  await using mock = await serve(
    {
      ...crud("tickets", of("Ticket"), object({ subject: text, tags: list(text) })),
      "/tickets/{id}/tags": {
        ...at("id"),
        post: { requestBody: body(object({ tag: text }, "tag")), responses: answers("200", of("Ticket")) },
      },
      "/tickets/{id}/tags/{tag}": { ...at("id", "tag"), delete: { responses: answers("204") } },
    },
    { Ticket: ticket },
  );
  const { id } = await mock.ask("POST /tickets", { subject: "Help", tags: ["sea"] });
  const path = `/tickets/${textOf(id)}`;
  expect(await mock.ask(`POST ${path}/tags`, { tag: "vip" })).toMatchObject({
    id,
    subject: "Help",
    tags: ["sea", "vip"],
  });
  await mock.ask(`DELETE ${path}/tags/sea`);
  expect(await mock.ask(`GET ${path}`)).toMatchObject({ subject: "Help", tags: ["vip"] });
});

test("a copy is called as the thing is, and there is none without the thing", async () => {
  const client = object({ id: number, companyName: text }, "id", "companyName");
  const job = object({ id: number, clientId: number, clientName: text }, "id");
  await using mock = await serve({
    ...crud("clients", client, object({ companyName: text })),
    ...crud("jobs", job, object({ clientId: number })),
  });
  const { id } = await mock.ask("POST /clients", { companyName: "Acme" });
  expect(await mock.ask("POST /jobs", { clientId: id ?? 0 })).toMatchObject({ clientName: "Acme" });
  expect(await mock.ask("POST /jobs", {})).not.toHaveProperty("clientName");
});

test("nobody is their own manager, and who is shown as manager is the one who is named", async () => {
  const short = { type: ["object", "null"], properties: { id: number, fullName: text } };
  const own = { managerId: { type: ["integer", "null"] }, fullName: text };
  const person = object({ id: number, ...own, manager: short }, "id", "fullName", "managerId", "manager");
  await using mock = await serve(crud("people", person, object(own)));
  const people = shown((await mock.ask("GET /people"))["list"]);
  const nameOf = new Map(people.map((one) => [one["id"], one["fullName"]]));
  for (const { id, managerId, manager } of people) {
    expect(managerId).not.toBe(id);
    expect(manager).toEqual(managerId === null ? null : { id: managerId, fullName: nameOf.get(managerId) });
  }
  const [boss] = people;
  const made = await mock.ask("POST /people", { fullName: "Eva", managerId: boss?.["id"] ?? 0 });
  expect(made["manager"]).toMatchObject({ id: boss?.["id"], fullName: boss?.["fullName"] });
});

test("what has been assigned to somebody says so in both of its properties", async () => {
  const agent = object({ id: number, name: text }, "id", "name");
  const none = { type: ["integer", "null"] };
  const whom = { oneOf: [agent, { type: "null" }] };
  const task = object({ id: number, title: text, assignee: whom, assignee_id: none }, "id", "assignee", "assignee_id");
  await using mock = await serve({
    ...crud("agents", agent, object({ name: text })),
    ...crud("tasks", task, object({ title: text })),
    "/tasks/{id}/assign": {
      ...at("id"),
      post: { requestBody: body(object({ agent_id: number }, "agent_id")), responses: answers("200", task) },
    },
  });
  const { id } = await mock.ask("POST /agents", { name: "Ada" });
  const made = await mock.ask("POST /tasks", { title: "Row" });
  expect(made).toMatchObject({ assignee: null, assignee_id: null });
  const given = await mock.ask(`POST /tasks/${textOf(made["id"])}/assign`, { agent_id: id ?? 0 });
  expect(given).toMatchObject({ assignee: { id, name: "Ada" }, assignee_id: id });
});

test("a new employee has not left, and who leaves does so now", async () => {
  const day = { type: ["string", "null"], format: "date" };
  const status = { type: "string", enum: ["ACTIVE", "TERMINATED"] };
  const person = object(
    { id: number, name: text, status, terminationDate: day, comment: text },
    "id",
    "terminationDate",
  );
  await using mock = await serve({
    ...crud("people", person, object({ name: text })),
    "/people/{id}/terminate": {
      ...at("id"),
      post: { requestBody: body(object({ comment: text })), responses: answers("200", person) },
    },
  });
  const made = await mock.ask("POST /people", { name: "Eva" });
  expect(made).toMatchObject({ status: "ACTIVE", terminationDate: null });
  expect(await mock.ask(`POST /people/${textOf(made["id"])}/terminate`, { comment: "moved" })).toMatchObject({
    status: "TERMINATED",
    terminationDate: "2026-06-01",
    comment: "moved",
  });
});

test("numbers and texts are what their names say", async () => {
  const salary = object({ amount: share, frequency: text }, "amount");
  const texts = { jobTitle: text, houseNumber: text, iban: text, costCenter: text };
  const slip = object(
    {
      id: number,
      ...texts,
      salary,
      grossAmount: share,
      discountPercent: share,
      cuts: list(object({ amount: share })),
      totalCuts: share,
    },
    ...["id", ...Object.keys(texts), "salary", "grossAmount", "discountPercent", "cuts", "totalCuts"],
  );
  await using mock = await serve({ "/slips": { get: { responses: answers("200", list(slip)) } } });
  for (const one of shown((await mock.ask("GET /slips"))["list"])) {
    expect(one["jobTitle"]).toMatch(/^[A-Z][a-z]+$/);
    expect(one["jobTitle"]).not.toMatch(/^Mr|^Ms|^Dr/);
    expect(one["houseNumber"]).toMatch(/^\d{1,3}$/);
    expect(one["iban"]).toMatch(/^[A-Z]{2}\d{20}$/);
    expect(one["costCenter"]).toMatch(/^\d{4}$/);
    expect(Math.min(Number(one["grossAmount"]), Number((one["salary"] as JsonObject)["amount"]))).toBeGreaterThan(
      2_000,
    );
    expect(one["discountPercent"]).toBeLessThan(100);
    const sum = shown(one["cuts"]).reduce((all, { amount }) => all + Number(amount), 0);
    expect(one["totalCuts"]).toBeCloseTo(sum, 2);
  }
});

test("pages that are counted as Spring does begin with 0", async () => {
  const page = object({
    content: list(object({ id: number }, "id")),
    totalElements: number,
    totalPages: number,
    number,
    first: { type: "boolean" },
  });
  await using mock = await serve({
    "/clubs": {
      get: {
        parameters: query({ name: "page", schema: number }, { name: "size", schema: number }),
        responses: answers("200", page),
      },
    },
  });
  const [all, first, next] = await Promise.all(
    ["", "&page=0", "&page=1"].map((more) => mock.ask(`GET /clubs?size=2${more}`)),
  );
  expect(all).toMatchObject({ number: 0, first: true });
  expect(first).toEqual(all);
  expect(next).toMatchObject({ number: 1, first: false });
});

test("who asks is the one of that identifier in the list of people", async () => {
  const person = object({ id: { ...text, example: "agt_9f2k" }, name: text, email: text }, "id", "name", "email");
  await using mock = await serve(
    {
      ...crud("people", of("Person"), object({ name: text })),
      "/me": { get: { responses: answers("200", of("Person")) } },
    },
    { Person: person },
  );
  const me = await mock.ask("GET /me");
  const { status: _, ...shownThere } = await mock.ask(`GET /people/${textOf(me["id"])}`);
  expect(me).toMatchObject(shownThere);
});
