// A lenient mock answers requests that break the document as if they were right, and says how they break it.
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import type { Spec } from "../../src/library/contracts.ts";
import { orders } from "./documents.ts";

let mock: Mock;
beforeAll(async () => {
  mock = await createMock({ spec: orders() as unknown as Spec, lenient: true, control: { path: "/_" } });
});
beforeEach(() => mock.reset());
afterAll(() => mock.close());

interface Said {
  readonly status: number;
  /** How the request breaks the document, in the header; null if it does not say so. */
  readonly violation: string | null;
  readonly value: unknown;
}

async function ask(method: string, path: string, body?: string, type = "application/json"): Promise<Said> {
  const sending = body === undefined ? {} : { body, headers: { "Content-Type": type } };
  const response = await fetch(mock.url + path, { method, ...sending });
  const text = await response.text();
  const violation = response.headers.get("x-contract-violation");
  return { status: response.status, violation, value: text === "" ? undefined : JSON.parse(text) };
}

test("a request that keeps the document is answered without a word", async () => {
  expect(await ask("GET", "/orders?page_size=2")).toMatchObject({ status: 200, violation: null });
  expect(await ask("POST", "/orders", '{"quantity":2}')).toMatchObject({ status: 201, violation: null });
});

test.each<[string, [method: string, path: string, body?: string], RegExp]>([
  ["a value above the largest", ["GET", "/orders?page_size=60"], /^query page_size: page_size is "60"/],
  ["a word for a number", ["GET", "/orders?quantity=many"], /^query quantity: /],
  ["a property of another type", ["POST", "/orders", '{"quantity":"two"}'], /^body \/quantity: /],
  ["no body", ["POST", "/orders"], /^body: a body is required/],
])("%s", async (_, asked, violation) => {
  const said = await ask(...asked);
  expect(said.violation).toMatch(violation);
  expect(said.status).toBe(asked[0] === "POST" ? 201 : 200);
});

test("JSON under another media type is read as what the document has", async () => {
  const said = await ask("POST", "/orders", '{"quantity":4}', "text/plain");
  expect(said).toMatchObject({ status: 201, value: { quantity: 4 } });
  expect(said.violation).toContain("text/plain");
});

test("what cannot be read, does not exist or is too large is still refused", async () => {
  expect((await ask("POST", "/orders", "{")).status).toBeGreaterThanOrEqual(400);
  expect((await ask("GET", "/orders/999999")).status).toBe(404);
  expect((await ask("POST", "/orders", JSON.stringify({ quantity: "x".repeat(70_000) }))).status).toBe(413);
});

test("the journal tells what was wrong with a request that was answered", async () => {
  await ask("GET", "/orders?page_size=60");
  const response = await fetch(`${new URL(mock.url).origin}/_/api/v1/requests`);
  expect(await response.json()).toContainEqual(
    expect.objectContaining({ status: 200, refusal: expect.objectContaining({ where: "query page_size" }) }),
  );
});

test("pages of other origins can read the header", async () => {
  const response = await fetch(`${mock.url}/orders?page_size=60`, { headers: { Origin: "http://localhost:5173" } });
  expect(response.headers.get("access-control-expose-headers")).toContain("X-Contract-Violation");
});

test("a mock is strict unless it is asked not to be", async () => {
  await using strict = await createMock({ spec: orders() as unknown as Spec });
  expect((await fetch(`${strict.url}/orders?page_size=60`)).status).toBeGreaterThanOrEqual(400);
});
