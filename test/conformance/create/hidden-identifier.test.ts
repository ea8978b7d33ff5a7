// An item whose identifier is hidden, such as a token: what was sent tells which request created it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { JsonObject } from "../../../src/json/value.ts";
import { failedIds } from "../side-by-side.ts";

const carries = (schema: JsonObject): JsonObject => ({ description: "D", content: { "application/json": { schema } } });
const fields = { label: { type: "string" }, secret: { type: "string", description: "The secret of the token" } };
const token: JsonObject = { type: "object", required: ["label", "secret"], properties: fields };
const { label } = fields;

test("an item that a lenient service created for another media type is no item that was refused", async () => {
  const contract = await loadContract({
    openapi: "3.1.0",
    info: { title: "Tokens", version: "1" },
    paths: {
      "/tokens": {
        get: {
          responses: { "200": carries({ type: "object", properties: { tokens: { type: "array", items: token } } }) },
        },
        post: {
          requestBody: { required: true, ...carries({ type: "object", required: ["label"], properties: { label } }) },
          responses: { "201": carries(token), "400": { description: "wrong" } },
        },
      },
      "/tokens/{token}": {
        parameters: [{ name: "token", in: "path", required: true, schema: { type: "string" } }],
        delete: { responses: { "204": { description: "gone" }, "404": { description: "none" } } },
      },
    },
  });
  const tokens: { label: string; secret: string }[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
    request.on("end", () => {
      const answer = (status: number, value?: unknown): void =>
        void response.writeHead(status, { "Content-Type": "application/json" }).end(JSON.stringify(value));
      if (request.url !== "/tokens") return answer(404);
      if (request.method !== "POST") return answer(request.method === "GET" ? 200 : 405, { tokens });
      const sent = parsed(text);
      if (typeof sent?.["label"] !== "string") return answer(400);
      const made = { label: sent["label"], secret: `tk_${(tokens.length + 1e9).toString(36)}_9fQ2xLw7` };
      tokens.push(made);
      return answer(201, made);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  try {
    const run = await verify(contract, { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
    expect(failedIds(run)).not.toContain("create.refused-not-kept");
    expect(failedIds(run)).toContain("create.refuses-media-type");
  } finally {
    server.close();
  }
});

function parsed(text: string): Record<string, unknown> | undefined {
  try {
    return JSON.parse(text) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
