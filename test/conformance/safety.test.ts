// Safe on shared systems: read-only runs only read, no run creates more than allowed or touches other people's items.
import { describe, expect, test } from "vitest";
import { type Exchange, isSuccess } from "../../conformance/client/exchange.ts";
import { verify } from "../../conformance/verify.ts";
import { loadContract } from "../../src/contract/load.ts";
import { answers, at, body, list, number, object, query, text } from "../http/parts.ts";
import { startMock as serve } from "../http/support.ts";
import { contractOf } from "./documents.ts";
import { complaints, judge, judgeStore, referenceRun } from "./side-by-side.ts";
import { type Passing, startMock } from "./tampered.ts";
import { FAULTS } from "../faults/index.ts";
import { IN_PROOF, shareOf } from "../share.ts";

const methodsOf = (record: readonly Exchange[]): string[] => [...new Set(record.map(({ request }) => request.method))];
const created = (record: readonly Exchange[]): Exchange[] =>
  record.filter(({ request, response }) => request.method === "POST" && response?.status === 201);

test("a read-only run only sends GET, HEAD and OPTIONS", { timeout: 60_000 }, async () => {
  const run = await referenceRun({ readOnly: true });
  expect(methodsOf(run.session.record).filter((name) => !["GET", "HEAD", "OPTIONS"].includes(name))).toEqual([]);
  expect(run.session.writes).toBe(0);
  expect(complaints(run)).toEqual([]);
  expect(run.results.filter(({ outcome }) => outcome.verdict === "pass").length).toBeGreaterThan(100);
});

describe("a run never creates more items than --max-writes", () => {
  test.each(shareOf([0, 25, 1, 3, 60], 3))("%i", { timeout: 60_000 }, async (maxWrites) => {
    const run = await referenceRun({ maxWrites });
    expect(created(run.session.record).length).toBeLessThanOrEqual(maxWrites);
    expect(run.session.writes).toBeLessThanOrEqual(maxWrites);
    expect(complaints(run)).toEqual([]);
  });

  test("even if the store creates an item from any body", { timeout: 60_000 }, async () => {
    const lenient = FAULTS.filter(({ id }) => id === "create.malformed-accepted" || id === "auth.open-create");
    for (const { overrides } of shareOf(lenient, 2)) {
      const run = await judgeStore(overrides, { maxWrites: 10 });
      expect(created(run.session.record).length).toBeLessThanOrEqual(10);
    }
  });
});

test.runIf(IN_PROOF)("25 writes decide everything except what needs more items", { timeout: 60_000 }, async () => {
  const run = await referenceRun({ maxWrites: 25 });
  const open = run.results.filter(({ outcome }) => outcome.verdict === "inconclusive").map(({ check }) => check.id);
  expect(open.toSorted()).toEqual(["paging.maximum", "paging.with-filter"]);
});

test.runIf(IN_PROOF)("a few writes reach every kind of item, and what changes them", { timeout: 60_000 }, async () => {
  const name = "orders and categories";
  const run = await judge(await contractOf(name), await startMock(name), { maxWrites: 25 });
  const passed = run.results.filter(({ outcome }) => outcome.verdict === "pass");
  const plain = passed.filter(
    ({ check, subject }) => check.id === "create.accepts" && subject.about === "only what is required",
  );
  expect(new Set(plain.map(({ subject }) => subject.operation?.path))).toEqual(
    new Set(["/pets", "/categories", "/orders"]),
  );
  expect(passed.some(({ check }) => check.id === "change.remove")).toBe(true);
  expect(run.session.writes).toBeLessThanOrEqual(25);
});

test.runIf(IN_PROOF)("the default run is cheap", { timeout: 60_000 }, async () => {
  const run = await referenceRun();
  expect(complaints(run, ["fail", "error", "inconclusive"])).toEqual([]);
  expect(run.session.requests).toBeLessThan(400);
  expect(run.session.writes).toBeLessThanOrEqual(200);
});

test(
  "existing items are never changed or removed, and created ones are removed if possible",
  { timeout: 60_000 },
  async () => {
    const touched: string[] = [];
    const own = new Set<string>();
    const isOwn = (path: string): boolean => own.has(path.split("/").at(-1) ?? "");
    const store = await startMock("items that can be changed", {
      before: (passing: Passing) => {
        const unsafe = ["PUT", "PATCH", "DELETE", "POST"].includes(passing.method);
        if (unsafe && /^\/pets\/\d{1,6}$/.test(passing.path) && !isOwn(passing.path)) {
          touched.push(`${passing.method} ${passing.path}`);
        }
        return passing;
      },
      after: (answer, { method, path }) => {
        if (method === "POST" && path === "/pets" && answer.status === 201) {
          own.add(String((JSON.parse(answer.body) as { id: number }).id));
        }
        return answer;
      },
    });
    const { session } = await judge(await contractOf("items that can be changed"), store);
    expect(own.size).toBeGreaterThan(100);
    expect(touched).toEqual([]);
    expect(session.created.length).toBeGreaterThan(100);
    expect(session.created.filter(({ removed }) => !removed)).toEqual([]);
  },
);

test(
  "a request that would remove the items of others is not sent, with a filter or without a key",
  { timeout: 60_000 },
  async () => {
    const ship = object({ id: number, name: text, kind: text }, "id", "name");
    const kinds = { name: "kinds", schema: { ...list(text), example: ["tall", "small"] } };
    const document = {
      openapi: "3.1.0",
      info: { title: "Ships", version: "1" },
      security: [{ key: [] }],
      components: { securitySchemes: { key: { type: "http", scheme: "bearer" } } },
      paths: {
        "/ships": {
          get: { parameters: query({ name: "kind", schema: text }), responses: answers("200", list(ship)) },
          post: { requestBody: body(object({ name: text }, "name")), responses: answers("201", ship) },
          delete: { parameters: query(kinds), responses: answers("204") },
        },
        "/ships/{id}": { ...at("id"), get: { responses: answers("200", ship) } },
      },
    };
    const mock = await serve(document);
    const run = await verify(await loadContract(document), { baseUrl: mock.url, key: "demo-key" });
    await mock.close();
    expect(complaints(run)).toEqual([]);
    const removals = run.session.record.filter(({ request }) => request.method === "DELETE");
    expect(removals.filter(isSuccess).map(({ request }) => request.url)).toEqual([]);
  },
);
