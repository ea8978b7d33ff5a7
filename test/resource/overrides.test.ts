// `x-resource` overrides whatever is inferred from names. Mistakes in it are reported at their place, and anything that
// was not recognised is reported with the x-resource that would name it.
import { describe, expect, it } from "vitest";
import type { Resource } from "../../src/resource/model.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { OPERATIONS, at, carries, inferFrom, itemOf, roles } from "./documents.ts";

const { create, fetch } = OPERATIONS;
const number = { type: "integer" };
const text = { type: "string" };

const ITEM = itemOf({ id: number, name: text, status: { enum: ["new", "old"] }, tags: { type: "array" } });

const query = (...parameters: readonly (readonly [string, JsonValue])[]): JsonValue =>
  parameters.map(([name, schema]) => ({ name, in: "query", schema }));

/** A list of things with these query parameters and this x-resource. */
function listing(parameters: JsonValue, hint?: JsonValue, item: JsonObject = ITEM): ReturnType<typeof inferFrom> {
  const responses = { "200": carries({ type: "array", items: item }) };
  return inferFrom({
    "/things": { get: { parameters, responses, ...(hint === undefined ? {} : { "x-resource": hint }) } },
  });
}

async function resourceOf(parameters: JsonValue, hint?: JsonValue): Promise<Resource> {
  const { resources, problems } = await listing(parameters, hint);
  expect(problems).toEqual([]);
  return resources[0] as Resource;
}

describe("the page size", () => {
  it("is the named parameter, with its bounds", async () => {
    const window = { ...number, minimum: 1, maximum: 30, default: 7 };
    const { pageSize } = await resourceOf(query(["window", window]), { pageSize: "window" });
    expect(pageSize).toMatchObject({ parameter: { name: "window" }, minimum: 1, maximum: 30, default: 7 });
  });

  it("is the named parameter even if another has a usual name, or items have a property of that name", async () => {
    const parameters = query(["limit", number], ["id", number]);
    const resource = await resourceOf(parameters, { pageSize: "id" });
    expect(resource.pageSize?.parameter.name).toBe("id");
    expect(resource.filters).toEqual([]);
  });

  it("can be false, for none", async () => {
    expect((await resourceOf(query(["limit", number]), { pageSize: false })).pageSize).toBeUndefined();
  });
});

describe("where a page begins", () => {
  it.for<[string, JsonValue, object | undefined]>([
    ["a name alone", "from", { parameter: { name: "from" }, counts: "items", first: 0 }],
    ["an object", { parameter: "from", counts: "pages" }, { counts: "pages", first: 1 }],
    ["the number of the first page", { parameter: "from", counts: "pages", first: 0 }, { counts: "pages", first: 0 }],
    ["false, for none", false, undefined],
  ])("can be set by %s", async ([, pageStart, expected]) => {
    const resource = await resourceOf(query(["from", number], ["offset", number]), { pageStart });
    expect([resource.pageStart]).toMatchObject([expected]);
  });
});

describe("filters", () => {
  it("are the named ones and those named like a property, except those set to false", async () => {
    const parameters = query(["state", text], ["name", text], ["id", number]);
    const { filters } = await resourceOf(parameters, { filters: { state: "status", id: false } });
    expect(filters.map(({ parameter, property }) => [parameter.name, property])).toEqual([
      ["state", "status"],
      ["name", "name"],
    ]);
  });
});

describe("the identifier", () => {
  it("is the named property and path parameter", async () => {
    const schema = itemOf({ id: number, code: text });
    const paths = {
      "/things/{thing}/in/{language}": {
        parameters: ["thing", "language"].map((name) => ({ name, in: "path", required: true, schema: text })),
        get: {
          responses: { "200": carries(schema) },
          "x-resource": { role: "fetch", collection: "/things", identifier: { property: "code", parameter: "thing" } },
        },
      },
    };
    const { resources, problems } = await inferFrom(paths);
    expect(problems).toEqual([]);
    expect(resources).toMatchObject([
      { collection: "/things", identifier: { property: "code", kind: "text", parameter: { name: "thing" } } },
    ]);
  });

  it("can be named, as the message explains, if none is recognised", async () => {
    const inference = await inferFrom({
      "/things/{x}": at("x", { get: { responses: { "200": carries(itemOf({ label: text, size: number })) } } }),
    });
    expect(roles(inference)[0]).toContain("name it with x-resource: { identifier: … }, one of label, size");
  });
});

describe("the error body", () => {
  const errorWith = (schema: JsonObject, schemas: JsonObject = {}): ReturnType<typeof inferFrom> =>
    inferFrom({ "/a": { get: { responses: { default: carries(schema) } } } }, { components: { schemas } });

  const properties = { kind: text, reason: text, http: number, message: text };

  it("has the fields that its schema names", async () => {
    const hint = { error: { code: "kind", message: "reason", status: "http" } };
    const { error, problems } = await errorWith({ properties, "x-resource": hint });
    expect(problems).toEqual([]);
    expect([error?.code?.property, error?.message?.property, error?.status?.property]).toEqual([
      "kind",
      "reason",
      "http",
    ]);
  });

  it("lacks the fields that are set to false", async () => {
    const { error, unrecognised } = await errorWith({ properties, "x-resource": { error: { message: false } } });
    expect(error?.message).toBeUndefined();
    expect(unrecognised.map(({ kind }) => kind)).toEqual(["error status"]);
  });

  it.for<[string, JsonObject, boolean]>([
    ["one object", { properties: { why: text, kind: text } }, false],
    ["objects in a list", { type: "array", items: { type: "object", properties: { why: text, kind: text } } }, true],
  ])("has them in %s, if it is named", async ([, inner, isList]) => {
    const hint = { error: { inner: { property: "fault", message: "why", code: "kind" } } };
    const { error, problems } = await errorWith({ properties: { title: text, fault: inner }, "x-resource": hint });
    expect(problems).toEqual([]);
    expect(error?.inner).toMatchObject({
      property: "fault",
      isList,
      message: { property: "why" },
      code: { property: "kind" },
    });
  });

  it("is read from the schema, however the schema is reached", async () => {
    const Problem = { properties: { reason: text }, "x-resource": { error: { message: "reason" } } };
    const { error } = await errorWith(
      { allOf: [{ $ref: "#/components/schemas/Problem" }, { properties: { more: text } }] },
      { Problem },
    );
    expect(error?.message?.property).toBe("reason");
  });
});

describe("a mistake in x-resource is reported at its place and ignored", () => {
  const get = "/paths/~1things/get/x-resource";
  it.for<[string, JsonValue, string, RegExp]>([
    ["a parameter that does not exist", { pageSize: "window" }, "/pageSize", /"window"; GET \/things has limit, q$/],
    ["a page size that is a string parameter", { pageSize: "q" }, "/pageSize", /"q", which is not an integer$/],
    ["a page size that is a number", { pageSize: 5 }, "/pageSize", /5; it must be the name of a query parameter, or/],
    [
      "a page start that does not exist",
      { pageStart: { parameter: "from" } },
      "/pageStart",
      /"from"; GET \/things has/,
    ],
    ["a page start without a parameter", { pageStart: { counts: "pages" } }, "/pageStart", /must have parameter/],
    [
      "a page start that counts hours",
      { pageStart: { parameter: "limit", counts: "hours" } },
      "/pageStart/counts",
      /items, pages/,
    ],
    ["a filter that is not a parameter", { filters: { state: "status" } }, "/filters/state", /"state"; GET/],
    [
      "a filter by a property that does not exist",
      { filters: { q: "state" } },
      "/filters/q",
      /no such property; a filter can compare id, name, status$/,
    ],
    ["a filter by a list", { filters: { q: "tags" } }, "/filters/q", /it is an object or a list/],
    ["filters in a list", { filters: ["q"] }, "/filters", /must map query parameters to properties/],
    ["an identifier that is a number", { identifier: 7 }, "/identifier", /must be the name of a property/],
    ["an unknown key", { paging: "limit" }, "/paging", /it knows role, collection, identifier, pageSize/],
    ["a name that every JavaScript object has", { constructor: 1 }, "/constructor", /it knows role/],
  ])("%s", async ([, hint, place, message]) => {
    const { problems, assignments } = await listing(query(["limit", number], ["q", text]), hint);
    expect(problems).toEqual([{ pointer: `${get}${place}`, message: expect.stringMatching(message) as unknown }]);
    expect(assignments.map(({ role }) => role)).toEqual(["list"]);
  });

  it("a page size on an operation that is not a list", async () => {
    const { problems } = await inferFrom({
      "/things": { post: { ...create, "x-resource": { pageSize: "limit" } } },
      "/things/{id}": at("id", { get: fetch }),
    });
    expect(problems).toEqual([
      {
        pointer: "/paths/~1things/post/x-resource/pageSize",
        message: "pageSize belongs on the operation that lists the items, not on POST /things",
      },
    ]);
  });

  it.for<[string, JsonValue, string, RegExp]>([
    ["a property that the error lacks", { error: { message: "why" } }, "/error/message", /no such property/],
    [
      "a status that is a string property",
      { error: { status: "reason" } },
      "/error/status",
      /not of type integer or number/,
    ],
    [
      "an inner object that is a string property",
      { error: { inner: "reason" } },
      "/error/inner",
      /objects in the error are none/,
    ],
    ["an unknown field", { error: { text: "reason" } }, "/error/text", /it knows code, message, status, inner/],
    ["keys of an operation", { pageSize: "reason" }, "/pageSize", /it knows error/],
    ["a string", "reason", "", /on a schema it must be an object of error/],
  ])("in the schema of an error: %s", async ([, hint, place, message]) => {
    const schema = { properties: { reason: text }, "x-resource": hint };
    const { problems } = await inferFrom({ "/a": { get: { responses: { default: carries(schema) } } } });
    const at = "/paths/~1a/get/responses/default/content/application~1json/schema/x-resource";
    expect(problems).toEqual([{ pointer: `${at}${place}`, message: expect.stringMatching(message) as unknown }]);
  });
});

describe("what was not recognised", () => {
  it("says how to name the page size", async () => {
    const { unrecognised } = await listing(query(["window", number]));
    expect(unrecognised).toEqual([
      {
        kind: "page size",
        pointer: "/paths/~1things/get",
        message:
          "no parameter of GET /things sets the page size; if one does, name it with x-resource: { pageSize: window }",
      },
    ]);
  });

  it("names a few of many", async () => {
    const many = Array.from({ length: 30 }, (_, index) => [`where.p${index}.eq`, text] as const);
    const { unrecognised } = await listing(query(...many));
    expect(unrecognised.map(({ message }) => message).join("")).toContain("where.p7.eq, and 22 more is not known");
  });

  it("says how to name filters, suggesting the property most like the parameter", async () => {
    const { unrecognised } = await listing(query(["limit", number], ["state", { enum: ["new", "old"] }]));
    expect(unrecognised.map(({ kind, message }) => [kind, message])).toEqual([
      ["query parameters", expect.stringContaining("add x-resource: { filters: { state: status } } for a filter")],
    ]);
  });

  it.for<[string, JsonValue, string]>([
    ["of the same values", { enum: ["new", "old"] }, "status"],
    ["of the same type, if none has its values", { ...text, maxLength: 5 }, "name"],
    ["left for the user to fill in, if none is similar", { type: "boolean" }, "PROPERTY"],
  ])("suggests as a filter a property %s", async ([, schema, proposed]) => {
    const { unrecognised } = await listing(query(["limit", number], ["q2", schema]));
    expect(unrecognised[0]?.message).toContain(`{ filters: { q2: ${proposed} } } for a filter`);
  });

  it("says how to name where a page begins, and quotes names that are not plain YAML", async () => {
    const { unrecognised } = await listing(query(["limit", number], ["page[from]", number]));
    expect(unrecognised[0]?.message).toContain('{ pageStart: "page[from]" } for where a page begins');
  });

  it("is nothing if all other query parameters are set to false", async () => {
    const hint = { pageSize: false, pageStart: false, filters: { window: false, sort: false } };
    expect((await listing(query(["window", number], ["sort", text]), hint)).unrecognised).toEqual([]);
  });

  it("says how to name the message and the status of errors", async () => {
    const schema = { properties: { explanation: text, number } };
    const { unrecognised } = await inferFrom({ "/a": { get: { responses: { default: carries(schema) } } } });
    expect(unrecognised.map(({ kind, message }) => [kind, message.slice(message.indexOf("x-resource"))])).toEqual([
      ["error message", "x-resource: { error: { message: explanation } }"],
      ["error status", "x-resource: { error: { status: number } }"],
    ]);
  });

  it("is nothing in a document that uses the usual names", async () => {
    const { unrecognised } = await listing(query(["limit", number], ["status", text], ["offset", number]));
    expect(unrecognised).toEqual([]);
  });
});
