// The notes of `verify` about a document that it only understands in part.
import { expect, test } from "vitest";
import { verify } from "../../conformance/verify.ts";
import type { Run } from "../../conformance/run.ts";
import { CHECKS } from "../../conformance/checks/index.ts";
import { jsonReport } from "../../conformance/report/json.ts";
import type { Verified } from "../../conformance/report/report.ts";
import { notes } from "../../src/commands/verify/notes.ts";
import { loadContract } from "../../src/contract/load.ts";
import { DEFAULT_KEY, createMockServer } from "../../src/http/node/server.ts";
import { inferResources } from "../../src/resource/infer.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { changed, orders } from "../http/documents.ts";

async function verified(
  document: JsonObject,
): Promise<{ said: string; json: unknown; families: ReadonlySet<string>; run: Run }> {
  const contract = await loadContract(document, { lenient: true });
  const server = createMockServer(contract, inferResources(contract));
  const { url } = await server.listen();
  try {
    const checks = CHECKS.filter(({ family }) => family === "paging");
    const run = await verify(contract, { baseUrl: url, key: DEFAULT_KEY, checks });
    const whole: Verified = { run, results: run.results, coverage: { covered: 0, reasoned: 0, open: 0 } };
    const json = jsonReport(whole, { contract, version: "1", target: url, strict: false });
    return {
      run,
      said: notes(whole).join("\n"),
      json: JSON.parse(json),
      families: new Set(run.results.map(({ check }) => check.family)),
    };
  } finally {
    await server.close();
  }
}

const list = ["paths", "/orders", "get"];
const window = { name: "window", in: "query", schema: { type: "integer", minimum: 1, maximum: 5, default: 2 } };

test("a page size under an unusual name: pages are not checked, and a note says why", async () => {
  const { said, json, families } = await verified(changed(orders(), [...list, "parameters"], [window]));
  expect(families.has("paging")).toBe(false);
  const message =
    "no parameter of GET /orders sets the page size; if one does, name it with x-resource: { pageSize: window }";
  expect(said).toContain(`Not recognised, so not checked: ${message} (`);
  expect(json).toMatchObject({
    coverage: { covered: 0, reasoned: 0, open: 0 },
    unrecognised: [{ pointer: "/paths/~1orders/get", message }],
  });
});

test("the same page size, named by x-resource: its pages are checked", async () => {
  const named = changed(orders(), [...list, "parameters"], [window]);
  const { said, json, families } = await verified(changed(named, [...list, "x-resource"], { pageSize: "window" }));
  expect(families.has("paging")).toBe(true);
  expect(said).not.toContain("Not recognised");
  expect(json).not.toHaveProperty("unrecognised");
});

test("a family in which nothing could be decided: the most common reason", async () => {
  const named = changed(orders(), [...list, "parameters"], [window]);
  const { run } = await verified(changed(named, [...list, "x-resource"], { pageSize: "window" }));
  const [result] = run.results;
  if (result === undefined) throw new Error("there is a result");
  const results = ["a full store", "a full store", "time"].map((needs) => {
    return { ...result, outcome: { verdict: "inconclusive" as const, why: "nothing was seen", needs } };
  });
  const said = notes({ run: { ...run, results }, results, coverage: { covered: 0, reasoned: 0, open: 0 } });
  expect(said).toContain("Nothing could be decided: see the reasons above.");
  const decided = { ...result, check: { ...result.check, family: "auth" as const } };
  const some = [...results, decided];
  const told = notes({ run: { ...run, results: some }, results: some, coverage: { covered: 0, reasoned: 0, open: 0 } });
  expect(told).toContain(
    "Nothing could be decided in the family paging: the exit code is 4 unless --allow-undecided. In 2 claims of them, nothing was seen; it would take a full store.",
  );
});

test("many such notes: a few of them, and where to find the rest", async () => {
  const names = Array.from({ length: 6 }, (_, index) => `things${index}`);
  const error = { properties: { explanation: { type: "string" }, number: { type: "integer" } } };
  const item = { type: "object", properties: { id: { type: "integer" } } };
  const get = {
    parameters: [window],
    responses: {
      "200": { description: "D", content: { "application/json": { schema: { type: "array", items: item } } } },
      default: { description: "D", content: { "application/json": { schema: error } } },
    },
  };
  const paths = Object.fromEntries(names.map((name) => [`/${name}`, { get }]));
  const { said } = await verified({ openapi: "3.1.0", info: { title: "T", version: "1" }, paths });
  expect(said.match(/^Not recognised/gm)).toHaveLength(4);
  expect(said).toContain("4 more: animal-store explain lists them.");
});

test("parts of the document that were not tested, and why", async () => {
  const { paths, ...rest } = orders() as Record<string, JsonObject>;
  const broken = { get: { parameters: [{ in: "query" }], responses: {} } };
  const { said } = await verified({
    ...rest,
    paths: { ...paths, "/broken": broken, "/odd": 5 },
    webhooks: { made: { post: { responses: {} } } },
  });
  expect(said).toMatch(
    /^1 of \d operations cannot be tested: GET \/broken \(\(object\):1: the parameter has no name\)\.$/m,
  );
  expect(said).toMatch(/^Not understood: \(object\):1: a path item must be an object here\.$/m);
});
