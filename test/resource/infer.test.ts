import { describe, expect, it } from "vitest";
import { embeddedSpecPath } from "../../src/contract/embedded/embedded.ts";
import { loadContract } from "../../src/contract/load.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { PageSize } from "../../src/resource/model.ts";
import { OPERATIONS, THING, at, carries, inferFrom, itemOf, roles } from "./documents.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

const { list, create, fetch, replace, update, remove } = OPERATIONS;
const number = { type: "integer" };
const text = { type: "string" };

describe("roles", () => {
  it("all six, on a collection and its items", async () => {
    const inference = await inferFrom({
      "/things": { get: list, post: create },
      "/things/{thingId}": at("thingId", { get: fetch, put: replace, patch: update, delete: remove }),
    });
    expect(roles(inference)).toEqual([
      "GET /things list",
      "POST /things create",
      "GET /things/{thingId} fetch",
      "PUT /things/{thingId} replace",
      "DELETE /things/{thingId} remove",
      "PATCH /things/{thingId} update",
    ]);
    expect(inference.assignments.map(({ why }) => why).slice(0, 3)).toEqual([
      "GET on the collection of things",
      "POST on the collection of things",
      "GET on the item path of things",
    ]);
    expect(inference.resources).toMatchObject([
      {
        name: "things",
        collection: "/things",
        itemPath: "/things/{thingId}",
        identifier: { property: "id", kind: "integer" },
      },
    ]);
  });

  it("of the embedded document", async () => {
    const inference = inferResources(await loadContract(embeddedSpecPath()));
    expect(inference.assignments.map(({ role }) => role)).toEqual(["list", "create", "fetch"]);
    expect(inference.resources).toMatchObject([
      {
        identifier: { property: "id", kind: "integer", maximum: 9223372036854775807n },
        filters: [{ property: "status" }],
        pageSize: { minimum: 1, maximum: 100, default: 20 },
      },
    ]);
    expect(inference.error).toMatchObject({
      code: { property: "code", type: "string", required: true },
      message: { property: "message" },
      status: { property: "status", type: "integer" },
    });
  });

  it("under another name, below other paths, and two resources side by side", async () => {
    const inference = await inferFrom({
      "/api/creatures": { get: list, post: create },
      "/api/creatures/{id}": at("id", { get: fetch }),
      "/orders": { get: list },
      "/orders/{orderId}": at("orderId", { delete: remove }),
    });
    expect(inference.resources.map(({ name, collection, itemPath }) => [name, collection, itemPath])).toEqual([
      ["creatures", "/api/creatures", "/api/creatures/{id}"],
      ["orders", "/orders", "/orders/{orderId}"],
    ]);
  });

  it("of item paths without a list", async () => {
    const inference = await inferFrom({ "/things/{id}": at("id", { get: fetch, delete: remove }) });
    expect(roles(inference)).toEqual(["GET /things/{id} fetch", "DELETE /things/{id} remove"]);
    expect(inference.resources).toMatchObject([{ collection: "/things", filters: [] }]);
  });

  it("of lists without an item path", async () => {
    const inference = await inferFrom({ "/things": { get: list, post: create } });
    expect(roles(inference)).toEqual(["GET /things list", "POST /things create"]);
    expect(inference.resources[0]).not.toHaveProperty("itemPath");
  });

  it("of a list alone, whose schema describes the items", async () => {
    const inference = await inferFrom({ "/things": { get: list } });
    const [resource] = inference.resources;
    expect(resource?.properties.map(({ name, required }) => [name, required])).toEqual([
      ["id", true],
      ["name", false],
      ["colour", false],
    ]);
    expect(resource?.item.validate({ id: 1, colour: "blue" })).toMatchObject([{ at: "/colour", keyword: "enum" }]);
    expect(resource?.item.validate({})).toMatchObject([{ at: "", keyword: "required" }]);
  });

  it("with a trailing slash on every path", async () => {
    const inference = await inferFrom({ "/things/": { get: list }, "/things/{id}/": at("id", { get: fetch }) });
    expect(roles(inference)).toEqual(["GET /things/ list", "GET /things/{id}/ fetch"]);
    expect(inference.resources).toMatchObject([{ collection: "/things", itemPath: "/things/{id}/" }]);
  });

  it("with responses in a media type based on JSON", async () => {
    const content = { "application/vnd.things+json": { schema: THING } };
    const inference = await inferFrom({
      "/things/{id}": at("id", { get: { responses: { "2XX": { description: "D", content } } } }),
    });
    expect(roles(inference)).toEqual(["GET /things/{id} fetch"]);
  });
});

describe("identifiers", () => {
  const cases: readonly [string, string, JsonObject, JsonValue, object | undefined][] = [
    ["a number called id", "id", { id: number }, number, { property: "id", kind: "integer" }],
    ["an int32", "id", { id: { type: "integer", format: "int32" } }, number, { kind: "integer", maximum: 2147483647n }],
    ["an integer with a maximum", "id", { id: { type: "integer", maximum: 99 } }, number, { maximum: 99n }],
    [
      "a maximum that a double cannot represent",
      "id",
      { id: { type: "integer", maximum: 9007199254740993n } },
      number,
      { maximum: 9007199254740993n },
    ],
    ["a uuid", "thingId", { id: { type: "string", format: "uuid" } }, text, { property: "id", kind: "uuid" }],
    ["another string", "id", { id: text }, text, { property: "id", kind: "text" }],
    ["a property named like the parameter", "sku", { name: text, sku: text }, text, { property: "sku", kind: "text" }],
    ["camel case for snake case", "order_number", { orderNumber: text }, text, { property: "orderNumber" }],
    ["snake case for camel case", "orderNumber", { order_number: text }, text, { property: "order_number" }],
    ["the end of the parameter's name", "countryCode", { name: text, code: text }, text, { property: "code" }],
    [
      "a property named like the parameter, rather than id",
      "slug",
      { id: number, slug: text },
      text,
      { property: "slug" },
    ],
    ["a number for an index", "index", { id: number, number }, number, { property: "number" }],
    ["the singular of the collection", "x", { thingId: number }, number, { property: "thingId" }],
    ["_id", "x", { _id: text }, text, { property: "_id" }],
    ["no identifying property", "x", { name: text }, text, undefined],
    ["an object, which cannot identify an item", "id", { id: { type: "object" } }, text, undefined],
  ];

  it.for([
    [{ description: "Name of the thing to show" }, {}, "name"],
    [
      { description: "A thing" },
      { description: "Shows the thing that is identified by the name in its path." },
      "name",
    ],
    [{ description: "The id of the thing" }, {}, "id"],
    [{}, {}, "id"],
  ] as const)("what a text says that a path calls things by: %j, %j", async ([said, more, property]) => {
    const get = {
      ...more,
      parameters: [{ ...said, name: "thing", in: "path", required: true, schema: text }],
      responses: { "200": carries(itemOf({ id: { ...text, format: "uuid" }, name: text })) },
    };
    const { resources } = await inferFrom({ "/things/{thing}": { get } });
    expect(resources[0]?.identifier.property).toBe(property);
  });

  it.for(cases)("%s", async ([, parameter, properties, schema, expected]) => {
    const get = { responses: { "200": carries(itemOf(properties)) } };
    const inference = await inferFrom({ [`/things/{${parameter}}`]: at(parameter, { get }, schema) });
    expect(inference.resources.map(({ identifier }) => identifier)).toMatchObject(
      expected === undefined ? [] : [expected],
    );
    const [role] = roles(inference);
    expect(role).toContain(
      expected === undefined ? "unmodelled: its items have no property that identifies them" : " fetch",
    );
  });

  it("are validated by the item's own schema", async () => {
    const { resources } = await inferFrom({ "/things/{id}": at("id", { get: fetch }) });
    expect(resources[0]?.identifier.schema.validate(9223372036854775807n)).toEqual([]);
    expect(resources[0]?.identifier.schema.validate(9223372036854775808n)).toMatchObject([
      { at: "", keyword: "format" },
    ]);
    expect(resources[0]?.identifier.parameter?.name).toBe("id");
  });
});

describe("an operation without a role has a reason", () => {
  const envelope = { type: "object", properties: { items: { type: "array", items: THING } } };
  const cases: readonly [string, JsonObject, string][] = [
    [
      "a list of numbers",
      { "/things": { get: { responses: { "200": carries({ type: "array", items: number }) } } } },
      "its success response shows no list of objects",
    ],
    [
      "a list without JSON",
      { "/things": { get: { responses: { "204": { description: "D" } } } } },
      "its success response shows no list of objects",
    ],
    [
      "a fetch without JSON",
      { "/things/{id}": at("id", { get: { responses: {} } }) },
      "it has no success response with JSON or XML",
    ],
    [
      "a fetch of a string",
      { "/things/{id}": at("id", { get: { responses: { "200": carries(text) } } }) },
      "its success response is not an object with properties",
    ],
    [
      "a creation from a form without a schema",
      { "/things": { post: { requestBody: { content: { "multipart/form-data": {} } }, responses: {} } } },
      "its request body is neither JSON nor a form or XML with a schema",
    ],
    [
      "verbs in paths",
      { "/thing/get": { post: create }, "/thing/merge": { post: create } },
      "says what is done, not what is there",
    ],
    [
      "an action on an item that no operation returns",
      { "/things/{id}:archive": at("id", { post: create }) },
      '"archive" says what is done, not what is there',
    ],
    [
      "a creation that returns a number",
      { "/things": { post: { requestBody: carries(THING), responses: { "201": carries(number) } } } },
      "no response shows what an item is",
    ],
    [
      "a creation that returns nothing",
      { "/things": { post: { requestBody: carries(THING), responses: { "201": { description: "D" } } } } },
      "no response shows what an item is",
    ],
    [
      "a path segment that is only partly a parameter",
      { "/reports/{year}-{month}": at("year", { get: fetch }) },
      "its path has a step that is only in part a parameter",
    ],
    [
      "a place on the map",
      { "/things/near/{lat}": at("lat", { get: fetch }, { type: "number" }) },
      "its path leads to a place on the map",
    ],
    ["PUT on a collection", { "/things": { put: replace } }, "PUT on a collection has no common meaning"],
    ["POST on an item", { "/things/{id}": at("id", { post: create }) }, "POST on an item has no common meaning"],
    [
      "HEAD, OPTIONS and TRACE",
      { "/things/{id}": at("id", { head: remove, options: remove, trace: remove }) },
      "has no common meaning",
    ],
    [
      "x-resource: fetch on a path without a parameter",
      { "/me": { get: { ...fetch, "x-resource": { role: "fetch", collection: "/things" } } } },
      "it describes no path parameter that names an item",
    ],
    ["a removal alone", { "/things/{id}": at("id", { delete: remove }) }, "no response shows what an item is"],
    ["x-resource: false", { "/things": { get: { ...list, "x-resource": false } } }, "x-resource says so"],
    [
      "x-resource with role unmodelled",
      { "/things": { get: { ...list, "x-resource": { role: "unmodelled" } } } },
      "x-resource says so",
    ],
    [
      "x-resource with an unknown role",
      { "/things": { get: { ...list, "x-resource": { role: "lst" } } } },
      'x-resource has the role "lst", which is none of list, create, fetch, replace, update, remove, replace-many',
    ],
    [
      "x-resource that is a string",
      { "/things": { get: { ...list, "x-resource": "list" } } },
      'x-resource is "list"; it must be false, or an object of role, collection, identifier, pageSize, pageStart, sort, search, fields, filters',
    ],
    [
      "x-resource with an identifier that does not exist",
      { "/things": { get: { ...list, "x-resource": { identifier: "key" } } } },
      "its items have no property that identifies them",
    ],
  ];

  it.for(cases)("%s", async ([, paths, why]) => {
    const inference = await inferFrom(paths);
    const unmodelled = inference.assignments.filter(({ role }) => role === "unmodelled");
    expect(unmodelled.length).toBeGreaterThan(0);
    expect(unmodelled.map((one) => one.why).filter((reason) => !reason.includes(why))).toEqual([]);
  });

  it("operations that have no role do not affect the roles of others", async () => {
    const inference = await inferFrom({
      "/things": { get: { responses: { "200": carries(envelope) } }, post: create },
      "/things/{id}": at("id", { get: fetch }),
      "/health": { get: { responses: { "200": carries(itemOf({ ok: { type: "boolean" } })) } } },
    });
    expect(inference.assignments.map(({ role }) => role)).toEqual(["list", "create", "fetch", "unmodelled"]);
    expect(inference.assignments.every(({ why }) => why !== "")).toBe(true);
  });

  it("every operation has an assignment, in the order of the document, with a reason", async () => {
    const all = cases.flatMap(([, paths], index) =>
      Object.entries(paths).map(([path, item]) => [`/${index}${path}`, item] as const),
    );
    const inference = await inferFrom(Object.fromEntries(all));
    expect([...new Set(inference.assignments.map(({ operation }) => operation.path))]).toEqual(
      all.map(([path]) => path),
    );
    expect(inference.assignments.filter(({ why }) => why === "")).toEqual([]);
  });

  it("a document without operations has no resources, which is not an error", async () => {
    const nothing = { resources: [], singletons: [], assignments: [], problems: [], unrecognised: [] };
    expect(await inferFrom({})).toEqual(nothing);
  });
});

describe("x-resource", () => {
  it("gives roles to operations whose role could not be inferred", async () => {
    const inference = await inferFrom({
      "/things/search": { get: { ...list, "x-resource": { role: "list", collection: "/things" } } },
      "/things/new": { post: { ...create, "x-resource": { role: "create", collection: "/things" } } },
      "/things/{id}": at("id", { get: fetch }),
    });
    expect(roles(inference)).toEqual(["GET /things/search list", "POST /things/new create", "GET /things/{id} fetch"]);
    expect(inference.resources).toHaveLength(1);
    expect(inference.assignments.map(({ why }) => why).slice(0, 2)).toEqual([
      "x-resource says so",
      "x-resource says so",
    ]);
  });

  it("finds the parameter that names the item anywhere in the path", async () => {
    const { resources } = await inferFrom({
      "/things/{id}/details": at("id", { get: { ...fetch, "x-resource": { role: "fetch", collection: "/things" } } }),
    });
    expect(resources).toMatchObject([
      { collection: "/things", identifier: { property: "id", parameter: { name: "id" } } },
    ]);
  });

  it("names the identifier", async () => {
    const inference = await inferFrom({
      "/things/{id}": at("id", {
        get: { responses: { "200": carries(itemOf({ id: number, key: text })) }, "x-resource": { identifier: "key" } },
      }),
    });
    expect(inference.resources[0]?.identifier).toMatchObject({ property: "key", kind: "text" });
  });
});

describe("filters", () => {
  it("are query parameters named like a property with a single plain value", async () => {
    const parameters = ["name", "colour", "tags", "owner", "sort", "id"].map((name) => ({
      name,
      in: "query",
      schema: text,
    }));
    const header = { name: "name", in: "header", schema: text };
    const item = itemOf({ id: number, name: text, colour: text, tags: { type: "array" }, owner: { type: "object" } });
    const { resources } = await inferFrom({
      "/things": {
        get: { parameters: [...parameters, header], responses: { "200": carries({ type: "array", items: item }) } },
      },
    });
    expect(resources[0]?.filters.map(({ property }) => property)).toEqual(["name", "colour", "id"]);
  });
});

describe("who chooses the identifier", () => {
  const id = { type: "integer" };
  it.for<[string, JsonObject, true | undefined]>([
    ["the client, if creation requires it", { required: ["id"], properties: { id, name: text } }, true],
    ["the service, if it is optional on creation", { required: ["name"], properties: { id, name: text } }, undefined],
    [
      "the service, if the body of a creation does not have it",
      { required: ["id", "name"], properties: { name: text } },
      undefined,
    ],
    [
      "the service, if it is readOnly",
      { required: ["id"], properties: { id: { ...id, readOnly: true }, name: text } },
      undefined,
    ],
  ])("%s", async ([, body, chosen]) => {
    const adding = { requestBody: carries(body), responses: { "201": carries(THING) } };
    const { resources } = await inferFrom({ "/things": { get: list, post: adding } });
    expect(resources[0]?.identifier.chosen).toBe(chosen);
  });
});

describe("the page size", () => {
  const withParameter = async (
    name: string,
    schema: JsonValue,
    properties: JsonObject = {},
  ): Promise<PageSize | undefined> => {
    const item = itemOf({ id: number, ...properties });
    const { resources } = await inferFrom({
      "/things": {
        get: {
          parameters: [{ name, in: "query", schema }],
          responses: { "200": carries({ type: "array", items: item }) },
        },
      },
    });
    return resources[0]?.pageSize;
  };

  it.for([
    ...[
      "limit",
      "pageSize",
      "page_size",
      "per_page",
      "perPage",
      "size",
      "count",
      "first",
      "max",
      "max_results",
      "maxResults",
    ],
    ...["page[limit]", "$top", "PageSize", "take"],
  ])("can be called %s", async (name) => {
    expect(await withParameter(name, number)).toMatchObject({ parameter: { name } });
  });

  it.for(["page", "offset", "cursor", "maximum_price", "limited"])("is not a parameter called %s", async (name) => {
    expect(await withParameter(name, number)).toBeUndefined();
  });

  it.for<[JsonValue, object | undefined]>([
    [
      { type: "integer", minimum: 1, maximum: 100, default: 20 },
      { minimum: 1, maximum: 100, default: 20 },
    ],
    [
      { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 101 },
      { minimum: 1, maximum: 100 },
    ],
    [{ type: ["integer", "null"] }, {}],
    [{ type: "string" }, undefined],
    // Frameworks for JavaScript describe every number as one.
    [{ type: "number" }, {}],
  ])("with %o has the bounds %o", async ([schema, expected]) => {
    const found = await withParameter("limit", schema);
    const { parameter, ...bounds }: Partial<PageSize> = found ?? {};
    expect(parameter === undefined ? undefined : bounds).toEqual(expected);
  });

  it("is a filter instead if items have a property of that name", async () => {
    expect(await withParameter("size", number, { size: number })).toBeUndefined();
  });
});
