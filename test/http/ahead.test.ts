// Times around the clock of the mock: what is over is behind it, and what is to come lies ahead.
import { expect, test } from "vitest";
import { type JsonObject, type JsonValue, isObject } from "../../src/json/value.ts";
import { answers, at, body, list, number, object, text } from "./parts.ts";
import { startMock } from "./support.ts";

const TODAY = "2031-05-20";
const NOW = Date.parse(TODAY);
const date = { type: "string", format: "date" };
const moment = { type: "string", format: "date-time" };

async function listOf(thing: JsonObject, today = TODAY): Promise<JsonObject[]> {
  const paths = {
    "/things": { get: { responses: answers("200", list(thing)) } },
    "/things/{id}": { ...at("id"), get: { responses: answers("200", thing) } },
  };
  const mock = await startMock({ openapi: "3.1.0", info: { title: "Times", version: "1" }, paths }, { today });
  const { value } = await mock.send("GET", "/things");
  await mock.close();
  return (Array.isArray(value) ? (value as readonly JsonValue[]) : []).filter(isObject);
}

const shown = (value: JsonValue | undefined): string => (typeof value === "string" ? value : "");
const ahead = (value: JsonValue | undefined): boolean => Date.parse(shown(value)) > NOW;
const share = (things: readonly JsonObject[], name: string): number =>
  things.filter((one) => ahead(one[name])).length / things.length;

test("most of what is due, expires or is arranged lies ahead, and what was created lies behind", async () => {
  const names = "dueDate validUntil nextBillingDate trialEnd estimatedDelivery deliveryDate checkIn appointmentDate";
  const future = Object.fromEntries(names.split(" ").map((name) => [name, date]));
  const things = await listOf(
    object(
      { id: number, createdAt: moment, updatedAt: moment, expiresAt: moment, ...future },
      "id",
      "createdAt",
      "updatedAt",
      "expiresAt",
      ...Object.keys(future),
    ),
  );
  expect(things.length).toBeGreaterThan(5);
  for (const name of ["expiresAt", ...Object.keys(future)])
    expect([name, share(things, name) > 0.7]).toEqual([name, true]);
  for (const { createdAt, updatedAt, expiresAt } of things) {
    expect(shown(createdAt) <= shown(updatedAt) && shown(createdAt) < shown(expiresAt)).toBe(true);
    expect(Date.parse(shown(updatedAt))).toBeLessThan(NOW);
    expect(NOW - Date.parse(shown(createdAt))).toBeLessThan(200 * 86_400_000);
  }
});

test("what the state calls over is behind, and what it calls to come is ahead", async () => {
  const status = { type: "string", enum: ["scheduled", "checked_in", "completed", "no_show"] };
  const visits = await listOf(
    object({ id: number, status, startsAt: moment, endsAt: moment }, "id", "status", "startsAt", "endsAt"),
  );
  for (const { status: state, startsAt, endsAt } of visits) {
    expect([state, ahead(startsAt)]).toEqual([state, state === "scheduled"]);
    expect(shown(startsAt) < shown(endsAt)).toBe(true);
  }
  const loans = await listOf(
    object({ id: number, status: { type: "string", enum: ["active", "overdue"] }, due: date }, "id", "status", "due"),
  );
  for (const { status: state, due } of loans) expect([state, ahead(due)]).toEqual([state, state === "active"]);
});

test("a flag and the time of the same agree", async () => {
  const names = { paid: { type: "boolean" }, paidAt: { type: ["string", "null"], format: "date-time" } };
  const bills = await listOf(object({ id: number, ...names }, "id", "paid", "paidAt"));
  expect(new Set(bills.map(({ paid }) => paid)).size).toBe(2);
  for (const { paid, paidAt } of bills) expect([paid, paidAt !== null]).toEqual([paid, paid]);
});

test("a date alone is that of what is arranged", async () => {
  const status = { type: "string", enum: ["booked", "cancelled"] };
  const lessons = await listOf(object({ id: number, status, date }, "id", "status", "date"));
  expect(share(lessons, "date")).toBeGreaterThan(0.7);
});

test("the same day gives the same items, and another day moves them", async () => {
  const thing = object({ id: number, createdAt: moment, due: date }, "id", "createdAt", "due");
  expect(await listOf(thing)).toEqual(await listOf(thing));
  const [[one], [other]] = [await listOf(thing), await listOf(thing, "2031-05-21")];
  expect(Date.parse(shown(other?.["createdAt"])) - Date.parse(shown(one?.["createdAt"]))).toBe(86_400_000);
});

test("numbers that are moments have one unit in a thing and in a document", async () => {
  const unix = { type: ["integer", "null"] };
  const names = "created_at archived_at picked_up_at period_start period_end due_date";
  const all = Object.fromEntries(names.split(" ").map((name) => [name, unix]));
  const seconds = await listOf(object({ id: number, ...all, created_at: { ...number, example: 1_716_213_441 } }));
  const millis = await listOf(object({ id: number, ...all, touched_at: { ...number, minimum: 1_600_000_000_000 } }));
  const between = (things: readonly JsonObject[], low: number, high: number): void => {
    for (const name of names.split(" ")) {
      const values = things.map((one) => one[name]).filter((one) => typeof one === "number");
      expect([name, values.length > 0, values.every((one) => one > low && one < high)]).toEqual([name, true, true]);
    }
  };
  between(seconds, 1.8e9, 2e9);
  between(millis, 1.8e12, 2e12);
});

test("a login says when its token ends, and a payment when it was paid", async () => {
  const token = object({ token: text, expires_at: moment }, "token", "expires_at");
  const payment = object({ id: text, amount: number, paidAt: moment }, "id", "amount");
  const mock = await startMock(
    {
      openapi: "3.1.0",
      info: { title: "Logins", version: "1" },
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } }, schemas: { Payment: payment } },
      paths: {
        "/login": { post: { requestBody: body(object({ name: text })), responses: answers("200", token) } },
        "/payments": {
          post: {
            security: [{ key: [] }],
            requestBody: body(object({ amount: number })),
            responses: answers("201", { $ref: "#/components/schemas/Payment" }),
          },
        },
      },
    },
    { today: TODAY },
  );
  const json = { headers: { "Content-Type": "application/json" } };
  const login = await mock.send("POST", "/login", { ...json, body: '{"name":"ada"}' });
  expect(login.value).toMatchObject({ expires_at: `${TODAY}T01:00:00.000Z` });
  const paid = await mock.send("POST", "/payments", { ...json, body: '{"amount":3}' });
  expect(paid.value).toMatchObject({ amount: 3, paidAt: `${TODAY}T00:00:00.000Z` });
  await mock.close();
});
