// Styles of published documents: nested collections, envelopes, natural keys, singletons, actions.
import { describe, expect, it } from "vitest";
import type { JsonObject } from "../../src/json/value.ts";
import { THING, at, carries, inferFrom, itemOf, roles } from "./documents.ts";

const text = { type: "string" };
const number = { type: "integer" };
const CREW = itemOf({ id: number, name: text, vesselId: number });
const shows = (schema: JsonObject): JsonObject => ({ responses: { "200": carries(schema) } });
const takes = (schema: JsonObject, status = "201", shown: JsonObject = schema): JsonObject => ({
  requestBody: carries(schema),
  responses: { [status]: carries(shown) },
});
const wrapped = (name: string, schema: JsonObject): JsonObject => ({ type: "object", properties: { [name]: schema } });
const inPath = (name: string): JsonObject => ({ name, in: "path", required: true, schema: text });
const listed = (schema: JsonObject): JsonObject => ({ type: "array", items: schema });

describe("collections nested below an item", () => {
  const vessels = {
    "/vessels": { get: shows(listed(THING)), post: takes(THING) },
    "/vessels/{vesselId}": at("vesselId", { get: shows(THING) }),
  };

  it("have roles and belong to the item", async () => {
    const inference = await inferFrom({
      ...vessels,
      "/vessels/{vesselId}/crew": at("vesselId", { get: shows(listed(CREW)), post: takes(CREW) }),
      "/vessels/{vesselId}/crew/{crewId}": {
        parameters: ["vesselId", "crewId"].map((name) => ({ name, in: "path", required: true, schema: number })),
        get: shows(CREW),
        delete: { responses: { "204": { description: "Gone." } } },
      },
    });
    expect(roles(inference).slice(3)).toEqual([
      "GET /vessels/{vesselId}/crew list",
      "POST /vessels/{vesselId}/crew create",
      "GET /vessels/{vesselId}/crew/{crewId} fetch",
      "DELETE /vessels/{vesselId}/crew/{crewId} remove",
    ]);
    const [vessel, crew] = inference.resources;
    expect(crew?.parent).toEqual({ resource: vessel, parameters: 1 });
    expect(crew?.scope).toEqual([{ parameter: "vesselId", property: "vesselId" }]);
  });

  it("share their items with a top-level resource of the same name and schema", async () => {
    const { resources } = await inferFrom({
      ...vessels,
      "/vessels/{vesselId}/crew": at("vesselId", { get: shows(listed(CREW)) }),
      "/crew/{crewId}": at("crewId", { get: shows(CREW) }),
    });
    const [, below, top] = resources;
    expect([below?.collection, below?.sharedWith]).toEqual(["/vessels/{vesselId}/crew", top]);
    expect(below?.identifier).toBe(top?.identifier);
  });

  it.for<[what: string, below: JsonObject, top: JsonObject, isShared: boolean]>([
    [
      "a nested item with fewer properties",
      CREW,
      itemOf({ id: number, name: text, vesselId: number, rank: text }),
      true,
    ],
    [
      "a nested item with more properties",
      itemOf({ id: number, name: text, vesselId: number, rank: text }),
      CREW,
      true,
    ],
    [
      "properties that the other lacks, on both sides",
      CREW,
      itemOf({ id: number, name: text, rank: text, port: text }),
      false,
    ],
    ["hardly any properties in common", CREW, itemOf({ id: number, rank: text, port: text }), false],
    ["only properties that most items have", itemOf({ id: number, name: text }), CREW, false],
  ])(
    "share their items, or not, with a top-level resource of the same name: %s",
    async ([, shown, fetched, isShared]) => {
      const { resources } = await inferFrom({
        ...vessels,
        "/vessels/{vesselId}/crew": at("vesselId", { get: shows(listed(shown)) }),
        "/crew/{crewId}": at("crewId", { get: shows(fetched) }),
      });
      const [, below, top] = resources;
      expect(below?.sharedWith).toBe(isShared ? top : undefined);
    },
  );
});

describe("views of one collection", () => {
  const POST = {
    "/posts": { post: takes({ $ref: "#/components/schemas/Post" }) },
    "/posts/{id}": at("id", { get: shows({ $ref: "#/components/schemas/Post" }) }),
  };
  const components = { schemas: { Post: itemOf({ id: number, text }) } };
  const timeline = shows(listed({ $ref: "#/components/schemas/Post" }));

  it("a list of the same schema that creates none shows the items of the collection that does", async () => {
    const { resources } = await inferFrom({ ...POST, "/timelines/home": { get: timeline } }, { components });
    const [posts, home] = resources;
    expect([home?.collection, home?.sharedWith]).toEqual(["/timelines/home", posts]);
  });

  it("unless another one creates them too, or it is declared", async () => {
    const drafts = { "/drafts": { post: takes({ $ref: "#/components/schemas/Post" }) } };
    const both = await inferFrom({ ...POST, ...drafts, "/timelines/home": { get: timeline } }, { components });
    const own = { ...timeline, "x-resource": { collection: "/timelines/home" } };
    const declared = await inferFrom({ ...POST, "/timelines/home": { get: own } }, { components });
    for (const { resources } of [both, declared])
      expect(resources.map(({ sharedWith }) => sharedWith)).toEqual(resources.map(() => undefined));
  });

  it("what nobody creates where it is fetched is created where a collection has its name", async () => {
    const Room = itemOf({ id: number, name: text });
    const room = { $ref: "#/components/schemas/Room" };
    const found = { parameters: ["owner", "room"].map(inPath), get: shows(room) };
    const paths = { "/me/rooms": { get: shows(listed(room)), post: takes(room) }, "/rooms/{owner}/{room}": found };
    const { resources } = await inferFrom(paths, { components: { schemas: { Room } } });
    expect(resources.map(({ sharedWith, identifier }) => [sharedWith?.collection, identifier.property])).toEqual([
      ["/rooms/{owner}", "name"],
      [undefined, "name"],
    ]);
  });

  it("the suffix of a format is no other collection", async () => {
    const { resources } = await inferFrom({
      "/things.json": { get: shows(listed(THING)), post: takes(THING) },
      "/things/{id}.json": at("id", { get: shows(THING) }),
    });
    expect(resources.map(({ collection, itemPath }) => [collection, itemPath])).toEqual([
      ["/things", "/things/{id}.json"],
    ]);
  });
});

describe("envelopes", () => {
  it.for([
    ["data", wrapped("data", listed(THING)), ["data"]],
    ["the collection's name", { ...wrapped("things", listed(THING)), required: ["things"] }, ["things"]],
    [
      "the only list, next to data about it",
      { type: "object", properties: { elems: listed(THING), has_more: { type: "boolean" }, next_page: text } },
      ["elems"],
    ],
    ["a nested list", wrapped("response", wrapped("items", listed(THING))), ["response", "items"]],
  ] as const)("of lists: %s", async ([, schema, steps]) => {
    const { assignments, resources } = await inferFrom({ "/things": { get: shows(schema) } });
    expect(assignments[0]?.role).toBe("list");
    const [resource] = resources;
    expect(resource?.shapes.get(resource.operations.list as never)?.shown?.steps).toEqual(steps);
  });

  it("of items, in responses and requests", async () => {
    const { resources } = await inferFrom({
      "/things": { post: takes(wrapped("thing", THING)) },
      "/things/{id}": at("id", { get: shows(wrapped("thing", THING)), put: takes(wrapped("thing", THING), "200") }),
    });
    const [resource] = resources;
    const { create, fetch, replace } = resource?.operations ?? {};
    expect(resource?.identifier).toMatchObject({ property: "id", kind: "integer" });
    for (const operation of [create, fetch, replace])
      expect(resource?.shapes.get(operation as never)?.shown).toEqual({ steps: ["thing"], inList: false });
    expect(resource?.shapes.get(create as never)?.sent).toEqual({ steps: ["thing"], inList: false });
  });

  it("of the item that the list shows, next to other data about it", async () => {
    const schemas = { Thing: THING };
    const one = { $ref: "#/components/schemas/Thing" };
    const detail = { type: "object", properties: { thing: one, id: text, views: number } };
    const parent = { type: "object", properties: { ...(THING["properties"] as JsonObject), parent: one } };
    const shapeIn = async (shown: JsonObject) => {
      const paths = { "/things": { get: shows(listed(one)) }, "/things/{id}": at("id", { get: shows(shown) }) };
      const [resource] = (await inferFrom(paths, { components: { schemas } })).resources;
      const fetch = resource?.operations.fetch;
      return fetch === undefined ? undefined : resource?.shapes.get(fetch)?.shown?.steps;
    };
    expect(await shapeIn(detail)).toEqual(["thing"]);
    expect(await shapeIn(parent)).toEqual([]);
  });

  it("an item that contains a list is not a list", async () => {
    const basket = itemOf({ id: number, entries: listed(THING) });
    const inference = await inferFrom({ "/me": { get: shows(basket) } });
    expect(inference.assignments[0]).toMatchObject({ role: "fetch", resource: { kind: "singleton" } });
  });
});

describe("identifiers", () => {
  it.for([
    ["slug", "slug", { slug: text, title: text }, "slug"],
    ["a name in metadata", "name", { kind: text, metadata: itemOf({ name: text }) }, "metadata.name"],
    ["a different case", "ThingID", { ThingId: text, label: text }, "ThingId"],
    ["gid", "thing_gid", { gid: text, label: text }, "gid"],
  ] as const)("%s", async ([, parameter, properties, expected]) => {
    const inference = await inferFrom({
      [`/things/{${parameter}}`]: at(parameter, { get: shows(itemOf(properties)) }, text),
    });
    expect(inference.resources[0]?.identifier.property).toBe(expected);
  });

  it("`id`, rather than a reference to another item of the same kind", async () => {
    const folder = itemOf({ parentFolderId: text, id: text });
    const { resources } = await inferFrom({ "/folders/{folderId}": at("folderId", { get: shows(folder) }, text) });
    expect(resources[0]?.identifier.property).toBe("id");
  });

  it("a natural key that a body can contain is kept", async () => {
    const person = { type: "object", properties: { id: number, handle: text } };
    const { resources } = await inferFrom({
      "/people": { post: takes(person) },
      "/people/{handle}": at("handle", { get: shows(person) }, text),
    });
    expect(resources[0]?.identifier).toMatchObject({ property: "handle", kept: true });
  });

  it("a collection at the root and its items are one resource", async () => {
    const { resources } = await inferFrom({ "/": { post: takes(THING) }, "/{id}": at("id", { get: shows(THING) }) });
    expect(resources).toHaveLength(1);
  });
});

describe("operations outside collections", () => {
  it("single objects are fetched and changed", async () => {
    const settings = itemOf({ theme: text });
    const inference = await inferFrom({ "/settings": { get: shows(settings), put: takes(settings, "200") } });
    expect(roles(inference)).toEqual(["GET /settings fetch", "PUT /settings replace"]);
    expect(inference.singletons).toMatchObject([{ name: "settings", path: "/settings" }]);
  });

  it("a POST whose body has the query parameters of the list is a search, even if items have some of them as properties", async () => {
    const item = itemOf({ id: number, name: text, filter: itemOf({ term: text }) });
    const criteria = { type: "object", properties: { page: number, limit: number, term: text } };
    const query = ["page", "limit", "term[]"].map((name) => ({ name, in: "query", schema: text }));
    const inference = await inferFrom({
      "/things": { get: { ...shows(listed(item)), parameters: query }, post: takes(criteria, "200", listed(item)) },
    });
    expect(inference.assignments.map(({ role }) => role)).toEqual(["list", "unmodelled"]);
  });

  it("a verb after an item is an action", async () => {
    const inference = await inferFrom({
      "/things": { get: shows(listed(THING)) },
      "/things/{id}": at("id", { get: shows(THING) }),
      "/things/{id}/archive": at("id", { post: takes(THING, "200") }),
      "/things/{id}:lock": at("id", { post: { responses: { "204": { description: "D" } } } }),
    });
    expect(roles(inference).slice(2)).toEqual(["POST /things/{id}/archive action", "POST /things/{id}:lock action"]);
  });

  it("a verb between two items is an action, unless items are listed or created there", async () => {
    const both = ["id", "otherId"].map((name) => ({ name, in: "path", required: true, schema: number }));
    const inference = await inferFrom({
      "/things": { get: shows(listed(THING)) },
      "/things/{id}": at("id", { get: shows(THING) }),
      "/things/{id}/move/{otherId}": { parameters: both, put: takes(THING, "200") },
      "/things/{id}/runs": at("id", { post: takes(THING) }),
      "/things/{id}/runs/{otherId}": { parameters: both, put: takes(THING, "200") },
    });
    expect(roles(inference).slice(2)).toEqual([
      "PUT /things/{id}/move/{otherId} action",
      "POST /things/{id}/runs create",
      "PUT /things/{id}/runs/{otherId} replace",
    ]);
  });

  it("verbs below a collection have the role that they name", async () => {
    const inference = await inferFrom({
      "/things": { get: shows(listed(THING)) },
      "/things/create": { post: takes(THING) },
      "/things/findByColour": { get: shows(listed(THING)) },
      "/things/createWithList": { post: takes(listed(THING), "200") },
      "/things/{id}": at("id", { get: shows(THING) }),
      "/things/{id}/update": at("id", { post: takes(THING, "200") }),
    });
    expect(roles(inference)).toEqual([
      "GET /things list",
      "POST /things/create create",
      "GET /things/findByColour list",
      "POST /things/createWithList create",
      "GET /things/{id} fetch",
      "POST /things/{id}/update update",
    ]);
    expect(inference.resources.map(({ collection }) => collection)).toEqual(["/things"]);
  });

  it("several items are changed at the collection", async () => {
    const inference = await inferFrom({
      "/things": {
        get: shows(listed(THING)),
        put: takes(listed(THING), "200"),
        delete: { responses: { "204": { description: "D" } } },
      },
    });
    expect(roles(inference)).toEqual(["GET /things list", "PUT /things replace-many", "DELETE /things remove-many"]);
  });
});
