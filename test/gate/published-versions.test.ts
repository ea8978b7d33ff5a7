// Versions of OpenAPI: additions in 3.2, and one document in both 3.0 and 3.1.
import { describe, expect, test } from "vitest";
import { showRequest } from "../../src/gate/exchange/show.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { brokenBy, compare, documentOf, kinds, said, withParameters, withRequest, withResponse } from "./documents.ts";

type Loose = Record<string, unknown>;

const OK = { "200": { description: "OK" } };
const TEXT = { type: "string" };
const object = (properties: Loose, more: Loose = {}): Loose => ({ type: "object", properties, ...more });
const old = (document: JsonObject): JsonObject => ({ ...document, openapi: "3.0.3" });

describe("additions in OpenAPI 3.2", () => {
  const paths = (item: Loose): JsonObject => ({
    ...documentOf({ "/a": { get: { responses: OK }, ...item } }),
    openapi: "3.2.0",
  });
  const operation = { responses: OK };

  test.each<[string, Loose, string]>([
    ["query", { query: operation }, "QUERY /a"],
    ["a custom method", { additionalOperations: { LINK: operation } }, "LINK /a"],
  ])("%s is an operation, and removing it is breaking", async (_what, item, name) => {
    const [change] = await brokenBy(paths(item), paths({}));
    expect([change?.kind, change?.operations]).toEqual(["operation-removed", [name]]);
  });

  const text = (more: Loose): Loose => ({ "application/jsonl": { itemSchema: { ...TEXT, ...more } } });
  const sent = (more: Loose): JsonObject => paths({ query: { requestBody: { content: text(more) }, responses: OK } });
  const read = (more: Loose): JsonObject =>
    paths({ additionalOperations: { COPY: { responses: { "200": { description: "OK", content: text(more) } } } } });

  test("the items of a sequence are compared one by one, in requests and responses", async () => {
    const [request] = await brokenBy(sent({}), sent({ maxLength: 2 }));
    expect([request?.text, request?.witness?.exchange.body?.value]).toEqual([
      "items of the body: maximum length 2 was added",
      ["aaa"],
    ]);
    expect(request?.witness?.violations.map(({ at }) => at)).toEqual(["/body/0"]);
    const [response] = await brokenBy(read({ maxLength: 2 }), read({}));
    expect(response?.text).toBe("items of the body of 200: maximum length 2 was removed");
    expect([await said(sent({ maxLength: 2 }), sent({})), await said(read({}), read({ maxLength: 2 }))]).toEqual([
      [],
      [],
    ]);
  });
});

describe("a list of all items, and the schema of each item of a sequence", () => {
  const List = { type: "array", items: TEXT, description: "All of them." };
  const of = (media: Loose, name = "application/jsonl"): readonly [JsonObject, JsonObject] => {
    const content = { [name]: media };
    const rest = { openapi: "3.2.0", components: { schemas: { List } } };
    const request = { post: { requestBody: { required: true, content }, responses: OK } };
    const response = { get: { responses: { "200": { description: "OK", content } } } };
    return [
      { ...documentOf({ "/a": request }), ...rest },
      { ...documentOf({ "/a": response }), ...rest },
    ];
  };
  const asList = (items: Loose, more: Loose = {}): Loose => ({ schema: { type: "array", items, ...more } });

  test.each([
    "application/jsonl",
    "application/x-ndjson",
    "application/json-seq",
    "text/event-stream",
    "multipart/mixed",
  ])("say the same in %s", async (name) => {
    for (const list of [
      asList(TEXT),
      asList(TEXT, { title: "All" }),
      { schema: { $ref: "#/components/schemas/List" } },
    ])
      for (const place of [0, 1] as const) {
        const [before, after] = [of(list, name)[place], of({ itemSchema: TEXT }, name)[place]];
        expect([await said(before, after), await said(after, before)]).toEqual([[], []]);
      }
  });

  test("differ if the items do", async () => {
    const [before, after] = [of(asList(TEXT))[0], of({ itemSchema: { ...TEXT, maxLength: 2 } })[0]];
    const [change] = await brokenBy(before, after);
    expect(change?.text).toBe("items of the body: maximum length 2 was added");
    expect(await said(after, before)).toEqual([]);
  });

  test("differ if the list may not be of any length", async () => {
    const [before, after] = [of({ itemSchema: TEXT })[0], of(asList(TEXT, { maxItems: 2 }))[0]];
    expect((await brokenBy(before, after)).length).toBeGreaterThan(0);
  });
});

test("the same document in OpenAPI 3.0 and 3.1 is compatible in both directions", async () => {
  const pet = { Pet: object({ id: { type: "integer" }, tag: { enum: ["a", "b"] } }, { required: ["id"] }) };
  const ref = { $ref: "#/components/schemas/Pet" };
  const before = {
    n: { ...TEXT, nullable: true },
    e: { ...TEXT, enum: ["x", null], nullable: true },
    m: { type: "integer", minimum: 0, exclusiveMinimum: true },
    r: { nullable: true, allOf: [ref] },
    f: { ...TEXT, format: "binary" },
  };
  const after = {
    n: { type: ["string", "null"] },
    e: { type: ["string", "null"], enum: ["x", null] },
    m: { type: "integer", exclusiveMinimum: 0 },
    r: { anyOf: [ref, { type: "null" }] },
    f: { ...TEXT, contentMediaType: "application/octet-stream" },
  };
  for (const of of [withRequest, withResponse]) {
    const [early, late] = [
      old(of(object(before), { components: { schemas: pet } })),
      of(object(after), { components: { schemas: pet } }),
    ];
    expect(await said(early, late)).toEqual([]);
    expect(await said(late, early)).toEqual([]);
  }
});

describe("a querystring with a form", () => {
  const of = (properties: Loose, more: Loose = {}): JsonObject => ({
    ...withParameters({
      name: "q",
      in: "querystring",
      required: true,
      content: { "application/x-www-form-urlencoded": { schema: { type: "object", properties, ...more } } },
    }),
    openapi: "3.2.0",
  });
  const plain = { ...withParameters({ name: "a", in: "query", schema: TEXT }), openapi: "3.2.0" };

  test.each<[string, JsonObject, JsonObject, string[]]>([
    ["a stricter property", of({ a: TEXT }), of({ a: { ...TEXT, maxLength: 3 } }), ["request-maxLength"]],
    [
      "a property that is now required",
      of({ a: TEXT }),
      of({ a: TEXT }, { required: ["a"] }),
      ["request-parameter-required"],
    ],
    ["a new optional property", of({ a: TEXT }), of({ a: TEXT, b: TEXT }), []],
    ["parameters that became properties", plain, of({ a: TEXT }), []],
    ["properties that became parameters", of({ a: TEXT }), plain, []],
  ])("is compared as its parameters: %s", async (_name, before, after, broken) => {
    const result = await compare(before, after);
    expect(kinds(result, "breaking")).toEqual(broken);
    expect(kinds(result, "unknown")).toEqual([]);
  });
});

describe("a querystring of JSON", () => {
  const of = (properties: Loose, { name = "q", ...more }: Loose & { name?: string } = {}): JsonObject => ({
    ...withParameters({
      name,
      in: "querystring",
      content: { "application/json": { schema: { type: "object", properties } } },
      ...more,
    }),
    openapi: "3.2.0",
  });
  const stricter = { a: { ...TEXT, maxLength: 3 } };

  test("is compared as a whole, whatever it is called", async () => {
    const result = await compare(of({ a: TEXT }), of(stricter, { name: "other" }));
    expect(kinds(result, "breaking")).toEqual(["request-maxLength"]);
    const [change] = await brokenBy(of({ a: TEXT }), of(stricter));
    const { exchange } = change?.witness ?? {};
    expect(exchange?.kind === "request" ? showRequest(exchange).url : undefined).toBe(
      "/things?%7B%22a%22%3A%22aaaa%22%7D",
    );
    expect(await said(of(stricter), of({ a: TEXT }))).toEqual([]);
  });

  test("or of a text is, too", async () => {
    const text = (schema: Loose): JsonObject => ({
      ...withParameters({ name: "q", in: "querystring", content: { "application/jsonpath": { schema } } }),
      openapi: "3.2.0",
    });
    expect(await said(text(TEXT), text(TEXT))).toEqual([]);
    const [change] = await brokenBy(text(TEXT), text({ ...TEXT, maxLength: 3 }));
    const { exchange } = change?.witness ?? {};
    expect(exchange?.kind === "request" ? showRequest(exchange).url : undefined).toBe("/things?aaaa");
  });

  test("may become required", async () => {
    const result = await compare(of({ a: TEXT }), of({ a: TEXT }, { required: true }));
    expect(kinds(result, "breaking")).toEqual(["request-parameter-required"]);
  });
});
