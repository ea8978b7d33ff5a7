// The mock and the suite know an idempotency key by the same names.
import { expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { makePlan } from "../../../conformance/plan.ts";
import { verify } from "../../../conformance/verify.ts";
import { loadContract } from "../../../src/contract/load.ts";
import { createMock } from "../../../src/library/create-mock.ts";
import { inferResources } from "../../../src/resource/infer.ts";
import { CONDITIONAL_NOTES } from "../../http/conditional-notes.ts";

const withName = (name: string): typeof CONDITIONAL_NOTES =>
  JSON.parse(JSON.stringify(CONDITIONAL_NOTES).replaceAll("Idempotency-Key", name)) as typeof CONDITIONAL_NOTES;

async function isRepeated(name: string): Promise<boolean> {
  await using mock = await createMock({ spec: withName(name) });
  const asked = { method: "POST", headers: { "Content-Type": "application/json", [name]: "k1" }, body: '{"text":"x"}' };
  const [first, again] = [await fetch(`${mock.url}/notes`, asked), await fetch(`${mock.url}/notes`, asked)];
  return (await first.text()) === (await again.text());
}

async function isJudged(name: string): Promise<boolean> {
  const contract = await loadContract(withName(name) as Parameters<typeof loadContract>[0]);
  const plan = makePlan(contract, inferResources(contract), "2026-11-21");
  return CHECKS.some(({ id, applies }) => id === "create.idempotency-key" && applies(plan).length > 0);
}

test("a key that each creation must have is another one each time", async () => {
  const optional = '"Idempotency-Key","in":"header","required":false,"schema":{"type":"string"';
  const required = '"Idempotency-Key","in":"header","required":true,"schema":{"type":"string","format":"uuid"';
  const text = JSON.stringify(CONDITIONAL_NOTES);
  expect(text).toContain(optional);
  // What a document refuses as a conflict may be unique.
  const changed = text.replace(optional, required).replace('"409"', '"410"');
  const spec = JSON.parse(changed) as typeof CONDITIONAL_NOTES;
  await using mock = await createMock({ spec });
  const { results } = await verify(await loadContract(spec as Parameters<typeof loadContract>[0]), {
    baseUrl: mock.url,
  });
  const told = results.filter(({ check }) => check.id === "create.repeated");
  expect(told.map(({ outcome }) => outcome.verdict)).toEqual(["pass"]);
});

test.each([
  ["Idempotency-Key", true],
  ["X-Idempotency-Key", true],
  ["Idempotency-Token", true],
  ["IdempotencyKey", true],
  ["Idempotency_Key", true],
  ["Request-Key", false],
])("%s is an idempotency key for both: %s", async (name, isKey) => {
  expect([await isRepeated(name), await isJudged(name)]).toEqual([isKey, isKey]);
});
