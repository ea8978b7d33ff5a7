// `--explore`: random requests from the schemas find faults that no catalogue lists, without false alarms.
import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EXPLORE_CHECKS, type ExploreOptions, explore } from "../../../conformance/explore/explore.ts";
import { drawingOf } from "../../../conformance/explore/requests.ts";
import { schemaValues } from "../../../conformance/explore/values.ts";
import { type Plan, makePlan } from "../../../conformance/plan.ts";
import { agentsOf } from "../../../conformance/client/sending/proxy.ts";
import type { Result } from "../../../conformance/run.ts";
import { Session, type TargetOptions } from "../../../conformance/client/target.ts";
import { Transport } from "../../../conformance/client/sending/transport.ts";
import { loadContract } from "../../../src/contract/load.ts";
import type { Contract } from "../../../src/contract/model.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { type Overrides, VARIANTS, startReference } from "../../faults/index.ts";
import { REFERENCE, refusal } from "../../faults/reference.ts";
import { drawn as count, shareOf } from "../../share.ts";
import { CATEGORIES, ORDERS } from "../small-documents.ts";
import { operationOf } from "../exchanges.ts";
import type { JsonObject, JsonValue } from "../../../src/json/value.ts";

const contract = await loadContract("spec/animal-store.yaml");
const planOf = (own: Contract): Plan => makePlan(own, inferResources(own), "2026-11-21");

interface Explored {
  readonly results: readonly Result[];
  readonly session: Session;
}

async function exploreStore(
  overrides: Overrides,
  options: Partial<ExploreOptions> = {},
  more: Partial<TargetOptions> = {},
): Promise<Explored> {
  const store = await startReference(overrides);
  const transport = new Transport(await agentsOf(store.url, 2), { secure: false, timeoutMs: 2000 });
  try {
    const session = new Session(
      planOf(contract),
      {
        baseUrl: store.url,
        key: store.key,
        readOnly: false,
        maxWrites: 200,
        headers: [],
        marker: "conformance-1234",
        ...more,
      },
      transport,
    );
    const list = operationOf(contract, "listPets");
    await session.send({ operation: list });
    const results = await explore(session, { count: 40, seed: 7, ...options });
    return { results, session };
  } finally {
    transport.close();
    await store.close();
  }
}

const verdicts = (results: readonly Result[]): string[] =>
  results.map(({ check, subject, outcome }) => `${check.id} ${subject.operation.id} ${outcome.verdict}`);

const bodiesOf = (session: Session): string[] =>
  session.record.map(
    ({ request }) =>
      `${request.method} ${request.url.replace(/^.*\/v1/, "")} ${new TextDecoder().decode(request.body)}`,
  );

describe("a store that keeps the contract", () => {
  test("passes every check that has random requests", async () => {
    const { results } = await exploreStore({});
    expect(verdicts(results)).toEqual([
      "explore.valid listPets pass",
      "explore.invalid-parameter listPets pass",
      "explore.answer listPets pass",
      "explore.valid createPet pass",
      "explore.invalid createPet pass",
      "explore.answer createPet pass",
      "explore.valid getPet pass",
      "explore.answer getPet pass",
    ]);
    // Each is illustrated by two exchanges, however many were sent.
    expect(results.map(({ evidence }) => evidence.length)).toEqual(results.map(() => 2));
  });

  for (const { id, overrides } of shareOf(VARIANTS, 80)) {
    test(`has no failures: ${id}`, async () => {
      const { results } = await exploreStore(overrides, { count: 12 });
      expect(results.filter(({ outcome }) => outcome.verdict === "fail").map(({ outcome }) => outcome)).toEqual([]);
    });
  }
});

describe("a fault that no check targets", () => {
  test("is found, and shrunk to the smallest request that shows it", async () => {
    const { results } = await exploreStore(
      {
        check: (body, call) => {
          const item = REFERENCE.check(body, call);
          return "categoryId" in item && BigInt(item.categoryId) > 1000n ? refusal(409, "conflict", "too large") : item;
        },
      },
      { count: 60 },
    );
    const found = results.find(({ outcome }) => outcome.verdict === "fail");
    expect(found?.check.id).toBe("explore.valid");
    const [exchange] = found?.evidence ?? [];
    expect(found?.evidence).toHaveLength(1);
    const body = JSON.parse(new TextDecoder().decode(exchange?.request.body)) as { name: string; categoryId: number };
    expect(body.categoryId).toBe(1001);
    expect(body.name).toBe("conformance-1234-explore ");
    expect(Object.keys(body).sort()).toEqual(["categoryId", "name"]);
    expect(JSON.stringify(found?.outcome)).toContain("--seed 7");
  });

  test("is reported as an accepted invalid body, or as an undescribed response", async () => {
    const lenient = await exploreStore({
      check: (body, call) => {
        const item = REFERENCE.check(body, call);
        return "refuse" in item ? { name: "made up", categoryId: 1 } : item;
      },
    });
    expect(verdicts(lenient.results)).toContain("explore.invalid createPet fail");
    expect(verdicts(lenient.results)).toContain("explore.valid createPet pass");
    const broken = await exploreStore({ limit: () => refusal(500, "bug", "at Object.<anonymous>") });
    expect(verdicts(broken.results)).toContain("explore.answer listPets fail");
  });
});

describe("safe and repeatable", () => {
  test("the same seed sends the same requests, and another seed sends others", async () => {
    const [first, again, other] = [await exploreStore({}), await exploreStore({}), await exploreStore({}, { seed: 8 })];
    expect(bodiesOf(again.session)).toEqual(bodiesOf(first.session));
    expect(bodiesOf(other.session)).not.toEqual(bodiesOf(first.session));
    const sent = first.session.record.map(({ request: { method, url, body } }) => {
      const { pathname, search } = new URL(url);
      return `${method} ${pathname}${search} ${new TextDecoder().decode(body)}`.slice(0, 300);
    });
    expect(sent.sort()).toMatchSnapshot();
  });

  test("a read-only run only uses safe methods", async () => {
    const { results, session } = await exploreStore({}, {}, { readOnly: true });
    expect(new Set(session.record.map(({ request }) => request.method))).toEqual(new Set(["GET"]));
    expect(verdicts(results)).toContain("explore.answer createPet inconclusive");
  });

  test("created items count against the budget and have the mark of the run", async () => {
    const { results, session } = await exploreStore({}, { count: 100 }, { maxWrites: 5 });
    expect(session.writes).toBeLessThanOrEqual(5);
    expect(verdicts(results)).toContain("explore.valid createPet inconclusive");
    const created = session.record.filter(({ response }) => response?.status === 201);
    expect(created.length).toBeGreaterThan(0);
    expect(created.every(({ request }) => new TextDecoder().decode(request.body).includes("conformance-1234"))).toBe(
      true,
    );
  });

  test("without a key, operations that need one are not judged", async () => {
    const store = await startReference();
    const transport = new Transport(await agentsOf(store.url, 2), { secure: false, timeoutMs: 2000 });
    const options = { baseUrl: store.url, readOnly: false, maxWrites: 5, headers: [], marker: "conformance-1" };
    try {
      const results = await explore(new Session(planOf(contract), options, transport), { count: 5, seed: 1 });
      expect(new Set(results.map(({ outcome }) => outcome.verdict))).toEqual(new Set(["inconclusive"]));
    } finally {
      transport.close();
      await store.close();
    }
  });
});

// Values drawn from a schema are nearly always valid; the validator has the last word.
describe("values drawn from schemas", () => {
  const schemas: Readonly<Record<string, JsonObject>> = {
    "int64, as far as it goes": { type: "integer", format: "int64" },
    "int32 within bounds": { type: "integer", format: "int32", minimum: -5, exclusiveMaximum: 7 },
    multiples: { type: "integer", multipleOf: 5, minimum: 3, maximum: 100 },
    "multiples of a fraction": { type: "number", multipleOf: 0.01, minimum: 0, maximum: 1 },
    "one value": { const: "only" },
    "a list of values": { enum: ["a", 1, null] },
    "text of a pattern": { type: "string", pattern: "^[A-Z]{2}-[0-9]+$" },
    "text of a length": { type: "string", minLength: 3, maxLength: 5 },
    "texts of formats": {
      type: "object",
      required: ["date", "time", "mail", "id", "four", "six", "uri", "host"],
      properties: {
        date: { type: "string", format: "date" },
        time: { type: "string", format: "date-time" },
        mail: { type: "string", format: "email" },
        id: { type: "string", format: "uuid" },
        four: { type: "string", format: "ipv4" },
        six: { type: "string", format: "ipv6" },
        uri: { type: "string", format: "uri" },
        host: { type: "string", format: "hostname" },
      },
    },
    "null or text": { type: ["string", "null"] },
    "a set": { type: "array", uniqueItems: true, minItems: 2, items: { type: "integer" } },
    "one of two": { oneOf: [{ type: "integer" }, { type: "string" }] },
    "parts of a whole": {
      allOf: [
        { type: "object", required: ["a"], properties: { a: { type: "integer" } } },
        { type: "object", required: ["b"], properties: { b: { type: "boolean" } } },
      ],
    },
    "a base and a choice": {
      type: "object",
      required: ["kind"],
      properties: { kind: { type: "string" } },
      oneOf: [
        { required: ["x"], properties: { x: { type: "integer" } } },
        { required: ["y"], properties: { y: { type: "boolean" } } },
      ],
    },
    "a tree": { $ref: "#/components/schemas/Tree" },
  };

  for (const [name, schema] of Object.entries(schemas)) {
    test(`are valid: ${name}`, async () => {
      const own = await loadContract({
        openapi: "3.1.0",
        info: { title: "t", version: "1" },
        paths: {
          "/a": {
            post: {
              requestBody: { content: { "application/json": { schema } } },
              responses: { "200": { description: "ok" } },
            },
          },
        },
        components: {
          schemas: {
            Tree: {
              type: "object",
              required: ["name"],
              properties: {
                name: { type: "string" },
                children: { type: "array", items: { $ref: "#/components/schemas/Tree" } },
              },
            },
          },
        },
      });
      const media = own.operations[0]?.body?.content[0]?.schema;
      if (media === undefined) throw new Error("no schema");
      const numRuns = count({ each: 30, proof: 200 });
      const drawn = fc.sample(schemaValues(fc, own.document, media.pointer), { numRuns, seed: 3 });
      const valid = drawn.filter((value: JsonValue) => media.validate(value).length === 0);
      expect(valid.length).toBeGreaterThan(numRuns * 0.75);
      expect(
        new Set(
          valid.map((value) =>
            JSON.stringify(value, (_, item: unknown) => (typeof item === "bigint" ? String(item) : item)),
          ),
        ).size,
      ).toBeGreaterThan(name.includes("value") ? 0 : 5);
    });
  }

  test("are valid or invalid as intended, for other documents, too", async () => {
    for (const source of [ORDERS, CATEGORIES]) {
      const own = await loadContract(source);
      for (const operation of own.operations) {
        const drawing = drawingOf(fc, planOf(own), operation, "mark");
        const schema = operation.body?.content[0]?.schema;
        const valid = fc.sample(drawing.valid, { numRuns: 50, seed: 1 }).filter((one) => one !== undefined);
        expect(valid.length).toBeGreaterThan(10);
        expect(valid.filter(({ json }) => json !== undefined && schema?.validate(json).length !== 0)).toEqual([]);
        if (drawing.invalidBody === undefined) continue;
        const invalid = fc.sample(drawing.invalidBody, { numRuns: 50, seed: 1 }).filter((one) => one !== undefined);
        expect(invalid.length).toBeGreaterThan(10);
        expect(invalid.filter(({ json }) => schema?.validate(json).length === 0)).toEqual([]);
      }
    }
  });

  test("a schema that requires itself endlessly has no values, and the run continues", async () => {
    const own = await loadContract({
      openapi: "3.1.0",
      info: { title: "t", version: "1" },
      paths: {
        "/a": {
          post: {
            requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Endless" } } } },
            responses: { "200": { description: "ok" } },
          },
        },
      },
      components: {
        schemas: {
          Endless: {
            type: "object",
            required: ["next"],
            properties: { next: { $ref: "#/components/schemas/Endless" } },
          },
        },
      },
    });
    const [operation] = own.operations;
    if (operation === undefined) throw new Error("no operation");
    const drawn = fc.sample(drawingOf(fc, planOf(own), operation, "mark").valid, 5);
    expect(drawn).toEqual([undefined, undefined, undefined, undefined, undefined]);
  });
});

test("each claim is one line of at most 70 characters, with its own id", () => {
  const checks = Object.values(EXPLORE_CHECKS);
  expect(new Set(checks.map(({ id }) => id)).size).toBe(checks.length);
  expect(checks.filter((check) => check.claim.length > 70)).toEqual([]);
});
