// The request that is sent for what a check asks.
import { expect, test } from "vitest";
import { type Probe, buildRequest } from "../../../conformance/client/request.ts";
import { loadContract } from "../../../src/contract/load.ts";

const parameter = (name: string, place: string, more: object = {}) => ({
  name,
  in: place,
  required: true,
  schema: { type: "string" },
  ...more,
});

/** The URL and headers of a request to an operation with required and optional parameters everywhere. */
async function asked(probe: Omit<Probe, "operation"> = {}): Promise<{ url: string; headers: string[] }> {
  const parameters = [
    ...[parameter("day", "query"), parameter("page", "query", { required: false })],
    ...[parameter("X-Tenant", "header"), parameter("theme", "cookie"), parameter("shelf", "path")],
  ];
  const { operations } = await loadContract({
    openapi: "3.1.0",
    info: { title: "Books", version: "1" },
    paths: { "/shelves/{shelf}": { get: { parameters, responses: { "200": { description: "OK" } } } } },
  });
  const [operation] = operations;
  if (operation === undefined) throw new Error("no operation");
  const common = { baseUrl: "http://127.0.0.1:9", headers: [] };
  const request = buildRequest({ operation, ...probe }, { headers: [], query: [] }, common, ({ name }) => `my ${name}`);
  const sent = request.headers.filter(([name]) => name === "X-Tenant" || name === "Cookie");
  return { url: request.url, headers: sent.map((pair) => pair.join(": ")) };
}

const TENANT = "X-Tenant: my X-Tenant";
const THEME = "Cookie: theme=my%20theme";

test("required parameters are filled in wherever they belong, and optional ones are left out", async () => {
  expect(await asked()).toEqual({
    url: "http://127.0.0.1:9/shelves/my%20shelf?day=my%20day",
    headers: [TENANT, THEME],
  });
});

test("a required parameter that the check gives is sent once, as given", async () => {
  const url = "http://127.0.0.1:9/shelves/my%20shelf";
  expect(await asked({ query: [["day", "a b"]] })).toEqual({ url: `${url}?day=a%20b`, headers: [TENANT, THEME] });
  expect(await asked({ written: [["Day", "x"]] })).toEqual({ url: `${url}?Day=x`, headers: [TENANT, THEME] });
  expect(await asked({ headers: [["X-Tenant", "own"]], path: { shelf: "top" } })).toEqual({
    url: "http://127.0.0.1:9/shelves/top?day=my%20day",
    headers: [THEME, "X-Tenant: own"],
  });
});

test("a required parameter that the check leaves out on purpose is not filled in", async () => {
  expect(await asked({ without: "day" })).toEqual({
    url: "http://127.0.0.1:9/shelves/my%20shelf",
    headers: [TENANT, THEME],
  });
  expect((await asked({ without: "theme" })).headers).toEqual([TENANT]);
});
