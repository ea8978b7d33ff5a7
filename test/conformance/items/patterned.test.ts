// Documents whose strings have patterns and no examples: the suite sends values that it can generate from a pattern,
// and does not fail a store if it cannot.
import { describe, expect, test } from "vitest";
import type { Run } from "../../../conformance/run.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { complaints } from "../side-by-side.ts";
import type { JsonObject } from "../../../src/json/value.ts";

const carries = (schema: JsonObject): JsonObject => ({ description: "D", content: { "application/json": { schema } } });
const text = (pattern: string): JsonObject => ({ type: "string", pattern });

/** Things with a code. Their list requires a query parameter and a header. */
function things({ code = "^[A-Z]{3}-\\d{2}$", country = "^[A-Z]{2}$", request = "^r-[0-9]{4}$" } = {}): JsonObject {
  const body = {
    type: "object",
    required: ["code", "name"],
    properties: { code: text(code), name: { type: "string" } },
  };
  const id = { type: "integer", format: "int64", readOnly: true };
  const thing = { type: "object", required: ["id", "code"], properties: { id, ...body.properties } };
  const refused = { "400": carries({ type: "object" }), "404": carries({ type: "object" }) };
  const parameters = [
    { name: "country", in: "query", required: true, schema: text(country) },
    { name: "X-Request", in: "header", required: true, schema: text(request) },
  ];
  return {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/things": {
        get: { parameters, responses: { "200": carries({ type: "array", items: thing }), ...refused } },
        post: { requestBody: { required: true, ...carries(body) }, responses: { "201": carries(thing), ...refused } },
      },
      "/things/{thingId}": {
        parameters: [{ name: "thingId", in: "path", required: true, schema: { type: "integer", format: "int64" } }],
        get: { responses: { "200": carries(thing), ...refused } },
      },
    },
  };
}

async function verified(document: JsonObject): Promise<Run> {
  const contract = await loadContract(document);
  const server = createMockServer(contract, inferResources(contract));
  try {
    return await verify(contract, { baseUrl: (await server.listen()).url });
  } finally {
    await server.close();
  }
}

/** The verdicts of one check. */
const verdicts = ({ results }: Run, id: string): string[] =>
  results.filter(({ check }) => check.id === id).map(({ outcome }) => outcome.verdict);

describe("strings with a pattern", () => {
  test("are generated from it, in bodies, queries and headers", async () => {
    const run = await verified(things());
    expect(complaints(run)).toEqual([]);
    for (const id of [
      "status.success",
      "create.accepts",
      "create.keeps",
      "lists.created",
      "parameters.out-of-bounds",
    ]) {
      expect([id, ...new Set(verdicts(run, id))]).toEqual([id, "pass"]);
    }
  });

  test("from which nothing can be generated leave checks inconclusive", async () => {
    // Look-around may only hide texts, which are found by drawing; this one allows none.
    const beyond = String.raw`^(?=.*\d)[a-z]{8}$`;
    const run = await verified(things({ code: beyond, country: beyond, request: beyond }));
    expect(complaints(run)).toEqual([]);
    const open = run.results.flatMap(({ outcome }) => (outcome.verdict === "inconclusive" ? outcome.why : []));
    expect(open).toContain("no valid value of the parameter country can be made from its schema");
    expect(open).toContain("no valid body can be made from the schema");
  });
});
