// Lists and objects in queries and forms, in the spellings of client libraries.
import { afterAll, beforeAll, expect, test } from "vitest";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { type Mock, startMock } from "./support.ts";

const FILTER = {
  type: "object",
  additionalProperties: false,
  properties: {
    size: { type: "object", required: ["gte"], properties: { gte: { type: "integer" }, lt: { type: "integer" } } },
    tags: { type: "array", items: { type: "string", enum: ["red", "blue"] } },
    name: { type: "string" },
  },
};
const IDS = { type: "array", items: { type: "integer" } };
const query = (name: string, schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  name,
  in: "query",
  schema,
  ...more,
});
const URLENCODED = "application/x-www-form-urlencoded";
const properties = {
  filter: FILTER,
  ids: IDS,
  lines: { type: "array", items: { type: "object", properties: { sku: { type: "integer" } } } },
};
const takes = (media: string, encoding: JsonObject): JsonObject => ({
  requestBody: {
    required: true,
    content: { [media]: { schema: { type: "object", additionalProperties: false, properties }, encoding } },
  },
  responses: {
    "200": {
      description: "What was sent.",
      content: { "application/json": { schema: { type: "object", properties } } },
    },
  },
});
const DOCUMENT: JsonObject = {
  openapi: "3.0.3",
  info: { title: "Spellings", version: "1" },
  paths: {
    "/search": {
      get: {
        parameters: [
          query("filter", FILTER, { style: "deepObject", explode: true }),
          query("ids", IDS),
          query("joined", IDS, { explode: false }),
          query("limit", { type: "integer" }, { allowEmptyValue: true }),
          query("all", { type: "boolean" }, { allowEmptyValue: true }),
          query("strict", { type: "integer" }),
          query("states[]", { type: "string", enum: ["open", "done"] }),
        ],
        responses: { "204": { description: "Right." } },
      },
    },
    "/deep": {
      post: takes(URLENCODED, {
        ids: { style: "deepObject", explode: true },
        filter: { style: "deepObject", explode: true },
      }),
    },
    "/plain": { post: takes(URLENCODED, {}) },
  },
};

let mock: Mock;
beforeAll(async () => {
  mock = await startMock(DOCUMENT);
});
afterAll(() => mock.close());

test.each<[string, number]>([
  ["filter[size][gte]=5", 204],
  ["filter[size][gte]=5&filter[size][lt]=9", 204],
  ["filter%5Bsize%5D%5Bgte%5D=5", 204],
  ["filter[size][gte]=five", 400],
  ["filter[size][lt]=9", 400],
  ["filter[tags][]=red&filter[tags][]=blue", 204],
  ["filter[tags][1]=red&filter[tags][0]=blue", 204],
  ["filter[tags][]=green", 400],
  ["filter[name]=x", 204],
  ["filter[other]=x", 400],
  ["filter[__proto__][gte]=5", 400],
  ['filter={"name":"x"}', 204],
  ["ids=1&ids=2", 204],
  ["ids[]=1&ids[]=2", 204],
  ["ids[0]=1&ids[1]=2", 204],
  ["ids=1,2", 204],
  ["ids=1%2C2", 204],
  ["ids=[1,2]", 204],
  ["ids[]=x", 400],
  ["ids=1,x", 400],
  ["joined=1,2", 204],
  ["joined=1&joined=2", 204],
  ["joined[]=1&joined[]=2", 204],
  ["joined=1,x", 400],
  ["limit=", 204],
  ["limit", 204],
  ["limit=x", 400],
  ["all", 204],
  ["all=", 204],
  ["strict=", 400],
  ["states[]=open", 204],
  ["states[]=open&states[]=done", 204],
  ["states[]=open&states[]=lost", 400],
])("?%s is answered with %i", async (asked, status) => {
  expect((await mock.send("GET", `/search?${encodeURI(decodeURI(asked)).replaceAll("%252C", "%2C")}`)).status).toBe(
    status,
  );
});

const filter = { size: { gte: 5 }, tags: ["red"] };
test.each<[string, string, JsonValue]>([
  ["/deep", "ids[0]=1&ids[1]=2&filter[size][gte]=5&filter[tags][]=red", { ids: [1, 2], filter }],
  ["/deep", "ids[]=1&ids[]=2", { ids: [1, 2] }],
  ["/deep", "ids=1&ids=2", { ids: [1, 2] }],
  ["/deep", "ids=1,2", { ids: [1, 2] }],
  ["/plain", "ids[]=1&ids[]=2", { ids: [1, 2] }],
  ["/plain", "ids[0]=1&ids[1]=2", { ids: [1, 2] }],
  ["/plain", "filter[size][gte]=5&filter[tags][0]=red", { filter }],
  ["/plain", "lines[0][sku]=7&lines[1][sku]=8", { lines: [{ sku: 7 }, { sku: 8 }] }],
])("%s with %s", async (path, body, value) => {
  const sent = { body, headers: { "Content-Type": URLENCODED } };
  expect(await mock.send("POST", path, sent)).toMatchObject({ status: 200, value });
});
