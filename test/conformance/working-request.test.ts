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
const PLAIN: JsonObject = { type: "object", required: ["region", "label"], properties: { region: text, label: text } };
const problem = { type: "object", required: ["message"], properties: { message: text } };

type Sent = Record<string, unknown>;

const inRegion = (body: Sent): string | undefined => (body["region"] === "eu" ? undefined : "there is no such region");

/** @param rule says why a booking is refused */
async function run(example: JsonObject, rule = inRegion, booking = PLAIN): Promise<Run> {
  const shown = { allOf: [booking, { type: "object", required: ["id"], properties: { id: { type: "integer" } } }] };
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
      if (typeof body?.["region"] !== "string" || typeof body["label"] !== "string")
        return answer(400, { message: "not a booking" });
      const why = rule(body);
      if (why !== undefined) return answer(400, { message: why });
      const made = { ...(body as JsonObject), id: all.length + 1 };
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

test("a service that only takes dates to come gets some", async () => {
  const date = { type: "string", format: "date-time" };
  const properties = { ...(PLAIN["properties"] as JsonObject), startsAt: date, endsAt: date };
  const stay = { type: "object", required: ["region", "label", "startsAt", "endsAt"], properties };
  const toCome = ({ startsAt, endsAt }: Sent): string | undefined => {
    const [from, to] = [Date.parse(String(startsAt)), Date.parse(String(endsAt))];
    if (!(from < to)) return "it ends before it starts";
    return from > Date.now() ? undefined : "it starts in the past";
  };
  const seen = await run({}, toCome, stay);
  expect(seen.session.created.length).toBeGreaterThan(1);
});

test("a mail address that must be new is another one for each item, although the document calls it a text", async () => {
  const taken = new Set<unknown>();
  const seen = await run({ example: { region: "ada@example.com", label: "a desk" } }, ({ region }) => {
    if (!/^[^@\s]+@[\w.]+$/.test(String(region))) return "region must be an email";
    return taken.has(region) ? "the email is already in use" : void taken.add(region);
  });
  expect(seen.session.created.length).toBeGreaterThan(10);
});
