// Every claim has a basis that a reader can look up: a `must` a place in the document, a `should` an RFC or a decision
// too.
import { describe, expect, test } from "vitest";
import type { AnyCheck } from "../../conformance/check.ts";
import { CHECKS } from "../../conformance/checks/index.ts";
import { proseOf } from "../../conformance/checks/prose/index.ts";
import { EXPLORE_CHECKS } from "../../conformance/explore/explore.ts";
import { type Plan, makePlan } from "../../conformance/plan.ts";
import { contractOf as contractOfDocument, documentOfValue, loadContract } from "../../src/contract/load.ts";
import { valueAt } from "../../src/json/pointer.ts";
import type { JsonObject } from "../../src/json/value.ts";
import { inferResources } from "../../src/resource/infer.ts";
import { SEEDED } from "../faults/seeded/index.ts";
import { SHAPES } from "../faults/shapes/index.ts";
import { DOCUMENTS, type DocumentName, contractOf } from "./documents.ts";

const ALL: readonly AnyCheck[] = [...CHECKS, ...Object.values(EXPLORE_CHECKS)];
const MUSTS = ALL.filter(({ level }) => level === "must");

async function planOf(name: DocumentName): Promise<Plan> {
  const contract = await contractOf(name);
  return makePlan(contract, inferResources(contract), "2026-11-22");
}

describe("a must", () => {
  test("rests on a part of the document, which its basis names first", () => {
    const elsewhere = MUSTS.filter(({ basis }) => /^(RFC|CWE|spec\/|the option)/.test(basis));
    expect(elsewhere.map(({ id, basis }) => `${id}: ${basis}`)).toEqual([]);
  });

  test.each(Object.keys(DOCUMENTS) as DocumentName[])("points to a place that exists: %s", async (name) => {
    const plan = await planOf(name);
    const { root } = plan.contract.document;
    const pointers = MUSTS.flatMap((check) => check.applies(plan).map(({ pointer }) => ({ id: check.id, pointer })));
    expect(pointers.length).toBeGreaterThan(50);
    expect(pointers.filter(({ pointer }) => pointer === "" || valueAt(root, pointer) === undefined)).toEqual([]);
  });

  test("applies to at least one of the documents that the suite is tested with", async () => {
    const asked = new Set<string>();
    for (const name of Object.keys(DOCUMENTS) as DocumentName[]) {
      const plan = await planOf(name);
      for (const check of MUSTS) if (check.applies(plan).length > 0) asked.add(check.id);
    }
    for (const { document } of [...SHAPES, ...SEEDED]) {
      const contract = await loadContract(document);
      const plan = makePlan(contract, inferResources(contract), "2026-11-22");
      for (const check of MUSTS) if (check.applies(plan).length > 0) asked.add(check.id);
    }
    expect(MUSTS.filter(({ id }) => !asked.has(id)).map(({ id }) => id)).toEqual([]);
  });

  test("does not claim that the document says nothing", () => {
    expect(MUSTS.filter((check) => proseOf(check.id)?.says.startsWith("Nothing"))).toEqual([]);
  });
});

test.each(ALL.map((check) => [check.id, check] as const))(
  "%s explains what the document says, and which other responses are right",
  (_, check) => {
    expect(proseOf(check.id)?.says.length).toBeGreaterThan(25);
    expect(proseOf(check.id)?.alsoRight.length).toBeGreaterThan(10);
  },
);

describe("another store is only tested for what its document says", () => {
  const thing = { type: "object", required: ["name"], properties: { name: { type: "string" } } };
  const item = { type: "object", properties: { id: { type: "integer" }, name: { type: "string" } } };
  const json = (schema: JsonObject): JsonObject => ({ description: "d", content: { "application/json": { schema } } });
  const pages = { name: "limit", in: "query", schema: { type: "integer" } };
  const store = (more: JsonObject, parameter: JsonObject = pages): JsonObject => ({
    openapi: "3.1.0",
    info: { title: "T", version: "1" },
    paths: {
      "/things": {
        get: { parameters: [parameter], responses: { "200": json({ type: "array", items: item }) } },
        post: { requestBody: { required: true, ...json(thing) }, responses: { "201": json(item), ...more } },
      },
    },
  });

  async function asked(id: string, document: JsonObject): Promise<number> {
    const contract = contractOfDocument(await documentOfValue(document));
    const plan = makePlan(contract, inferResources(contract), "2026-11-22");
    return CHECKS.find((check) => check.id === id)?.applies(plan).length ?? 0;
  }

  test("a creation with a 409 may refuse the same body twice", async () => {
    expect(await asked("create.repeated", store({}))).toBe(1);
    expect(await asked("create.repeated", store({ "409": { description: "taken" } }))).toBe(0);
  });

  test("a parameter that may be empty is not tested with an empty value", async () => {
    expect(await asked("parameters.empty", store({}))).toBe(1);
    expect(await asked("parameters.empty", store({}, { ...pages, allowEmptyValue: true }))).toBe(0);
    const short = { name: "code", in: "query", schema: { type: "string", minLength: 1 } };
    expect(await asked("parameters.out-of-bounds", store({}, short))).toBe(1);
    expect(await asked("parameters.out-of-bounds", store({}, { ...short, allowEmptyValue: true }))).toBe(0);
  });
});
