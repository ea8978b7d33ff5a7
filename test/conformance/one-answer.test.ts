// The verdicts of checks on a single recorded response: each status, and odd headers and bodies.
import { expect, test } from "vitest";
import { CHECKS } from "../../conformance/checks/index.ts";
import type { Outcome } from "../../conformance/check.ts";
import type { Exchange, HeaderPairs } from "../../conformance/client/exchange.ts";
import type { Target } from "../../conformance/client/target.ts";
import { type Plan, makePlan } from "../../conformance/plan.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { Operation } from "../../src/contract/model.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { changed, orders } from "../http/documents.ts";

const planOf = async (document: JsonObject): Promise<Plan> => {
  const contract = await loadContract(document);
  return makePlan(contract, inferResources(contract), "2026-11-21");
};
const WHOLE = await planOf(orders());
/** Only the success of the list is described. */
const BARE = await planOf(
  changed(orders(), ["paths", "/orders", "get", "responses"], { "200": { description: "The orders." } }),
);
const RECORD = CHECKS.filter(({ stage }) => stage === "record");

function operationOf(plan: Plan, name: string): Operation {
  const found = plan.operations.find(({ method, path }) => `${method} ${path}` === name);
  if (found === undefined) throw new Error(`there is no ${name}`);
  return found;
}

/** The outcome of each check for an operation if this is the only exchange. */
async function outcomesOf(plan: Plan, exchange: Exchange, operation: Operation): Promise<[id: string, Outcome][]> {
  const session = {
    ...{
      record: [exchange],
      recordOf: () => [exchange],
      cut: [],
      created: [],
      options: {},
      keyring: { isEmpty: true },
    },
    stop: { checkJudging: () => undefined },
    steadiness: { isUnsteady: false, strays: [] },
  };
  const target = { session, plan, look: () => undefined } as unknown as Target;
  const found: [string, Outcome][] = [];
  for (const check of RECORD) {
    const subjects = check.applies(plan).filter((one) => one.operation === operation);
    for (const subject of subjects.slice(0, 1)) found.push([check.id, await check.run(subject, target)]);
  }
  return found;
}

const JSON_TYPE: HeaderPairs = [["Content-Type", "application/json"]];
const error = (status: number, message = "M"): string => JSON.stringify({ code: "x", message, status });

function exchangeOf(
  operation: Operation,
  {
    status = 200,
    headers = JSON_TYPE,
    body = "[]",
    ...more
  }: Partial<Exchange> & { status?: number; headers?: HeaderPairs; body?: string },
): Exchange {
  const bytes = new TextEncoder().encode(body);
  const request = { method: operation.method, url: `http://localhost${operation.path}`, headers: [] };
  return {
    operation,
    intent: "valid",
    request,
    response: { status, headers, body: bytes, complete: true },
    ms: 1,
    ...more,
  };
}

/** The statuses with a meaning, and a neighbour of each. */
const STATUSES = [200, 208, 300, 309, 400, 418, 421, 432, 451, 452, 500, 512].flatMap((first, at, all) =>
  at % 2 === 0 ? Array.from({ length: (all[at + 1] ?? 0) - first }, (_, more) => first + more) : [],
);

test.each([
  ["valid", WHOLE],
  ["invalid", BARE],
] as const)("the results for each status of a response to a request that is %s", async (intent, plan) => {
  const operation = operationOf(plan, "GET /orders");
  const failing = new Map<string, number[]>();
  for (const status of STATUSES) {
    const body = status < 300 ? "[]" : error(status);
    for (const [id, { verdict }] of await outcomesOf(
      plan,
      exchangeOf(operation, { status, body, intent }),
      operation,
    )) {
      const name = `${id} ${verdict}`;
      failing.set(name, [...(failing.get(name) ?? []), status]);
    }
  }
  const ranges = (all: number[]): string =>
    all
      .reduce<number[][]>((runs, one) => {
        const last = runs.at(-1);
        if (last !== undefined && last.at(-1) === one - 1) last.push(one);
        else runs.push([one]);
        return runs;
      }, [])
      .map((run) => (run.length === 1 ? String(run[0]) : `${run[0]}-${run.at(-1)}`))
      .join(" ");
  expect([...failing].map(([name, all]) => `${name}: ${ranges(all)}`).join("\n")).toMatchSnapshot();
});

const ORDER = '{"id":7,"state":"open","quantity":1,"createdAt":"2026-11-21T00:00:00Z"}';
const answers: readonly (readonly [name: string, operation: string, answer: Parameters<typeof exchangeOf>[1]])[] = [
  ["a good list", "GET /orders", {}],
  ["no media type", "GET /orders", { headers: [] }],
  ["another media type", "GET /orders", { headers: [["Content-Type", "text/html"]], body: "<p>" }],
  ["another charset", "GET /orders", { headers: [["Content-Type", "application/json; charset=latin1"]] }],
  ["UTF-8 by name", "GET /orders", { headers: [["Content-Type", "application/json; charset=UTF8"]] }],
  ["no JSON", "GET /orders", { body: "[" }],
  ["an empty body", "GET /orders", { body: "" }],
  ["a mark before the JSON", "GET /orders", { body: "\uFEFF[]" }],
  ["an object for a list", "GET /orders", { body: "{}" }],
  ["items that are none", "GET /orders", { body: "[1]" }],
  ["a large integer", "GET /orders", { body: '[{"id":9007199254740993.5}]' }],
  ["an error for a valid request", "GET /orders", { status: 400, body: error(400) }],
  ["an error without a body", "GET /orders", { status: 400, body: "", intent: "invalid" }],
  ["an error of another form", "GET /orders", { status: 400, body: "[]", intent: "invalid" }],
  [
    "an error in a text",
    "GET /orders",
    { status: 400, headers: [["Content-Type", "text/plain"]], body: "no", intent: "invalid" },
  ],
  [
    "an error with a trace",
    "GET /orders",
    { status: 400, body: error(400, "at f (/srv/app/a.js:1:2)"), intent: "invalid" },
  ],
  [
    "an error with a query",
    "GET /orders",
    { status: 400, body: error(400, "SELECT a FROM b WHERE c"), intent: "invalid" },
  ],
  ["a failure", "GET /orders", { status: 500, body: error(500) }],
  ["a failure that it may have", "GET /orders", { status: 503, body: error(503), intent: "invalid" }],
  ["a refusal without Allow", "GET /orders", { status: 405, body: error(405), intent: "invalid" }],
  ["a challenge", "GET /orders", { status: 401, body: error(401), intent: "invalid" }],
  ["no content with a body", "GET /orders", { status: 204, body: "{}" }],
  ["a retry without a time", "GET /orders", { status: 429, body: error(429), intent: "invalid" }],
  [
    "odd dates and ages",
    "GET /orders",
    { headers: [...JSON_TYPE, ["Date", "today"], ["Age", "-1"], ["Retry-After", "soon"]] },
  ],
  ["a creation", "POST /orders", { status: 201, body: ORDER }],
  [
    "a creation with a place",
    "POST /orders",
    { status: 201, body: ORDER, headers: [...JSON_TYPE, ["Location", "/orders/7"]] },
  ],
  ["a creation that shows nothing", "POST /orders", { status: 201, body: "null" }],
];

test("the results for unusual responses", async () => {
  const lines: string[] = [];
  for (const [name, named, answer] of answers) {
    const operation = operationOf(WHOLE, named);
    const told = (await outcomesOf(WHOLE, exchangeOf(operation, answer), operation)).flatMap(([id, outcome]) =>
      outcome.verdict === "fail" ? [`  ${id}: expected ${outcome.expected}, got ${outcome.seen}`] : [],
    );
    lines.push(`${name}:`, ...told);
  }
  expect(lines.join("\n")).toMatchSnapshot();
});
