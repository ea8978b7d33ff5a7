// The second judge says what is wrong with each part of a response, and only loads the necessary parts of Prism.
import { execFileSync } from "node:child_process";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import type { Contract, Operation } from "../../src/contract/model.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { type Judge, type JudgeOpinion, type JudgedResponse, type Patience, loadJudge } from "../../src/prism/judge.ts";
import { CATEGORIES, ORDERS } from "../conformance/small-documents.ts";
import { operationOf } from "../conformance/second-judge/exchanges.ts";
import { processorTime } from "../contract/documents.ts";
import { IN_PROOF } from "../share.ts";

const JSON_TYPE = [["Content-Type", "application/json"]] as const;
let contract: Contract;
let judge: Judge;

const loadedJudges: Judge[] = [];
afterAll(async () => {
  await Promise.all(loadedJudges.map((one) => one.close()));
});

function judgeOf(own: Contract, patience?: Patience): Judge {
  const loaded = loadJudge(own, patience);
  if ("missing" in loaded) throw new Error(loaded.missing);
  loadedJudges.push(loaded);
  return loaded;
}

/** What is wrong with one response of an operation. */
async function opinionsOf(
  own: Judge,
  operation: Operation,
  response: JudgedResponse,
): Promise<readonly JudgeOpinion[] | undefined> {
  const judgement = await own.judge(operation, [response]);
  if ("failure" in judgement) throw new Error(judgement.failure);
  return judgement.opinions[0];
}

beforeAll(async () => {
  contract = await loadContract("spec/animal-store.yaml");
  judge = judgeOf(contract);
});

const parts = async (id: string, response: Partial<JudgedResponse>): Promise<string[]> => {
  const whole = { status: 200, headers: JSON_TYPE, text: "[]", ...response };
  const opinions = await opinionsOf(judge, operationOf(contract, id), whole);
  return (opinions ?? []).map(({ part, at, keyword }) => [part, at, keyword].filter(Boolean).join(" "));
};

describe("a response of the animal store", () => {
  test("that conforms to the contract passes", async () => {
    expect(await parts("listPets", { text: '[{"id":1,"name":"Bella","categoryId":2}]' })).toEqual([]);
    const charset = [["content-type", "application/json; charset=utf-8"]] as const;
    expect(await parts("listPets", { headers: charset })).toEqual([]);
  });

  test("is judged by its body, with the place of each mistake", async () => {
    const text = '[{"id":"1","categoryId":2,"status":"lost"}]';
    expect(await parts("listPets", { text })).toEqual(["body /0 required", "body /0/id type", "body /0/status enum"]);
    expect(await parts("listPets", { text: "no JSON" })).toEqual(["body type"]);
    expect(await parts("listPets", { text: "" })).toEqual(["body type"]);
  });

  test("is judged by its media type, even if that is missing, unreadable or wrong", async () => {
    expect(await parts("listPets", { headers: [] })).toEqual(["media-type"]);
    expect(await parts("listPets", { headers: [["Content-Type", "nonsense"]] })).toEqual(["media-type"]);
    expect(await parts("listPets", { headers: [["Content-Type", "text/html"]], text: "[]" })).toEqual(["media-type"]);
  });

  test("is judged by its headers, with their names in lower case", async () => {
    const text = '{"id":1,"name":"Bella","categoryId":2}';
    expect(await parts("getPet", { text })).toEqual(["headers deprecation required"]);
    const wrong = [...JSON_TYPE, ["Deprecation", "true"], ["Sunset", "soon"]] as const;
    expect(await parts("getPet", { text, headers: wrong })).toEqual([
      "headers deprecation pattern",
      "headers sunset const",
    ]);
  });

  test("does not depend on what was judged before", async () => {
    const xml = [["Content-Type", "application/xml"]] as const;
    expect(await parts("listPets", { headers: xml, text: "<a/>" })).toHaveLength(2);
    expect(await parts("listPets", {})).toEqual([]);
  });
});

const PICTURE = {
  responses: {
    "200": { description: "ok", content: { "image/png": { schema: { type: "string", format: "binary" } } } },
    "404": { description: "none", content: { "application/problem+json": { schema: { type: "object" } } } },
  },
};

/** Shared by the tests of categories and pictures, because each judge loads Prism again. */
let ofCategories: Promise<readonly [Contract, Judge]> | undefined;
const categoriesAndJudge = (): Promise<readonly [Contract, Judge]> => {
  const paths = { ...(CATEGORIES["paths"] as JsonObject), "/picture": { get: { operationId: "picture", ...PICTURE } } };
  return (ofCategories ??= loadContract({ ...CATEGORIES, paths }).then((own) => [own, judgeOf(own)]));
};

test.runIf(IN_PROOF)("an undocumented status is reported as such", async () => {
  const [own, other] = await categoriesAndJudge();
  const operation = operationOf(own, "POST /categories");
  const seen = await opinionsOf(other, operation, { status: 418, headers: JSON_TYPE, text: "{}" });
  expect(seen?.map(({ part }) => part)).toEqual(["status"]);
});

test.runIf(IN_PROOF)("schemas that refer to themselves, and 3.0 documents, are judged", async () => {
  const [categories, judgeOfCategories] = await categoriesAndJudge();
  const text = '[{"id":1,"name":"a","children":[{"id":"2","name":"b"}]}]';
  const response = { status: 200, headers: JSON_TYPE, text };
  const seen = await opinionsOf(judgeOfCategories, operationOf(categories, "GET /categories"), response);
  expect(seen?.map(({ at }) => at)).toEqual(["/0/children/0/id"]);
  const orders = await loadContract(ORDERS);
  const order = { status: 200, headers: JSON_TYPE, text: '[{"id":"no uuid","article":"A-1","price":null}]' };
  const other = await opinionsOf(judgeOf(orders), operationOf(orders, "listOrders"), order);
  expect(other?.map(({ at, keyword }) => `${at} ${keyword}`)).toEqual(["/0/id format"]);
});

test("a response whose items are too long to compare is skipped, and the others are judged", async () => {
  const [long, wrong] = [`["${"a".repeat(65_536)}"]`, '["a"]'];
  const responses = [long, wrong].map((text) => ({ status: 200, headers: JSON_TYPE, text }));
  const judgement = await judge.judge(operationOf(contract, "listPets"), responses);
  if ("failure" in judgement) throw new Error(judgement.failure);
  expect(judgement.opinions.map((opinions) => opinions?.map(({ at }) => at))).toEqual([undefined, ["/0"]]);
});

test("an operation that the judge does not know gets no opinion", async () => {
  const orders = await loadContract(ORDERS);
  const judgement = await judge.judge(operationOf(orders, "listOrders"), [{ status: 200, headers: [], text: "" }]);
  expect(judgement).toEqual({ failure: "the document has no such operation" });
});

/** A document of operations with a response schema each. */
function documentOf(schemas: Readonly<Record<string, JsonObject>>, more: JsonObject = {}): JsonObject {
  const paths = Object.fromEntries(
    Object.entries(schemas).map(([id, schema]) => {
      const responses = { "200": { description: "ok", content: { "application/json": { schema } } } };
      return [`/${id}`, { get: { operationId: id, responses } }];
    }),
  );
  return { openapi: "3.0.3", info: { title: "T", version: "1" }, paths, ...more };
}

const WRONG = { status: 200, headers: JSON_TYPE, text: '{"up":1}' };
const UP: JsonObject = { type: "object", properties: { up: { type: "boolean" } } };

test("an empty body is a string, whatever the other responses of the operation are", async () => {
  const [own, other] = await categoriesAndJudge();
  const response = { status: 200, headers: [["Content-Type", "image/png"]] as const, text: "" };
  expect(await opinionsOf(other, operationOf(own, "picture"), response)).toEqual([]);
});

test.runIf(IN_PROOF)("a lone asterisk describes any media type", async () => {
  const responses = { "200": { description: "ok", content: { "*": { schema: { type: "string" } } } } };
  const paths = { "/picture": { get: { operationId: "picture", responses } } };
  const own = await loadContract({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  const response = { status: 200, headers: [["Content-Type", "image/png"]] as const, text: "x" };
  expect(await opinionsOf(judgeOf(own), operationOf(own, "picture"), response)).toEqual([]);
});

test.runIf(IN_PROOF)("keywords next to a reference count in 3.1 and are ignored in 3.0", async () => {
  for (const [openapi, wrong] of [
    ["3.1.0", ["/up"]],
    ["3.0.3", []],
  ] as const) {
    const at = (schema: JsonObject): JsonObject => ({ type: "object", properties: { up: schema } });
    const text = { $ref: "#/components/schemas/Text", maxLength: 2 };
    const schemas = { Text: { type: "string", maxLength: 5 }, Deep: at(text), Flat: at(text) };
    const document = documentOf(
      { flat: at(text), deep: { $ref: "#/components/schemas/Deep" } },
      { openapi, components: { schemas } },
    );
    const own = await loadContract(document);
    for (const id of ["flat", "deep"]) {
      const seen = await opinionsOf(judgeOf(own), operationOf(own, id), { ...WRONG, text: '{"up":"abc"}' });
      expect(seen?.map((opinion) => opinion.at)).toEqual(wrong);
    }
    const top = await loadContract(documentOf({ top: text }, { openapi, components: { schemas } }));
    const seen = await opinionsOf(judgeOf(top), operationOf(top, "top"), { ...WRONG, text: '"abc"' });
    expect(seen).toHaveLength(wrong.length);
  }
});

describe("for a document with traps", () => {
  test.runIf(IN_PROOF)("objects that only look like references prevent no operation from being judged", async () => {
    const trap = { $ref: "#/components/schemas/Nowhere" };
    const away = { $ref: "http://127.0.0.1:9/secret.json" };
    const schema = { ...UP, example: trap, default: away, "x-a": [trap, away] } as JsonObject;
    const more = { "x-topics": [trap, away], components: { schemas: { Unused: { example: trap } } } } as JsonObject;
    const own = await loadContract(documentOf({ one: schema }, more));
    expect((await opinionsOf(judgeOf(own), operationOf(own, "one"), WRONG))?.map(({ at }) => at)).toEqual(["/up"]);
  });

  test.runIf(IN_PROOF)("schemas that refer to each other in many ways are judged quickly", async () => {
    const next = (step: number): JsonObject => ({ $ref: `#/components/schemas/S${step}` });
    const schemas = Object.fromEntries(
      Array.from({ length: 40 }, (_, step) => [
        `S${step}`,
        { type: "object", properties: { l: next(step + 1), r: next(step + 1), back: next(0) } },
      ]),
    );
    const own = await loadContract(documentOf({ one: next(0) }, { components: { schemas: { ...schemas, S40: UP } } }));
    const answer = { ...WRONG, text: '{"l":{"r":{"l":1}},"back":{"l":[]}}' };
    const began = processorTime();
    const seen = await opinionsOf(judgeOf(own), operationOf(own, "one"), answer);
    expect(seen?.map(({ at }) => at).sort()).toEqual(["/back/l", "/l/r/l"]);
    expect(processorTime() - began).toBeLessThan(10_000);
  });

  test.runIf(IN_PROOF)(
    "a pattern that backtracks endlessly times out, and other operations are still judged",
    async () => {
      const slow: JsonObject = { type: "object", properties: { up: { type: "string", pattern: "^(a+)+$" } } };
      const own = await loadContract(documentOf({ slow, fine: UP }));
      const other = judgeOf(own, { operationMs: 1_000 });
      const endless = { ...WRONG, text: `{"up":"${"a".repeat(60)}!"}` };
      const judgement = await other.judge(operationOf(own, "slow"), [endless]);
      expect(judgement).toEqual({ failure: "it took longer than 1 s" });
      expect((await opinionsOf(other, operationOf(own, "fine"), WRONG))?.map(({ at }) => at)).toEqual(["/up"]);
    },
  );

  test("the judge is no longer asked once its time has run out", async () => {
    const own = await loadContract(documentOf({ one: UP }));
    const judgement = await judgeOf(own, { totalMs: 0 }).judge(operationOf(own, "one"), [WRONG]);
    expect(judgement).toEqual({ failure: "its time ran out" });
  });
});

test.runIf(IN_PROOF)("only Prism's validator is loaded: neither its mocker nor its logger", () => {
  const script = `
    const { createRequire } = require("node:module");
    const own = createRequire(require.resolve("@stoplight/prism-http/package.json"));
    own("./dist/validator/index.js");
    own("@stoplight/http-spec/oas3");
    const loaded = Object.keys(require.cache).join("\\n");
    process.stdout.write(String(/faker|pino|prism-http\\/dist\\/mocker/.test(loaded)));`;
  expect(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })).toBe("false");
});
