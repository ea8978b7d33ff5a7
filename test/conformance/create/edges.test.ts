// Integers in bodies without a bound or a format: what more than 64 bits would hold must not make a service fail.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { Run } from "../../../conformance/run.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { answers, list, number, object, text } from "../../http/parts.ts";
import { complaints } from "../side-by-side.ts";

const fields = { name: text, views: { ...number, type: "integer" } };
const post = object({ id: text, ...fields }, "id", "name");

/** A run against a service that answers with this status to views beyond 64 bits. */
async function runWith(status: number): Promise<Run> {
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Posts", version: "1" },
    paths: {
      "/posts": {
        get: { responses: answers("200", list(post)) },
        post: {
          requestBody: { required: true, content: { "application/json": { schema: object(fields, "name") } } },
          responses: { ...answers("201", post), ...answers("422") },
        },
      },
    },
  });
  const posts: unknown[] = [];
  const server = createServer((request, response) => {
    let sent = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (sent += chunk));
    request.on("end", () => {
      const answer = (code: number, value?: unknown): void =>
        void response.writeHead(code, { "Content-Type": "application/json" }).end(JSON.stringify(value));
      if (!/^\/posts(?:\?|$)/.test(request.url ?? "")) return answer(404);
      if (request.method !== "POST") return answer(request.method === "GET" ? 200 : 405, posts);
      const body = parsed(sent);
      if (typeof body?.["name"] !== "string" || !["number", "undefined"].includes(typeof body["views"]))
        return answer(422);
      if (!Number.isInteger(body["views"] ?? 0)) return answer(422);
      if (Number(body["views"] ?? 0) >= 2 ** 63) return answer(status);
      const made = { ...body, id: String(posts.length + 1) };
      posts.push(made);
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

function parsed(sent: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(sent) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

test("a service that fails for 2^63 is found", async () => {
  expect(complaints(await runWith(500)).join("\n")).toMatch(/create\.accepts.*2\^63/);
});

test("a service that refuses it as documented is not", async () => {
  expect(complaints(await runWith(422)).filter((line) => line.includes("views"))).toEqual([]);
});
