// Stubs: "answer this request like this", over the control plane and in code.
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Situation } from "../../src/mock/situations/situation.ts";
import type { Spec } from "../../src/library/contracts.ts";
import { orders } from "./documents.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: orders() as unknown as Spec, control: { path: "/_" } });
});
afterEach(() => mock.reset());
afterAll(() => mock.close());

const asked = async (path: string, init: RequestInit = {}): Promise<readonly [number, string | null, string]> => {
  const response = await fetch(mock.url + path, init);
  return [response.status, response.headers.get("content-type"), await response.text()];
};
const posted = (body: object): RequestInit => ({
  method: "POST",
  headers: { "Content-Type": "application/json" },
  body: JSON.stringify(body),
});
const [JSON_TYPE, ORDERS] = ["application/json", "/orders"];

async function added(situation: Situation): Promise<{ readonly mismatches?: string[]; readonly name: string }> {
  const response = await fetch(`${new URL(mock.url).origin}/_/api/v1/situations`, posted(situation));
  expect(response.status).toBe(201);
  return (await response.json()) as { name: string };
}

test("a stub answers in somebody's own words, as often as it should", async () => {
  await added({ on: `GET ${ORDERS}`, status: 418, headers: { "X-Own": "yes" }, body: { tea: true }, times: 1 });
  const response = await fetch(mock.url + ORDERS);
  expect([response.status, response.headers.get("x-own"), await response.json()]).toEqual([418, "yes", { tea: true }]);
  expect((await asked(ORDERS))[0]).toBe(200);
});

test.each<[string, Situation["when"], string, RequestInit, boolean]>([
  ["the query", { query: { limit: 1 } }, `${ORDERS}?limit=1`, {}, true],
  ["another query", { query: { limit: 1 } }, `${ORDERS}?limit=2`, {}, false],
  ["no query", { query: { limit: 1 } }, ORDERS, {}, false],
  ["the body", { body: { note: { text: "x" } } }, ORDERS, posted({ note: { text: "x", more: 1 }, id: 7 }), true],
  ["another body", { body: { note: { text: "x" } } }, ORDERS, posted({ note: { text: "y" } }), false],
  ["no body", { body: { note: 1 } }, ORDERS, {}, false],
])("a stub is for requests with %s", async (...[, when, path, init, isMeant]) => {
  mock.situation({ when: when!, body: ["stub"] });
  expect((await asked(path, init))[2] === '["stub"]').toBe(isMeant);
});

test("a stub is for one item", async () => {
  const path = mock.contract.operations.find((one) => one.method === "GET" && one.path.endsWith("}"))!;
  const [, name = ""] = /\{(\w+)\}/.exec(path.path) ?? [];
  mock.situation({ on: path.id, when: { path: { [name]: 4711 } }, body: null });
  expect(await asked(path.path.replace(/\{\w+\}/, "4711"))).toEqual([200, JSON_TYPE, "null"]);
  expect((await asked(path.path.replace(/\{\w+\}/, "4712")))[2]).not.toBe("null");
});

test("a body that was read to decide is still carried out", async () => {
  mock.situation({ when: { body: { nothing: "like this" } }, body: {} });
  const body = { customer: "c", total: 1, name: "n" };
  const before = await asked(ORDERS, posted(body));
  mock.reset();
  expect((await asked(ORDERS, posted(body)))[0]).toBe(before[0]);
});

test("what the document does not allow is told, and not refused", async () => {
  const told = await added({ on: `GET ${ORDERS}`, status: 200, body: 7 });
  expect(told.mismatches).toEqual([expect.stringMatching(/ 200: /)]);
  expect(await asked(ORDERS)).toEqual([200, JSON_TYPE, "7"]);
  expect((await added({ on: `GET ${ORDERS}`, status: 299, headers: {} })).mismatches).toEqual([
    expect.stringMatching(/ has no answer with 299 in the document$/),
  ]);
});

test("a text is sent as it is", async () => {
  mock.situation({ body: "<p>", headers: { "content-type": "text/html" } });
  expect(await asked(ORDERS)).toEqual([200, "text/html", "<p>"]);
  const response = await fetch(mock.url + ORDERS);
  expect(response.headers.get("content-security-policy")).toBe("sandbox");
});
