// `serve --upstream`: what is there comes from the service, and the rest from the mock.
import { describe, expect, test } from "vitest";
import { call } from "../cli/program.ts";
import { file, run, up, useFolder } from "../serve/running.ts";
import { json, useService } from "./proxying.ts";

useFolder();
const service = useService();

const DOCUMENT = `
openapi: 3.1.0
info: { title: Shop, version: 1.0.0 }
servers: [{ url: https://shop.example.com/api }]
paths:
  /things:
    get: { operationId: listThings, responses: { "200": &list { description: ok, content: { application/json: { schema: { type: array, items: { type: object } } } } } } }
  /orders:
    get: { operationId: listOrders, tags: [new], responses: { "200": *list } }
  /labels:
    x-mock: true
    get: { operationId: listLabels, responses: { "200": *list } }
`;

const SERVED = [{ from: "the service" }];

async function answersOf(url: string): Promise<Record<string, unknown>> {
  const bodies = ["things", "orders", "labels"].map(async (name) => {
    const response = await fetch(`${url}/${name}`, { headers: { Authorization: "Bearer of-the-service" } });
    return [name, JSON.stringify(await response.json()) === JSON.stringify(SERVED) ? "service" : "mock"];
  });
  return Object.fromEntries(await Promise.all(bodies)) as Record<string, unknown>;
}

describe("serve --upstream", () => {
  test("mocks what the document marks with x-mock, and what --mock names", async () => {
    service.answer = json(SERVED);
    const spec = file("shop.yaml", DOCUMENT);
    for (const [mock, orders] of [
      [[], "service"],
      [["tag:new"], "mock"],
      [["listOrders"], "mock"],
    ] as const) {
      const serving = run({ spec, upstream: service.url("/v2"), mock });
      const url = await up(serving);
      expect(url).toMatch(/\/api$/);
      expect(await answersOf(url)).toEqual({ things: "service", orders, labels: "mock" });
      expect(service.asked.at(-1)?.url).toMatch(/^\/v2\//);
      const { status } = await fetch(`${url}/nowhere`);
      expect(status).toBe(404);
      serving.stop();
      expect(await serving.code).toBe(0);
      const there = orders === "mock" ? "1 operation" : "2 operations";
      expect(serving.out()).toContain(`(${there} from ${service.url("/v2")}, ${orders === "mock" ? 2 : 1} mocked)`);
    }
  });

  for (const [flags, told] of [
    [["--mock", "x"], "--mock needs --upstream: without a service, everything is mocked"],
    [
      ["--upstream", "host"],
      '--upstream must start with http:// or https://, such as http://127.0.0.1:4010/v1, not "host"',
    ],
    [["--upstream", "http://127.0.0.1:1", "--mock", "noSuch"], "--mock operation:noSuch names nothing here"],
    [["--upstream", "http://127.0.0.1:1", "--mock", "family:x"], "--mock must be a kind and a glob"],
  ] as const) {
    test(`refuses ${flags.join(" ")} in a sentence`, async () => {
      const { code, stderr } = await call(["serve", "--port", "0", ...flags]);
      expect([code, stderr]).toEqual([2, expect.stringContaining(told)]);
      expect(stderr.trim().split("\n")).toHaveLength(1);
    });
  }
});
