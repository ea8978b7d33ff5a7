// Likely typos are reported with the name that was probably meant. Other unknown names are left alone.
import { describe, expect, it } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import { nearestName } from "../../src/document/nearest-name.ts";
import { misspeltNames } from "../../src/schema/load/misspelt.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { documentOfSchema, documentWith } from "../contract/documents.ts";

const told = async (document: JsonObject): Promise<string[]> =>
  misspeltNames(await documentOfValue(document)).map(({ pointer, message }) => `${pointer}: ${message}`);

const SCHEMA = "/paths/~1things/post/requestBody/content/application~1json/schema";

describe("likely typos", () => {
  it.for<[string, JsonObject, string]>([
    [
      "a field of an operation",
      { paths: { "/a": { get: { respones: {} } } } },
      '/paths/~1a/get/respones: "respones" is not a field of the Operation Object: did you mean "responses"?',
    ],
    [
      "a field in another case",
      { paths: { "/a": { get: { operationID: "a", responses: {} } } } },
      '/paths/~1a/get/operationID: "operationID" is not a field of the Operation Object: did you mean "operationId"?',
    ],
    [
      "a method",
      { paths: { "/a": { pots: {} } } },
      '/paths/~1a/pots: "pots" is not a field of the Path Item Object: did you mean "post"?',
    ],
    [
      "a path without its slash",
      { paths: { things: { get: {} } } },
      '/paths/things: "things" is not a path: did you mean "/things"?',
    ],
    [
      "a status",
      { paths: { "/a": { get: { responses: { defualt: { description: "D" } } } } } },
      '/paths/~1a/get/responses/defualt: "defualt" is not a status: did you mean "default"?',
    ],
    ["a field of the document", { tag: [] }, '/tag: "tag" is not a field of the OpenAPI Object: did you mean "tags"?'],
    [
      "a field of a component",
      { components: { parameters: { A: { name: "a", in: "query", requierd: true } } } },
      '/components/parameters/A/requierd: "requierd" is not a field of the Parameter Object: did you mean "required"?',
    ],
  ])("are found in %s", async ([, parts, expected]) => {
    expect(await told(documentWith(parts))).toEqual([expected]);
  });

  it("are found in the keywords of any schema", async () => {
    const schema = {
      type: "object",
      requird: ["a"],
      properties: { a: { maxlength: 3, ref: "#/a", items: { ENUM: [1] } } },
    };
    const found = await told(documentOfSchema(schema));
    expect(found.filter((one) => one.startsWith(SCHEMA))).toEqual([
      `${SCHEMA}/requird: "requird" is not a keyword of a schema: did you mean "required"?`,
      `${SCHEMA}/properties/a/maxlength: "maxlength" is not a keyword of a schema: did you mean "maxLength"?`,
      `${SCHEMA}/properties/a/ref: "ref" is not a keyword of a schema: did you mean "$ref"?`,
      `${SCHEMA}/properties/a/items/ENUM: "ENUM" is not a keyword of a schema: did you mean "enum"?`,
    ]);
  });

  it.for<[string, JsonObject]>([
    ["extensions", { "x-tag": 1, paths: { "/a": { "x-gett": {} }, "x-path": {} } }],
    ["user-defined names", { components: { schemas: { requird: { properties: { requird: true, tipe: true } } } } }],
    ["names that resemble no known name", { generator: "us", paths: { "/a": { get: { since: 2, responses: {} } } } }],
    ["the contents of examples", { components: { examples: { A: { value: { requird: 1, properteis: {} } } } } }],
    [
      "callbacks and links",
      { components: { callbacks: { A: { $url: {} } }, links: { A: { parameters: { nmae: 1 } } } } },
    ],
  ])("do not include %s", async ([, parts]) => {
    expect(await told(documentWith(parts))).toEqual([]);
  });

  it("are reported up to a limit", async () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${n}`, { tpye: "string" }]));
    expect(await told(documentOfSchema({ properties }))).toHaveLength(100);
  });
});

describe("typos in each small object", () => {
  const info = (more: JsonObject): JsonObject => ({ info: { title: "Test", version: "1.0.0", ...more } });
  const scheme = (more: JsonObject): JsonObject => ({ components: { securitySchemes: { A: { ...more } } } });
  const flow = (more: JsonObject): JsonObject => scheme({ type: "oauth2", flows: { password: more } });
  const operation = (more: JsonObject): JsonObject => ({ paths: { "/a": { get: { responses: {}, ...more } } } });

  it.for<[kind: string, put: (part: JsonObject) => JsonObject, right: JsonObject, slip: string, meant: string]>([
    [
      "Info",
      info,
      { summary: "S", description: "D", termsOfService: "/terms", contact: {}, license: { name: "MIT" } },
      "licence",
      "license",
    ],
    ["Contact", (contact) => info({ contact }), { name: "A", url: "/a", email: "a@example.com" }, "emial", "email"],
    [
      "License",
      (license) => info({ license }),
      { name: "MIT", identifier: "MIT", url: "/mit" },
      "identifer",
      "identifier",
    ],
    [
      "Server",
      (server) => ({ servers: [server] }),
      { url: "https://{a}.example.com", description: "D", name: "A", variables: { a: { default: "b" } } },
      "desciption",
      "description",
    ],
    [
      "Server Variable",
      (a) => ({ servers: [{ url: "https://{a}.example.com", variables: { a } }] }),
      { enum: ["a"], default: "a", description: "D" },
      "defualt",
      "default",
    ],
    [
      "Tag",
      (tag) => ({ tags: [tag] }),
      { name: "A", summary: "S", description: "D", externalDocs: { url: "/a" }, parent: "B", kind: "nav" },
      "externalDoc",
      "externalDocs",
    ],
    [
      "External Documentation",
      (externalDocs) => ({ externalDocs }),
      { description: "D", url: "/docs" },
      "decsription",
      "description",
    ],
    [
      "Response",
      (response) => operation({ responses: { "200": response } }),
      { summary: "S", description: "D", headers: {}, content: {}, links: {} },
      "contents",
      "content",
    ],
    [
      "Header",
      (a) => operation({ responses: { "200": { description: "D", headers: { a } } } }),
      { description: "D", required: true, deprecated: true, schema: true, style: "simple", explode: true },
      "depracated",
      "deprecated",
    ],
    [
      "Request Body",
      (requestBody) => operation({ requestBody }),
      { description: "D", required: true, content: {} },
      "require",
      "required",
    ],
    [
      "Media Type",
      (media) => operation({ requestBody: { content: { "application/json": media } } }),
      { schema: true, itemSchema: true, examples: {}, encoding: {}, itemEncoding: {} },
      "exmaples",
      "examples",
    ],
    [
      "Encoding",
      (a) => operation({ requestBody: { content: { "multipart/form-data": { encoding: { a } } } } }),
      { contentType: "text/plain", headers: {}, style: "form", explode: true, allowReserved: true },
      "contentTyp",
      "contentType",
    ],
    [
      "Example",
      (A) => ({ components: { examples: { A } } }),
      { summary: "S", description: "D", value: 1, dataValue: 1, serializedValue: "1", externalValue: "/a" },
      "vaule",
      "value",
    ],
    [
      "Link",
      (A) => ({ components: { links: { A } } }),
      { operationRef: "#", operationId: "a", parameters: {}, requestBody: 1, description: "D", server: { url: "/" } },
      "paramters",
      "parameters",
    ],
    [
      "Security Scheme",
      scheme,
      { type: "http", description: "D", name: "A", in: "header", scheme: "bearer", bearerFormat: "JWT", flows: {} },
      "bearerformat",
      "bearerFormat",
    ],
    [
      "OAuth Flows",
      (flows) => scheme({ type: "oauth2", flows }),
      { implicit: {}, password: {}, clientCredentials: {}, authorizationCode: {}, deviceAuthorization: {} },
      "clientCredential",
      "clientCredentials",
    ],
    [
      "OAuth Flow",
      flow,
      { authorizationUrl: "/a", deviceAuthorizationUrl: "/d", tokenUrl: "/t", refreshUrl: "/r", scopes: {} },
      "tokenURI",
      "tokenUrl",
    ],
    [
      "Components",
      (components) => ({ components }),
      { schemas: {}, responses: {}, parameters: {}, examples: {}, requestBodies: {}, headers: {}, pathItems: {} },
      "schema",
      "schemas",
    ],
  ])("%s Object", async ([kind, put, right, slip, meant]) => {
    const newest = (part: JsonObject): JsonObject => documentWith({ openapi: "3.2.0", ...put(part) });
    expect(await told(newest(right))).toEqual([]);
    const said = `${JSON.stringify(slip)} is not a field of the ${kind} Object: did you mean ${JSON.stringify(meant)}?`;
    expect(await told(newest({ ...right, [slip]: "a" }))).toEqual([expect.stringContaining(`/${slip}: ${said}`)]);
  });
});

it.for<[string, JsonValue]>([
  ["respones", "responses"],
  ["resopnses", "responses"],
  ["Responses", "responses"],
  ["gte", "get"],
  ["in", null],
  ["xx", null],
  ["puts", "put"],
  ["Unknown Name That Is Far Too Long To Be A Typo", null],
  ["pst", null],
  ["pa", null],
])("the name nearest to %j is %j", ([name, expected]) => {
  expect(nearestName(name, ["responses", "get", "put", "post", "patch", "id", "ix"]) ?? null).toEqual(expected);
});
