// The mock and the suite know an idempotency key by the same names.
import { expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { makePlan } from "../../../conformance/plan.ts";
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
