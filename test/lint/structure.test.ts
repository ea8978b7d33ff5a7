// What the official schemas find, reported at the place that is wrong, and documents that they do not judge.
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { documentOfValue, loadDocument } from "../../src/contract/load.ts";
import type { Document } from "../../src/document/document.ts";
import { lintDocument } from "../../src/lint/lint.ts";
import { verdictOf } from "../../src/lint/report.ts";
import { RULES } from "../../src/lint/rules.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type Json, VERSIONS, at, cleanDocument, operation, schema } from "./document.ts";

async function told(document: Document): Promise<string[]> {
  const rules = RULES.filter(({ id }) => id === "document.structure" || id === "schema.valid");
  const { findings } = await lintDocument(document, rules);
  return findings.map((finding) => `${finding.rule.id} ${verdictOf(finding)} ${finding.pointer}: ${finding.said}`);
}

const tell = async (document: Json): Promise<string[]> => told(await documentOfValue(document as JsonObject));

for (const version of VERSIONS) {
  test(`a mistake is reported once, without what merely follows from it (${version})`, async () => {
    const document = cleanDocument(version);
    Object.assign(at(document, "components", "securitySchemes"), { key: { type: "apiKey", name: "key" } });
    Object.assign(at(operation(document, "/books", "get"), "parameters", 1), { content: { "text/plain": {} } });
    delete at(operation(document, "/books", "get"), "parameters", 0)["schema"];
    Object.assign(schema(document, "Book"), { required: "id" });
    expect((await tell(document)).sort()).toEqual([
      'document.structure fault /components/securitySchemes/key: must have the property "in"',
      "document.structure fault /paths/~1books/get/parameters/0: must have one of schema, content",
      "document.structure fault /paths/~1books/get/parameters/1: must not have both schema and content",
      "schema.valid fault /components/schemas/Book/required: must be an array",
    ]);
  });

  test(`a document without paths, and with a number as its version, is checked to the end (${version})`, async () => {
    const document = cleanDocument(version);
    delete document["paths"];
    delete document["components"];
    document["security"] = [];
    Object.assign(at(document, "info"), { version: 1.5 });
    expect((await tell(document)).sort()).toEqual(
      [
        "document.structure fault /info/version: must be a string",
        version === "3.0.3"
          ? 'document.structure fault : must have the property "paths"'
          : "document.structure fault : must have one of paths, components, webhooks",
      ].toSorted(),
    );
  });
}

for (const version of VERSIONS) {
  test(`headers of a part of a form are checked like other headers (${version})`, async () => {
    const headers = (header: Json, shared: Json = {}): Json => {
      const document = cleanDocument(version);
      at(document, "components")["headers"] = { ...(at(document, "components")["headers"] as Json), ...shared };
      const form = { type: "object", properties: { a: { type: "string" } } };
      const encoding = { a: { contentType: "text/plain", headers: { "X-Part": header } } };
      at(operation(document, "/books", "post"), "requestBody")["content"] = {
        "multipart/form-data": { schema: form, encoding },
      };
      return document;
    };
    expect(await tell(headers({ schema: { type: "string" } }))).toEqual([]);
    expect(
      await tell(headers({ $ref: "#/components/headers/Part" }, { Part: { schema: { type: "string" } } })),
    ).toEqual([]);
    expect(await tell(headers({ schema: { type: "string" }, shcema: {} }))).toEqual([
      expect.stringContaining("/encoding/a/headers/X-Part"),
    ]);
  });
}

test.each<[string, string, (document: Json) => Json, Json]>([
  [
    "schema",
    "content",
    (document) => at(operation(document, "/books", "get"), "parameters", 0),
    { content: { "text/plain": {} } },
  ],
  [
    "example",
    "examples",
    (document) => at(operation(document, "/books", "get"), "parameters", 0),
    { example: 1, examples: { one: { value: 1 } } },
  ],
  [
    "operationRef",
    "operationId",
    (document) => (at(document, "components")["links"] = { one: {} } as Json)["one"] as Json,
    { operationRef: "#/paths/~1books/get", operationId: "listBooks" },
  ],
])("%s and %s must not be used together", async (one, other, part, both) => {
  const document = cleanDocument("3.0.3");
  Object.assign(part(document), both);
  expect(await tell(document)).toEqual([
    expect.stringMatching(new RegExp(`^document.structure fault .*: must not have both ${one} and ${other}$`)),
  ]);
});

test("a document that has only components is valid in 3.1", async () => {
  const document = cleanDocument("3.1.0");
  delete document["paths"];
  expect(await tell(document)).toEqual([]);
});

test("parts in other files are checked, and reported in their file", async () => {
  const folder = await mkdtemp(join(tmpdir(), "animal-store-"));
  const document = cleanDocument("3.0.3");
  Object.assign(at(document, "paths"), { "/other": { $ref: "parts.json#/item" } });
  Object.assign(at(document, "components"), { parameters: { q: { $ref: "parts.json#/parameter" } } });
  const item = { get: { responses: { "200": { description: "ok", contnet: {} } } } };
  const parameter = { name: "q", in: "query", schema: { $ref: "#/schema" }, requird: true };
  await writeFile(join(folder, "api.json"), JSON.stringify(document));
  await writeFile(join(folder, "parts.json"), JSON.stringify({ item, parameter, schema: { type: "text" } }, null, 2));
  const loaded = await loadDocument(join(folder, "api.json"));
  const rules = RULES.filter(({ id }) => id === "document.structure" || id === "schema.valid");
  const { findings } = await lintDocument(loaded, rules);
  const places = findings.map(({ pointer, said }) => `${loaded.locate(pointer).line} ${said}`);
  expect(findings.every(({ pointer }) => loaded.locate(pointer).file.endsWith("parts.json"))).toBe(true);
  expect(places).toEqual([
    '7 "contnet" is not known here',
    '18 "requird" is not known here',
    expect.stringMatching(/^21 must be one of "array", /),
  ]);
  await rm(folder, { recursive: true });
});

test("a document of 3.2 is checked by the schema of 3.2", async () => {
  const document = { ...cleanDocument("3.1.0"), openapi: "3.2.0" };
  const books = at(document, "paths", "/books");
  Object.assign(books, { query: { responses: {} }, additionalOperations: { COPY: { responses: {} }, GET: {} } });
  Object.assign(at(document, "components"), {
    mediaTypes: { one: { itemSchema: { type: "text" } }, two: { itemEncodng: {} } },
  });
  expect((await tell(document)).sort()).toEqual([
    'document.structure fault /components/mediaTypes/two/itemEncodng: "itemEncodng" is not known here',
    "document.structure fault /paths/~1books/additionalOperations/COPY/responses: must have 1 property or more",
    'document.structure fault /paths/~1books/additionalOperations: must not name a property "GET"',
    "document.structure fault /paths/~1books/query/responses: must have 1 property or more",
    expect.stringMatching(/^schema.valid fault \/components\/mediaTypes\/one\/itemSchema\/type: must be one of/),
  ]);
});

test("what a mistake in the kind of a part makes of its other rules is not reported", async () => {
  const document = cleanDocument("3.1.0");
  delete at(document, "components", "securitySchemes", "key")["type"];
  delete at(operation(document, "/books", "get"), "parameters", 0)["in"];
  expect((await tell(document)).sort()).toEqual([
    'document.structure fault /components/securitySchemes/key: must have the property "type"',
    'document.structure fault /paths/~1books/get/parameters/0: must have the property "in"',
  ]);
});

test("twenty thousand mistakes are reported in linear time", async () => {
  const document = cleanDocument("3.1.0");
  const bad = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`r${index}`, {}]));
  Object.assign(at(document, "components"), { responses: bad });
  expect(await tell(document)).toHaveLength(20_000);
});

test("references that double at every step are checked in linear time", async () => {
  const document = cleanDocument("3.0.3");
  const schemas = at(document, "components", "schemas");
  for (let step = 0; step < 40; step++) {
    const next = { $ref: `#/components/schemas/S${step + 1}` };
    schemas[`S${step}`] = { type: "object", properties: { a: next, b: next } };
  }
  schemas["S40"] = { type: "text" };
  expect(await tell(document)).toEqual([expect.stringContaining("/components/schemas/S40/type")]);
});
