// The second judge says what is wrong with an answer, part by part, and loads little of Prism for it.
import { execFileSync } from "node:child_process";
import { beforeAll, describe, expect, test } from "vitest";
import { loadContract } from "../../src/contract/load.ts";
import type { Contract } from "../../src/contract/model.ts";
import { type Judge, type JudgeOpinion, type JudgedResponse, loadJudge } from "../../src/prism/judge.ts";
import { CATEGORIES, ORDERS } from "../conformance-more/documents.ts";
import { operationOf } from "../conformance-more/exchanges.ts";

const JSON_TYPE = [["Content-Type", "application/json"]] as const;
let contract: Contract;
let judge: Judge;

async function judgeOf(own: Contract): Promise<Judge> {
  const loaded = await loadJudge(own);
  if ("missing" in loaded) throw new Error(loaded.missing);
  return loaded;
}

beforeAll(async () => {
  contract = await loadContract("spec/animal-store.yaml");
  judge = await judgeOf(contract);
});

function opinions(id: string, response: Partial<JudgedResponse>): readonly JudgeOpinion[] | undefined {
  const whole = { status: 200, headers: JSON_TYPE, text: "[]", ...response };
  return judge.judge(operationOf(contract, id), whole)?.violations;
}

const parts = (id: string, response: Partial<JudgedResponse>): string[] =>
  (opinions(id, response) ?? []).map(({ part, at, keyword }) => [part, at, keyword].filter(Boolean).join(" "));

describe("an answer of the animal store", () => {
  test("that keeps the contract is in order", () => {
    expect(parts("listPets", { text: '[{"id":1,"name":"Bella","categoryId":2}]' })).toEqual([]);
    const charset = [["content-type", "application/json; charset=utf-8"]] as const;
    expect(parts("listPets", { headers: charset })).toEqual([]);
  });

  test("is judged by body, at the place that is wrong", () => {
    const text = '[{"id":"1","categoryId":2,"status":"lost"}]';
    expect(parts("listPets", { text })).toEqual(["body /0 required", "body /0/id type", "body /0/status enum"]);
    expect(parts("listPets", { text: "no JSON" })).toEqual(["body type"]);
    expect(parts("listPets", { text: "" })).toEqual(["body type"]);
  });

  test("is judged by media type, also where it is missing, unreadable or a lie", () => {
    expect(parts("listPets", { headers: [] })).toEqual(["media-type"]);
    expect(parts("listPets", { headers: [["Content-Type", "nonsense"]] })).toEqual(["media-type"]);
    expect(parts("listPets", { headers: [["Content-Type", "text/html"]], text: "[]" })).toEqual(["media-type"]);
  });

  test("is judged by headers, by their names in lower case", () => {
    const text = '{"id":1,"name":"Bella","categoryId":2}';
    expect(parts("getPet", { text })).toEqual(["headers deprecation required"]);
    const wrong = [...JSON_TYPE, ["Deprecation", "true"], ["Sunset", "soon"]] as const;
    expect(parts("getPet", { text, headers: wrong })).toEqual(["headers deprecation pattern", "headers sunset const"]);
  });

  test("does not depend on what was judged before", () => {
    const xml = [["Content-Type", "application/xml"]] as const;
    expect(parts("listPets", { headers: xml, text: "<a/>" })).toHaveLength(2);
    expect(parts("listPets", {})).toEqual([]);
  });
});

test("a status that the document does not describe is said to be so", async () => {
  const own = await loadContract(CATEGORIES);
  const other = await judgeOf(own);
  const operation = operationOf(own, "POST /categories");
  const seen = other.judge(operation, { status: 418, headers: JSON_TYPE, text: "{}" });
  expect(seen?.violations.map(({ part }) => part)).toEqual(["status"]);
});

test("schemas that refer to themselves, and 3.0 documents, are judged", async () => {
  const categories = await loadContract(CATEGORIES);
  const text = '[{"id":1,"name":"a","children":[{"id":"2","name":"b"}]}]';
  const response = { status: 200, headers: JSON_TYPE, text };
  const seen = (await judgeOf(categories)).judge(operationOf(categories, "GET /categories"), response);
  expect(seen?.violations.map(({ at }) => at)).toEqual(["/0/children/0/id"]);
  const orders = await loadContract(ORDERS);
  const order = { status: 200, headers: JSON_TYPE, text: '[{"id":"no uuid","article":"A-1","price":null}]' };
  const other = (await judgeOf(orders)).judge(operationOf(orders, "listOrders"), order);
  expect(other?.violations.map(({ at, keyword }) => `${at} ${keyword}`)).toEqual(["/0/id format"]);
});

test("an operation that the judge does not know gets no opinion", async () => {
  const orders = await loadContract(ORDERS);
  expect(judge.judge(operationOf(orders, "listOrders"), { status: 200, headers: [], text: "" })).toBeUndefined();
});

test("a document that Prism cannot read is told, not thrown", async () => {
  const broken = { ...contract, document: { ...contract.document, root: { openapi: "3.1.0", paths: { "/a": 5 } } } };
  const loaded = await loadJudge(broken);
  expect("missing" in loaded ? loaded.missing : "").toSatisfy(
    (missing: string) => missing === "" || missing.startsWith("Prism cannot read the document"),
  );
});

test("only Prism's validator is loaded: neither its mocker nor its logger", () => {
  const script = `
    const { createRequire } = require("node:module");
    const own = createRequire(require.resolve("@stoplight/prism-http/package.json"));
    own("./dist/validator/index.js");
    const loaded = Object.keys(require.cache).join("\\n");
    process.stdout.write(String(/faker|pino|prism-http\\/dist\\/mocker/.test(loaded)));`;
  expect(execFileSync(process.execPath, ["-e", script], { encoding: "utf8" })).toBe("false");
});
