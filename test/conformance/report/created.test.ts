// What a report says about the items that a run created.
import { expect, test } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import { findingReport } from "../../../conformance/report/report.ts";
import { error } from "../../faults/craft.ts";
import { contractOf } from "../documents.ts";
import { IN_PROOF } from "../../share.ts";
import { judgeStore, ofFamilies } from "../side-by-side.ts";

async function itemsCreated(run: Awaited<ReturnType<typeof judgeStore>>): Promise<string | undefined> {
  const contract = await contractOf("the animal store");
  const whole = { run, results: run.results, coverage: { covered: 0, reasoned: 0, open: 0 } };
  const { facts } = findingReport(whole, { contract, version: "1", target: "http://127.0.0.1", strict: false });
  return facts.find(([label]) => label === "items created")?.[1];
}

test("items that were created are counted, not the requests that might have", { timeout: 60_000 }, async () => {
  // Only these create anything.
  const checks = IN_PROOF ? CHECKS : ofFamilies(CHECKS, ["create"]);
  const broken = await judgeStore({ created: () => error(500) }, { checks });
  expect(broken.session.writes).toBeGreaterThan(0);
  expect(await itemsCreated(broken)).toBe("0");
  const sound = await judgeStore({}, { maxWrites: 7, checks });
  expect(sound.session.writes).toBeGreaterThan(3);
  expect(await itemsCreated(sound)).toBe(`${sound.session.writes}`);
});
