// Headers, paths and responses without a body, from published documents.
import { expect, test } from "vitest";
import type { Run } from "../../conformance/run.ts";
import { verify } from "../../conformance/verify.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { answers, at, body, list, object, text } from "../http/parts.ts";
import { startMock } from "../http/support.ts";
import { runOf, shipsWith, verdicts } from "./ships.ts";
import { complaints } from "./side-by-side.ts";

const SHIP = object({ id: text, name: text }, "id", "name");
const ERROR = object({ message: text }, "message");
const LOUD = ["fail", "error"];

function header(name: string, more: JsonObject = {}): JsonObject {
  return { name, in: "header", required: true, schema: text, ...more };
}

async function keyedRun(paths: JsonObject, key: JsonObject): Promise<Run> {
  const document = { ...shipsWith(paths), security: [{ key: [] }] };
  const whole = { ...document, components: { securitySchemes: { key: { type: "apiKey", ...key } } } };
  const mock = await startMock(whole);
  try {
    return await verify(await loadContract(whole), { baseUrl: mock.url, key: "demo-key" });
  } finally {
    await mock.close();
  }
}

test("a response to HEAD has no body, whatever the document describes", async () => {
  const described = { ...answers("200", list(SHIP)), ...answers("400", ERROR) };
  const limit = { name: "limit", in: "query", schema: { type: "integer" } };
  const run = await runOf({
    "/ships": {
      get: { parameters: [limit], responses: described },
      head: { parameters: [limit], responses: described },
    },
    "/fleets": { head: { parameters: [limit], responses: answers("200") } },
  });
  expect(complaints(run, [...LOUD, "warning"])).toEqual([]);
});

test("neither judge requires a body that is described for a response that cannot have one", async () => {
  const run = await runOf({
    "/ships/{id}/launch": { ...at("id"), post: { responses: answers("204", SHIP) } },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", SHIP) } },
  });
  expect(complaints(run)).toEqual([]);
  // Nothing lists or creates ships, and the document describes no 404, so each may exist.
  expect(verdicts(run, "fetch.missing")).toEqual(["inconclusive"]);
});

test("a header that is listed next to the key it carries is the key", async () => {
  const get = {
    parameters: [header("x-ship-key")],
    responses: { ...answers("200", list(SHIP)), ...answers("401", ERROR) },
  };
  const run = await keyedRun({ "/ships": { get } }, { in: "header", name: "X-Ship-Key" });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "status.success")).toEqual(["pass"]);
});

test("a header that every request has is left out if the document requires its absence", async () => {
  const responses = { ...answers("200", list(SHIP)), ...answers("400", ERROR) };
  const coding = header("Accept-Encoding", { required: false, schema: { enum: ["gzip"] } });
  const run = await runOf({ "/ships": { get: { parameters: [header("User-Agent"), coding], responses } } });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "parameters.required")).toEqual(["pass"]);
});

test("a parameter that only the path names counts", async () => {
  const paths = {
    "/ships": {
      get: { responses: answers("200", list(SHIP)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", SHIP) },
    },
    "/ships/{id}": { get: { responses: answers("200", SHIP) }, delete: { responses: answers("204") } },
  };
  const run = await runOf(paths);
  expect(complaints(run)).toEqual([]);
  expect(run.session.plan.resources.map(({ operations }) => Object.keys(operations).sort())).toEqual([
    ["create", "fetch", "list", "remove"],
  ]);
});

test("a body in text/json is JSON", async () => {
  const content = (schema: JsonObject): JsonObject => ({ description: "", content: { "text/json": { schema } } });
  const run = await keyedRun(
    { "/ships": { get: { responses: { "200": content(list(SHIP)), "401": content(ERROR) } } } },
    { in: "header", name: "X-Ship-Key" },
  );
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "status.success")).toEqual(["pass"]);
});

test("a response of the media type `*` may have any", async () => {
  const file = { type: "string", format: "binary" };
  const responses = { "200": { description: "A file.", content: { "*": { schema: file } } } };
  const run = await runOf({ "/flags/{name}": { ...at("name"), get: { responses } } });
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "schema.media-type")).toEqual(["pass"]);
});

test.each([
  ["uri", /^http:\/\/127\.0\.0\.1:\d+\/ships\/\w+$/],
  ["uri-reference", /^\/ships\/\w+$/],
])("a `Location` is in the format %s if the document says so", async (format, written) => {
  const headers = { Location: { schema: { type: "string", format } } };
  const created = { "201": { ...Object(answers("201", SHIP)["201"]), headers } as JsonObject };
  const paths = {
    "/ships": {
      get: { responses: answers("200", list(SHIP)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: created },
    },
    "/ships/{id}": { ...at("id"), get: { responses: answers("200", SHIP) } },
  };
  const run = await runOf(paths);
  expect(complaints(run)).toEqual([]);
  expect(verdicts(run, "create.location")).toEqual(["pass"]);
  expect(verdicts(run, "schema.header-values")).toEqual(["pass"]);
  const mock = await startMock(shipsWith(paths));
  expect((await mock.send("POST", "/ships", { body: '{"name":"Argo"}' })).headers["location"]).toMatch(written);
  await mock.close();
});

test("an empty value among those of a parameter is not percent-encoded", async () => {
  const locale = { name: "locale", in: "query", schema: { enum: [null, "en"] } };
  const run = await runOf({ "/ships": { get: { parameters: [locale], responses: answers("200", list(SHIP)) } } });
  expect(complaints(run, [...LOUD, "warning"])).toEqual([]);
  expect(verdicts(run, "parameters.encoded")).toEqual(["pass"]);
});

test("a start parameter with an end parameter is a range, not the start of a page", async () => {
  const number = (name: string): JsonObject => ({ name, in: "query", required: true, schema: { type: "integer" } });
  const run = await runOf({
    "/ships": {
      get: { parameters: [number("start"), number("end")], responses: answers("200", list(SHIP)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", SHIP) },
    },
  });
  expect(complaints(run)).toEqual([]);
  expect(run.session.plan.resources[0]?.pageStart).toBeUndefined();
});

test("an example of a condition is not the tag of an item", async () => {
  const match = { name: "if-match", in: "header", schema: text, example: "1" };
  const ship = { ...SHIP, properties: { ...(SHIP["properties"] as JsonObject), etag: text } };
  const tagged = { "200": { ...(answers("200", ship)["200"] as JsonObject), headers: { ETag: { schema: text } } } };
  const run = await runOf({
    "/ships": {
      get: { responses: answers("200", list(ship)) },
      post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", ship) },
    },
    "/ships/{id}": {
      ...at("id"),
      get: { responses: tagged },
      put: {
        parameters: [match],
        requestBody: body(object({ name: text }, "name")),
        responses: { ...tagged, ...answers("412") },
      },
    },
  });
  expect(complaints(run)).toEqual([]);
});
