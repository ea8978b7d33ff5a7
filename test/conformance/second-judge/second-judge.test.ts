// Two judges check every response. If they disagree for no known reason, the report shows both opinions.
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Exchange } from "../../../conformance/client/exchange.ts";
import { type Plan, makePlan } from "../../../conformance/plan.ts";
import {
  type SecondJudge,
  agreement,
  askJudge,
  secondOpinion,
} from "../../../conformance/second-judge/second-judge.ts";
import { BLIND_SPOTS } from "../../../conformance/second-judge/blind-spots.ts";
import { type Opinion, ownOpinion } from "../../../conformance/second-judge/opinion.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { Contract, Operation } from "../../../src/contract/model.ts";
import { DEFAULT_KEY, createMockServer } from "../../../src/http/node/server.ts";
import { type Judge, loadJudge } from "../../../src/prism/judge.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { FAULTS, startReference } from "../../faults/index.ts";
import { IN_PROOF, shareOf } from "../../share.ts";
import { answered, operationOf } from "./exchanges.ts";
import type { JsonObject } from "../../../src/json/value.ts";

const planOf = (contract: Contract): Plan => makePlan(contract, inferResources(contract), "2026-11-21");

const loadedJudges: Judge[] = [];
afterAll(async () => {
  await Promise.all(loadedJudges.map((one) => one.close()));
});

function judgeOf(own: Contract): SecondJudge {
  const loaded = loadJudge(own);
  if ("missing" in loaded) throw new Error(loaded.missing);
  loadedJudges.push(loaded);
  return askJudge(loaded);
}

/** A judge with the same opinion of every response. */
const saying =
  (...opinions: readonly Opinion[]): SecondJudge =>
  async (_, exchanges) => ({ opinions: exchanges.map(() => opinions) });

let contract: Contract;
let plan: Plan;
let judge: SecondJudge;
beforeAll(async () => {
  contract = await loadContract("spec/animal-store.yaml");
  plan = planOf(contract);
  judge = judgeOf(contract);
});

/** What the judges disagree on after a whole run against a store. */
async function disagreementsAt(url: string, key: string): Promise<string[]> {
  const { session } = await verify(contract, { baseUrl: url, key, timeoutMs: 1500 });
  const { disagreements, judged } = await secondOpinion(session.record, session.plan, judge);
  expect(judged.length).toBeGreaterThan(20);
  return disagreements.map(({ part, ours, theirs }) => JSON.stringify({ part, ours, theirs }));
}

// `test/conformance/variants.test.ts` runs the variants with both judges.
describe("the judges agree", () => {
  test.runIf(IN_PROOF)("on the reference store", async () => {
    const store = await startReference();
    try {
      expect(await disagreementsAt(store.url, store.key)).toEqual([]);
    } finally {
      await store.close();
    }
  });

  test.runIf(IN_PROOF)("on our own mock", async () => {
    const server = createMockServer(contract, inferResources(contract));
    const address = await server.listen({ host: "127.0.0.1", port: 0 });
    try {
      expect(await disagreementsAt(address.url, DEFAULT_KEY)).toEqual([]);
    } finally {
      await server.close();
    }
  });

  test.runIf(IN_PROOF)("on broken stores", { timeout: 900_000 }, async () => {
    for (const { id, overrides } of shareOf(FAULTS, 400)) {
      const store = await startReference(overrides);
      try {
        const { session } = await verify(contract, { baseUrl: store.url, key: store.key, timeoutMs: 1500 });
        const { disagreements } = await secondOpinion(session.record, session.plan, judge);
        expect({ id, disagreements: disagreements.map(({ ours, theirs }) => ({ ours, theirs })) }).toEqual({
          id,
          disagreements: [],
        });
      } finally {
        await store.close();
      }
    }
  });
});

describe("a judge that is wrong", () => {
  const record = (): Exchange[] => {
    const list = operationOf(contract, "listPets");
    return [answered(list, 200, "[]"), answered(list, 200, '[{"id":"1"}]'), answered(list, 200, "[]", [])];
  };

  test("is found if it accepts everything", async () => {
    const { disagreements } = await secondOpinion(record(), plan, saying());
    expect(disagreements.map(({ part }) => part)).toEqual(["body", "media-type"]);
  });

  test("is found if it refuses everything", async () => {
    const all = saying({ part: "body", at: "", keyword: "type", message: "must be a teapot" });
    expect((await secondOpinion(record(), plan, all)).disagreements.map(({ part }) => part)).toEqual([
      "body",
      "media-type",
      "body",
    ]);
  });

  test("is reported as an error of the suite, with both opinions", async () => {
    const [list, ...others] = (await agreement(record(), plan, saying())).results;
    expect(list?.check.id).toBe("second-judge.agreement");
    expect(list?.outcome.verdict).toBe("error");
    const cause = list?.outcome.verdict === "error" ? String(list.outcome.cause) : "";
    expect(cause).toContain("ours says");
    expect(cause).toContain("the second says nothing is wrong (and 1 more)");
    expect(list?.evidence).toHaveLength(2);
    expect(others.map(({ outcome }) => outcome.verdict)).toEqual(["inconclusive", "inconclusive"]);
  });

  test("does not keep agreement from being a pass with evidence", async () => {
    const [list] = (await agreement(record(), plan, judge)).results;
    expect(list?.outcome).toEqual({ verdict: "pass" });
    expect(list?.evidence).toHaveLength(3);
  });

  test("does not judge responses that do not belong to the operation", async () => {
    const [whole] = record() as [Exchange];
    const { response, request } = whole as Required<Exchange>;
    const odd: Exchange[] = [
      { ...whole, intent: "foreign" },
      { ...whole, request: { ...request, method: "HEAD" } },
      { ...whole, response: { ...response, complete: false } },
    ];
    const refusing = saying({ part: "body", at: "", keyword: "", message: "no" });
    expect((await secondOpinion(odd, plan, refusing)).disagreements).toEqual([]);
  });

  test.runIf(IN_PROOF)("has no result for an operation that it cannot read, and the reason is given", async () => {
    const failing: SecondJudge = async () => ({ failure: "it took longer than 10 s" });
    const { results, failures } = await agreement(record(), plan, failing);
    expect([...failures.values()]).toContain("it took longer than 10 s");
    expect(results.map(({ subject }) => subject.operation).filter((operation) => failures.has(operation))).toEqual([]);
  });
});

// For each blind spot, a response on which the judges disagree, and that only this entry of the table explains it.
describe("known blind spots", () => {
  const document = (schema: JsonObject, more: JsonObject = {}): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "one", version: "1" },
    paths: {
      "/one": {
        get: {
          operationId: "one",
          responses: {
            "200": { description: "it", content: { "application/json": { schema } } },
            ...(more["responses"] as object),
          },
        },
      },
    },
    ...(more["root"] as object | undefined),
  });
  const withHeader = (schema: JsonObject): JsonObject =>
    document({}, { responses: { "200": { description: "it", headers: { Count: { schema } } } } });
  const problem = [["Content-Type", "application/problem+json"]] as const;
  const semicolon = [["Content-Type", "application/json;"]] as const;
  const int64 = { type: "integer", format: "int64" };
  const twice = new TextEncoder().encode('{"a":1,"a":2}');

  const cases: Readonly<
    Record<string, readonly [JsonObject, number, string | Uint8Array, (readonly (readonly [string, string])[])?]>
  > = {
    "integers-above-2-53": [
      document({ oneOf: [{ type: "null" }, { type: "object", properties: { count: int64 } }] }),
      200,
      '{"count":9007199254740993}',
    ],
    "decimal-multiples": [document({ type: "number", multipleOf: 0.01 }), 200, "19.99"],
    "inherited-names": [document({ type: "object", properties: { constructor: { type: "string" } } }), 200, "{}"],
    "json-text": [document({ type: "object" }), 200, twice],
    "newer-keywords": [document({ type: "array", prefixItems: [{ type: "string" }] }), 200, "[1]"],
    "closed-parts": [
      document({
        allOf: [
          { type: "object", properties: { page: {} }, additionalProperties: false },
          { type: "object", properties: { data: {} } },
        ],
      }),
      200,
      '{"data":1,"page":1}',
    ],
    "schema-dialect": [
      document({ type: "object" }, { root: { jsonSchemaDialect: "https://spec.openapis.org/oas/3.1/dialect/base" } }),
      200,
      "[]",
    ],
    nullable: [{ ...document({ type: "string", nullable: true, enum: ["a"] }), openapi: "3.0.3" }, 200, "null"],
    "write-only": [
      document({ type: "object", properties: { key: { type: "string", writeOnly: true } } }),
      200,
      '{"key":1}',
    ],
    "date-time": [document({ type: "string", format: "date-time" }), 200, '"2026-12-31T23:59:60+01:00"'],
    "default-response": [document({}, { responses: { default: { description: "error" } } }), 202, "{}"],
    "range-in-lower-case": [
      document(
        {},
        {
          responses: {
            "4xx": { description: "error", content: { "application/json": { schema: { type: "object" } } } },
          },
        },
      ),
      404,
      "{}",
    ],
    "media-type-suffix": [document({ type: "object" }), 200, "{}", problem],
    "media-type-parameters": [document({ type: "object" }), 200, "{}", semicolon],
    "chosen-by-tag": [
      document({
        oneOf: [
          { type: "object", properties: { a: {} } },
          { type: "object", required: ["c"] },
          { type: "object", properties: { b: {} } },
        ],
        discriminator: { propertyName: "kind" },
      }),
      200,
      '{"kind":"a"}',
    ],
    "no-content": [
      document({}, { responses: { "204": { description: "done", content: { "application/json": {} } } } }),
      204,
      "",
      [],
    ],
    "header-conversion": [withHeader({ type: "integer" }), 200, "", [["Count", "1e3"]]],
  };

  test("all have an example here", () => {
    expect(Object.keys(cases).sort()).toEqual(BLIND_SPOTS.map(({ id }) => id).sort());
  });

  for (const [id, [source, status, body, headers]] of shareOf(Object.entries(cases), 20)) {
    test(`include ${id}, which only its own entry explains`, async () => {
      const own = await loadContract(source);
      const exchange = answered(operationOf(own, "one"), status, body, headers);
      const second = judgeOf(own);
      const judgement = await second(exchange.operation as Operation, [exchange]);
      const theirs = ("opinions" in judgement ? judgement.opinions[0] : undefined) ?? [];
      const ours = ownOpinion(exchange, planOf(own));
      expect([ours.length, theirs.length].filter((count) => count > 0)).toHaveLength(1);
      expect((await secondOpinion([exchange], planOf(own), second)).disagreements).toEqual([]);
      const difference = {
        part: (ours[0] ?? theirs[0])?.part ?? "body",
        exchange,
        plan: planOf(own),
        ours,
        theirs,
      } as const;
      const explaining = BLIND_SPOTS.filter(
        (spot) => spot.parts.includes(difference.part) && spot.explains(difference),
      );
      expect(explaining.map((spot) => spot.id)).toEqual([id]);
    });
  }
});
