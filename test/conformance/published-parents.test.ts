// Nested items whose names and properties repeat those of their parents, from published documents.
import { expect, test } from "vitest";
import { answers, at, body, list, object, text } from "../http/parts.ts";
import { startMock } from "../http/support.ts";
import { runOf, shipsWith, verdicts } from "./ships.ts";
import { complaints } from "./side-by-side.ts";

const FLEET = object({ id: text, name: text }, "id", "name");
const SHIP = object({ id: text, fleetId: text, name: text }, "id", "fleetId", "name");
const NEW_SHIP = object({ fleetId: text, name: text }, "name");

const FLEETS = {
  "/fleets": {
    get: { responses: answers("200", list(FLEET)) },
    post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", FLEET) },
  },
  "/fleets/{fleetId}": { ...at("fleetId"), get: { responses: answers("200", FLEET) } },
};

test("a replacement leaves an item below the one that its path names", async () => {
  const paths = {
    ...FLEETS,
    "/fleets/{fleetId}/ships": {
      ...at("fleetId"),
      get: { responses: answers("200", list(SHIP)) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
    "/fleets/{fleetId}/ships/{id}": {
      ...at("fleetId", "id"),
      get: { responses: answers("200", SHIP) },
      put: { requestBody: body(SHIP), responses: answers("200", SHIP) },
    },
  };
  const mock = await startMock(shipsWith(paths));
  try {
    const made = await mock.send("POST", "/fleets/1/ships", { body: '{"name":"Argo"}' });
    const { id } = made.value as { id: string };
    await mock.send("PUT", `/fleets/1/ships/${id}`, { body: `{"id":"${id}","fleetId":"9","name":"Argo II"}` });
    const seen = await mock.send("GET", `/fleets/1/ships/${id}`);
    expect(seen.value).toEqual({ id, fleetId: "1", name: "Argo II" });
  } finally {
    await mock.close();
  }
  expect(complaints(await runOf(paths))).toEqual([]);
});

test("the name of an added item says nothing about the name of its parent", async () => {
  const named = object({ name: text }, "name");
  const run = await runOf({
    "/fleets": {
      get: { responses: answers("200", list(named)) },
      post: { requestBody: body(named), responses: answers("201", named) },
    },
    "/fleets/{name}": { ...at("name"), get: { responses: answers("200", named) } },
    "/fleets/{name}/ships": {
      ...at("name"),
      get: { responses: answers("200", list(named)) },
      post: { requestBody: body(named), responses: answers("201", named) },
    },
    "/ships/{name}": { ...at("name"), get: { responses: answers("200", named) } },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "lists.created")).toContain("pass");
});

test("below an item that nothing lists, an example of its identifier decides, and the report asks for it", async () => {
  const ships = {
    "/fleets/{fleetId}/ships": {
      ...at("fleetId"),
      get: { responses: answers("200", list(SHIP)) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
    "/fleets/{fleetId}/ships/{id}": { ...at("fleetId", "id"), get: { responses: answers("200", SHIP) } },
  };
  const fetched = {
    get: { responses: answers("200", FLEET) },
    put: { requestBody: body(FLEET), responses: answers("200", FLEET) },
  };
  const unknown = await runOf({ ...ships, "/fleets/{fleetId}": { ...at("fleetId"), ...fetched } });
  expect(verdicts(unknown, "lists.created")).not.toContain("pass");
  expect(unknown.results.map(({ outcome }) => outcome)).toContainEqual({
    verdict: "inconclusive",
    why: "no item of fleets is known to ask below",
    needs: "an example of the path parameter fleetId that names one, in the document or an overlay",
  });
  const parameter = { name: "fleetId", in: "path", required: true, schema: text, example: "armada" };
  const known = await runOf({ ...ships, "/fleets/{fleetId}": { parameters: [parameter], ...fetched } });
  expect(complaints(known)).toEqual([]);
  expect(verdicts(known, "lists.created")).toContain("pass");
});

const FLAGGED = object({ id: text, name: text, flag: text }, "id", "name");

test.each([
  ["shown", { get: { responses: answers("200", list(FLAGGED)) } }],
  ["not listed", {}],
])("items that are created below others and %s there are removed at their own path", async (_, listed) => {
  const run = await runOf({
    ...FLEETS,
    "/fleets/{id}/ships": {
      ...at("id"),
      ...listed,
      post: { requestBody: body(object({ name: text, flag: text }, "name")), responses: answers("201", FLAGGED) },
    },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: { ...answers("200", FLAGGED), ...answers("404", object({ error: text })) } },
      delete: { responses: { ...answers("204"), ...answers("404", object({ error: text })) } },
    },
  });
  const ships = run.session.created.filter(({ resource }) => resource.collection === "/fleets/{id}/ships");
  expect(ships.length).toBeGreaterThan(3);
  expect(ships.filter(({ removed }) => !removed)).toEqual([]);
  expect(complaints(run)).toEqual([]);
});
