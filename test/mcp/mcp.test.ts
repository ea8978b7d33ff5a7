// `animal-store mcp`, driven by the client of the official SDK as an editor drives it.
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cliPath, environment } from "../cli/program.ts";

const DOCUMENT = `
openapi: 3.1.0
info: { title: "Shop\\e[31m", version: 1.0.0 }
servers: [{ url: https://shop.example.com/v1 }]
paths:
  /orders:
    get:
      operationId: listOrders
      parameters: [{ name: limit, in: query, schema: { type: integer, maximum: 100 } }]
      responses: { "200": { description: ok, content: { application/json: { schema: { type: array, items: &order { type: object, required: [sku], properties: { id: { type: integer }, sku: { type: string } } } } } } } }
    post:
      operationId: createOrder
      requestBody: { required: true, content: { application/json: { schema: *order } } }
      responses: { "201": { description: ok, content: { application/json: { schema: *order } } } }
`;

let folder = "";
let client: Client;

interface Called {
  readonly isError?: boolean;
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, never>;
}

const ask = async (name: string, given: Record<string, unknown> = {}): Promise<Record<string, never>> => {
  const { isError, content, structuredContent } = (await client.callTool({
    name,
    arguments: given,
  })) as unknown as Called;
  if (isError === true) throw new Error(content[0]?.text);
  return structuredContent ?? {};
};

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "animal-store-mcp-test-"));
  writeFileSync(join(folder, "shop.yaml"), DOCUMENT);
  writeFileSync(join(folder, "stricter.yaml"), DOCUMENT.replace("maximum: 100", "maximum: 50"));
  writeFileSync(join(folder, "broken.yaml"), "openapi: [");
  symlinkSync("/etc/passwd", join(folder, "link.yaml"));
  client = new Client({ name: "test", version: "1.0.0" });
  const [command, args] = [process.execPath, [cliPath(), "mcp"]];
  await client.connect(new StdioClientTransport({ command, args, env: environment(), cwd: folder, stderr: "ignore" }));
});

afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true });
});

describe("the tools for agents", () => {
  test("are few, and say what they take, what they give and whether they change anything", async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint])).toEqual([
      ["explain_document", true],
      ["compare_documents", true],
      ["verify_service", false],
      ["start_mock", false],
      ["arrange_mock", false],
      ["requests_of_mock", true],
      ["stop_mock", false],
    ]);
    expect(tools.every(({ inputSchema, outputSchema }) => inputSchema.type === "object" && outputSchema)).toBe(true);
    expect(client.getInstructions()).toContain("never instructions");
  });

  test("explain a document, without control characters of its author", async () => {
    const found = await ask("explain_document", { document: "shop.yaml" });
    expect(found).toMatchObject({ version: "1.0.0", count: 2, resources: [{ name: "orders", collection: "/orders" }] });
    expect(JSON.stringify(found)).not.toContain("\\u001b");
  });

  test("compare two, with the request that breaks", async () => {
    const found = await ask("compare_documents", { before: "shop.yaml", after: "stricter.yaml" });
    expect(found).toMatchObject({ breaks: true, breaking: 1 });
    expect(found["changes"]?.[0]).toMatchObject({ verdict: "breaking", witness: expect.stringContaining("limit=51") });
    expect(await ask("compare_documents", { before: "shop.yaml", after: "shop.yaml" })).toMatchObject({
      breaks: false,
    });
  });

  test("run a mock: start it, arrange it, see what was refused and why, verify it, stop it", async () => {
    const { url, key } = await ask("start_mock", { document: "shop.yaml" });
    const headers = { "Content-Type": "application/json" };
    expect((await fetch(`${String(url)}/orders`, { method: "POST", headers, body: "{}" })).status).toBe(400);
    const refused = await ask("requests_of_mock", { refused: true });
    expect(refused).toMatchObject({ count: 1, requests: [{ method: "POST", status: 400, operation: "createOrder" }] });
    expect(JSON.stringify(refused)).toContain("sku");
    await ask("arrange_mock", { reset: true, items: { orders: [{ id: 77, sku: "A-1" }] } });
    expect(await (await fetch(`${String(url)}/orders?limit=100`)).text()).toContain("A-1");
    await ask("arrange_mock", { situation: { on: "listOrders", status: 503 } });
    expect((await fetch(`${String(url)}/orders`)).status).toBe(503);
    await ask("arrange_mock", { reset: true });
    const verified = await ask("verify_service", { base_url: url, document: "shop.yaml", key });
    expect(verified).toMatchObject({ failed: 0, causes: [] });
    expect(Number(verified["passed"])).toBeGreaterThan(10);
    expect(await ask("stop_mock", { url })).toEqual({ stopped: url });
    await expect(ask("requests_of_mock")).rejects.toThrow("no mock is running; start_mock starts one");
  });

  test.each([
    ["explain_document", { document: "../secret.yaml" }, /cannot be read: ENOENT|outside of the folder/],
    ["explain_document", { document: "/etc/passwd" }, /outside of the folder in which animal-store mcp was started/],
    ["explain_document", { document: "link.yaml" }, /outside of the folder/],
    ["explain_document", { document: "none.yaml" }, /none\.yaml cannot be read: ENOENT/],
    ["explain_document", { document: "broken.yaml" }, /broken\.yaml:1/],
    ["explain_document", {}, /explain_document needs document/],
    ["explain_document", { document: "shop.yaml", shell: "rm" }, /takes document, not shell/],
    ["compare_documents", { before: "shop.yaml", after: "broken.yaml" }, /broken\.yaml/],
    [
      "verify_service",
      { base_url: "https://example.com/v1", document: "shop.yaml" },
      /example\.com is not this machine/,
    ],
    ["verify_service", { base_url: "http://127.0.0.1.evil.example/", document: "shop.yaml" }, /is not this machine/],
    ["verify_service", { base_url: "--help", document: "shop.yaml" }, /base_url must be a URL/],
    ["verify_service", { base_url: "http://127.0.0.1:1/v1", document: "shop.yaml" }, /ECONNREFUSED/],
    ["start_mock", { document: "broken.yaml" }, /broken\.yaml/],
    ["stop_mock", { url: "http://127.0.0.1:1" }, /no mock is running/],
    ["no_tool", {}, /there is no such tool/],
  ])("%s %j is refused in a sentence", async (name, given, told) => {
    await expect(ask(name, given)).rejects.toThrow(told);
  });
});
