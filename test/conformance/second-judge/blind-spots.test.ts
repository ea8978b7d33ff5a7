// Known reasons for a disagreement between the judges: which ones explain it, and which do not.
import { describe, expect, test } from "vitest";
import type { Exchange, HeaderPairs } from "../../../conformance/client/exchange.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { BLIND_SPOTS } from "../../../conformance/second-judge/blind-spots.ts";
import { type AnswerPart, type Opinion, ownOpinion } from "../../../conformance/second-judge/opinion.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { Contract } from "../../../src/contract/model.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { JSON_TYPE, answered } from "./exchanges.ts";

interface Answer {
  /** The schema of the response, or the whole description. */
  readonly schema?: JsonObject;
  readonly response?: JsonObject;
  readonly key?: string;
  readonly root?: JsonObject;
  readonly status?: number;
  readonly body?: string;
  readonly headers?: HeaderPairs;
  readonly method?: string;
}

/** The contracts so far, because many responses are judged by the same one. */
const known = new Map<string, Contract>();

async function answerOf(answer: Answer): Promise<{ exchange: Exchange; plan: ReturnType<typeof makePlan> }> {
  const {
    schema = {},
    key = "200",
    root = {},
    status = 200,
    body = "{}",
    headers = JSON_TYPE,
    method = "get",
  } = answer;
  const described = answer.response ?? { description: "D", content: { "application/json": { schema } } };
  const paths = { "/things": { [method]: { responses: { [key]: described } } } };
  const document = { openapi: "3.1.0", info: { title: "T", version: "1" }, paths, ...root };
  const written = JSON.stringify(document);
  const contract = known.get(written) ?? (await loadContract(document));
  known.set(written, contract);
  const [operation] = contract.operations;
  if (operation === undefined) throw new Error("there is an operation");
  const plan = makePlan(contract, inferResources(contract), "2026-11-21");
  return { exchange: answered(operation, status, body, headers), plan };
}

/** An opinion in short: "keyword at". */
const said = (part: AnswerPart, texts: readonly string[]): Opinion[] =>
  texts.map((text) => {
    const [keyword = "", at = "", pointer] = text.split(" ");
    return { part, keyword, at, message: "M", ...(pointer === undefined ? {} : { pointer }) };
  });

async function explained(part: AnswerPart, answer: Answer, ours: string[], theirs: string[]): Promise<string[]> {
  const difference = { part, ...(await answerOf(answer)), ours: said(part, ours), theirs: said(part, theirs) };
  return BLIND_SPOTS.filter(({ parts, explains }) => parts.includes(part) && explains(difference)).map(({ id }) => id);
}

const LARGE = '{"n":9007199254740993,"m":1,"l":[{"n":9007199254740993}]}';
const oneOf = (...schemas: JsonValue[]): JsonObject => ({ schema: { oneOf: schemas } });

describe("the blind spots in a body", () => {
  test.each<[string, Answer, string[], string[], string[]]>([
    ["an integer beyond 2^53", { body: LARGE }, [], ["maximum /n"], ["integers-above-2-53"]],
    ["one within a list", { body: LARGE }, ["maximum /l/0/n"], [], ["integers-above-2-53"]],
    ["a value that contains one", { body: LARGE }, [], ["maximum /l/0/n", "not /l/0"], ["integers-above-2-53"]],
    ["alternatives next to one", { body: LARGE }, [], ["maximum /n", "oneOf /m", "anyOf "], ["integers-above-2-53"]],
    ["another number", { body: LARGE }, [], ["maximum /m"], []],
    ["another number next to one", { body: LARGE }, [], ["maximum /n", "maximum /m"], []],
    ["a body that is not JSON", { body: "x" }, ["json "], [], ["json-text"]],
    ["a body that is not JSON, and more", { body: "x" }, ["json ", "type "], [], []],
    [
      "a multiple of a fraction",
      { schema: { properties: { a: { multipleOf: 0.01 } } } },
      [],
      ["multipleOf /a"],
      ["decimal-multiples"],
    ],
    ["a multiple of an integer", { schema: { multipleOf: 2 } }, [], ["multipleOf "], []],
    ["our own verdict on multiples", { schema: { multipleOf: 0.01 } }, ["multipleOf "], [], []],
    ["multiples and more", { schema: { multipleOf: 0.01 } }, [], ["multipleOf ", "type "], []],
    [
      "a property that every object has",
      { schema: { properties: { valueOf: {} } } },
      [],
      ["type /valueOf"],
      ["inherited-names"],
    ],
    [
      "a required one",
      { schema: { required: ["toString"] } },
      ["required "],
      ["type /a/toString"],
      ["inherited-names"],
    ],
    [
      "a dependent one",
      { schema: { dependentRequired: { constructor: ["a"] } } },
      ["dependentRequired "],
      [],
      ["inherited-names", "newer-keywords"],
    ],
    ["a property of its own", { schema: { properties: { valueOf: {} } } }, [], ["type /value"], []],
    ["another verdict of ours", { schema: { properties: { valueOf: {} } } }, ["type /valueOf"], [], []],
    ["no such name in the document", { schema: { properties: { a: {} } } }, ["required "], [], []],
    [
      "a property that a part of several refuses",
      { schema: { allOf: [{ additionalProperties: false }, { properties: { a: {} } }] } },
      ["additionalProperties "],
      [],
      ["closed-parts"],
    ],
    ["one that the only part refuses", { schema: { allOf: [{}] } }, ["additionalProperties "], [], []],
    ["another verdict on the parts", { schema: { allOf: [{}, {}] } }, ["additionalProperties ", "type "], [], []],
    ["a keyword of 2020-12", {}, ["unevaluatedProperties /a"], [], ["newer-keywords"]],
    ["one below such a keyword", {}, ["type /a /components/schemas/A/dependentSchemas/x/type"], [], ["newer-keywords"]],
    ["a property with the name of one", {}, ["type /a /components/schemas/A/properties/prefixItems/type"], [], []],
    ["a component with the name of one", {}, ["type /a /components/schemas/prefixItems/type"], [], []],
    [
      "one in the schema of a response",
      {},
      ["type /a /paths/~1things/get/responses/200/content/a~1b/schema/prefixItems/0/type"],
      [],
      ["newer-keywords"],
    ],
    ["their verdict on a tuple", { schema: { prefixItems: [{}] } }, [], ["type /0"], ["newer-keywords"]],
    ["their verdict without a tuple", { schema: { items: {} } }, [], ["type /0"], []],
    [
      "a dialect",
      { root: { jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base" } },
      ["type "],
      [],
      ["schema-dialect"],
    ],
    [
      "a dialect, and a verdict of theirs",
      { root: { jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base" } },
      [],
      ["type "],
      [],
    ],
    [
      "null if nullable counts",
      { schema: { properties: { a: { nullable: true } } }, body: '{"a":null}' },
      ["enum /a"],
      [],
      ["nullable"],
    ],
    [
      "another value if nullable counts",
      { schema: { properties: { a: { nullable: true } } }, body: '{"a":1}' },
      ["enum /a"],
      [],
      [],
    ],
    ["null if nullable is false", { schema: { nullable: false }, body: "null" }, ["type "], [], []],
    ["their verdict on null", { schema: { nullable: true }, body: "null" }, [], ["type "], []],
    ["a hidden property", { schema: { properties: { a: { writeOnly: true } } } }, ["type "], [], ["write-only"]],
    ["a property that is not hidden", { schema: { properties: { a: { writeOnly: false } } } }, ["type "], [], []],
    [
      "a leap second",
      { schema: { format: "date-time" }, body: '"2016-12-31T23:59:60Z"' },
      [],
      ["format "],
      ["date-time"],
    ],
    ["another second", { schema: { format: "date-time" }, body: '"2016-12-31T23:59:59Z"' }, [], ["format "], []],
    ["the second of a time", { schema: { format: "time" }, body: '"23:59:60Z"' }, [], ["format "], []],
    [
      "a leap second and more",
      { schema: { format: "date-time" }, body: '"2016-12-31T23:59:60Z"' },
      [],
      ["format ", "type "],
      [],
    ],
    [
      "alternatives that mean the same",
      oneOf({ type: "object", title: "A" }, { type: "object", title: "B" }),
      [],
      ["oneOf ", "type /a"],
      ["chosen-by-tag"],
    ],
    [
      "more than the alternatives",
      { schema: { properties: { a: { oneOf: [{ type: "object" }, { type: "object", title: "B" }] } } } },
      [],
      ["oneOf /a", "type /ab"],
      [],
    ],
    ["our own verdict on alternatives", oneOf({ type: "object" }, { type: "object" }), ["oneOf "], [], []],
    ["a body that HTTP does not allow", { status: 204, key: "204", body: "" }, [], ["type "], ["no-content"]],
    ["a body that we expect", { status: 204, key: "204", body: "" }, ["type "], [], []],
    ["a range in lower case", { status: 404, key: "4xx", body: "1" }, ["type "], [], ["range-in-lower-case"]],
    ["a range", { status: 404, key: "4XX", body: "1" }, ["type "], [], []],
  ])("%s", async (...[, answer, ours, theirs, ids]) => {
    expect(await explained("body", answer, ours, theirs)).toEqual(ids);
  });
});

describe("the blind spots in a media type or status", () => {
  const typed = (...names: string[]): JsonObject => ({
    description: "D",
    content: Object.fromEntries(names.map((name) => [name, { schema: {} }])),
  });
  const type = (name: string): HeaderPairs => [["Content-Type", name]];
  const PROBLEM = "application/problem+json";
  test.each<[string, AnswerPart, Answer, boolean, string[]]>([
    ["a suffix that is sent", "media-type", { headers: type(PROBLEM) }, true, ["media-type-suffix"]],
    ["a suffix that is described", "media-type", { response: typed("a/b", PROBLEM) }, true, ["media-type-suffix"]],
    ["another type", "media-type", { headers: type("text/json") }, true, []],
    ["a suffix that they refuse", "media-type", { headers: type(PROBLEM) }, false, []],
    [
      "a parameter that is described",
      "media-type",
      { response: typed("application/json; v=1") },
      false,
      ["media-type-parameters"],
    ],
    [
      "a parameter that is sent",
      "media-type",
      { headers: type("application/json;") },
      false,
      ["media-type-parameters"],
    ],
    ["a parameter that we refuse", "media-type", { headers: type("text/x;v=1") }, true, []],
    ["no parameter", "media-type", {}, false, []],
    ["no type at all", "media-type", { headers: [] }, false, []],
    ["the type of no content", "media-type", { status: 204, key: "204" }, false, ["no-content"]],
    ["the type of HEAD", "media-type", { method: "head" }, false, ["no-content"]],
    ["a success by default", "status", { key: "default" }, true, ["default-response"]],
    ["a redirect by default", "status", { key: "default", status: 399 }, true, ["default-response"]],
    ["an error by default", "status", { key: "default", status: 400 }, true, []],
    ["a success that they refuse", "status", { key: "default" }, false, []],
  ])("%s", async (...[, part, answer, isOurs, ids]) => {
    expect(await explained(part, answer, isOurs ? [" "] : [], isOurs ? [] : [" "])).toEqual(ids);
  });
});

describe("the blind spots in a header", () => {
  const headed = (schema: JsonObject): Answer => ({
    response: { description: "D", headers: { "X-Count": { schema } } },
  });
  test.each<[string, JsonObject, string[], string[], string[]]>([
    ["a number", { type: "integer" }, ["type x-count"], [], ["header-conversion"]],
    ["a text", { type: "string" }, ["pattern x-count"], [], []],
    ["another header", { type: "integer" }, ["type x-other"], [], []],
    ["a header that they refuse", { type: "integer" }, [], ["type x-count"], []],
    ["a multiple of a fraction", { multipleOf: 0.1 }, [], ["multipleOf x-count"], ["decimal-multiples"]],
    ["a multiple of an integer", { multipleOf: 2 }, [], ["multipleOf x-count"], []],
  ])("%s", async (...[, schema, ours, theirs, ids]) => {
    expect(await explained("headers", headed(schema), ours, theirs)).toEqual(ids);
  });
});

describe("our own verdict", () => {
  const number = { type: "integer" };
  const response: JsonObject = {
    description: "D",
    headers: { "X-Count": { required: true, schema: { ...number, maximum: 5 } }, "X-Free": { schema: number } },
    content: {
      "application/json": { schema: { type: "object", required: ["id"] } },
      "text/*": { schema: { maxLength: 3 } },
    },
  };
  const plain: JsonObject = { description: "D" };
  const headers = (type: string, count = "5"): HeaderPairs => [
    ...(type === "" ? [] : [["Content-Type", type] as const]),
    ["X-Count", count],
  ];
  test.each<[string, Answer, string[]]>([
    ["a good response", { response, headers: headers("application/json"), body: '{"id":1}' }, []],
    [
      "a missing property in its body",
      { response, headers: headers("application/json") },
      ['body required : must have the property "id"'],
    ],
    [
      "a body that is not JSON",
      { response, headers: headers("application/json"), body: "{" },
      ["body json : the body is not JSON: it ends too early at line 1, column 2"],
    ],
    ["a text", { response, headers: headers("text/plain"), body: "abc" }, []],
    [
      "a long text",
      { response, headers: headers("text/plain"), body: "abcd" },
      ["body maxLength : must be 3 characters long or shorter"],
    ],
    [
      "another type",
      { response, headers: headers("image/png"), body: "abc" },
      ["media-type  : the media type is image/png, not application/json or text/*"],
    ],
    [
      "no type",
      { response, headers: headers(""), body: "abcd" },
      [
        "media-type  : the media type is missing, not application/json or text/*",
        "body json : the body is not JSON: unexpected text at line 1, column 1",
      ],
    ],
    [
      "no header",
      { response, headers: JSON_TYPE, body: '{"id":1}' },
      ["headers required x-count: the header X-Count is missing"],
    ],
    [
      "a large header",
      { response, headers: headers("application/json", "6"), body: '{"id":1}' },
      ["headers maximum x-count: X-Count must be 5 or less"],
    ],
    [
      "a header that is not a number",
      { response, headers: headers("application/json", "x"), body: '{"id":1}' },
      ["headers type x-count: X-Count must be an integer written in digits"],
    ],
    ["a status that is not described", { response, key: "201" }, ["status  : the status 200 is not described"]],
    [
      "a success that only default describes",
      { response: plain, key: "default" },
      ["status  : the status 200 is not described"],
    ],
    ["an error that default describes", { response: plain, key: "default", status: 400 }, []],
    ["any body if no content is described", { response: plain, headers: headers("image/png"), body: "x" }, []],
  ])("on %s", async (_, answer, opinions) => {
    const { exchange, plan } = await answerOf(answer);
    const told = ownOpinion(exchange, plan).map(
      ({ part, at, keyword, message }) => `${part} ${keyword} ${at}: ${message}`,
    );
    expect(told).toEqual(opinions);
  });
});
