// Swagger 2.0 is read as the OpenAPI 3.0 that it means, with the places of the original.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { load as readYaml } from "js-yaml";
import { describe, expect, it, onTestFinished } from "vitest";
import { loadDocument } from "../../src/contract/load.ts";
import { createMock } from "../../src/index.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { lintDocument } from "../../src/lint/lint.ts";
import { brokenBy, compare, told } from "../gate/documents.ts";

// oxlint-disable-next-line typescript/no-explicit-any -- members of the tree are looked up without a check
type Loose = any;

const BERTHS = `
swagger: "2.0"
info: { title: Harbour, version: "1" }
host: harbour.example
basePath: /v2
schemes: [https, http]
consumes: [application/json]
produces: [application/json]
securityDefinitions:
  key: { type: apiKey, name: X-Key, in: header }
  login: { type: basic }
  app: { type: oauth2, flow: application, tokenUrl: "https://harbour.example/token", scopes: { read: Reads } }
parameters:
  Limit: { name: limit, in: query, type: integer, minimum: 1, maximum: 50, default: 20 }
  NewBerth: { name: body, in: body, required: true, schema: { $ref: "#/definitions/Berth Draft" } }
responses:
  Refused: { description: Refused., schema: { $ref: "#/definitions/Problem" } }
paths:
  /berths:
    parameters: [{ $ref: "#/parameters/Limit" }]
    get:
      parameters:
        - { name: tags, in: query, type: array, items: { type: string }, collectionFormat: pipes }
        - { name: marks, in: query, type: array, items: { type: string } }
      responses:
        "200":
          description: The berths.
          headers: { X-Total: { type: integer, description: All of them. } }
          schema: { type: array, items: { $ref: "#/definitions/Berth" } }
          examples: { application/json: [{ id: 7, name: North }] }
    post:
      parameters: [{ $ref: "#/parameters/NewBerth" }]
      responses:
        "201": { description: Created., schema: { $ref: "#/definitions/Berth" } }
        "400": { $ref: "#/responses/Refused" }
  /berths/{id}:
    get:
      parameters: [{ name: id, in: path, required: true, type: integer }]
      responses:
        "200": { description: It., schema: { $ref: "#/definitions/Berth" } }
        "404": { $ref: "#/responses/Refused" }
  /berths/{id}/plan:
    post:
      consumes: [multipart/form-data]
      produces: [text/plain]
      parameters:
        - { name: id, in: path, required: true, type: integer }
        - { name: plan, in: formData, type: file, required: true }
        - { name: scale, in: formData, type: integer, minimum: 2 }
      responses:
        "200": { description: A note., schema: { type: string } }
        "400": { $ref: "#/responses/Refused" }
definitions:
  "Berth Draft":
    type: object
    required: [name]
    properties: { name: { type: string, minLength: 1 }, pilot: { type: string, x-nullable: true } }
  Berth:
    allOf:
      - { $ref: "#/definitions/Berth Draft" }
      - { type: object, required: [id], properties: { id: { type: integer, readOnly: true } } }
  Problem: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }
`;

const berths = (): JsonObject => readYaml(BERTHS) as JsonObject;
const rootOf = async (document: JsonObject): Promise<Loose> => (await loadDocument(document)).root as never;

describe("a document of Swagger 2.0", () => {
  it("has a server for each scheme", async () => {
    const { servers } = await rootOf(berths());
    expect(servers).toEqual([{ url: "https://harbour.example/v2" }, { url: "http://harbour.example/v2" }]);
  });

  it("keeps the constraints of parameters and the formats of lists", async () => {
    const { paths, components } = await rootOf(berths());
    expect(paths["/berths"].parameters).toEqual([{ $ref: "#/components/parameters/Limit" }]);
    expect(components.parameters.Limit.schema).toEqual({ type: "integer", minimum: 1, maximum: 50, default: 20 });
    expect(paths["/berths"].get.parameters).toMatchObject([
      { name: "tags", style: "pipeDelimited", explode: false, schema: { type: "array", items: { type: "string" } } },
      { name: "marks", style: "form", explode: false },
    ]);
  });

  it("makes a body of a shared body parameter, and its names fit OpenAPI 3.0", async () => {
    const { paths, components } = await rootOf(berths());
    const schema = { $ref: "#/components/schemas/Berth_Draft" };
    expect(paths["/berths"].post.requestBody).toEqual({ required: true, content: { "application/json": { schema } } });
    expect(components.schemas.Berth.allOf[0]).toEqual(schema);
    expect(components.schemas.Berth_Draft.properties.pilot).toEqual({ type: "string", nullable: true });
    expect(components.schemas.Problem.discriminator).toEqual({ propertyName: "kind" });
  });

  it("makes one form of its fields, with their constraints", async () => {
    const { paths } = await rootOf(berths());
    expect(paths["/berths/{id}/plan"].post.requestBody).toEqual({
      required: true,
      content: {
        "multipart/form-data": {
          schema: {
            type: "object",
            required: ["plan"],
            properties: { plan: { type: "string", format: "binary" }, scale: { type: "integer", minimum: 2 } },
          },
        },
      },
    });
  });

  it("gives a response the media types of its operation, shared ones too", async () => {
    const { responses } = (await rootOf(berths())).paths["/berths/{id}/plan"].post;
    expect(Object.keys(responses["200"].content)).toEqual(["text/plain"]);
    expect(Object.keys(responses["400"].content)).toEqual(["text/plain"]);
    const list = (await rootOf(berths())).paths["/berths"].get.responses["200"];
    expect(list.headers["X-Total"]).toEqual({ description: "All of them.", schema: { type: "integer" } });
    expect(list.content["application/json"].example).toEqual([{ id: 7, name: "North" }]);
  });

  it("translates its security schemes", async () => {
    const { securitySchemes } = (await rootOf(berths())).components;
    expect(securitySchemes.login).toEqual({ type: "http", scheme: "basic" });
    expect(Object.keys(securitySchemes.app.flows)).toEqual(["clientCredentials"]);
  });

  it("reads a path's body parameters for its operations, which may have their own", async () => {
    const body = (name: string): JsonObject => ({ name, in: "body", schema: { type: "string", description: name } });
    const done = { responses: { "204": { description: "Done." } } };
    const { paths } = await rootOf({
      ...berths(),
      paths: { "/a": { parameters: [body("shared")], put: done, post: { ...done, parameters: [body("own")] } } },
    });
    const described = (method: string): unknown =>
      paths["/a"][method].requestBody.content["application/json"].schema.description;
    expect([described("put"), described("post"), paths["/a"].parameters]).toEqual(["shared", "own", []]);
  });

  it("follows references to places that moved", async () => {
    const { paths } = await rootOf({
      ...berths(),
      paths: {
        ...(berths()["paths"] as JsonObject),
        "/copy": {
          get: {
            responses: {
              "200": { description: "", schema: { $ref: "#/paths/~1berths/get/responses/200/schema/items" } },
            },
          },
        },
      },
    });
    const { $ref } = paths["/copy"].get.responses["200"].content["application/json"].schema;
    expect($ref).toBe("#/paths/~1berths/get/responses/200/content/application~1json/schema/items");
  });

  it.for([
    ["/paths/~1berths/get/parameters/0/schema", "name: tags"],
    [
      "/paths/~1berths~1{id}~1plan/post/requestBody/content/multipart~1form-data/schema/properties/scale",
      "name: scale",
    ],
    ["/components/schemas/Berth/allOf/1/properties/id", "required: [id]"],
    ["/components/parameters/Limit/schema/maximum", "Limit:"],
    ["/components/responses/Refused/content/application~1json/schema", "Refused: { desc"],
    ["/servers/0/url", "basePath:"],
  ] as const)("locates %s in the original", async ([pointer, line]) => {
    const folder = mkdtempSync(join(tmpdir(), "swagger-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    writeFileSync(join(folder, "api.yaml"), BERTHS);
    const at = (await loadDocument(join(folder, "api.yaml"))).locate(pointer);
    expect(BERTHS.split("\n")[at.line - 1]).toContain(line);
  });

  it("reads fragments of other files as Swagger 2.0 too", async () => {
    const folder = mkdtempSync(join(tmpdir(), "swagger-"));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const main = { ...berths(), paths: { "/a": { $ref: "a.json" } } };
    const list = { type: "array", items: { $ref: "types.json#/Crane" } };
    const parameters = [{ $ref: "types.json#/Size" }];
    const a = { get: { parameters, responses: { "200": { description: "", schema: list } } } };
    const types = {
      Crane: { type: "object", properties: { load: { type: "integer", "x-nullable": true } } },
      Size: { name: "size", in: "query", type: "integer", maximum: 9 },
    };
    for (const [name, value] of Object.entries({ api: main, a, types })) {
      writeFileSync(join(folder, `${name}.json`), JSON.stringify(value));
    }
    const root = (await loadDocument(join(folder, "api.json"))).root as never as Loose;
    const [first, second] = [root["x-files"]["1"], root["x-files"]["2"]];
    expect(first.get.responses["200"].content["application/json"].schema.type).toBe("array");
    expect(second.Size.schema).toEqual({ type: "integer", maximum: 9 });
    expect(second.Crane.properties.load).toEqual({ type: "integer", nullable: true });
  });

  it("says what OpenAPI 3.0 cannot say", async () => {
    const parameter = { name: "ids", in: "query", type: "array", items: { type: "string" }, collectionFormat: "tsv" };
    const { oddities } = await loadDocument({
      ...berths(),
      paths: { "/a": { get: { parameters: [parameter], responses: {} } } },
    });
    expect(oddities).toMatchObject([
      { message: "OpenAPI 3 has no collectionFormat tsv here; the list is read with commas" },
    ]);
  });

  it("has no fault to lint, and is served", async () => {
    const { findings } = await lintDocument(await loadDocument(berths()));
    expect(findings.filter(({ rule }) => rule.severity === "error")).toEqual([]);
    const mock = await createMock({ spec: berths() as never });
    onTestFinished(() => mock.close());
    const post = await fetch(`${mock.url}/berths`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ name: "East" }),
    });
    expect([post.status, await post.json()]).toMatchObject([201, { name: "East", id: expect.any(Number) }]);
    expect((await fetch(`${mock.url}/berths?limit=51`)).status).toBe(400);
  });

  it("says the same as its own conversion to OpenAPI 3.0", async () => {
    const converted = JSON.parse(JSON.stringify(await rootOf(berths()))) as JsonObject;
    expect(told(await compare(berths(), converted))).toEqual([]);
    expect(told(await compare(converted, berths()))).toEqual([]);
    const limited = {
      ...(berths()["parameters"] as JsonObject),
      Limit: { name: "limit", in: "query", type: "integer", maximum: 10 },
    };
    expect((await brokenBy(converted, { ...berths(), parameters: limited })).length).toBe(1);
  });

  it.for<[string, JsonObject]>([
    ["a shared response that refers to itself", { responses: { Refused: { $ref: "#/responses/Refused" } } }],
    ["parts of other types", { paths: { "/a": 1, "/b": { get: { parameters: [1, null], responses: [] } } } }],
    ["definitions that are a list", { definitions: [] }],
    [
      "a name of the prototype",
      {
        paths: {
          "/a": { post: { parameters: [{ name: "constructor", in: "formData", type: "string" }], responses: {} } },
        },
      },
    ],
  ])("%s does no harm", async ([, parts]) => {
    const outcome = await loadDocument({ ...berths(), ...parts }).then(
      () => "read",
      (error: Error) => error.name,
    );
    expect(["read", "DocumentError"]).toContain(outcome);
  });

  it("refuses lists of media types that stand for more bodies than memory holds", async () => {
    const types = Array.from({ length: 60_000 }, (_none, index) => `application/x-${index}`);
    const responses = Object.fromEntries(
      Array.from({ length: 2 }, (_none, index) => [String(200 + index), { description: "", schema: {} }]),
    );
    const document = { ...berths(), produces: types, paths: { "/a": { get: { responses } } } };
    await expect(loadDocument(document)).rejects.toThrow(/stand for more than 100000 bodies/);
  });
});

it("names a reference that leads nowhere as it is written", async () => {
  const responses = { "200": { description: "", schema: { $ref: "#/definitions/Page«Boat»" } } };
  const document = { swagger: "2.0", info: { title: "T", version: "1" }, paths: { "/a": { get: { responses } } } };
  await expect(loadDocument(document as unknown as JsonObject)).rejects.toThrow(
    '$ref "#/definitions/Page«Boat»" leads nowhere in the document',
  );
});

describe("what is neither", () => {
  it("names the version of Swagger that is read", async () => {
    await expect(loadDocument({ swagger: "1.2" })).rejects.toThrow(
      'the swagger version is "1.2"; of Swagger, 2.0 is read',
    );
  });

  const named = { name: "Shop", schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json" };
  it.each([
    [{ info: { _postman_id: "5", name: "Shop" }, item: [] }],
    [{ info: named, item: [] }],
    [{ collection: { info: named, item: [] } }],
  ])("names a converter for a Postman collection %#", async (document) => {
    await expect(loadDocument(document)).rejects.toThrow(/Postman collection/);
  });
});
