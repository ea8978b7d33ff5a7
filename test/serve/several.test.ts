// Several documents in one server.
import { describe, expect, test } from "vitest";
import { call } from "../cli/program.ts";
import { startChild } from "./child.ts";
import { file, folder, useFolder } from "./running.ts";

useFolder();

const documentOf = (title: string, path: string, base = "/v1"): string => `
openapi: 3.1.0
info: { title: ${title}, version: 1.0.0 }
servers: [{ url: https://api.example.com${base} }]
paths:
  ${path}:
    get: { operationId: list, responses: { "200": { description: ok, content: { application/json: { schema: &list { type: array, items: { type: object, properties: { id: { type: integer }, name: { type: string } } } } } } } } }
    post:
      operationId: create
      requestBody: { content: { application/json: { schema: { type: object } } } }
      responses: { "201": { description: ok, content: { application/json: { schema: { type: object, properties: { id: { type: integer }, name: { type: string } } } } } } }
`;

const names = async (url: string): Promise<string> => JSON.stringify(await (await fetch(url)).json());

async function post(url: string, name: string): Promise<number> {
  const headers = { "Content-Type": "application/json" };
  return (await fetch(url, { method: "POST", headers, body: JSON.stringify({ name }) })).status;
}

describe("serve with several documents", () => {
  test("keeps each at its place, with items, journal and console of its own", async () => {
    file("a.yaml", documentOf("Alpha", "/things"));
    file("b.yaml", documentOf("Beta", "/things"));
    const { said, url, child, ended } = await startChild([
      `${folder()}/a.yaml`,
      `${folder()}/b.yaml`,
      "--mount",
      `/b=${folder()}/b.yaml`,
    ]);
    const { origin } = new URL(url);
    expect([await post(`${origin}/v1/things`, "in alpha"), await post(`${origin}/b/things`, "in beta")]).toEqual([
      201, 201,
    ]);
    expect(await names(`${origin}/v1/things`)).toMatch(/in alpha(?!.*in beta)/);
    expect(await names(`${origin}/b/things`)).toMatch(/in beta(?!.*in alpha)/);
    expect(await names(`${origin}/_/api/v1/document`)).toContain('"others":[{"title":"Beta","path":"/_/b"}]');
    expect(await names(`${origin}/_/b/api/v1/requests`)).toMatch(/\/b\/things(?!.*\/v1\/things)/);
    expect(await (await fetch(`${origin}/_/b/`)).text()).toContain("<html");
    expect((await fetch(`${origin}/nowhere`)).status).toBe(404);
    expect(said()).toContain(`Beta 1.0.0 is served at ${origin}/b`);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test("reads a workspace file, with a seed for each", async () => {
    file("shop.yaml", documentOf("Shop", "/orders"));
    file("stock.yaml", documentOf("Stock", "/parts", "/stock"));
    file("orders.json", '[{"id":7,"name":"seeded"}]');
    const workspace = file(
      "work.yaml",
      "documents:\n  - { spec: shop.yaml, mount: /shop, seed: orders.json }\n  - { spec: stock.yaml }\n",
    );
    const { url, child, ended } = await startChild(["--workspace", `${folder()}/${workspace}`]);
    const { origin } = new URL(url);
    expect(await names(`${origin}/shop/orders`)).toBe('[{"id":7,"name":"seeded"}]');
    expect((await fetch(`${origin}/stock/parts`)).status).toBe(200);
    child.kill("SIGINT");
    expect(await ended).toBe(0);
  });

  test.each([
    [
      ["a.yaml", "b.yaml"],
      "a.yaml and b.yaml both have /v1/things: give one of them another place, such as --mount /b=b.yaml",
    ],
    [["a.yaml", "none.yaml"], "none.yaml"],
    [["a.yaml", "b.yaml", "--mount", "b.yaml"], "--mount must be a path and a document, such as /a=a.yaml"],
    [["a.yaml", "b.yaml", "--mount", "/c=c.yaml"], '--mount names "c.yaml", which is none of the documents'],
    [["a.yaml", "b.yaml", "--mount", "/x y=b.yaml"], "--base-path must be a path such as /api/v2"],
    [["a.yaml", "b.yaml", "--data", "x.json"], "--data is for one document: give it to each in a workspace file"],
    [["a.yaml", "--workspace", "w.yaml"], "--workspace names the documents, so there may be no others and no --mount"],
    [["--workspace", "none.yaml"], "--workspace cannot read none.yaml: ENOENT"],
    [
      ["--workspace", "list.yaml"],
      "it has no list of documents; it must be like documents: [{ spec: a.yaml, mount: /a }",
    ],
    [["--workspace", "stray.yaml"], 'document 1 has "specs", and may have spec, mount'],
  ])("refuses %j in a sentence", async (words, told) => {
    file("a.yaml", documentOf("Alpha", "/things"));
    file("b.yaml", documentOf("Beta", "/things"));
    file("list.yaml", "- a.yaml");
    file("stray.yaml", "documents: [{ specs: a.yaml }]");
    const { code, stderr } = await call(["serve", "--port", "0", ...words], { cwd: folder() });
    expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
    expect(stderr.trim().split("\n")).toHaveLength(1);
  });
});
