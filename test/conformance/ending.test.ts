// A run that ends early, interrupted or out of time: it leaves nothing behind and reports no false failure.
import { afterAll, describe, expect, test } from "vitest";
import { largeDocument } from "../../bench/measure/large-document.ts";
import { type AnyCheck, inconclusive } from "../../conformance/check.ts";
import { CHECKS } from "../../conformance/checks/index.ts";
import type { Run } from "../../conformance/run.ts";
import { verify } from "../../conformance/verify.ts";
import { loadContract } from "../../src/contract/load.ts";
import type { Running } from "../faults/index.ts";
import { contractOf } from "./documents.ts";
import { complaints } from "./side-by-side.ts";
import { type Passing, type Tampering, startMock } from "./tampered.ts";
import { IN_PROOF } from "../share.ts";

const REMOVABLE = "items that can be changed";
/** Long enough that a run that waits for it fails the test. */
const AGES_MS = 600_000;

const running: Running[] = [];
afterAll(async () => {
  for (const store of running) await store.close();
});

/** A store, and how many created items are left in it. @param at called for each creation with its number */
async function startCounting(
  tampering: Tampering,
  at: (creation: number) => void = () => {},
): Promise<{ store: Running; left: () => number }> {
  let left = 0;
  let created = 0;
  const store = await startMock(REMOVABLE, {
    ...tampering,
    after: (answer, { method }) => {
      if (method === "POST" && answer.status === 201) {
        left++;
        at(++created);
      }
      if (method === "DELETE" && answer.status === 204) left--;
      return answer;
    },
  });
  running.push(store);
  return { store, left: () => left };
}

const verdictsBy = ({ results }: Run, why: string): number =>
  results.filter(({ outcome }) => outcome.verdict === "inconclusive" && outcome.why === why).length;

const never = new Promise<undefined>(() => {});

// All at once, because most of them wait.
describe.concurrent("interrupted", () => {
  test("a run removes the items it created, and keeps the others", { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const { store, left } = await startCounting({}, (creation) => void (creation === 8 && stop.abort()));
    const { url: baseUrl, key } = store;
    const run = await verify(await contractOf(REMOVABLE), { baseUrl, key, signal: stop.signal });
    expect(run.endedBy).toBe("interruption");
    expect(run.session.created.length).toBeGreaterThan(0);
    expect(left()).toBe(0);
    expect(run.session.created.every(({ removed }) => removed)).toBe(true);
    expect(verdictsBy(run, "the run was interrupted")).toBeGreaterThan(10);
    expect(run.results.some(({ outcome }) => outcome.verdict === "pass")).toBe(true);
    expect(complaints(run)).toEqual([]);
  });

  test("a run does not wait for a target that does not answer", { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    const { store } = await startCounting({
      before: () => {
        stop.abort();
        return never;
      },
    });
    const { url: baseUrl, key } = store;
    const options = { baseUrl, key, signal: stop.signal, timeoutMs: AGES_MS };
    const run = await verify(await contractOf(REMOVABLE), options);
    expect(run.endedBy).toBe("interruption");
    expect(complaints(run)).toEqual([]);
  });

  test.runIf(IN_PROOF)(
    "a run does not wait for its rate limit, nor for a target that asks it to retry later",
    { timeout: 60_000 },
    async () => {
      const stop = new AbortController();
      const { store } = await startCounting({
        before: () => {
          stop.abort();
          return { status: 503, headers: { "retry-after": "10" }, body: "" };
        },
      });
      const { url: baseUrl, key } = store;
      const run = await verify(await contractOf(REMOVABLE), { baseUrl, key, signal: stop.signal, rateLimit: 1 });
      expect(run.session.requests).toBeLessThan(3);
    },
  );

  test("a run against a large document starts no more checks", { timeout: 60_000 }, async () => {
    const contract = await loadContract(largeDocument(300));
    const stop = new AbortController();
    let begun = 0;
    const check: AnyCheck = {
      ...(CHECKS.find(({ stage, writes }) => stage === "untouched" && writes !== true) as AnyCheck),
      applies: (plan) => plan.operations.map((operation) => ({ operation, pointer: operation.pointer })),
      run: async () => {
        begun++;
        stop.abort();
        return inconclusive("it was asked", "nothing");
      },
    };
    const baseUrl = "http://127.0.0.1:9";
    const run = await verify(contract, { baseUrl, checks: [check], concurrency: 1, signal: stop.signal });
    expect(begun).toBe(1);
    expect(run.results).toHaveLength(300);
    expect(verdictsBy(run, "the run was interrupted")).toBe(299);
  });

  test("a run that has not begun sends no requests", async () => {
    const { store } = await startCounting({});
    const { url: baseUrl, key } = store;
    const run = await verify(await contractOf(REMOVABLE), { baseUrl, key, signal: AbortSignal.abort() });
    expect(run.session.requests).toBe(0);
    expect(complaints(run)).toEqual([]);
  });

  test.runIf(IN_PROOF)("a run that is cleaning up finishes doing so", { timeout: 60_000 }, async () => {
    const stop = new AbortController();
    let removals = 0;
    const before = ({ method, path }: Passing): undefined => {
      if (method === "DELETE" && /^\/pets\/\d{1,6}$/.test(path) && ++removals === 20) stop.abort();
    };
    const { store, left } = await startCounting({ before });
    const { url: baseUrl, key } = store;
    const run = await verify(await contractOf(REMOVABLE), { baseUrl, key, signal: stop.signal });
    expect([run.endedBy, left()]).toEqual(["interruption", 0]);
  });
});

test.concurrent(
  "when its time is over, a run removes what it created, and reports no failures",
  { skip: !IN_PROOF, timeout: 240_000 },
  async () => {
    const contract = await contractOf(REMOVABLE);
    // On a busy machine, a run reaches its creations late, so it gets more time.
    for (const maxTimeMs of [2_000, 8_000, 30_000, 100_000]) {
      let created = 0;
      const { store, left } = await startCounting(
        // It still shows its items: a run removes only what it has seen to be its own.
        { before: ({ method }) => (created >= 12 && !["DELETE", "GET"].includes(method) ? never : undefined) },
        (creation) => void (created = creation),
      );
      const { url: baseUrl, key } = store;
      const run = await verify(contract, { baseUrl, key, maxTimeMs, timeoutMs: AGES_MS });
      expect(run.endedBy).toBe("time");
      expect(left(), "what it left").toBeLessThan(Math.max(1, run.session.created.length));
      // The time to clean up is limited, too, and may not be enough on a busy machine.
      if (left() > 0 && maxTimeMs < 100_000) continue;
      expect(left()).toBe(0);
      expect(verdictsBy(run, "the time of the run is over")).toBeGreaterThan(0);
      expect(complaints(run)).toEqual([]);
      if (run.session.created.length > 0) return;
    }
    expect.unreachable("no run created anything");
  },
);
