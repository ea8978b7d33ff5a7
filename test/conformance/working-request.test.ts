// A service that keeps its word is not blamed for rules that OpenAPI cannot state.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Run } from "../../conformance/run.ts";
import { verify } from "../../conformance/verify.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { JsonObject, JsonValue } from "../../src/json/value.ts";
import { complaints } from "./side-by-side.ts";

const carries = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
  description: "D",
  content: { "application/json": { schema, ...more } },
});
const text = { type: "string" };
const booking = { type: "object", required: ["region", "label"], properties: { region: text, label: text } };
const shown = { allOf: [booking, { type: "object", required: ["id"], properties: { id: { type: "integer" } } }] };
const problem = { type: "object", required: ["message"], properties: { message: text } };

/** Bookings in a region that must exist. */
async function run(example: JsonObject): Promise<Run> {
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Bookings", version: "1" },
    paths: {
      "/bookings": {
        get: { responses: { "200": carries({ type: "array", items: shown }) } },
        post: {
          requestBody: { required: true, ...carries(booking, example) },
          responses: { "201": carries(shown), "400": carries(problem) },
        },
      },
    },
  });
  const all: JsonValue[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const answer = (status: number, value: unknown): void =>
        void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
      if (!/^\/bookings(?:\?|$)/.test(request.url ?? "")) return answer(404, { message: "no such path" });
      if (request.method === "GET" || request.method === "HEAD") return answer(200, all);
      if (request.method !== "POST") {
        response.setHeader("Allow", "GET, HEAD, POST");
        return answer(405, { message: "no such method" });
      }
      if (!/^application\/json\b/i.test(request.headers["content-type"] ?? ""))
        return answer(415, { message: "not JSON" });
      const body = read(Buffer.concat(chunks).toString());
      const isRight = typeof body?.["region"] === "string" && typeof body["label"] === "string";
      if (!isRight) return answer(400, { message: "not a booking" });
      if (body["region"] !== "eu") return answer(400, { message: "there is no such region" });
      const made = { id: all.length + 1, region: "eu", label: body["label"] as string };
      all.push(made);
      return answer(201, made);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    return await verify(contract, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

function read(sent: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(sent);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

const whyOf = ({ results }: Run, id: string): string[] =>
  results.flatMap(({ check, outcome }) =>
    check.id === id && outcome.verdict === "inconclusive" ? [`${outcome.why}; ${outcome.needs}`] : [],
  );

test("the document's example is the request that works, and other values say nothing", async () => {
  const seen = await run({ example: { region: "eu", label: "a desk" } });
  expect(complaints(seen)).toEqual([]);
  expect(seen.session.created.length).toBeGreaterThan(1);
});

test("without an example, the service is quoted and nothing is blamed", async () => {
  const seen = await run({});
  expect(complaints(seen)).toEqual([]);
  expect(whyOf(seen, "create.repeated")[0]).toMatch(/there is no such region.*an example in the document/);
});
