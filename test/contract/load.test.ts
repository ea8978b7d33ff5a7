import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { isGone } from "../../src/contract/lifecycle.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { Contract, Operation } from "../../src/contract/model.ts";
import { documentOfSchema, documentWith, folderWith, refusalOf } from "./documents.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";

const DONE = { "200": { description: "Done." } };

async function operationOf(operation: JsonObject, parts: JsonObject = {}): Promise<Operation> {
  const { operations } = await loadContract(documentWith({ paths: { "/a": { get: operation } }, ...parts }));
  if (operations[0] === undefined) throw new Error("the document of the test has no operation");
  return operations[0];
}

describe("what a contract holds", () => {
  it.for(["3.0.0", "3.0.4", "3.1.0", "3.1.1", "3.2.0"])("OpenAPI %s is understood", async (openapi) => {
    const { document } = await loadContract(documentWith({ openapi }));
    expect(document.dialect).toBe(openapi.startsWith("3.0") ? "3.0" : "3.1");
  });

  it("title, version and servers, with variables filled in", async () => {
    const contract = await loadContract(
      documentWith({
        info: { title: "Books", version: "2.1.0" },
        servers: [
          { url: "https://{host}/v2/", variables: { host: { default: "api.example.com" } }, description: "Live." },
          { url: "/relative" },
          { url: "https://example.com" },
        ],
      }),
    );
    expect([contract.title, contract.version]).toEqual(["Books", "2.1.0"]);
    expect(contract.servers).toEqual([
      { url: "https://api.example.com/v2/", basePath: "/v2", description: "Live." },
      { url: "/relative", basePath: "/relative", description: "" },
      { url: "https://example.com", basePath: "", description: "" },
    ]);
  });

  it("operations in the order of the document, named by operationId or by method and path", async () => {
    const contract = await loadContract(
      documentWith({
        paths: {
          "/b": { post: { operationId: "add", responses: DONE }, get: { responses: DONE } },
          "/a": { get: { operationId: "add", responses: DONE } },
          "x-note": "no path",
        },
      }),
    );
    expect(contract.operations.map(({ id }) => id)).toEqual(["GET /b", "add", "GET /a"]);
  });

  it("parameters of the path, unless the operation has one of the same name and place", async () => {
    const contract = await loadContract(
      documentWith({
        paths: {
          "/a/{id}": {
            parameters: [
              { name: "id", in: "path", required: true, schema: { type: "integer" } },
              { name: "size", in: "query", schema: { type: "string" } },
              { name: "size", in: "header", schema: { type: "string" } },
            ],
            get: {
              parameters: [{ name: "size", in: "query", required: true, schema: { type: "integer", maximum: 5 } }],
              responses: DONE,
            },
            delete: { responses: DONE },
          },
        },
      }),
    );
    const [get, remove] = contract.operations;
    expect(get?.parameters.map(({ name, in: place, required }) => [name, place, required])).toEqual([
      ["id", "path", true],
      ["size", "query", true],
      ["size", "header", false],
    ]);
    expect(get?.parameters[1]?.schema.validate(6)).toHaveLength(1);
    expect(remove?.parameters[1]?.schema.validate("six")).toEqual([]);
  });

  it("a parameter is deprecated if it says so", async () => {
    const said = [undefined, false, true, "true"].map((deprecated, index) => ({
      name: `p${index}`,
      in: "query",
      schema: { type: "string" },
      ...(deprecated === undefined ? {} : { deprecated }),
    }));
    const { parameters } = await operationOf({ parameters: said });
    expect(parameters.map(({ deprecated }) => deprecated)).toEqual([false, false, true, false]);
  });

  it("headers that are described elsewhere are not parameters (OpenAPI 3.1 section 4.8.12.1)", async () => {
    const { parameters } = await operationOf({
      parameters: ["Accept", "content-type", "Authorization", "X-Trace"].map((name) => ({
        name,
        in: "header",
        schema: { type: "string" },
      })),
      responses: DONE,
    });
    expect(parameters.map(({ name }) => name)).toEqual(["X-Trace"]);
  });

  const schemes = {
    key: { type: "apiKey", in: "query", name: "api_key" },
    token: { type: "http", scheme: "Bearer" },
    flow: { type: "oauth2", flows: {} },
  };

  it.for<[string, JsonObject, string[][]]>([
    ["inherited from the document", {}, [["token"]]],
    ["its own instead", { security: [{ key: [] }] }, [["key"]]],
    ["both together", { security: [{ key: [], token: [] }] }, [["key", "token"]]],
    ["one or the other", { security: [{ key: [] }, { token: [] }] }, [["key"], ["token"]]],
    ["optional", { security: [{}, { token: [] }] }, [[], ["token"]]],
    ["none", { security: [] }, []],
  ])("security: %s", async ([, own, expected]) => {
    const { security } = await operationOf(
      { ...own, responses: DONE },
      { security: [{ token: [] }], components: { securitySchemes: schemes } },
    );
    expect(security.map((alternative) => alternative.map(({ name }) => name))).toEqual(expected);
  });

  it("a security scheme says where its credential is sent", async () => {
    const { security } = await operationOf(
      { security: [{ key: [] }, { token: [] }, { flow: ["read", "write"] }], responses: DONE },
      { components: { securitySchemes: schemes } },
    );
    expect(security.flat()).toMatchObject([
      { type: "apiKey", in: "query", key: "api_key", scopes: [] },
      { type: "http", scheme: "bearer" },
      { type: "oauth2", scopes: ["read", "write"] },
    ]);
  });

  it("no response for a key that is not a status, as nobody can send it", async () => {
    const names = ["200", "4xx", "20000", "099", "600", "2X", "ok", "DEFAULT"];
    const responses = Object.fromEntries(names.map((name) => [name, { description: name }]));
    const { operations } = await loadContract(documentWith({ paths: { "/a": { get: { responses } } } }));
    expect(operations[0]?.responses.map(({ status }) => status)).toEqual(["200", "4XX", "default"]);
  });

  it("responses by code, by range and by default, with headers and media types", async () => {
    const { responses } = await operationOf({
      responses: {
        "200": {
          description: "One.",
          headers: {
            "X-Count": { required: true, schema: { type: "integer", const: 7 } },
            "X-Hint": { schema: { type: "string" }, example: "maybe" },
            "Content-Type": { schema: { type: "string" } },
          },
          content: { "Application/JSON; charset=utf-8": { schema: true }, "text/*": {} },
        },
        "2xx": { description: "Other." },
        default: { description: "Error." },
        "x-note": 1,
      },
    });
    expect(responses.map(({ status }) => status)).toEqual(["200", "2XX", "default"]);
    expect(responses[0]?.content.map(({ name }) => name)).toEqual(["application/json", "text/*"]);
    expect(responses[0]?.headers).toMatchObject([
      { name: "X-Count", required: true, known: "7", fixed: true },
      { name: "X-Hint", required: false, known: "maybe", fixed: false },
    ]);
  });

  it("examples of a part take precedence over those of its schema", async () => {
    const { parameters } = await operationOf(
      {
        parameters: [
          { name: "a", in: "query", schema: { type: "integer", examples: [3, 4] }, example: 1 },
          {
            name: "b",
            in: "query",
            schema: { type: "integer" },
            examples: { x: { value: 5 }, y: { $ref: "#/components/examples/six" } },
          },
        ],
        responses: DONE,
      },
      { components: { examples: { six: { value: 6 } } } },
    );
    expect(parameters.map(({ examples }) => examples.map(({ value }) => value))).toEqual([
      [1, 3, 4],
      [5, 6],
    ]);
  });

  it("lifecycle: deprecated, sunset, stability", async () => {
    const { lifecycle } = await operationOf({
      deprecated: true,
      "x-sunset": "2030-12-05",
      "x-stability-level": "beta",
      responses: DONE,
    });
    expect(lifecycle).toEqual({ deprecated: true, sunset: "2030-12-05", stability: "beta" });
    expect(["2030-12-04", "2030-12-05", "2030-12-06"].map((day) => isGone(lifecycle, day))).toEqual([
      false,
      false,
      true,
    ]);
  });

  it("everything in it is frozen", async () => {
    const folder = await folderWith({
      "main.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths: { /a: { post: { parameters: [{ name: q, in: query, schema: { $ref: other.yaml#/A } }], requestBody: { content: { application/json: { schema: { enum: [{ a: 1 }] } } } }, responses: { 200: { description: D, headers: { X: { schema: { type: string }, example: x } } } } } } }
`,
      "other.yaml": "A: { type: string, default: [1] }\n",
    });
    const thawed: string[] = [];
    const visit = (value: unknown, at: string, seen: Set<unknown>): void => {
      if (typeof value !== "object" || value === null || seen.has(value)) return;
      seen.add(value);
      if (!Object.isFrozen(value)) thawed.push(at);
      for (const [key, item] of Object.entries(value)) visit(item, `${at}.${key}`, seen);
    };
    visit(await loadContract(join(folder, "main.yaml")), "contract", new Set());
    expect(thawed).toEqual([]);
  });

  it("a document given as a value is not modified, and later changes to it have no effect", async () => {
    const document: Record<string, JsonValue> = {
      ...documentOfSchema({ type: "string", nullable: true }),
      openapi: "3.0.3",
    };
    const before = JSON.stringify(document);
    const contract = await loadContract(document);
    expect(JSON.stringify(document)).toBe(before);
    document["paths"] = {};
    expect(contract.operations).toHaveLength(1);
    expect(contract.document.root["paths"]).not.toEqual({});
  });

  it("a lazy contract compiles a schema when it is first used", async () => {
    const broken = documentOfSchema({ type: "string", pattern: "(" });
    const contract = await loadContract(broken, { lazy: true });
    const schema = contract.operations[0]?.body?.content[0]?.schema;
    expect(() => schema?.validate("x")).toThrow(/cannot be compiled/);
    expect((await refusalOf(broken)).message).toMatch(/cannot be compiled/);
  });
});

describe("references", () => {
  const files = {
    "main.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths:
  /a:
    $ref: paths/a.yaml
  /b:
    get:
      responses:
        "200":
          $ref: "paths/shared.json#/responses/Found"
`,
    "paths/a.yaml": `get:
  parameters:
    - $ref: "shared.json#/parameters/Size"
  responses:
    "200": { $ref: "./shared.json#/responses/Found" }
`,
    "paths/shared.json": JSON.stringify({
      parameters: { Size: { name: "size", in: "query", schema: { $ref: "../schemas/deep%20er.yml#/Size" } } },
      responses: {
        Found: { description: "Found.", content: { "application/json": { schema: { $ref: "#/local" } } } },
      },
      local: {
        type: "object",
        properties: { self: { $ref: "#/local" }, size: { $ref: "../schemas/deep er.yml#/Size" } },
      },
    }),
    "schemas/deep er.yml": "Size: { type: integer, maximum: 9 }\n",
  };

  const load = async (): Promise<Contract> => loadContract(join(await folderWith(files), "main.yaml"));

  it("lead to other files, relative to the file they are in", async () => {
    const { operations } = await load();
    expect(operations[0]?.parameters[0]?.schema.validate(10)).toMatchObject([{ keyword: "maximum" }]);
    for (const { responses } of operations) {
      const schema = responses[0]?.content[0]?.schema;
      expect(schema?.validate({ size: 9, self: { self: { size: 1 } } })).toEqual([]);
      expect(schema?.validate({ self: { self: { size: 10 } } })).toMatchObject([{ at: "/self/self/size" }]);
    }
  });

  it("a violation names the file and line of the keyword that is violated", async () => {
    const { document, operations } = await load();
    const [violation] = operations[0]?.parameters[0]?.schema.validate(10) ?? [];
    const place = document.locate(violation?.pointer ?? "");
    expect(place.file).toMatch(/schemas\/deep er\.yml$/);
    expect([place.line, place.column]).toEqual([1, 24]);
  });

  it("by $anchor, in the same file and in another", async () => {
    const folder = await folderWith({
      "main.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
paths: {}
components:
  schemas:
    A: { $ref: "#named" }
    B: { $defs: { x: { $anchor: named, maximum: 18446744073709551616 } } }
    C: { $ref: "other.yaml#there" }
`,
      "other.yaml": "deep: { down: { $dynamicAnchor: there, type: string } }\n",
    });
    const { document } = await loadContract(join(folder, "main.yaml"));
    expect(document.root["components"]).toMatchObject({
      schemas: { A: { $ref: "#/components/schemas/B/$defs/x" }, C: { $ref: "#/x-files/1/deep/down" } },
    });
  });

  it("in examples, defaults, enums and constants are data and left as they are", async () => {
    const data = { $ref: "nowhere.yaml#/a" };
    const contract = await loadContract(
      documentWith({
        paths: {
          "/a": {
            get: {
              responses: {
                default: {
                  description: "D",
                  content: {
                    "application/json": {
                      example: data,
                      schema: { enum: [data], const: data, default: data, examples: [data] },
                    },
                    "text/plain": { examples: { one: { value: data } } },
                  },
                },
              },
            },
          },
        },
      }),
    );
    const [media, plain] = contract.operations[0]?.responses[0]?.content ?? [];
    expect(media?.examples.map(({ value }) => value)).toEqual([data, data]);
    expect(plain?.examples.map(({ value }) => value)).toEqual([data]);
    expect(media?.schema?.validate(data)).toEqual([]);
  });

  it("under names that the author chooses are followed, whatever the name", async () => {
    const names = ["default", "example", "value", "enum", "const", "properties"];
    const schema = await loadContract(
      documentOfSchema(
        { properties: Object.fromEntries(names.map((name) => [name, { $ref: "#/components/schemas/Short" }])) },
        { components: { schemas: { Short: { maxLength: 1 } } } },
      ),
    );
    for (const name of names) {
      expect(schema.operations[0]?.body?.content[0]?.schema?.validate({ [name]: "xx" })).toHaveLength(1);
    }
  });
});

describe("documents that cannot be used", () => {
  it.for<[string, string, RegExp]>([
    ["missing.yaml", "", /missing\.yaml:1:1: the document does not exist$/],
    [".", "", /the document is a folder, not a file$/],
    ["empty.yaml", "", /:1:1: .*openapi version/],
    ["list.yaml", "- a\n", /:1:1: the document must be an object/],
    ["text.yaml", "just text", /:1:1: the document must be an object/],
    ["bad.yaml", "openapi: 3.1.0\ninfo:\n  title: 'x\n", /bad\.yaml:\d+:\d+: the document is not YAML: /],
    ["indent.yaml", "a: 1\n b: 2\n", /indent\.yaml:2:3: the document is not YAML: bad indentation/],
    ["tabs.yaml", "a:\n\tb: 2\n", /tabs\.yaml:2:1: the document is not YAML/],
    ["twice.yaml", "openapi: 3.1.0\npaths: {}\nopenapi: 3.0.0\n", /:3:1: the document has the key "openapi" twice/],
    ["codes.yaml", "openapi: 3.1.0\nx: { 200: a, '200': b }\n", /:2:14: the document has the key "200" twice/],
    ["two.yaml", "a: 1\n---\nb: 1\n", /holds more than one document/],
    [
      "tag.yaml",
      "openapi: !Sub 3.1.0\n",
      /:1:10: the document has the tag "!Sub"; OpenAPI allows the types of JSON only/,
    ],
    [
      "keys.yaml",
      "? [a, b]\n: 1\n",
      /:1:3: .*a key is a list or a map, but keys in JSON are strings; .* needs quotes$/,
    ],
    ["template.yaml", "a: { b: [{ c: 1 }] }\nservers:\n  - url: {{BASE}}\n", /:3:11: .*a key is a list or a map/],
    ["open.yaml", "openapi: 3.1.0\nx: [a,\n", /:3:1: .*a bracket or quote above is not closed/],
    ["alias.yaml", "openapi: *version\n", /:1:11: .*unidentified alias "version"/],
    ["infinite.yaml", "openapi: 3.1.0\nx: .inf\n", /a number that JSON cannot hold/],
    ["proto.yaml", "openapi: 3.1.0\n__proto__: { a: 1 }\n", /"__proto__"/],
    ["bad.json", '{"openapi": "3.1.0",\n "paths": {]}', /bad\.json:2:12: the document is not JSON: unexpected text$/],
    ["short.json", '{"openapi": "3.1.0",\n', /short\.json:1:21: the document is not JSON: it ends too early$/],
    ["twice.json", '{"openapi": "3.1.0",\n"openapi": "3.1.0"}', /:2:1: the document has the key "openapi" twice/],
    ["huge.json", '{"openapi": "3.1.0",\n"x": 1e400}', /:2:1: the document has a number too large to hold at \/x/],
    [
      "swagger.yaml",
      "info: {}\nswagger: '1.2'\n",
      /swagger\.yaml:2:1: the swagger version is "1\.2"; of .* \(at \/swagger\)$/,
    ],
    [
      "none.yaml",
      "info: {}\n",
      /:1:1: the openapi version is missing; it must be 3\.0\.x, 3\.1\.x or 3\.2\.x, in quotes/,
    ],
    ["four.yaml", "info: {}\nopenapi: 4.0.0\n", /:2:1: the openapi version is "4\.0\.0"/],
    ["long.yaml", "openapi: 12345678901234567890\n", /:1:1: the openapi version is 12345678901234567890; it must be/],
    ["number.yaml", "info: {}\nopenapi: 3.1\n", /:2:1: the openapi version is 3\.1; .*in quotes/],
  ])("%s", async ([name, text, says]) => {
    const folder = await folderWith(name === "." || name === "missing.yaml" ? {} : { [name]: text });
    const { message } = await refusalOf(join(folder, name));
    expect(message).toMatch(says);
    expect(message).not.toContain("\n");
  });

  it("a file that is not UTF-8", async () => {
    const folder = await folderWith({ "latin.yaml": Uint8Array.from([...Buffer.from("a: "), 0xe9]) });
    expect((await refusalOf(join(folder, "latin.yaml"))).message).toMatch(/is not valid UTF-8$/);
  });

  it("a byte order mark is accepted", async () => {
    const text = `\u{feff}${JSON.stringify(documentWith({}))}`;
    const folder = await folderWith({ "mark.json": text, "mark.yaml": "\u{feff}openapi: 3.1.0\n" });
    expect(await loadContract(join(folder, "mark.json"))).toHaveProperty("title", "Test");
    expect(await loadContract(join(folder, "mark.yaml"))).toHaveProperty("title", "untitled");
  });

  it.for(["# nothing\n", "null\n", "5\n", "a text\n", "- 1\n"])(
    "one that refers into a file that contains %j",
    async (text) => {
      const folder = await folderWith({
        "main.yaml": 'openapi: 3.1.0\ncomponents: { schemas: { A: { $ref: "parts.yaml#/B" } } }\n',
        "parts.yaml": text,
      });
      expect((await refusalOf(join(folder, "main.yaml"))).message).toMatch(
        /:2:26: \$ref "parts\.yaml#\/B" leads nowhere in that file/,
      );
    },
  );

  it("each reference to something that another file does not contain is reported as it is written", async () => {
    const folder = await folderWith({
      "main.yaml": `openapi: 3.1.0
info: { title: T, version: "1" }
components:
  schemas:
    A: { $ref: "parts.yaml#/B" }
    C: { $ref: "parts.yaml#/D" }
`,
      "parts.yaml": 'B:\n  properties:\n    one: { $ref: "#/E" }\n    two:\n      $ref: "#/E"\n',
    });
    const { problems } = await refusalOf(join(folder, "main.yaml"));
    const told = problems.map(({ message, location }) => `${basename(location.file)}:${location.line} ${message}`);
    expect(told).toEqual([
      'main.yaml:6 $ref "parts.yaml#/D" leads nowhere in that file',
      'parts.yaml:3 $ref "#/E" leads nowhere in this file',
      'parts.yaml:4 $ref "#/E" leads nowhere in this file',
    ]);
  });

  const yaml = (lines: string): string => `openapi: 3.1.0\ninfo: { title: T, version: "1" }\n${lines}`;
  const operation = (lines: string): string => yaml(`paths:\n  /a:\n    get:\n${lines}`);

  it.for<[string, string, RegExp]>([
    [
      "a $ref that leads nowhere",
      yaml("paths:\n  /a:\n    $ref: '#/components/pathItems/none'\n"),
      /:4:3: \$ref "#\/components\/pathItems\/none" leads nowhere in the document \(at \/paths\/~1a\)/,
    ],
    [
      "a $ref that is not a pointer",
      yaml("components: { schemas: { A: { $ref: '#none' } } }\n"),
      /:3:26: \$ref "#none" is not a JSON pointer/,
    ],
    [
      "a $ref in a circle",
      yaml("paths:\n  /a: { $ref: '#/paths/~1b' }\n  /b: { $ref: '#/paths/~1a' }\n"),
      /:4:3: its \$ref leads in a circle/,
    ],
    [
      "an unknown type",
      operation(
        "      responses: { '200': { description: D, content: { application/json: { schema: {\n        type: sting } } } } }\n",
      ),
      /:7:9: type "sting" is none of null, boolean/,
    ],
    [
      "a type that is a long integer",
      operation("      parameters:\n        - { name: q, in: query, schema: { type: [12345678901234567890] } }\n"),
      /type 12345678901234567890 is none of null/,
    ],
    [
      "a type that is neither a string nor a list",
      operation(
        "      responses: { '200': { description: D, content: { application/json: { schema: {\n        type: [] } } } } }\n",
      ),
      /:7:9: type \[\] is none of/,
    ],
    [
      "a schema that is a list",
      operation(
        "      responses: { '200': { description: D, content: { application/json: {\n        schema: [] } } } }\n",
      ),
      /:7:9: a schema must be an object or a boolean/,
    ],
    [
      "properties that are a list",
      operation(
        "      responses: { '200': { description: D, content: { application/json: { schema: {\n        properties: [] } } } } }\n",
      ),
      /:7:9: must map names to schemas/,
    ],
    [
      "allOf that is not a list",
      operation(
        "      responses: { '200': { description: D, content: { application/json: { schema: {\n        allOf: {} } } } } }\n",
      ),
      /:7:9: must be a list of schemas/,
    ],
    [
      "an invalid pattern",
      operation("      parameters:\n        - { name: q, in: query, schema: { pattern: '(' } }\n"),
      /:7:33: the schema cannot be compiled/,
    ],
    [
      "a sunset that is not a date",
      operation("      x-sunset: 2030-02-30\n"),
      /:6:7: x-sunset must be a day such as "2030-12-05", in quotes/,
    ],
    ["a sunset with a time", operation("      x-sunset: 2030-12-05T00:00:00Z\n"), /:6:7: x-sunset must be a day/],
    [
      "a parameter that does not say where it is",
      operation("      parameters:\n        - { name: q }\n"),
      /:7:11: the parameter's "in" must be path, query, querystring, header or cookie/,
    ],
    [
      "a parameter without a name",
      operation("      parameters:\n        - { in: query }\n"),
      /:7:11: the parameter has no name/,
    ],
    ["parameters that are an object", operation("      parameters: {}\n"), /:6:7: parameters must be a list/],
    ["responses that are a list", operation("      responses: []\n"), /:6:7: responses must map status codes/],
    [
      "content that is a list",
      operation("      requestBody: { content: [] }\n"),
      /:6:22: content must map media types/,
    ],
    ["an operation that is text", yaml("paths:\n  /a:\n    get: text\n"), /:5:5: an operation must be an object here/],
    ["paths that are a list", yaml("paths: []\n"), /:3:1: paths must map path templates/],
    ["security that is an object", operation("      security: {}\n"), /:6:7: security must be a list of alternatives/],
    [
      "a security scheme that does not exist",
      operation("      security: [{ key: [] }]\n"),
      /:6:20: there is no security scheme "key"/,
    ],
  ])("%s", async ([, text, says]) => {
    const folder = await folderWith({ "spec.yaml": text });
    const { message, problems } = await refusalOf(join(folder, "spec.yaml"));
    expect(message).toMatch(says);
    expect(problems).toHaveLength(1);
  });

  it("all mistakes in operations are reported at once", async () => {
    const folder = await folderWith({
      "spec.yaml": yaml(
        "paths:\n  /a: { get: { parameters: 1 } }\n  /b: { get: { security: 1 }, put: { responses: 1 } }\n",
      ),
    });
    const { problems } = await refusalOf(join(folder, "spec.yaml"));
    expect(problems.map(({ location }) => location.line)).toEqual([4, 5, 5]);
  });

  it("if there are thousands of problems, the first are listed and the rest counted", async () => {
    const schemas = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`S${n}`, { $ref: `#/none/${n}` }]));
    const { message, problems } = await refusalOf(documentWith({ components: { schemas } }));
    expect(message.split("\n")).toHaveLength(21);
    expect(message).toMatch(/and 2980 more of the kind$/);
    expect(problems).toHaveLength(3000);
  });

  it("an error message cannot control a terminal or contain a line break from the document", async () => {
    const { message } = await refusalOf(documentWith({ paths: { "/a\n\u001b[31mred": { get: 1 } } }));
    expect(message).toContain(String.raw`/paths/~1a\n\x1b[31mred`);
    const long = await refusalOf(documentWith({ openapi: "x".repeat(100_000) }));
    expect(long.message.length).toBeLessThan(2000);
  });
});
