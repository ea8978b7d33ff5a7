// Bodies that must not create anything, because they are unreadable or have a different media type. If a store accepts
// one, the report says which.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { beforeAll, expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { header } from "../../../conformance/client/exchange.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { tasksOf } from "../../../conformance/scope.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { Contract } from "../../../src/contract/model.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { answers, at, list, object, text } from "../../http/parts.ts";

const CHECKED = CHECKS.filter(({ id }) => ["create.refuses-broken", "create.refuses-media-type"].includes(id));
const ship = object({ id: text, name: text }, "id", "name");
const NAMED = object({ name: text }, "name");

function creating(requestBody: JsonObject): Promise<Contract> {
  return loadContract({
    openapi: "3.1.0",
    info: { title: "Ships", version: "1" },
    paths: {
      "/ships": {
        get: { responses: answers("200", list(ship)) },
        post: { requestBody, responses: { ...answers("201", ship), ...answers("400") } },
      },
      "/ships/{id}": { ...at("id"), get: { responses: answers("200", ship) } },
    },
  });
}

const json = (schema: JsonObject, required = true): JsonObject => ({
  required,
  content: { "application/json": { schema } },
});

interface Sent {
  readonly body: string;
  readonly type: string | undefined;
}

const VALID = /^\{"name":"[^"]+"\}$/;

/** The failures of a store that accepts what is right, and answers all else with this status, with the request of each. */
async function toldOf(status: number): Promise<ReadonlyMap<string, Sent>> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request
      .on("data", (chunk: Buffer) => chunks.push(chunk))
      .on("end", () => {
        const isJson = request.headers["content-type"] === "application/json";
        const isRight = isJson && VALID.test(Buffer.concat(chunks).toString());
        response.writeHead(isRight ? 201 : status, { "Content-Type": "application/json" }).end("{}");
      });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const run = await verify(await creating(json(NAMED)), { baseUrl, checks: CHECKED });
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  const told = run.results.flatMap(({ outcome, evidence }): [string, Sent][] => {
    if (outcome.verdict === "pass") return [];
    const what = outcome.verdict === "fail" ? /(?<=^400 for ).*/.exec(outcome.expected)?.[0] : undefined;
    const { headers, body } = evidence.at(-1)?.request ?? { headers: [] };
    const sent = { body: new TextDecoder().decode(body), type: header(headers, "content-type") };
    return [[what ?? outcome.verdict, sent]];
  });
  return new Map(told);
}

const JSON_TYPE = "application/json";
const item = String.raw`\{"name":"[^"]+"\}`;

const TAKEN: readonly (readonly [what: string, body: RegExp, type?: string])[] = [
  ["an empty body", /^$/],
  ["broken JSON", /^\{"$/],
  ["JSON that ends too early", /^\{"name":"[^"]+"$/],
  ["text after the JSON", RegExp(`^${item} \\{\\}$`)],
  ["JSON with a comma too many", /^\{"name":"[^"]+",\}$/],
  ["a single word", /^hello$/],
  ["an empty array", /^\[\]$/],
  ["an array of one item", RegExp(`^\\[${item}\\]$`)],
  ["a text", /^"text"$/],
  ["a number", /^42$/],
  ["null", /^null$/],
  ["an object without anything in it", /^\{\}$/],
  ["an object without anything in it, nor a media type", /^\{\}$/, ""],
  ["80,000 bytes that are not asked for", /^\{"x-not-in-the-document":"(large ){13333}"\}$/],
  ["the media type text/plain", RegExp(`^${item}$`), "text/plain"],
  ["the media type application/x-www-form-urlencoded", RegExp(`^${item}$`), "application/x-www-form-urlencoded"],
  ["the media type application/xml", RegExp(`^${item}$`), "application/xml"],
];

const NAMES = TAKEN.map(([what]) => what);

let taken: ReadonlyMap<string, Sent>;
beforeAll(async () => {
  taken = await toldOf(201);
});

test.for(TAKEN)("a store that accepts %s fails", ([what, body, type = JSON_TYPE]) => {
  const sent = taken.get(what);
  expect(sent?.body).toMatch(body);
  expect(sent?.type ?? "").toBe(type);
});

test("a store that accepts everything has no other failures", () => {
  // A store that keeps what it is sent might not survive deep arrays.
  expect([...taken.keys()].toSorted()).toEqual([...NAMES, "inconclusive"].toSorted());
});

test.each([400, 413, 415, 422])("a store that refuses with %i what is wrong has no failures", async (status) => {
  expect([...(await toldOf(status)).keys()]).toEqual([]);
});

const ALL = [...NAMES.map((what) => what.replace(/^the media type /, "")), "arrays in arrays, 5,000 deep"];

test.each<[string, JsonObject, readonly string[]]>([
  ["is optional", json(NAMED, false), ["an empty body"]],
  ["may be null", json({ ...NAMED, type: ["object", "null"] }), ["null"]],
  ["may be a string", json({ ...NAMED, type: ["object", "string"] }), ["a text"]],
  ["may be a number", json({ ...NAMED, type: ["object", "number"] }), ["a number"]],
  [
    "may be an array",
    json({ ...NAMED, type: ["object", "array"] }),
    ["an empty array", "an array of one item", "arrays in arrays, 5,000 deep"],
  ],
  [
    "need not have a name",
    json(object({ name: text })),
    [
      "an object without anything in it",
      "an object without anything in it, nor a media type",
      "80,000 bytes that are not asked for",
    ],
  ],
  [
    "may be plain text",
    { required: true, content: { "application/json": { schema: NAMED }, "text/plain": {} } },
    ["text/plain"],
  ],
  [
    "is a form",
    { required: true, content: { "application/x-www-form-urlencoded": { schema: NAMED } } },
    [...ALL.filter((what) => !what.includes("/")), "application/x-www-form-urlencoded"],
  ],
  [
    "may have any media type",
    { required: true, content: { "application/json": { schema: NAMED }, "*/*": {} } },
    ["text/plain", "application/x-www-form-urlencoded", "application/xml"],
  ],
])("if a body %s, that is not tested", async (_, requestBody, allowed) => {
  const contract = await creating(requestBody);
  const tasks = tasksOf(CHECKED, makePlan(contract, inferResources(contract), "2030-01-01"));
  const tried = tasks.map(({ subject }) => subject.about ?? "");
  expect(ALL.filter((what) => !tried.includes(what)).toSorted()).toEqual([...allowed].toSorted());
});
