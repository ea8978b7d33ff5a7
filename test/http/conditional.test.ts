// Conditional requests and idempotency keys, where the document has them.
import { afterAll, beforeEach, expect, test } from "vitest";
import { type Mock, createMock } from "../../src/library/create-mock.ts";
import { CONDITIONAL_NOTES } from "./conditional-notes.ts";

let mock: Mock | undefined;
beforeEach(async () => {
  mock ??= await createMock({ spec: CONDITIONAL_NOTES });
  mock.reset();
});
afterAll(() => mock?.close());

interface Asked {
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

async function ask(method: string, path: string, { headers = {}, body }: Asked = {}): Promise<Response> {
  const type = body === undefined ? {} : { "Content-Type": "application/json" };
  const sending = body === undefined ? {} : { body: JSON.stringify(body) };
  return fetch(`${mock?.url}${path}`, { method, headers: { ...type, ...headers }, ...sending });
}

const tagOf = async (path = "/notes/1"): Promise<string> => (await ask("GET", path)).headers.get("etag") ?? "";
const text = (value: string): object => ({ text: value });

test("a tag is the same until the item changes, and is never the document's example", async () => {
  const tag = await tagOf();
  expect(tag).toMatch(/^"[0-9a-f]{16}"$/);
  expect(await tagOf()).toBe(tag);
  const changed = await ask("PUT", "/notes/1", { headers: { "If-Match": tag }, body: text("new") });
  expect(changed.headers.get("etag")).not.toBe(tag);
  expect(await tagOf()).toBe(changed.headers.get("etag"));
  expect(await tagOf("/notes/2")).not.toBe(await tagOf());
});

test.each([
  ["its tag", (tag: string) => ({ "If-None-Match": tag }), 304],
  ["a list with its tag, as a weak one", (tag: string) => ({ "If-None-Match": `"x", W/${tag}` }), 304],
  ["any tag", () => ({ "If-None-Match": "*" }), 304],
  ["another tag", () => ({ "If-None-Match": '"other"' }), 200],
  ["a tag that it must have and has not", () => ({ "If-Match": '"other"' }), 412],
] as const)("a fetch that names %s", async (_, headers, status) => {
  const tag = await tagOf();
  const response = await ask("GET", "/notes/1", { headers: headers(tag) });
  expect(response.status).toBe(status);
  if (status === 412) return;
  expect(response.headers.get("etag")).toBe(tag);
  expect(await response.text()).toMatch(status === 304 ? /^$/ : /^\{/);
});

test("a fetch that names when it was last modified gets 304 until then", async () => {
  const modified = (await ask("GET", "/notes/1")).headers.get("last-modified") ?? "";
  expect(new Date(modified).toUTCString()).toBe(modified);
  const at = async (moment: number): Promise<number> => {
    const headers = { "If-Modified-Since": new Date(moment).toUTCString() };
    return (await ask("GET", "/notes/1", { headers })).status;
  };
  expect(await at(Date.parse(modified))).toBe(304);
  expect(await at(Date.parse(modified) - 1000)).toBe(200);
});

test.each(["PUT", "PATCH", "DELETE"])("%s changes nothing under a tag that is out of date", async (method) => {
  const tag = await tagOf();
  await ask("PATCH", "/notes/1", { headers: { "If-Match": tag }, body: text("first") });
  const sending = method === "DELETE" ? {} : { body: text("second") };
  const refused = await ask(method, "/notes/1", { headers: { "If-Match": tag }, ...sending });
  expect([refused.status, await refused.json()]).toEqual([412, { message: expect.stringContaining("expects") }]);
  expect(await (await ask("GET", "/notes/1")).json()).toMatchObject({ text: "first" });
  const now = { headers: { "If-Match": await tagOf() }, ...sending };
  expect((await ask(method, "/notes/1", now)).ok).toBe(true);
});

test("a change without a condition is 428 where the document says so, and carried out elsewhere", async () => {
  const changes = ["PUT", "PATCH"].map(async (method) => (await ask(method, "/notes/1", { body: text("x") })).status);
  expect(await Promise.all(changes)).toEqual([428, 428]);
  expect((await ask("DELETE", "/notes/1")).status).toBe(204);
  expect((await ask("DELETE", "/notes/1", { headers: { "If-Match": '"x"' } })).status).toBe(404);
});

test("nothing is added where the document has no conditions", async () => {
  const response = await ask("GET", "/plain/1");
  expect([response.status, response.headers.get("etag")]).toEqual([200, null]);
});

test("a repeated key gets the first answer again, and makes one item", async () => {
  const headers = { "Idempotency-Key": "k1" };
  const count = async (): Promise<number> => ((await (await ask("GET", "/notes")).json()) as unknown[]).length;
  const before = await count();
  const [first, again] = [
    await ask("POST", "/notes", { headers, body: text("once") }),
    await ask("POST", "/notes", { headers, body: text("once") }),
  ];
  expect([again.status, await again.json(), again.headers.get("etag")]).toEqual([
    201,
    await first.json(),
    first.headers.get("etag"),
  ]);
  expect(await count()).toBe(before + 1);
  const other = await ask("POST", "/notes", { headers, body: text("another") });
  expect([other.status, await other.json()]).toEqual([
    409,
    { message: "Idempotency-Key was sent before with another request" },
  ]);
  await ask("POST", "/notes", { headers: { "Idempotency-Key": "k2" }, body: text("once") });
  expect(await count()).toBe(before + 2);
});

test("a key is forgotten after a day of the mock's clock, and by a reset", async () => {
  const headers = { "Idempotency-Key": "k1" };
  const made = async (): Promise<unknown> => (await ask("POST", "/notes", { headers, body: text("x") })).json();
  const first = await made();
  expect(await made()).toEqual(first);
  mock?.clock.advance(2 * 86_400_000);
  expect(await made()).not.toEqual(first);
  mock?.reset();
  expect(await made()).toMatchObject({ text: "x" });
});
