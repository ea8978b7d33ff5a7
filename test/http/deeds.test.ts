// What actions do, as their names say.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { answers, at, body, collection, list, number, object, text, textOf } from "./parts.ts";
import { type Mock, startMock } from "./support.ts";

const moment = { type: ["string", "null"], format: "date-time" };
const date = { type: "string", format: "date" };
const person = object({ id: number, name: text }, "id", "name");
const ticket = object(
  {
    id: number,
    title: text,
    state: { type: "string", enum: ["open", "in_progress", "done"] },
    assignee: { anyOf: [person, { type: "null" }] },
    closed_at: moment,
    resolution: text,
    starts_at: moment,
  },
  ..."id title state assignee closed_at".split(" "),
);
const loan = object({ id: number, loaned_at: moment, due_date: date, renewals: number }, "id", "due_date", "renewals");
const act = (name: string, thing: JsonObject, sent: JsonObject): JsonObject => ({
  [`/${name}`]: {
    ...at("id"),
    post: { requestBody: { ...body(sent), required: false }, responses: answers("200", thing) },
  },
});

let mock: Mock;
const ask = async (what: string, sent: JsonObject = {}): Promise<JsonValue> => {
  const [method = "", path = ""] = what.split(" ");
  const json = method === "GET" ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(sent) };
  return (await mock.send(method, path, json)).value ?? null;
};

beforeAll(async () => {
  const of = (name: string, thing: JsonObject, sent: JsonObject): JsonObject => ({
    [`/${name}`]: {
      get: { responses: answers("200", list(thing)) },
      post: { requestBody: body(sent), responses: answers("201", thing) },
    },
    [`/${name}/{id}`]: { ...at("id"), get: { responses: answers("200", thing) } },
  });
  const paths = {
    "/users": { get: { responses: answers("200", list(person)) } },
    ...of("tickets", ticket, object({ title: text })),
    ...act("tickets/{id}/close", ticket, object({ resolution: text, comment: text })),
    ...act("tickets/{id}/assign", ticket, object({ user_id: number })),
    ...act("tickets/{id}/reschedule", ticket, object({ starts_at: text })),
    ...of("loans", loan, object({ member: text })),
    ...act("loans/{id}/renew", loan, object({})),
  };
  mock = await startMock({ openapi: "3.1.0", info: { title: "Deeds", version: "1" }, paths }, { today: "2026-06-01" });
});
afterAll(() => mock.close());

test("what is closed has the state that means it and the time and what was said", async () => {
  await ask("POST /tickets", { title: "A" });
  expect(await ask("POST /tickets/13/close", { resolution: "fixed" })).toMatchObject({
    state: "done",
    closed_at: "2026-06-01T00:00:00.000Z",
    resolution: "fixed",
    title: "A",
  });
});

test("what is assigned to a user has that user", async () => {
  await ask("POST /tickets", { title: "B" });
  const [, second] = (await ask("GET /users")) as readonly JsonValue[];
  expect(await ask("POST /tickets/14/assign", { user_id: 2 })).toMatchObject({ assignee: second });
  expect(await ask("GET /tickets/14")).toMatchObject({ assignee: second });
});

test("what is rescheduled has its new time", async () => {
  const time = "2026-07-01T10:00:00Z";
  expect(await ask("POST /tickets/1/reschedule", { starts_at: time })).toMatchObject({ starts_at: time });
});

test("what is renewed is due later, and counted", async () => {
  expect(await ask("POST /loans", { member: "A" })).toMatchObject({ due_date: "2026-07-01", renewals: 0 });
  expect(await ask("POST /loans/13/renew")).toMatchObject({ due_date: "2026-07-31", renewals: 1 });
  expect(await ask("POST /loans/13/renew")).toMatchObject({ renewals: 2 });
});

test("an action that answers with a thing of another kind makes it, about the thing it is done to", async () => {
  const ref = (name: string): JsonObject => ({ $ref: `#/components/schemas/${name}` });
  const state = { type: "string", enum: ["draft", "sent", "accepted"] };
  const lines = list(object({ text, amount: number }, "text", "amount"));
  const quote = object({ id: number, customer: text, lines, state, created_at: moment }, "id", "customer", "lines");
  const invoice = object({ id: number, quote_id: number, customer: text, lines, due_date: date }, "id", "quote_id");
  await using own = await serve({
    paths: {
      "/quotes": {
        post: { requestBody: body(object({ customer: text, lines })), responses: answers("201", ref("Quote")) },
      },
      "/quotes/{id}": { ...at("id"), get: { responses: answers("200", ref("Quote")) } },
      "/quotes/{id}/accept": {
        ...at("id"),
        post: { requestBody: body(object({ due_date: date })), responses: answers("201", ref("Invoice")) },
      },
      "/invoices": { get: { responses: answers("200", list(ref("Invoice"))) } },
      "/invoices/{id}": { ...at("id"), get: { responses: answers("200", ref("Invoice")) } },
    },
    components: { schemas: { Quote: quote, Invoice: invoice } },
  });
  const said = { customer: "Ada", lines: [{ text: "A roof", amount: 900 }] };
  const { id } = await own.ask("POST /quotes", said);
  const made = await own.ask(`POST /quotes/${textOf(id)}/accept`, { due_date: "2026-07-01" });
  expect(made).toMatchObject({ ...said, quote_id: id, due_date: "2026-07-01" });
  expect(await own.ask(`GET /invoices/${textOf(made["id"])}`)).toEqual(made);
  expect(Object.values(await own.ask("GET /invoices"))).toContainEqual(made);
  expect(await own.ask(`GET /quotes/${textOf(id)}`)).toMatchObject({ state: "accepted" });
});

test("an action in a wrong state is refused where the document has a 409: by what that says, or where it changes nothing", async () => {
  const order = object(
    {
      id: number,
      state: { type: "string", enum: ["pending", "paid", "in_transit", "refunded", "cancelled"] },
      pinned: { type: "boolean" },
    },
    ...["id", "state", "pinned"],
  );
  const may = (name: string, said: string): JsonObject => ({
    [`/orders/{id}/${name}`]: {
      ...at("id"),
      post: { responses: { ...answers("200", order), "409": { description: said } } },
    },
  });
  await using own = await serve({
    paths: {
      ...collection("orders", order),
      ...may("pay", "Conflict"),
      ...may("cancel", "The order is in transit already, or was refunded."),
      ...may("refund", "Only orders that are paid can be refunded."),
      ...may("pin", "Pinned before"),
    },
  });
  const tried = async (...names: string[]): Promise<(JsonValue | undefined)[]> => {
    const { id } = await own.ask("POST /orders", {});
    const states: (JsonValue | undefined)[] = [];
    for (const name of names) states.push((await own.ask(`POST /orders/${textOf(id)}/${name}`))?.["state"]);
    return states;
  };
  expect(await tried("pay", "pay", "refund", "refund")).toEqual(["paid", undefined, "refunded", undefined]);
  expect(await tried("refund", "cancel", "cancel", "pay")).toEqual([undefined, "cancelled", undefined, undefined]);
  expect(await tried("pay", "cancel")).toEqual(["paid", "cancelled"]);
  expect(await tried("pay", "refund", "cancel")).toEqual(["paid", "refunded", undefined]);
  expect(await tried("pin", "pin")).toEqual(["pending", undefined]);
});

async function serve(parts: JsonObject) {
  const own = await startMock({ openapi: "3.1.0", info: { title: "Own", version: "1" }, ...parts });
  const askOwn = async (what: string, sent?: JsonObject): Promise<JsonObject> => {
    const [method = "", path = ""] = what.split(" ");
    return (await own.send(method, path, sent && { body: JSON.stringify(sent) })).value as JsonObject;
  };
  return { ask: askOwn, [Symbol.asyncDispose]: () => own.close() };
}
