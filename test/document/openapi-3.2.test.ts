// What OpenAPI 3.2 adds, as the mock serves it and the gate compares it. docs/documents.md has a row for each.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import { writeParameter } from "../../src/contract/serialization/write.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { createMock } from "../../src/library/create-mock.ts";
import type { OpenApiDocument } from "../../src/library/contracts.ts";
import { operationNames } from "../../src/selection/operation.ts";
import { call } from "../cli/program.ts";

const json = (schema: JsonObject): JsonObject => ({ "application/json": { schema } });
const of = (rest: JsonObject): JsonObject => ({ openapi: "3.2.0", info: { title: "T", version: "1" }, ...rest });
const getting = (content: JsonObject, more: JsonObject = {}): JsonObject => ({
  "/a": { get: { ...more, responses: { "200": { description: "ok", content } } } },
});

/** The status and the body of an answer. */
async function answer(spec: JsonObject | string, path = "/a", init: RequestInit = {}): Promise<[number, string]> {
  const mock = await createMock({ spec: spec as string | OpenApiDocument, auth: false });
  try {
    const response = await fetch(mock.url + path, init);
    return [response.status, await response.text()];
  } finally {
    await mock.close();
  }
}

const folder = mkdtempSync(join(tmpdir(), "animal-store-3.2-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** @returns the path of the first file */
function files(named: Readonly<Record<string, JsonObject>>): string {
  for (const [name, document] of Object.entries(named)) {
    mkdirSync(join(folder, name, ".."), { recursive: true });
    writeFileSync(join(folder, name), JSON.stringify(document));
  }
  return join(folder, Object.keys(named)[0] ?? "");
}

const note: JsonObject = { type: "object", required: ["id"], properties: { id: { type: "integer", const: 7 } } };

describe("$self", () => {
  const self = "https://api.example.com/v1/openapi.json";

  test("a reference to what the document calls itself leads into it", async () => {
    const content = json({ $ref: `${self}#/components/schemas/Note` });
    expect(await answer(of({ $self: self, paths: getting(content), components: { schemas: { Note: note } } }))).toEqual(
      [200, '{"id":7}'],
    );
    const relative = of({
      $self: "/v1/openapi.json",
      paths: getting(json({ $ref: "openapi.json#/components/schemas/Note" })),
      components: { schemas: { Note: note } },
    });
    expect(await answer(relative)).toEqual([200, '{"id":7}']);
  });

  test("a reference to what another file calls itself leads there; nothing is fetched", async () => {
    const shared = { $self: "https://schemas.example.com/shared", components: { schemas: { Note: note } } };
    const path = files({
      "main.json": of({
        $self: self,
        paths: {
          ...getting(json({ $ref: "https://schemas.example.com/shared#/components/schemas/Note" })),
          "/b": {
            get: {
              responses: {
                "200": { description: "ok", content: json({ $ref: "parts/shared.json#/components/schemas/Note" }) },
              },
            },
          },
        },
      }),
      "parts/shared.json": shared,
    });
    expect(await answer(path)).toEqual([200, '{"id":7}']);
    // Only what is also named by a path is known by its name.
    const unknown = files({
      "unknown.json": of({ paths: getting(json({ $ref: "https://schemas.example.com/other#/Note" })) }),
    });
    await expect(answer(unknown)).rejects.toThrow("nothing is ever fetched");
    const known = files({
      "known.json": of({
        paths: {
          "/b": {
            get: {
              responses: {
                "200": { description: "ok", content: json({ $ref: "parts/shared.json#/components/schemas/Note" }) },
              },
            },
          },
          ...getting(json({ $ref: "https://schemas.example.com/shared#/components/schemas/Note" })),
        },
      }),
    });
    expect(await answer(known)).toEqual([200, '{"id":7}']);
  });

  test("what a file calls itself has no ending, and may be meant by what its schemas call themselves", async () => {
    const content = json({ $ref: "../schemas/note" });
    const path = files({
      "api.json": of({
        $self: "https://api.example.com/v1/openapi",
        paths: { "/a": { get: { responses: { "200": { $ref: "shared/notes#/components/responses/Note" } } } } },
      }),
      "shared/notes.json": {
        $self: "https://api.example.com/v1/shared/notes",
        components: {
          responses: { Note: { description: "ok", content } },
          schemas: {
            Note: {
              $id: "https://api.example.com/v1/schemas/note",
              ...note,
              properties: { id: { $ref: "id" } },
            },
            Id: { $id: "https://api.example.com/v1/schemas/id", type: "integer", const: 7 },
          },
        },
      },
    });
    expect(await answer(path)).toEqual([200, '{"id":7}']);
  });

  test("a URL beside it is the file beside the document, and leads no further", async () => {
    const beside = files({
      "beside.json": of({ $self: self, paths: getting(json({ $ref: "https://api.example.com/v1/other.json#/Note" })) }),
      "other.json": { Note: note },
    });
    expect(await answer(beside)).toEqual([200, '{"id":7}']);
    const away = files({
      "away.json": of({ $self: self, paths: getting(json({ $ref: "https://other.example.com/v1/other.json#/Note" })) }),
    });
    await expect(answer(away)).rejects.toThrow("is a URL; only files beside the document are read");
  });
});

test("components.mediaTypes, and a reference to one", async () => {
  const content = { "application/json": { $ref: "#/components/mediaTypes/Note" } };
  const document = of({ paths: getting(content), components: { mediaTypes: { Note: { schema: note } } } });
  expect(await answer(document)).toEqual([200, '{"id":7}']);
});

describe("examples", () => {
  const shown = (media: string, example: JsonObject): JsonObject =>
    of({ paths: getting({ [media]: { examples: { one: example } } }) });

  test("dataValue is the value; serializedValue is the text that is sent", async () => {
    expect(await answer(shown("application/json", { dataValue: { id: 1 }, serializedValue: '{"id":2}' }))).toEqual([
      200,
      '{"id":1}',
    ]);
    expect(await answer(shown("application/json", { serializedValue: '{"id":2}' }))).toEqual([200, '{"id":2}']);
    expect(await answer(shown("text/csv", { serializedValue: "a,b\n1,2\n" }))).toEqual([200, "a,b\n1,2\n"]);
  });

  test("what is no example is left out, and the rest is served", async () => {
    const examples = { dataValue: 5, serializedValue: "5", one: { dataValue: { id: 1 } } };
    expect(await answer(of({ paths: getting({ "application/json": { examples } }) }))).toEqual([200, '{"id":1}']);
  });
});

test("XML: nodeType element, attribute, text, cdata and none", async () => {
  const schema: JsonObject = {
    type: "object",
    xml: { name: "doc" },
    properties: {
      id: { type: "integer", const: 1, xml: { nodeType: "attribute" } },
      body: { type: "string", const: "a<b]]>", xml: { nodeType: "cdata" } },
      inner: {
        type: "object",
        xml: { nodeType: "none" },
        required: ["x"],
        properties: { x: { type: "string", const: "y" } },
      },
      list: {
        type: "array",
        minItems: 1,
        maxItems: 1,
        xml: { nodeType: "element" },
        items: { const: "i", type: "string", xml: { name: "li" } },
      },
      rows: {
        type: "array",
        minItems: 2,
        maxItems: 2,
        xml: { nodeType: "none" },
        items: { const: "r", type: "string", xml: { name: "row" } },
      },
    },
    required: ["id", "body", "inner", "list", "rows"],
  };
  const [, text] = await answer(of({ paths: getting({ "application/xml": { schema } }) }));
  expect(text.split("\n")[1]).toBe(
    '<doc id="1"><![CDATA[a<b]]]]><![CDATA[>]]><x>y</x><list><li>i</li></list><row>r</row><row>r</row></doc>',
  );
});

describe("style cookie", () => {
  const reading = (schema: JsonObject, explode?: boolean): JsonObject =>
    of({
      paths: getting(json({ type: "object" }), {
        parameters: [
          {
            name: "c",
            in: "cookie",
            required: true,
            style: "cookie",
            ...(explode === undefined ? {} : { explode }),
            schema,
          },
        ],
      }),
    });
  const status = async (document: JsonObject, cookie: string): Promise<number> =>
    (await answer(document, "/a", { headers: { Cookie: cookie } }))[0];

  test("the text is taken as it is, and nothing is decoded", async () => {
    expect(await status(reading({ type: "string", const: "a%20b" }), "c=a%20b")).toBe(200);
    expect(await status(reading({ type: "string", const: "a b" }), "c=a%20b")).toBe(400);
  });

  test("lists are several cookies unless explode is false", async () => {
    const numbers: JsonObject = { type: "array", minItems: 2, items: { type: "integer" } };
    expect(await status(reading(numbers), "c=1; c=2")).toBe(200);
    expect(await status(reading(numbers), "c=1,2")).toBe(400);
    expect(await status(reading(numbers, false), "c=1,2")).toBe(200);
  });

  test("what a cookie cannot contain is not written", () => {
    const form = { name: "c", in: "cookie", style: "cookie", explode: true };
    expect(writeParameter(form, "a%20b")).toEqual([["c", "a%20b"]]);
    expect(writeParameter(form, "a;b")).toBeUndefined();
  });
});

test("the device flow, oauth2MetadataUrl and deprecated schemes are read; a token is sent as with any flow", async () => {
  const device = {
    deviceAuthorizationUrl: "https://id.example.com/device",
    tokenUrl: "https://id.example.com/token",
    scopes: { read: "Read" },
  };
  const document = of({
    security: [{ id: ["read"] }],
    paths: getting(json(note)),
    components: {
      securitySchemes: {
        id: {
          type: "oauth2",
          deprecated: true,
          oauth2MetadataUrl: "https://id.example.com/.well-known",
          flows: { deviceAuthorization: device },
        },
      },
    },
  });
  const mock = await createMock({ spec: document as unknown as OpenApiDocument });
  const status = async (headers: Record<string, string>): Promise<number> =>
    (await fetch(`${mock.url}/a`, { headers })).status;
  expect(await status({})).toBe(401);
  expect(await status({ Authorization: "Bearer demo-key" })).toBe(200);
  await mock.close();
  const [operation] = (await loadContract(document)).operations;
  expect(operation?.security).toMatchObject([[{ name: "id", type: "oauth2", scopes: ["read"] }]]);
});

describe("discriminator.defaultMapping", () => {
  const schemas: JsonObject = {
    Cat: {
      type: "object",
      required: ["kind", "lives"],
      properties: { kind: { type: "string" }, lives: { type: "integer" }, name: { type: "string" } },
    },
    Other: { type: "object", required: ["name"], properties: { kind: { type: "string" }, name: { type: "string" } } },
  };
  const refs = { oneOf: [{ $ref: "#/components/schemas/Cat" }, { $ref: "#/components/schemas/Other" }] };
  const choosing = (more: JsonObject): JsonObject =>
    of({
      paths: {
        "/a": {
          post: {
            requestBody: {
              required: true,
              content: json({ ...refs, discriminator: { propertyName: "kind", mapping: { cat: "Cat" }, ...more } }),
            },
            responses: { "204": { description: "ok" } },
          },
        },
      },
      components: { schemas },
    });
  const both = { lives: 9, name: "Tom" };
  const status = async (more: JsonObject, body: object): Promise<number> =>
    (
      await answer(choosing(more), "/a", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify(body),
      })
    )[0];

  test("a value that no mapping names is one of the alternatives all the same", async () => {
    expect(await status({}, { kind: "dog", ...both })).toBe(400);
    expect(await status({ defaultMapping: "Other" }, { kind: "dog", ...both })).toBe(204);
    expect(await status({ defaultMapping: "Other" }, { kind: "dog" })).toBe(400);
  });

  test("gate tells that another alternative is meant now", async () => {
    files({ "base.json": choosing({ defaultMapping: "Other" }), "revision.json": choosing({ defaultMapping: "Cat" }) });
    const { stdout } = await call(["gate", "base.json", "revision.json", "--no-suite"], { cwd: folder });
    expect(stdout.replaceAll(/\s+/g, " ")).toContain('values of "kind" that choose no alternative were read as');
  });
});

describe("names and summaries", () => {
  const tagged = (...tags: readonly string[]): JsonObject => ({
    get: { tags, responses: { "200": { description: "ok" } } },
  });
  const named = of({
    servers: [{ url: "/v1", name: "main" }],
    tags: [
      { name: "products", summary: "Products", kind: "nav" },
      { name: "books", parent: "products", kind: "nav" },
      { name: "loop", parent: "loop" },
    ],
    paths: {
      "/books": tagged("books"),
      "/loop": tagged("loop"),
      "/other": { get: { responses: { "200": { summary: "Fine", description: "ok" } } } },
    },
  });

  test("servers have names, tags have parents, and responses have summaries", async () => {
    expect((await answer(named, "/other"))[0]).toBe(200);
    const lint = await call(["lint", files({ "named.json": named })]);
    expect(lint.stdout).toContain("0 fault");
  });

  test("a tag selects what is below it, too", async () => {
    const { operations, document } = await loadContract(named);
    expect(operations.map((one) => operationNames(one, document).tag)).toEqual([["books", "products"], ["loop"], []]);
    const changed = structuredClone(named) as unknown as { paths: Record<string, object> };
    delete changed.paths["/books"];
    delete changed.paths["/other"];
    const [before, after] = [
      files({ "tags/before.json": named }),
      files({ "tags/after.json": changed as unknown as JsonObject }),
    ];
    const { stdout } = await call(["gate", before, after, "--only", "tag:products"]);
    expect(stdout).toContain("GET /books");
    expect(stdout).not.toContain("GET /other");
  });
});
