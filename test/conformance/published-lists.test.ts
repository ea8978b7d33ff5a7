// Lists, paths and parameters from published documents: the suite claims nothing that they do not say.
import { expect, test } from "vitest";
import type { Run } from "../../conformance/run.ts";
import { verify } from "../../conformance/verify.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, object, text } from "../http/parts.ts";
import { startMock } from "../http/support.ts";
import { runOf, shipsWith, verdicts } from "./ships.ts";
import { complaints } from "./side-by-side.ts";

const rolesIn = (run: Run): string[] => run.session.plan.resources.flatMap(({ operations }) => Object.keys(operations));

const SIZES = { Size: { enum: ["small", "large"], default: "small" } };
const SHIP = object({ id: text, name: text, size: { enum: ["small", "large"] } }, "id", "name");
const NEW_SHIP = object({ name: text, size: { enum: ["large"] } }, "name", "size");

test("a list with a default filter need not show the created item", async () => {
  const size = { name: "size", in: "query", schema: { $ref: "#/components/schemas/Size" } };
  const name = { name: "name", in: "query", schema: text };
  const run = await runOf(
    {
      "/ships": {
        get: { parameters: [size, name], responses: answers("200", list(SHIP)) },
        post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
      },
      "/ships/{id}": { ...at("id"), get: { responses: answers("200", SHIP) } },
    },
    SIZES,
  );
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "lists.created")).toEqual([]);
  expect(verdicts(run, "filters.only-matching")).toContain("pass");
});

test("a list that a default filter narrows need not fill a page", async () => {
  const size = { name: "size", in: "query", schema: { $ref: "#/components/schemas/Size" } };
  const limit = { name: "limit", in: "query", schema: { type: "integer", default: 10, maximum: 20 } };
  const run = await runOf(
    {
      "/ships": {
        get: { parameters: [size, limit], responses: answers("200", list(SHIP)) },
        post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
      },
    },
    SIZES,
  );
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "paging.default")).toEqual(["inconclusive"]);
  expect(verdicts(run, "paging.at-most")).toEqual(["pass"]);
});

test("a list whose required parameter compares a nested property need not show the created item", async () => {
  const harbour = object({ harbour: object({ id: text }, "id") }, "harbour");
  const limit = { name: "limit", in: "query", schema: { type: "integer", maximum: 20 } };
  const id = { name: "harbour_id", in: "query", required: true, schema: text, example: "elsewhere" };
  const run = await runOf(
    {
      "/ships": {
        get: { parameters: [id, limit], responses: answers("200", list({ allOf: [SHIP, harbour] })) },
        post: { requestBody: body(harbour), responses: answers("201", { allOf: [SHIP, harbour] }) },
      },
    },
    SIZES,
  );
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "lists.created")).toEqual([]);
});

test("what lists describe in another way than creations is not compared", async () => {
  const crew = (shape: JsonObject): JsonObject => ({ allOf: [SHIP, object({ crew: object(shape) }, "crew")] });
  const run = await runOf(
    {
      "/ships": {
        get: { responses: answers("200", list(crew({ total: { type: "integer" } }))) },
        post: {
          requestBody: body(NEW_SHIP),
          responses: answers("201", crew({ total: { type: "integer" }, captain: text })),
        },
      },
    },
    SIZES,
  );
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "lists.as-created")).toEqual(["pass"]);
});

test("what is sent inside a value and described nowhere in the answer need not come back", async () => {
  const shapes = { taken: object({ name: text, code: text }, "name", "code"), shown: object({ name: text }, "name") };
  const run = await runOf(
    {
      "/ships": {
        post: {
          requestBody: body(object({ captain: shapes.taken }, "captain")),
          responses: answers("201", object({ id: text, captain: shapes.shown }, "id", "captain")),
        },
      },
      "/ships/{id}": {
        ...at("id"),
        get: { responses: answers("200", object({ id: text, captain: shapes.shown }, "id", "captain")) },
      },
    },
    SIZES,
  );
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "create.answers-as-sent")).toContain("pass");
});

/** Ships that are listed page by page. */
function paged(parameters: readonly JsonObject[], page: JsonObject) {
  return {
    "/ships": {
      get: { parameters, responses: answers("200", page) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", SHIP) } },
  };
}

async function expectEveryItem(paths: JsonObject): Promise<void> {
  const run = await runOf(paths);
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "paging.every-item")).toEqual(["pass"]);
}

test("a page size whose minimum is large is asked for, or left undecided", async () => {
  const size = (minimum: number): JsonObject => ({
    name: "page_size",
    in: "query",
    schema: { type: "integer", minimum, maximum: 5_000, default: minimum },
  });
  const ships = (minimum: number): JsonObject => ({
    "/ships": {
      get: { parameters: [size(minimum)], responses: answers("200", list(SHIP)) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", SHIP) } },
  });
  const few = await runOf(ships(25), SIZES);
  expect(complaints(few)).toEqual([]);
  expect(verdicts(few, "paging.exact")).toEqual(["pass"]);
  const many = await runOf(ships(2_000), SIZES);
  expect(complaints(many)).toEqual([]);
  expect(verdicts(many, "paging.exact")).toEqual(["inconclusive"]);
});

test("the next page is found if an object named `next` has a cursor and an address", async () => {
  const next = object({ after: text, link: text }, "after");
  const page = object(
    { results: list(SHIP), total: { type: "integer" }, paging: object({ next }) },
    "results",
    "total",
  );
  const parameters = [
    { name: "limit", in: "query", schema: { type: "integer" } },
    { name: "after", in: "query", schema: text },
  ];
  const paths = paged(parameters, page);
  await expectEveryItem(paths);
  const mock = await startMock({ openapi: "3.0.3", info: { title: "T", version: "1" }, paths });
  const turned = async (query: string): Promise<unknown> =>
    ((await mock.send("GET", `/ships?${query}`)).value as JsonObject)["paging"];
  expect(await turned("limit=2")).toMatchObject({ next: { after: "2", link: expect.stringContaining("after=2") } });
  expect(await turned("limit=2&after=2")).toMatchObject({ next: { after: "4" } });
  expect(await turned("limit=100")).not.toHaveProperty("next");
  await mock.close();
});

test("the default of a cursor is where a list begins, even if an item has that name", async () => {
  const page = object({ items: list(SHIP), next_page_token: text }, "items");
  const parameters = [
    { name: "page_size", in: "query", schema: { type: "integer", default: 2 } },
    { name: "page_token", in: "query", schema: { type: "string", default: "1" } },
  ];
  const paths = paged(parameters, page);
  await expectEveryItem(paths);
  const mock = await startMock(shipsWith(paths));
  const shown = async (query: string): Promise<unknown[]> => {
    const { items, next_page_token: next } = (await mock.send("GET", `/ships?${query}`)).value as JsonObject;
    return [...(items as JsonObject[]).map(({ id }) => id), next];
  };
  expect(await shown("")).toEqual(["1", "2", "2"]);
  expect(await shown("page_token=1")).toEqual(["1", "2", "2"]);
  expect(await shown("page_token=2")).toEqual(["3", "4", "4"]);
  expect(await shown("page_size=1")).toEqual(["1", "@1"]);
  expect(await shown("page_size=1&page_token=%401")).toEqual(["2", "2"]);
  await mock.close();
});

test("a property that a list requires and only the item describes is shown as in the item", async () => {
  const ship = object({ id: text, name: text, crew: object({ size: { type: "integer" } }, "size") }, "id", "crew");
  const run = await runOf({
    "/ships": {
      get: { responses: answers("200", list(object({ id: text, name: text }, "id", "crew"))) },
      post: { requestBody: body(NEW_SHIP), responses: answers("201", ship) },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", ship) } },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "lists.same-as-fetched")).toEqual(["pass"]);
});

test("one item or several may be sent, each in its own envelope", async () => {
  const either = (item: JsonObject): JsonObject => ({
    oneOf: [object({ ship: item }, "ship"), object({ ships: { type: "array", items: item } }, "ships")],
  });
  const run = await runOf({
    "/ships": {
      get: { responses: answers("200", object({ ships: { type: "array", items: SHIP } }, "ships")) },
      post: { requestBody: body(either(NEW_SHIP)), responses: answers("201", either(SHIP)) },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", object({ ship: SHIP }, "ship")) } },
  });
  expect(complaints(run)).toEqual([]);
  expect(new Set(verdicts(run, "create.keeps"))).toEqual(new Set(["pass"]));
});

test("a nested item is shown at the top level with everything shown there", async () => {
  const short = object({ id: text, name: text, flag: text }, "id", "name");
  const crew = { type: "array", items: object({ id: text }, "id") };
  const whole = object({ id: text, name: text, flag: text, crew }, "id", "name", "crew");
  const item = (shown: JsonObject): JsonObject => ({ ...at("id"), get: { responses: answers("200", shown) } });
  const paths = {
    "/ships": { get: { responses: answers("200", list(short)) } },
    "/ships/{id}": item(whole),
    "/fleets": {
      get: { responses: answers("200", list(object({ id: text }, "id"))) },
      post: {
        requestBody: body(object({ name: text }, "name")),
        responses: answers("201", object({ id: text }, "id")),
      },
    },
    "/fleets/{id}": item(object({ id: text }, "id")),
    "/fleets/{id}/ships": {
      ...at("id"),
      get: { responses: answers("200", list(short)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", short) },
    },
  };
  expect(complaints(await runOf(paths))).toEqual([]);
  const mock = await startMock(shipsWith(paths));
  try {
    const made = await mock.send("POST", "/fleets/1/ships", { body: '{"name":"Argo"}' });
    const { id } = made.value as { id: string };
    expect((await mock.send("GET", `/ships/${id}`)).value).toEqual({
      id,
      name: "Argo",
      flag: expect.any(String),
      crew: expect.any(Array),
    });
  } finally {
    await mock.close();
  }
});

test("a required object in a query without members is not sent", async () => {
  const search = { q: text, page: { type: "integer" } };
  const parameter = { name: "search", in: "query", required: true, schema: object(search) };
  const run = await runOf({
    "/ships": { get: { parameters: [parameter], responses: answers("200", list(SHIP)) } },
  });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "parameters.required")).toEqual([]);
  expect(verdicts(run, "status.success")).toEqual(["pass"]);
});

test("a path that contains a query is not requested, and the report says so", async () => {
  const of = { name: "of", in: "query", required: true, schema: text };
  const run = await runOf({
    "/ships": { get: { responses: answers("200", list(SHIP)) } },
    "/ships/export?of={of}": { post: { parameters: [of], responses: answers("200", object({ url: text })) } },
  });
  expect(complaints(run)).toEqual([]);
  expect(run.session.plan.unrecognised.map(({ message }) => message)).toContain(
    "POST /ships/export?of={of} cannot be requested: what follows the ? in a URL is its query, which no path can name",
  );
});

test("a list request with criteria in its body creates nothing", async () => {
  const ships = object({ ships: list(SHIP), total: { type: "integer" } }, "ships");
  const criteria = object({ page: { type: "integer" }, filter: list(object({ field: text })) });
  const paths = {
    "/ships": {
      get: { responses: answers("200", ships) },
      post: { requestBody: body(criteria), responses: answers("200", ships) },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", SHIP) } },
  };
  const run = await runOf(paths);
  expect(complaints(run)).toEqual([]);
  expect(rolesIn(run)).toEqual(["list", "fetch"]);
  const many = {
    ...paths,
    "/ships": { ...paths["/ships"], post: { ...paths["/ships"].post, requestBody: body(ships) } },
  };
  expect(rolesIn(await runOf(many))).toEqual(["list", "create", "fetch"]);
});

test("different additions to a property in lists and items do not contradict each other", async () => {
  const base = { $ref: "#/components/schemas/Base" };
  const crew = (captain: JsonObject): JsonObject => ({
    allOf: [base, object({ crew: object({ captain, size: { type: "integer" } }) }, "crew")],
  });
  const run = await runOf(
    {
      "/ships": { get: { responses: answers("200", list(crew(text))) } },
      "/ships/{id}": { ...at("id"), get: { responses: answers("200", crew(object({ name: text }, "name"))) } },
    },
    { Base: object({ id: text, crew: { type: "object" } }, "id", "crew") },
  );
  expect(complaints(run).filter((one) => one.includes("same-as-fetched"))).toEqual([]);
});

test("another thing that an item shows may change meanwhile", async () => {
  const captain = object({ id: text, name: text }, "id", "name");
  const ship = object({ id: text, name: text, captain }, "id", "name", "captain");
  const document = shipsWith({
    "/ships": { post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", ship) } },
    "/ships/{id}": { ...at("id"), get: { operationId: "showShip", responses: answers("200", ship) } },
  });
  let times = 0;
  const mock = await startMock(document, {
    handlers: {
      showShip: (request) => {
        const answer = request.answer();
        const shown = answer.body as JsonObject & { captain?: JsonObject };
        if (shown.captain === undefined) return answer;
        return { ...answer, body: { ...shown, captain: { ...shown.captain, name: `Ada ${times++}` } } };
      },
    },
  });
  const run = await verify(await loadContract(document), { baseUrl: mock.url });
  await mock.close();
  expect(times).toBeGreaterThan(0);
  expect(new Set(verdicts(run, "create.keeps"))).toEqual(new Set(["pass"]));
});

test("a document need not say that nothing is at the path of a thing that does not exist", async () => {
  const refused = { ...answers("200", SHIP), ...answers("400", object({ message: text }, "message")) };
  const run = await runOf({
    "/ships": { post: { requestBody: body(NEW_SHIP), responses: answers("201", SHIP) } },
    "/ships/{id}": { ...at("id"), get: { responses: refused } },
  });
  expect(verdicts(run, "status.refusal")).not.toContain("fail");
});
