// Bodies from published documents: the suite claims nothing that they do not say.
import { expect, test } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, object, text } from "../http/parts.ts";
import { startMock } from "../http/support.ts";
import { IN_PROOF } from "../share.ts";
import { runOf, shipsWith, verdicts } from "./ships.ts";
import { complaints } from "./side-by-side.ts";

const SHIP = object({ id: text, name: { ...text, readOnly: true }, state: { enum: ["in", "out"] } }, "id", "name");
const NEW_SHIP = object({ name: text, state: { enum: ["in", "out"] } }, "name");

/** As in a response: a creation may set it, but nobody may change it. */
const item = (more: JsonObject): JsonObject => ({ ...at("id"), get: { responses: answers("200", SHIP) }, ...more });
const ships = (created: JsonObject): JsonObject => ({
  get: { responses: answers("200", list(SHIP)) },
  post: { requestBody: body(NEW_SHIP), responses: created },
});

test("an update changes the properties in its body, whatever else its schema allows", async () => {
  const patch = {
    requestBody: body(object({ state: { enum: ["in", "out"] } }, "state")),
    responses: answers("200", SHIP),
  };
  const run = await runOf({ "/ships": ships(answers("201", SHIP)), "/ships/{id}": item({ patch }) });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "change.update")).toEqual(["pass"]);
});

test("an update of an object keeps the properties it does not name", async () => {
  const ship = object({ id: text, rig: object({ mast: text, sail: text }, "mast") }, "id", "rig");
  const sent = object({ rig: object({ mast: text, sail: text }, "mast", "sail") }, "rig");
  const changed = object({ rig: { ...object({ mast: text }, "mast"), additionalProperties: false } }, "rig");
  const paths = {
    "/ships": { post: { requestBody: body(sent), responses: answers("201", ship) } },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: answers("200", ship) },
      patch: { requestBody: body(changed), responses: answers("200", ship) },
    },
  };
  const run = await runOf(paths);
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "change.update")).toEqual(["pass"]);
});

test("a property of a body is not one of the item if an object in the item has the whole body", async () => {
  const hull = object({ name: text, type: { enum: ["sloop", "barge"] }, berth: text }, "name", "type");
  const data = object({ id: text, type: { ...text, example: "ships" }, attributes: hull }, "id", "type", "attributes");
  const shown = object({ data }, "data");
  // It requires a name that it does not describe.
  const changed = object({ name: text, berth: text }, "name", "type");
  const put = { requestBody: body(changed), responses: answers("200", shown) };
  const run = await runOf({
    "/ships": { post: { requestBody: body(hull), responses: answers("201", shown) } },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", shown) }, put },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "change.replace")).toEqual(["pass"]);
});

test("a bound beyond 2^53 is sent with all of its digits", async () => {
  const ship = object(
    { id: text, serial: { type: "integer", minimum: 0, maximum: 1.8446744073709552e19 } },
    "id",
    "serial",
  );
  const run = await runOf({
    "/ships": { ...ships(answers("201", ship)), post: { requestBody: body(ship), responses: answers("201", ship) } },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "create.accepts")).not.toContain("fail");
});

test("a singleton whose change is answered with a boolean is not expected to show its values", async () => {
  const setting = object({ mode: text, level: { type: "integer" } }, "mode", "level");
  const put = { requestBody: body(setting), responses: answers("200", { type: "boolean" }) };
  const run = await runOf({ "/setting": { get: { responses: answers("200", setting) }, put } });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "schema.body")).toEqual(["pass", "pass"]);
});

test("a singleton is only replaced by values that its response can show", async () => {
  const mode = { enum: ["calm", "storm"] };
  const run = await runOf({
    "/mode": {
      get: { responses: answers("200", object({ mode, label: text }, "mode", "label")) },
      put: { requestBody: body(object({ mode: text, label: text }, "mode", "label")), responses: answers("204") },
    },
    "/gear": {
      get: { responses: answers("200", object({ gear: mode }, "gear")) },
      put: { requestBody: body(object({ gear: text }, "gear")), responses: answers("204") },
    },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "change.single-replace")).toEqual(["pass", "inconclusive"]);
});

test.runIf(IN_PROOF)("no store must have more items than there are identifiers", async () => {
  const rule = { name: "rule", in: "path", required: true, schema: { enum: ["depth", "speed"] } };
  const RULE = object({ config: text }, "config");
  const responses = { ...answers("204"), ...answers("409", object({ message: text })) };
  const paths = {
    "/rules": { post: { requestBody: body(RULE), responses } },
    "/rules/{rule}": {
      parameters: [rule],
      get: { responses: answers("200", RULE) },
      delete: { responses: answers("204") },
    },
  };
  const run = await runOf(paths);
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "create.accepts")).toContain("inconclusive");
  const mock = await startMock(shipsWith(paths));
  const statuses: number[] = [];
  for (let turn = 0; turn < 3; turn++) {
    statuses.push((await mock.send("POST", "/rules", { body: '{"config":"strict"}' })).status);
  }
  expect(statuses.at(-1)).toBe(409);
  expect((await mock.send("DELETE", "/rules/depth")).status).toBe(204);
  expect((await mock.send("POST", "/rules", { body: '{"config":"strict"}' })).status).toBe(204);
  await mock.close();
});

test("items of several kinds may be shown completely in a page that only says that they are objects", async () => {
  const kind = (name: string, more: JsonObject): JsonObject =>
    object({ id: text, kind: { enum: [name] }, ...more }, "id", "kind", ...Object.keys(more));
  const ship = {
    discriminator: { propertyName: "kind", mapping: { sail: "#/components/schemas/Sail" } },
    oneOf: [{ $ref: "#/components/schemas/Sail" }, { $ref: "#/components/schemas/Steam" }],
  };
  const schemas = {
    Ship: ship,
    Sail: kind("sail", { masts: { type: "integer" } }),
    Steam: kind("steam", { funnels: { type: "integer" } }),
    Page: object({ items: list({ type: "object" }), next: text }, "items"),
  };
  const shown = { $ref: "#/components/schemas/Ship" };
  const page = { allOf: [{ $ref: "#/components/schemas/Page" }, object({ items: list(shown) })] };
  const run = await runOf(
    {
      "/ships": { get: { responses: answers("200", page) } },
      "/ships/{id}": { ...at("id"), get: { responses: answers("200", shown) } },
    },
    schemas,
  );
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "lists.same-as-fetched")).toEqual(["pass"]);
});

test("a string that items repeat from their parent is not their own", async () => {
  const group = object({ groupId: text }, "groupId");
  const part = object({ groupId: text, partId: text, name: text }, "groupId", "partId");
  const sent = object({ partId: text, name: text }, "partId");
  const run = await runOf({
    "/groups": {
      get: { responses: answers("200", list(group)) },
      post: { requestBody: body(group), responses: answers("200", group) },
    },
    "/groups/{groupId}": { ...at("groupId"), get: { responses: { ...answers("200", group), ...answers("404") } } },
    "/groups/{groupId}/parts": {
      ...at("groupId"),
      get: { responses: answers("200", list(part)) },
      post: { requestBody: body(sent), responses: answers("200", object({ part }, "part")) },
    },
    "/groups/{groupId}/parts/{partId}": {
      ...at("groupId", "partId"),
      get: { responses: { ...answers("200", part), ...answers("404") } },
    },
  });
  expect(complaints(run)).toEqual([]);
});

test("a replacement whose only success is 201 is answered 201 each time", async () => {
  const put = { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) };
  const run = await runOf({ "/ships": ships(answers("201", SHIP)), "/ships/{id}": item({ put }) });
  expect(complaints(run, ["fail", "warning", "error"])).toEqual([]);
  expect(verdicts(run, "change.upsert")).toEqual(["pass"]);
});

test("a list whose request selects properties need not show the whole item", async () => {
  const fields = { name: "attributes", in: "query", schema: text, example: "id" };
  const whole = object({ id: text, name: text, state: { enum: ["in", "out"] } }, "id");
  const paths = {
    "/ships": ships(answers("201", whole)),
    "/ships/{id}": item({ get: { responses: answers("200", whole) } }),
  };
  const listed = paths["/ships"]["get"] as JsonObject;
  const run = await runOf({
    ...paths,
    "/ships": { ...paths["/ships"], get: { ...listed, parameters: [fields], responses: answers("200", list(whole)) } },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "lists.as-created")).toEqual(["pass"]);
});

test("a method that another spelling of the same path lists is not unlisted", async () => {
  const other = { ...at("shipId"), put: { requestBody: body(NEW_SHIP), responses: answers("200", SHIP) } };
  const run = await runOf({ "/ships": ships(answers("201", SHIP)), "/ships/{id}": item({}), "/ships/{shipId}": other });
  expect(complaints(run)).toEqual([]);
});

test("of two successes of a creation, the one without content shows no item", async () => {
  const run = await runOf({ "/ships": ships({ ...answers("200", SHIP), ...answers("201") }), "/ships/{id}": item({}) });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "create.answers-as-sent")).toContain("inconclusive");
});

test("an action without a valid body is not sent an invalid one", async () => {
  const secret = { type: "string", minLength: 9, maxLength: 3 };
  const dock = {
    ...at("id"),
    post: {
      requestBody: body(object({ secret }, "secret")),
      responses: { ...answers("200", SHIP), ...answers("404") },
    },
  };
  const run = await runOf({ "/ships": ships(answers("201", SHIP)), "/ships/{id}": item({}), "/ships/{id}/dock": dock });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "change.action-missing")).toEqual(["inconclusive"]);
});

test("a list that shows fewer properties need not distinguish items that were created together", async () => {
  const free = list(object({ berth: { type: "integer", readOnly: true } }, "berth"));
  const post = {
    requestBody: body(list(NEW_SHIP)),
    responses: answers("201", list(object({ id: text, name: text }, "id", "name"))),
  };
  const run = await runOf({ "/berths": { get: { responses: answers("200", free) }, post } });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "create.many")).toEqual(["pass"]);
});

test("an open body one of whose alternatives is closed may be refused with one property more", async () => {
  const rig = (kind: string): JsonObject => ({ ...object({ kind: { const: kind } }, "kind") });
  const either = {
    oneOf: [
      { ...rig("sail"), additionalProperties: false },
      { ...rig("steam"), required: ["kind", "x"] },
    ],
  };
  const created = { requestBody: body(either), responses: answers("201", object({ id: text, kind: text }, "id")) };
  const run = await runOf({ "/rigs": { post: created, get: { responses: answers("200", list(SHIP)) } } });
  expect(complaints(run, ["fail", "warning", "error"])).toEqual([]);
  expect(verdicts(run, "create.extra-property")).toEqual(["inconclusive"]);
});

test("an item need not show what a closed part of its schema refuses", async () => {
  const named = { type: "object", properties: { id: text, name: text }, additionalProperties: false };
  const shown = { allOf: [named, object({ id: text, berth: text }, "id")] };
  const run = await runOf({
    "/ships": {
      post: {
        requestBody: body(object({ name: text, berth: text }, "name", "berth")),
        responses: answers("201", shown),
      },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", shown) } },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "create.answers-as-sent")).toContain("pass");
});

test("what is only for requests need not come back, at any depth of what was sent", async () => {
  const secret = { ...text, writeOnly: true };
  const hand = object({ name: text, secret }, "name");
  const shown = { allOf: [hand, object({ seen: { type: "boolean", readOnly: true } })] };
  const ship = object({ id: text, name: text, crew: list(shown) }, "id", "name");
  const paths = {
    "/ships": {
      get: { responses: answers("200", list(ship)) },
      post: {
        requestBody: body(object({ name: text, crew: list(hand) }, "name", "crew")),
        responses: answers("201", ship),
      },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", ship) } },
  };
  const run = await runOf(paths);
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "create.answers-as-sent")).toContain("pass");
});

test("a change is not sent what only the creation describes, inside a value either", async () => {
  const account = (...names: string[]): JsonObject =>
    object(Object.fromEntries(names.map((name) => [name, text])), "account");
  const shown = object({ id: text, payee: account("account", "name", "bank") }, "id");
  const run = await runOf({
    "/bills": {
      post: {
        requestBody: body(object({ payee: account("account", "name", "bank") }, "payee")),
        responses: answers("201", shown),
      },
    },
    "/bills/{id}": {
      ...at("id"),
      get: { responses: answers("200", shown) },
      put: { requestBody: body(object({ payee: account("account") }, "payee")), responses: answers("200", shown) },
    },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "change.replace")).toEqual(["pass"]);
});

test("an item keeps what it must have, though an update may say null", async () => {
  const kind = { enum: ["a", "b"] };
  const shown = object({ id: text, kind, note: text }, "id", "kind");
  const changed = object({ kind: { enum: ["a", "b", null] }, note: { type: ["string", "null"] } });
  const run = await runOf({
    "/bills": {
      post: { requestBody: body(object({ kind, note: text }, "kind", "note")), responses: answers("201", shown) },
    },
    "/bills/{id}": {
      ...at("id"),
      get: { responses: answers("200", shown) },
      patch: { requestBody: body(changed), responses: answers("200", shown) },
    },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "change.update-to-nothing")).toEqual(["pass"]);
});

test("an empty text takes away what an item cannot have as a text, by null, an empty list or leaving it out", async () => {
  const size = object({ height: { type: "number" }, width: { type: "number" } }, "height", "width");
  const phase = { enum: ["early", "late"] };
  const parts: JsonObject = { size, tags: list(text), code: { ...text, minLength: 2 }, phase };
  const orEmpty = Object.entries(parts).map(([name, one]) => [name, { anyOf: [one, { type: "string", enum: [""] }] }]);
  const form = (schema: JsonObject): JsonObject => ({ content: { "application/x-www-form-urlencoded": { schema } } });
  const shown = object(
    { ...parts, id: text, title: text, size: { anyOf: [size, { type: "null" }] } },
    ...["id", "title", "size", "tags", "phase"],
  );
  const run = await runOf({
    "/parcels": {
      post: {
        requestBody: form(object({ ...parts, title: text }, "title", ...Object.keys(parts))),
        responses: answers("201", shown),
      },
    },
    "/parcels/{id}": {
      ...at("id"),
      get: { responses: answers("200", shown) },
      post: {
        requestBody: form(object({ ...(Object.fromEntries(orEmpty) as JsonObject), title: text })),
        responses: answers("200", shown),
      },
    },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "change.update-to-nothing")).toEqual(["pass"]);
});

test("a property that may be null is set to null, though items with null in it are made too", async () => {
  const phone = { type: ["string", "null"], pattern: "^[+][0-9]{6,15}$" };
  const shown = object({ id: text, name: text, phone }, "id", "name", "phone");
  const run = await runOf({
    "/guests": {
      post: { requestBody: body(object({ name: text, phone }, "name")), responses: answers("201", shown) },
    },
    "/guests/{id}": {
      ...at("id"),
      get: { responses: answers("200", shown) },
      patch: {
        requestBody: body(object({ name: { ...text, minLength: 1 }, phone })),
        responses: answers("200", shown),
      },
    },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "change.update-to-nothing")).toEqual(["pass"]);
});

test("where nothing may become empty, the report says so", async () => {
  const name = { ...text, minLength: 2 };
  const phone = { type: ["string", "null"] };
  const shown = object({ id: text, name, phone }, "id", "name");
  const run = await runOf({
    "/guests": { post: { requestBody: body(object({ name }, "name")), responses: answers("201", shown) } },
    "/guests/{id}": {
      ...at("id"),
      get: { responses: answers("200", shown) },
      patch: { requestBody: body(object({ name, phone })), responses: answers("200", shown) },
    },
  });
  expect(complaints(run, ["inconclusive"]).join("\n")).toContain(
    "no property of the new item may become null, false, 0 or an empty text",
  );
});

test("an item of one kind need not show what only another kind has", async () => {
  const kind = (name: string, ...own: string[]): JsonObject => {
    const parts = Object.fromEntries([...own, "id"].map((one) => [one, text]));
    return object({ ...parts, kind: { enum: [name] } }, "id", "kind");
  };
  const source = { oneOf: [kind("bank", "iban"), kind("card", "number", "holder", "expiry", "brand")] };
  const sent = object({ iban: text, number: text }, "iban", "number");
  const run = await runOf({
    "/sources": { post: { requestBody: body(sent), responses: answers("201", source) } },
    "/sources/{id}": { ...at("id"), get: { responses: answers("200", source) } },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "create.keeps")).toContain("pass");
});
