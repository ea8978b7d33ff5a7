// Names that are nearly known are told, with the known one; all others are their author's business.
import { describe, expect, it } from "vitest";
import { documentOfValue } from "../../src/contract/load.ts";
import { nearestName } from "../../src/document/nearest-name.ts";
import { misspeltNames } from "../../src/schema/load/misspelt.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { documentOfSchema, documentWith } from "../contract/documents.ts";

const told = async (document: JsonObject): Promise<string[]> =>
  misspeltNames(await documentOfValue(document)).map(({ pointer, message }) => `${pointer}: ${message}`);

const SCHEMA = "/paths/~1things/post/requestBody/content/application~1json/schema";

describe("evident slips", () => {
  it.for<[string, JsonObject, string]>([
    [
      "a field of an operation",
      { paths: { "/a": { get: { respones: {} } } } },
      '/paths/~1a/get/respones: "respones" is not a field of an operation: did you mean "responses"?',
    ],
    [
      "a field in another case",
      { paths: { "/a": { get: { operationID: "a", responses: {} } } } },
      '/paths/~1a/get/operationID: "operationID" is not a field of an operation: did you mean "operationId"?',
    ],
    [
      "a method",
      { paths: { "/a": { pots: {} } } },
      '/paths/~1a/pots: "pots" is not a field of a path item: did you mean "post"?',
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
    ["a field of the document", { tag: [] }, '/tag: "tag" is not a field of a document: did you mean "tags"?'],
    [
      "a part that is only referred to",
      { components: { parameters: { A: { name: "a", in: "query", requierd: true } } } },
      '/components/parameters/A/requierd: "requierd" is not a field of a parameter: did you mean "required"?',
    ],
  ])("%s", async ([, parts, expected]) => {
    expect(await told(documentWith(parts))).toEqual([expected]);
  });

  it("keywords of schemas, wherever they stand", async () => {
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
    ["free names", { components: { schemas: { requird: { properties: { requird: true, tipe: true } } } } }],
    ["names that are near to nothing", { generator: "us", paths: { "/a": { get: { since: 2, responses: {} } } } }],
    ["what stands in examples", { components: { examples: { A: { value: { requird: 1, properteis: {} } } } } }],
    [
      "callbacks and links",
      { components: { callbacks: { A: { $url: {} } }, links: { A: { parameters: { nmae: 1 } } } } },
    ],
  ])("%s are none", async ([, parts]) => {
    expect(await told(documentWith(parts))).toEqual([]);
  });

  it("are told up to a number", async () => {
    const properties = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`p${n}`, { tpye: "string" }]));
    expect(await told(documentOfSchema({ properties }))).toHaveLength(100);
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
  ["an unknown name that is so long that it can hardly be a slip of the pen", null],
  ["pst", null],
  ["pa", null],
])("the name nearest to %j is %j", ([name, expected]) => {
  expect(nearestName(name, ["responses", "get", "put", "post", "patch", "id", "ix"]) ?? null).toEqual(expected);
});
