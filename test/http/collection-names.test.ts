// Collections by name: each name leads to the items of its own collection, wherever it is used.
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { mockFixture, mockSetup } from "../../src/entries/vitest.ts";
import { answers, at, list, number, object, text } from "./parts.ts";
import { type Mock, startMock } from "./support.ts";

const team = object({ id: number, name: text }, "id", "name");
const ticket = { $ref: "#/components/schemas/Ticket" };
const lamp = object({ id: number, watts: number }, "id", "watts");
const rack = object({ id: number, slots: number }, "id", "slots");
const get = (schema: JsonObject): JsonObject => ({ get: { responses: answers("200", schema) } });

/** The tickets of a team are those of the whole store; lamps are in two separate collections. */
const document: JsonObject = {
  openapi: "3.1.0",
  info: { title: "Names", version: "1" },
  paths: {
    "/teams": get(list(team)),
    "/teams/{teamId}": { ...at("teamId"), ...get(team) },
    "/teams/{teamId}/tickets": { ...at("teamId"), ...get(list(ticket)) },
    "/tickets/{ticketId}": { ...at("ticketId"), ...get(ticket) },
    "/settings": { ...get(object({ theme: text }, "theme")), put: { responses: answers("204") } },
    "/lamps": get(list(lamp)),
    "/teams/{teamId}/lamps": { ...at("teamId"), ...get(list(object({ id: text, colour: text }, "id", "colour"))) },
    "/racks": get(list(rack)),
  },
  components: { schemas: { Ticket: object({ id: number, title: text }, "id", "title") } },
};

let mock: Mock;
beforeAll(async () => void (mock = await startMock(document, { control: {} })));
afterAll(() => mock.close());
beforeEach(() => mock.reset());

async function state(method: string, query = "", body?: object): Promise<{ status: number; value: JsonObject }> {
  const answer = await fetch(`${new URL(mock.url).origin}/_/api/v1/state${query}`, {
    method,
    ...(body === undefined ? {} : { headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }),
  });
  const told = await answer.text();
  return { status: answer.status, value: (told === "" ? {} : JSON.parse(told)) as JsonObject };
}

test("reading by name shows the items of that collection", async () => {
  const { value } = await state("GET");
  const names = ["teams", "tickets", "lamps", "/teams/{teamId}/lamps", "racks"];
  expect(Object.keys(value["resources"] as JsonObject)).toEqual(names);
  for (const [name, property] of [
    ...(["teams:name", "tickets:title", "lamps:watts", "racks:slots"] as const).map((one) => one.split(":")),
    ...([
      ["/teams/{teamId}/lamps", "colour"],
      ["/teams/{teamId}/tickets", "title"],
    ] as const),
  ] as [string, string][]) {
    const told = await state("GET", `?resource=${encodeURIComponent(name)}`);
    const { [name]: items = [] } = told.value["resources"] as Record<string, JsonObject[]>;
    expect([name, items.length > 0, items.every((one) => Object.hasOwn(one, property))]).toEqual([name, true, true]);
  }
});

test("emptying and filling by name changes that collection only", async () => {
  const all = await state("GET");
  const resources = { tickets: [], racks: [{ id: 4, slots: 9 }] };
  expect((await state("PUT", "", { resources })).status).toBe(204);
  const next = await state("GET");
  expect(next.value["resources"]).toEqual({ ...(all.value["resources"] as JsonObject), ...resources });
  expect((await mock.send("GET", "/racks")).value).toEqual(resources.racks);
  const wrong = await state("PUT", "", { resources: { "/racks": [{ id: 4, slots: "nine" }] } });
  expect(wrong).toMatchObject({ status: 400, value: { at: "/resources/~1racks/0/slots" } });
});

test("an unknown name is not found, and the answer lists the names that exist", async () => {
  const known = "there are teams, tickets, lamps, /teams/{teamId}/lamps, racks";
  for (const told of [await state("GET", "?resource=cars"), await state("PUT", "", { resources: { cars: [] } })])
    expect([told.status, told.value["message"]]).toEqual([404, expect.stringContaining(known)]);
  // A single thing is no list of items.
  expect((await state("GET", "?resource=settings")).status).toBe(404);
});

test("the library and the fixture use the same names", async () => {
  const seed = { racks: [{ id: 2, slots: 8 }], "/teams/{teamId}/lamps": [{ id: "a", colour: "red" }] };
  const own = await createMock({ spec: document as Spec & object, seed });
  onTestFinished(() => own.close());
  expect([own.items("racks"), own.items("/teams/{teamId}/lamps")]).toEqual([seed.racks, [{ id: "a", colour: "red" }]]);
  expect(own.items("lamps")[0]).toHaveProperty("watts");
  own.seed({ tickets: [{ id: 7, title: "Hello" }] });
  expect(own.items("/teams/{teamId}/tickets")).toEqual([{ id: 7, title: "Hello" }]);
  own.seed(3);
  expect([own.items("teams"), own.items("racks")].map(({ length }) => length)).toEqual([3, 3]);
  expect(() => own.items("cars")).toThrow("there are teams, tickets");
  const stop = await mockSetup({ spec: document as Spec & object })();
  onTestFinished(() => stop());
  await mockFixture({}, async (world) => {
    await world.seed({ racks: [{ id: 1, slots: 7 }] });
    expect(await world.items("racks")).toEqual([{ id: 1, slots: 7 }]);
    expect((await world.items("tickets"))[0]).toHaveProperty("title");
    await expect(world.items("cars")).rejects.toThrow("there are teams, tickets");
  });
});
