// The sentences about a target in a report: readable and true.
import { describe, expect, it } from "vitest";
import { describeAnswer } from "../../../conformance/client/exchange.ts";
import { detailOf } from "../../../conformance/report/report.ts";
import { judgeStore, referenceRun } from "../side-by-side.ts";
import { contractOf } from "../documents.ts";
import type { Run } from "../../../conformance/run.ts";
import { verify } from "../../../conformance/verify.ts";
import { startReference } from "../../faults/index.ts";
import { IN_PROOF } from "../../share.ts";
import { answered, operationOf } from "../exchanges.ts";

describe("a count of one is not in the plural", () => {
  it("in responses", async () => {
    const list = operationOf(await contractOf("the animal store"), "listPets");
    expect(describeAnswer(answered(list, 200, "1"))).toBe("200 application/json, 1 byte");
    expect(describeAnswer(answered(list, 200, "[]"))).toBe("200 application/json, 2 bytes");
  });

  it("in the text of a run with a budget of one write", { timeout: 60_000 }, async () => {
    const { results } = await referenceRun({ maxWrites: 1 });
    const said = results.map(detailOf);
    expect(said.filter((text) => /\b1 (items|writes|bytes|answers)\b/.test(text))).toEqual([]);
    expect(said.some((text) => text.includes("1 write"))).toBe(true);
  });
});

describe("the advice for an inconclusive check would decide it", () => {
  /** The advice in a run with inconclusive claims. */
  const needsOf = async (run: Promise<Run>): Promise<Set<string>> => {
    const { results } = await run;
    return new Set(results.flatMap(({ outcome }) => (outcome.verdict === "inconclusive" ? [outcome.needs] : [])));
  };

  it("in a read-only run, it does not ask for a larger budget or another target", { timeout: 60_000 }, async () => {
    const needs = await needsOf(referenceRun({ readOnly: true }));
    expect([...needs].filter((text) => !text.endsWith("a run without --read-only"))).toEqual([]);
  });

  it("without writes, it is a larger budget", { timeout: 60_000 }, async () => {
    const needs = await needsOf(referenceRun({ maxWrites: 0 }));
    expect(needs).toContain("a larger --max-writes");
    expect([...needs].filter((text) => /read-only|may write|more requests|creation works/.test(text))).toEqual([]);
  });

  it("when the time is over, it is more time", { timeout: 60_000 }, async () => {
    const needs = await needsOf(judgeStore({}, { maxTimeMs: 1 }));
    expect(needs).toContain("a larger --max-time");
    expect([...needs].filter((text) => /read-only|max-writes|more requests|creation works/.test(text))).toEqual([]);
  });

  it.runIf(IN_PROOF)(
    "if each request is refused, with a key or without, it is the key",
    { timeout: 60_000 },
    async () => {
      const contract = await contractOf("the animal store");
      const saidTo = async (key?: string): Promise<readonly string[]> => {
        const store = await startReference();
        try {
          const { results } = await verify(contract, { baseUrl: store.url, ...(key === undefined ? {} : { key }) });
          const own = results.filter(({ check }) => check.id === "schema.body" || check.id === "lifecycle.link");
          return [
            ...new Set(own.flatMap(({ outcome }) => (outcome.verdict === "inconclusive" ? [outcome.needs] : []))),
          ];
        } finally {
          await store.close();
        }
      };
      expect(await saidTo()).toEqual(["--key, or --key-env"]);
      expect(await saidTo("not-the-key")).toEqual(["a key that the target accepts"]);
    },
  );
});
