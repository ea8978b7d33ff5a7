// `$ref` is only a reference where OpenAPI or JSON Schema allow one, and data elsewhere. A reference in place of a list
// or a map is followed, with a warning.
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { loadContract, loadDocument } from "../../src/contract/load.ts";
import { valueAt } from "../../src/json/pointer.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { documentOfSchema, documentWith, folderWith, refusalOf } from "../contract/documents.ts";

const DONE = { "200": { description: "Done." } };

describe("a $ref that is data", () => {
  it.for<[string, JsonObject]>([
    ["in an extension of the document", { "x-topics": [{ content: { $ref: "./getting-started.md" } }] }],
    [
      "in an extension of an operation",
      { paths: { "/a": { get: { "x-codeSamples": [{ source: { $ref: "get.cs" } }], responses: DONE } } } },
    ],
    ["that leads nowhere, in an extension", { "x-old": { $ref: "#/components/schemas/Gone" } }],
    ["in an unknown field", { paths: { "/a": { get: { respones: { $ref: "#/nowhere" }, responses: DONE } } } }],
    [
      "in an example that nothing uses",
      { components: { schemas: { Unused: { type: "object", example: { $ref: "#/components/schemas/Nowhere" } } } } },
    ],
    [
      "in the parameters of a link",
      { components: { links: { Next: { operationId: "a", parameters: { $ref: "nowhere.yaml" } } } } },
    ],
    ["in an unknown keyword of a schema", { components: { schemas: { A: { extends: { $ref: "a.cs" } } } } }],
  ])("%s", async ([, parts]) => {
    const document = documentWith(parts);
    expect((await loadContract(document)).document.root).toEqual(document);
  });

  it("is not fetched", async () => {
    let connections = 0;
    const listener = createServer((socket) => {
      connections++;
      socket.destroy();
    });
    await new Promise<void>((listening) => listener.listen(0, "127.0.0.1", listening));
    const { port } = listener.address() as AddressInfo;
    const secret = { $ref: `http://127.0.0.1:${port}/secret.json` };
    await loadContract(documentWith({ "x-topics": [{ content: secret }] }));
    await new Promise((closed) => listener.close(closed));
    expect(connections).toBe(0);
  });

  it("in a referenced file, beside references that are followed", async () => {
    const folder = await folderWith({
      "main.yaml": 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths:\n  /menu: { $ref: parts/menu.yaml }\n',
      "parts/menu.yaml": `get:
  x-codeSamples: [{ lang: C#, source: { $ref: get.cs } }]
  responses:
    "200": { description: ok, content: { application/json: { schema: { $ref: ../Menu.yaml } } } }
`,
      "Menu.yaml": "type: object\nrequired: [up]\n",
    });
    const { operations } = await loadContract(join(folder, "main.yaml"));
    expect(operations[0]?.responses[0]?.content[0]?.schema?.validate({})).toMatchObject([{ keyword: "required" }]);
  });
});

describe("the target of a reference", () => {
  it("can be in an extension, and its own references are followed", async () => {
    const folder = await folderWith({
      "main.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths: {}
x-parts: { A: { properties: { b: { $ref: other.yaml#/B } } }, B: { $ref: none.md } }
components: { schemas: { A: { $ref: "#/x-parts/A" } } }
`,
      "other.yaml": "B: { type: string }\nC: { $ref: none.md }\n",
    });
    const { root } = await loadDocument(join(folder, "main.yaml"));
    expect(valueAt(root, "/x-parts/A/properties/b")).toEqual({ $ref: "#/x-files/1/B" });
    expect(valueAt(root, "/x-parts/B")).toEqual({ $ref: "none.md" });
  });

  it("can be all paths, in a file of their own", async () => {
    const folder = await folderWith({
      "main.yaml": 'openapi: 3.1.0\ninfo: { title: T, version: "1" }\npaths: { $ref: paths.yaml }\n',
      "paths.yaml": "/a: { get: { responses: { $ref: responses.yaml#/all } } }\n",
      "responses.yaml": 'all: { "204": { description: Done. } }\n',
    });
    const { operations } = await loadContract(join(folder, "main.yaml"));
    expect(operations.map(({ id, responses }) => [id, responses.map(({ status }) => status)])).toEqual([
      ["GET /a", ["204"]],
    ]);
  });

  it("is refused if it must not be read, wherever OpenAPI allows a reference", async () => {
    for (const [parts, place] of [
      [{ info: { $ref: "http://127.0.0.1/info.yaml" } }, "/info"],
      [{ components: { examples: { A: { $ref: "../a.yaml" } } } }, "/components/examples/A"],
      [{ components: { schemas: { A: { properties: { $ref: "../a.yaml" } } } } }, "/components/schemas/A/properties"],
    ] as const) {
      expect((await refusalOf(documentWith(parts))).problems.map(({ pointer }) => pointer)).toEqual([place]);
    }
  });
});

describe("a $ref in place of a list or a map", () => {
  it.for<[string, JsonValue, string, JsonValue]>([
    ["properties", { properties: { $ref: "#/x-maps/props" } }, "/properties", { up: { $ref: "#/x-maps/props/up" } }],
    [
      "properties, beside other properties",
      { properties: { $ref: "#/x-maps/props", own: true } },
      "/properties",
      { own: true, up: { $ref: "#/x-maps/props/up" } },
    ],
    [
      "properties, through another $ref",
      { properties: { $ref: "#/x-maps/more" } },
      "/properties",
      { "a/b%": { $ref: "#/x-maps/more/a~1b%25" }, up: { $ref: "#/x-maps/props/up" } },
    ],
  ])("%s", async ([, schema, at, expected]) => {
    const maps = { props: { up: { type: "boolean" } }, more: { $ref: "#/x-maps/props", "a/b%": true } };
    const { document, operations } = await loadContract(documentOfSchema(schema, { "x-maps": maps }));
    const [media] = operations[0]?.body?.content ?? [];
    expect(valueAt(document.root, `${media?.schema?.pointer}${at}`)).toEqual(expected);
    expect(media?.schema?.validate({ up: 1 })).toMatchObject([{ at: "/up", keyword: "type" }]);
    expect(document.oddities[0]?.message).toMatch(/\$ref replaces a map/);
  });

  it("content and parameters", async () => {
    const contract = await loadContract(
      documentWith({
        paths: {
          "/a": {
            get: {
              parameters: { $ref: "#/x-parts/parameters" },
              responses: { "200": { description: "Done.", content: { $ref: "#/x-parts/content" } } },
            },
          },
        },
        "x-parts": {
          parameters: [{ name: "q", in: "query", schema: { type: "string" } }],
          content: { "application/json": { schema: { type: "integer" } } },
        },
      }),
    );
    const [operation] = contract.operations;
    expect(operation?.parameters.map(({ name }) => name)).toEqual(["q"]);
    expect(operation?.responses[0]?.content[0]?.schema?.validate("x")).toHaveLength(1);
    expect(contract.document.oddities.map(({ pointer }) => pointer)).toEqual([
      "/paths/~1a/get/parameters",
      "/paths/~1a/get/responses/200/content",
    ]);
  });

  it("is refused if all of them stand for more members than fit, of which some fill the room exactly", async () => {
    const schemas = Array.from({ length: 1001 }, (_, n) => [`S${n}`, { properties: { $ref: "#/x-map" } }]);
    const members = Array.from({ length: 100 }, (_, n) => [`p${n}`, true]);
    const document = documentWith({
      "x-map": Object.fromEntries(members) as JsonObject,
      components: { schemas: Object.fromEntries(schemas) as JsonObject },
    });
    await expect(loadContract(document)).rejects.toThrow(/stand for more than 100000 members/);
  });

  it("that leads back to itself adds no members, and a property named $ref is a property", async () => {
    const { operations } = await loadContract(
      documentOfSchema(
        {
          properties: { $ref: { type: "integer" }, inner: { properties: { $ref: "#/x-a" } } },
        },
        { "x-a": { $ref: "#/x-b" }, "x-b": { $ref: "#/x-a", c: { type: "string" } } },
      ),
    );
    const schema = operations[0]?.body?.content[0]?.schema;
    expect(schema?.validate({ $ref: 1, inner: { c: "x" } })).toEqual([]);
    expect(schema?.validate({ $ref: "x", inner: { c: 1 } }).map(({ at }) => at)).toEqual(["/$ref", "/inner/c"]);
  });
});

describe("a schema with an $id", () => {
  const text = { type: "string" };
  const wholeOf = (S: JsonObject, parts: JsonObject = {}): JsonObject =>
    documentOfSchema({ $ref: "#/components/schemas/S" }, { components: { schemas: { S, ...parts } } });
  const refused = { a: 1 };

  it.for<[string, JsonObject]>([
    [
      "is what a pointer below it starts from",
      wholeOf({ $id: "https://example.com/s", properties: { a: { $ref: "#/$defs/A" } }, $defs: { A: text } }),
    ],
    [
      "is found by its URI",
      wholeOf(
        { properties: { a: { $ref: "https://example.com/a" } } },
        { A: { $id: "https://example.com/a", ...text } },
      ),
    ],
    [
      "is found from a place whose own URI it is relative to",
      wholeOf(
        { $id: "https://example.com/s", properties: { a: { $ref: "a" } } },
        { A: { $id: "https://example.com/a", ...text } },
      ),
    ],
    [
      "is found by a URN",
      wholeOf({ $id: "urn:example:s", properties: { a: { $ref: "urn:example:s#/$defs/A" } }, $defs: { A: text } }),
    ],
    [
      "has anchors of its own",
      wholeOf({
        $id: "https://example.com/s",
        properties: { a: { $ref: "t#name" } },
        $defs: { A: { $anchor: "name" }, T: { $id: "t", $defs: { A: { $anchor: "name", ...text } } } },
      }),
    ],
    [
      "does not keep a pointer from the whole document, which most authors mean",
      wholeOf({ $id: "https://example.com/s", properties: { a: { $ref: "#/components/schemas/A" } } }, { A: text }),
    ],
  ])("%s", async ([, document]) => {
    const contract = await loadContract(document);
    const schema = contract.operations[0]?.body?.content[0]?.schema;
    expect([schema?.validate({ a: "x" }).length, schema?.validate(refused).length]).toEqual([0, 1]);
  });

  it("is no URL to fetch: what no schema is called is still refused", async () => {
    const document = wholeOf({ $id: "https://example.com/s", properties: { a: { $ref: "other" } } });
    expect((await refusalOf(document)).message).toContain('$ref "other"');
  });
});
