// The document decides everything: other bounds, names, errors, dialects and identifiers work without changes to code.
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { afterEach, describe, expect, test } from "vitest";
import { embeddedSpecPath } from "../../src/contract/embedded/embedded.ts";
import { loadDocument } from "../../src/contract/load.ts";
import { createMockServer } from "../../src/http/node/server.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { changed, orders } from "./documents.ts";
import { type Mock, contractFrom, startMock } from "./support.ts";
import type { JsonObject } from "../../src/json/value.ts";

let mock: Mock | undefined;
afterEach(async () => {
  await mock?.close();
  mock = undefined;
});

async function serve(document: JsonObject, options: Parameters<typeof startMock>[1] = {}): Promise<Mock> {
  return (mock = await startMock(document, options));
}

async function embedded(): Promise<JsonObject> {
  return structuredClone((await loadDocument(embeddedSpecPath())).root);
}

test("a body of XML is judged by the schema, and stored only if it is allowed", async () => {
  const root = orders();
  const at = ["paths", "/orders", "post", "requestBody", "content"];
  const media = { schema: { $ref: "#/components/schemas/NewOrder" } };
  const { send } = await serve(changed(root, at, { "application/json": media, "application/xml": media }));
  const before = (await send("GET", "/orders?page_size=50")).text;
  const headers = { "Content-Type": "application/xml" };
  const { status, text } = await send("POST", "/orders", { headers, body: "<order/>" });
  expect([status, text]).toEqual([422, expect.stringContaining("must have the property")]);
  expect((await send("GET", "/orders?page_size=50")).text).toBe(before);
});

describe("the embedded document, changed", () => {
  test("another maximum", async () => {
    const root = await embedded();
    const { send } = await serve(changed(root, ["components", "parameters", "Limit", "schema", "maximum"], 50));
    expect((await send("GET", "/pets?limit=50")).status).toBe(200);
    expect((await send("GET", "/pets?limit=51")).text).toContain("from 1 to 50");
  });

  test("a new value in an enumeration, and a default", async () => {
    const root = await embedded();
    const grown = changed(
      root,
      ["components", "schemas", "PetStatus", "enum"],
      ["available", "pending", "sold", "lost"],
    );
    const at = ["components", "schemas", "NewPet", "properties", "status", "default"];
    const { send } = await serve(changed(grown, at, "lost"));
    expect((await send("POST", "/pets", { body: '{"name":"a","categoryId":1}' })).text).toContain('"status":"lost"');
    expect(JSON.parse((await send("GET", "/pets?status=lost")).text)).toHaveLength(1);
  });

  test("another required property", async () => {
    const root = await embedded();
    const { send } = await serve(
      changed(root, ["components", "schemas", "NewPet", "required"], ["name", "categoryId", "status"]),
    );
    expect((await send("POST", "/pets", { body: '{"name":"a","categoryId":1}' })).status).toBe(400);
  });

  test("paths renamed", async () => {
    const text = JSON.stringify(await embedded())
      .replaceAll("/pets", "/creatures")
      .replaceAll("petId", "creatureId");
    const { send } = await serve(JSON.parse(text) as JsonObject);
    expect((await send("GET", "/creatures/1")).status).toBe(200);
    expect((await send("GET", "/pets/1")).status).toBe(404);
  });

  test("a second resource", async () => {
    const root = await embedded();
    const other = orders() as unknown as { paths: JsonObject; components: { schemas: JsonObject } };
    const both = {
      ...root,
      paths: { ...(root["paths"] as JsonObject), ...other.paths },
      components: {
        ...(root["components"] as JsonObject),
        schemas: { ...other.components.schemas, ...((root["components"] as JsonObject)["schemas"] as JsonObject) },
      },
    };
    const { send } = await serve(both);
    expect(JSON.parse((await send("GET", "/pets")).text)).toHaveLength(12);
    expect(JSON.parse((await send("GET", "/orders?page_size=50")).text)).toHaveLength(12);
    expect((await send("POST", "/orders", { body: '{"quantity":1}' })).text).toContain('"id":13');
    expect((await send("DELETE", "/orders/1")).status).toBe(204);
    expect((await send("GET", "/pets/1")).status).toBe(200);
    expect((await send("GET", "/orders", { key: null })).status).toBe(401);
  });

  test("a Location header, once it is declared", async () => {
    const root = await embedded();
    const at = ["components", "responses", "PetAdded", "headers"];
    const location = { Location: { schema: { type: "string" }, example: "/v1/pets/13" } };
    const { send } = await serve(changed(root, at, location));
    const body = '{"name":"a","categoryId":1}';
    await send("POST", "/pets", { body });
    expect((await send("POST", "/pets", { body })).headers["location"]).toBe("/v1/pets/14");
  });

  test("another base path, several of them, or none", async () => {
    const root = await embedded();
    const url = (port: number, path: string): string => `http://127.0.0.1:${port}${path}`;
    const headers = { Authorization: "Bearer demo-key" };
    const two = await serve(changed(root, ["servers"], [{ url: "https://a.example.com/v2/" }, { url: "/beta" }]));
    expect(two.url).toBe(url(two.port, "/v2"));
    for (const [path, status] of [
      ["/v2/pets", 200],
      ["/beta/pets", 200],
      ["/pets", 404],
      ["/v1/pets", 404],
    ] as const) {
      expect([path, (await two.fetch(url(two.port, path), { headers })).status]).toEqual([path, status]);
    }
    const { message } = (await (await two.fetch(url(two.port, "/pets"), { headers })).json()) as { message: string };
    expect(message).toBe("the document has no such path; its paths begin with /v2 or /beta");
    await two.close();
    const none = await serve(changed(root, ["servers"], []));
    expect((await none.fetch(url(none.port, "/pets"), { headers })).status).toBe(200);
  });
});

describe("errors of another shape", () => {
  test("problem details (RFC 9457)", async () => {
    const document = JSON.parse(
      JSON.stringify(orders()).replaceAll(
        '"application/json":{"schema":{"$ref":"#/components/schemas/Error"}}',
        '"application/problem+json":{"schema":{"$ref":"#/components/schemas/Problem"}}',
      ),
    ) as JsonObject;
    const problem = {
      type: "object",
      required: ["type", "title", "status"],
      properties: {
        type: { type: "string", format: "uri-reference" },
        title: { type: "string" },
        status: { type: "integer" },
        detail: { type: "string" },
        instance: { type: "string", format: "uri-reference" },
      },
    };
    const { send } = await serve(changed(document, ["components", "schemas", "Problem"], problem));
    const { status, headers, text } = await send("GET", "/orders?page_size=0");
    expect([status, headers["content-type"]]).toEqual([400, "application/problem+json"]);
    const body = JSON.parse(text) as Record<string, unknown>;
    expect(body["status"]).toBe(400);
    expect(Object.values(body).join(" ")).toContain('page_size is "0"');
    expect((await send("GET", "/nothing")).headers["content-type"]).toBe("application/problem+json");
  });

  test("codes from an enumeration, a status as a string, and unknown properties", async () => {
    const error = {
      type: "object",
      required: ["errorCode", "description", "traceId", "at"],
      properties: {
        errorCode: { type: "string", enum: ["BAD_REQUEST", "NotFound", "INVALID_PARAMETER", "UNKNOWN"] },
        description: { type: "string", maxLength: 20 },
        traceId: { type: "string", format: "uuid" },
        at: { type: "string", format: "date-time" },
      },
    };
    const { send } = await serve(changed(orders(), ["components", "schemas", "Error"], error));
    expect((await send("GET", "/orders/x")).text).toContain("NotFound");
    expect((await send("GET", "/orders?page_size=x")).text).toContain("INVALID_PARAMETER");
    expect((await send("TRACE", "/orders")).status).toBe(405);
    expect((await send("POST", "/orders", { body: '{"quantity":' })).status).toBe(422);
  });

  test("no error body described at all", async () => {
    const paths = { "/things": { get: { responses: { "200": { description: "Nothing." } } } } };
    const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
    const { port } = await serve(document);
    const res = await fetch(`http://127.0.0.1:${port}/none`);
    expect([res.status, await res.json()]).toEqual([
      404,
      { code: "not_found", message: "the document has no such path", status: 404 },
    ]);
    const found = await fetch(`http://127.0.0.1:${port}/things`);
    expect([found.status, await found.text()]).toEqual([200, ""]);
  });
});

describe("other dialects and identifiers", () => {
  test("OpenAPI 3.0", async () => {
    const document = JSON.parse(
      JSON.stringify(orders())
        .replace('"openapi":"3.1.0"', '"openapi":"3.0.3"')
        .replaceAll('["string","null"]', '"string","nullable":true')
        .replaceAll('["integer","null"]', '"integer","nullable":true'),
    ) as JsonObject;
    const { send } = await serve(document);
    expect((await send("POST", "/orders", { body: '{"quantity":1,"note":null}' })).text).toContain('"note":null');
    expect((await send("POST", "/orders", { body: '{"quantity":0}' })).status).toBe(422);
  });

  test.each([
    [
      { type: "string", format: "uuid", readOnly: true },
      /^[\da-f]{8}-[\da-f]{4}-4[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
    ],
    [{ type: "string", readOnly: true }, /^13$/],
    [{ type: "string", pattern: "^id-[0-9]+$", readOnly: true }, /^id-13$/],
  ])("identifiers that are %j", async (schema, expected) => {
    const itemSchema = ["components", "schemas", "Order", "properties", "id"];
    const document = changed(orders(), itemSchema, schema) as unknown as {
      paths: Record<string, { parameters: unknown[] }>;
    };
    document.paths["/orders/{orderId}"]!.parameters = [
      { name: "orderId", in: "path", required: true, schema: { type: "string" } },
    ];
    const { send } = await serve(document as unknown as JsonObject);
    const { id } = JSON.parse((await send("POST", "/orders", { body: '{"quantity":1}' })).text) as { id: string };
    expect(id).toMatch(expected);
    expect((await send("GET", `/orders/${id}`)).status).toBe(200);
    expect((await send("GET", "/orders/none%20such")).status).toBe(404);
    expect((await send("DELETE", `/orders/${id}`)).status).toBe(204);
  });

  test("paths that mix text and parameters", async () => {
    const responses = { "200": { description: "ok" } };
    const paths = {
      "/a/{x}.csv": { get: { operationId: "csv", responses } },
      "/a/{x}": { get: { operationId: "one", responses } },
      "/a/fixed": { get: { operationId: "fixed", responses } },
      "/a/{x}:stop": { get: { operationId: "stop", responses } },
      "/a/{x}/b/{y}": { get: { operationId: "two", responses } },
      "/a/fixed/c": { get: { operationId: "deep", responses } },
    };
    const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths };
    const contract = await contractFrom(document);
    const server = createMockServer(contract, inferResources(contract), {
      handlers: Object.fromEntries(
        contract.operations.map(({ id }) => [id, ({ params }) => ({ body: [id, ...Object.values(params)] })]),
      ),
    });
    const { url } = await server.listen();
    const get = async (path: string): Promise<unknown> => (await fetch(`${url}${path}`)).json();
    expect(await get("/a/1.csv")).toEqual(["csv", "1"]);
    expect(await get("/a/1")).toEqual(["one", "1"]);
    expect(await get("/a/f%69xed")).toEqual(["fixed"]);
    expect(await get("/a/7:stop")).toEqual(["stop", "7"]);
    expect(await get("/a/fixed/b/2%2F3")).toEqual(["two", "fixed", "2/3"]);
    expect(await get("/a/fixed/c")).toEqual(["deep"]);
    expect(await get("/a/")).toMatchObject({ code: "not_found" });
    await server.close();
  });
});

test("required headers, cookies and query parameters are enforced, and their text is not repeated", async () => {
  const parameters = [
    { name: "X-Tenant", in: "header", required: true, schema: { type: "string", minLength: 3 } },
    { name: "lang", in: "cookie", required: true, schema: { type: "string", enum: ["de", "en"] } },
    { name: "kind", in: "query", required: true, schema: { type: "array", items: { type: "integer" } } },
  ];
  const paths = (orders() as unknown as { paths: Record<string, Record<string, JsonObject>> }).paths;
  const list = { ...paths["/orders"]!["get"], parameters } as unknown as JsonObject;
  const { send } = await serve(changed(orders(), ["paths", "/orders", "get"], list));
  const headers = { "x-tenant": "acme", cookie: "lang=de" };
  expect((await send("GET", "/orders?kind=1&kind=2", { headers })).status).toBe(200);
  for (const [query, changes, name] of [
    ["?kind=1", { cookie: "lang=de" }, "X-Tenant is missing"],
    ["?kind=1", { ...headers, "x-tenant": "zq" }, "X-Tenant"],
    ["?kind=1", { ...headers, cookie: "lang=zq" }, "lang"],
    ["?kind=1", { "x-tenant": "acme" }, "lang is missing"],
    ["", headers, "kind is missing"],
    ["?kind=x", headers, "kind"],
  ] as const) {
    const { status, text } = await send("GET", `/orders${query}`, { headers: changes });
    expect(status).toBe(400);
    expect(text).toContain(name);
    expect(text).not.toContain("zq");
  }
  const { headers: allowed } = await send("OPTIONS", "/orders", { key: null });
  expect(allowed["access-control-allow-headers"]).toBe("Authorization, Content-Type, X-Tenant");
});

describe("documents that say too little, or too much", () => {
  const thing = { $ref: "#/components/schemas/Thing" };
  const json = (schema: JsonObject): JsonObject => ({
    description: "fine",
    content: { "application/json": { schema } },
  });
  const things = (schemas: JsonObject, parameters: readonly JsonObject[] = []): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/things": {
        get: { parameters, responses: { "200": json({ type: "array", items: thing }) } },
        post: {
          requestBody: { required: true, content: { "application/json": { schema: thing } } },
          responses: { "201": json(thing) },
        },
      },
      "/things/{id}": {
        get: {
          parameters: [{ name: "id", in: "path", required: true, schema: { type: "integer" } }],
          responses: { "200": json(thing), "404": { description: "none" } },
        },
      },
    },
    components: { schemas },
  });
  const properties = { id: { type: "integer" }, name: { type: "string" } };

  test("a parameter without a schema can be anything", async () => {
    const { send } = await serve(things({ Thing: { type: "object", properties } }, [{ name: "page", in: "query" }]));
    expect((await send("GET", "/things?page=x")).status).toBe(200);
  });

  test("a required property without a description is stored", async () => {
    const { send } = await serve(things({ Thing: { type: "object", required: ["colour"], properties } }));
    const { value } = await send("POST", "/things", { body: '{"name":"a","colour":["red"]}' });
    expect(value).toMatchObject({ name: "a", colour: ["red"] });
    expect((await send("POST", "/things", { body: '{"name":"a"}' })).status).toBe(400);
  });

  test("a resource without valid items starts empty, and says why", async () => {
    const said: string[] = [];
    const narrow = { ...properties, name: { type: "string", pattern: "^(?=a)(?=b).+$" } };
    const document = things({ Thing: { type: "object", required: ["id", "name"], properties: narrow } });
    const { send } = await serve(document, { onWarning: (message) => said.push(message) });
    expect((await send("GET", "/things")).value).toEqual([]);
    expect(said).toHaveLength(1);
    expect(said[0]).toMatch(/^things starts empty: an item cannot be made from the document: /);
  });

  const operation = (responses: JsonObject, more: JsonObject = {}): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: { "/report": { post: { ...more, responses } } },
    components: { securitySchemes: { signed: { type: "http", scheme: "Digest" } } },
  });

  test("an example that the schema does not allow is replaced by a generated value", async () => {
    const schema = {
      type: "object",
      minProperties: 1,
      properties: { n: { type: "integer", multipleOf: 7, minimum: 8 } },
    };
    const { send } = await serve(operation({ "200": json({ ...schema, required: ["n"] }) }));
    expect((await send("POST", "/report")).value).toEqual({ n: expect.any(Number) as number });
  });

  test("a JSON response without a schema has some JSON", async () => {
    const { send } = await serve(operation({ "200": { description: "fine", content: { "application/json": {} } } }));
    expect((await send("POST", "/report")).text).toBe("{}");
  });

  test("errors documented as plain text are plain text, and as a string a string", async () => {
    const requestBody = { required: true, content: { "application/json": { schema: { type: "object" } } } };
    const fine = { "204": { description: "fine" } };
    const wrong = (content: JsonObject): JsonObject => ({ ...fine, "400": { description: "wrong", content } });
    const text = await serve(operation(wrong({ "text/plain": { schema: { type: "string" } } }), { requestBody }));
    const plain = await text.fetch(`${text.url}/report`, { method: "POST" });
    expect(plain.headers.get("content-type")).toBe("text/plain");
    expect(await plain.text()).toBe("a body is required");
    await text.close();
    const string = await serve(
      operation(wrong({ "application/json": { schema: { type: "string" } } }), { requestBody }),
    );
    const quoted = await string.fetch(`${string.url}/report`, { method: "POST" });
    expect(await quoted.json()).toBe("a body is required");
  });

  test("a key is accepted under the scheme that the document names", async () => {
    const { send } = await serve(operation({ "204": { description: "fine" } }, { security: [{ signed: [] }] }));
    const refused = await send("POST", "/report");
    expect([refused.status, refused.headers["www-authenticate"]]).toEqual([401, 'Digest realm="T"']);
    const headers = { authorization: "digest demo-key" };
    expect((await send("POST", "/report", { key: null, headers })).status).toBe(204);
  });

  test("a parameter that allows no number of items is not a page size", async () => {
    const limit = { name: "limit", in: "query", schema: { type: "integer", maximum: -5 } };
    const { send, inference } = await serve(things({ Thing: { type: "object", properties } }, [limit]));
    expect(inference.resources[0]?.pageSize).toBeUndefined();
    expect((await send("GET", "/things?limit=-7")).status).toBe(200);
  });

  test("a schema that refers back to itself for the same value allows everything", async () => {
    const Child = { allOf: [thing], properties: { extra: { type: "boolean" } } };
    const Thing = { type: "object", properties, oneOf: [{ $ref: "#/components/schemas/Child" }] };
    const { send } = await serve(things({ Thing, Child }));
    expect((await send("GET", "/things")).status).toBe(200);
    expect((await send("POST", "/things", { body: '{"name":"a"}' })).status).toBe(201);
  });
});

test("no code depends on what the embedded document is about", () => {
  const folders = ["src/store", "src/mock", "src/http"];
  expect(spawnSync("grep", ["-rniE", "pets?\\b|categoryId", ...folders], { encoding: "utf8" }).stdout).toBe("");
});

test("the embedded document is where the package says", () => {
  expect(readFileSync(embeddedSpecPath(), "utf8")).toContain("openapi: 3.1");
});

test("a page can read every header of a response", async () => {
  const headers = { "X-Total": { required: true, schema: { type: "integer" } }, "X-Next": { schema: { const: "a" } } };
  const document = changed(orders(), ["paths", "/orders", "get", "responses", "200", "headers"], headers);
  const { send } = await serve(document);
  const got = await send("GET", "/orders");
  const exposed = (got.headers["access-control-expose-headers"] ?? "").split(", ");
  expect(exposed).toEqual(expect.arrayContaining(["X-Total", "X-Next", "Deprecation", "WWW-Authenticate"]));
  expect(new Set(exposed).size).toBe(exposed.length);
});
