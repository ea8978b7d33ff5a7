// Stores whose clients choose the identifiers: the suite chooses free ones, and refusing a taken one is not a failure.
import { expect, it } from "vitest";
import type { Run } from "../../../conformance/run.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { createMockServer } from "../../../src/http/node/server.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { drawn, shareOf } from "../../share.ts";
import { complaints } from "../side-by-side.ts";
import type { JsonObject } from "../../../src/json/value.ts";

const carries = (schema: JsonObject): JsonObject => ({ description: "D", content: { "application/json": { schema } } });

function things(code: JsonObject): JsonObject {
  const properties = { code, size: { type: "integer" }, name: { type: "string" } };
  const thing = { type: "object", required: ["code", "name"], properties };
  const limit = { name: "limit", in: "query", schema: { type: "integer", minimum: 1, maximum: 20, default: 5 } };
  const refused = { "400": carries({}), "409": carries({}) };
  const found = { "200": carries(thing), "404": carries({}) };
  return {
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/things": {
        get: {
          parameters: [limit],
          responses: { "200": carries({ type: "array", items: thing }), "400": carries({}) },
        },
        post: { requestBody: { required: true, ...carries(thing) }, responses: { "201": carries(thing), ...refused } },
      },
      "/things/{code}": {
        parameters: [{ name: "code", in: "path", required: true, schema: code }],
        get: { responses: found },
        put: { requestBody: { required: true, ...carries(thing) }, responses: { ...found, "400": carries({}) } },
      },
    },
  };
}

/** Verifies our own mock of a document this many times, keeping its state between runs. */
async function verified(document: JsonObject, times: number, explored: number): Promise<Run[]> {
  const contract = await loadContract(document);
  const server = createMockServer(contract, inferResources(contract));
  const { url } = await server.listen();
  try {
    const runs: Run[] = [];
    for (let seed = 1; seed <= times; seed++) {
      runs.push(await verify(contract, { baseUrl: url, explore: { count: explored, seed } }));
    }
    return runs;
  } finally {
    await server.close();
  }
}

const CHOSEN: readonly JsonObject[] = [
  { type: "string", maxLength: 12 },
  { type: "string" },
  { type: "string", format: "uuid" },
  { type: "integer", format: "int64" },
  { type: "string", minLength: 30 },
  { type: "integer", minimum: 1, maximum: 20_000_000 },
];

it.each(shareOf(CHOSEN, 9))("%j: items are created, run after run", async (code) => {
  for (const run of await verified(things(code), 2, drawn({ each: 5, proof: 40 }))) {
    expect(complaints(run)).toEqual([]);
    expect(run.session.created.length).toBeGreaterThan(20);
  }
});

const FEW: readonly JsonObject[] = [
  { type: "integer", minimum: 1, maximum: 50 },
  { type: "string", maxLength: 4 },
  { type: "string", pattern: "^[A-Z]{3}-[0-9]{2}$", examples: ["ABC-11"] },
  { type: "string", enum: ["a", "b"] },
];

it.each(shareOf(FEW, 4))(
  "%j: if no identifier is certain to be free, the run says so and reports no failures",
  async (code) => {
    const [run] = await verified(things(code), 1, 10);
    expect(run === undefined ? [] : complaints(run)).toEqual([]);
    const undecided = run === undefined ? [] : complaints(run, ["inconclusive"]);
    expect(undecided.join("\n")).toMatch(/inconclusive create\.accepts/);
  },
);
