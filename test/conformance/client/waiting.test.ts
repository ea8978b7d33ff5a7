// A target that sends Retry-After: how long the suite waits before it retries.
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { CHECKS } from "../../../conformance/checks/index.ts";
import type { Run } from "../../../conformance/run.ts";
import type { Exchange } from "../../../conformance/client/exchange.ts";
import { Stop } from "../../../conformance/client/stop.ts";
import { retryAfter } from "../../../conformance/client/sending/waiting.ts";
import { contractOf } from "../documents.ts";
import { complaints, judge, ofFamilies } from "../side-by-side.ts";
import { startMock } from "../tampered.ts";
import { IN_PROOF } from "../../share.ts";

function answered(status: number, retry?: string): Exchange {
  const headers = retry === undefined ? [] : [["Retry-After", retry] as const];
  const request = { method: "GET", url: "http://127.0.0.1/v1/pets", headers: [] };
  return { request, intent: "valid", ms: 1, response: { status, headers, body: Buffer.alloc(0), complete: true } };
}

const NOW = Date.UTC(2026, 10, 25);
const inSeconds = (seconds: number): string => new Date(NOW + seconds * 1000).toUTCString();

describe("the time that a target asks for", () => {
  beforeEach(() => void vi.setSystemTime(NOW));
  afterEach(() => void vi.useRealTimers());

  test.each([429, 503])("is read from a %i response", (status) => {
    expect(retryAfter(answered(status, "3"))).toBe(3000);
    expect(retryAfter(answered(status, " 3 "))).toBe(3000);
  });

  test.each([200, 401, 404, 500])("is ignored in a %i response", (status) => {
    expect(retryAfter(answered(status, "3"))).toBeUndefined();
  });

  test("can be a date", () => {
    expect(retryAfter(answered(503, inSeconds(5)))).toBe(5000);
  });

  test("is more than zero and at most ten seconds", () => {
    for (const past of ["0", inSeconds(-60)]) expect(retryAfter(answered(429, past))).toBe(20);
    for (const far of ["11", "86400", inSeconds(3600)]) expect(retryAfter(answered(429, far))).toBe(10_000);
    expect(retryAfter(answered(429, "10"))).toBe(10_000);
  });

  test.each(["soon", "-1", "1.5", "", "3 s"])("is not guessed from %j", (text) => {
    expect(retryAfter(answered(429, text))).toBeUndefined();
  });

  test("is undefined if the header is missing", () => {
    expect(retryAfter(answered(429))).toBeUndefined();
  });
});

test.runIf(IN_PROOF)(
  "a deferred request is sent again when the target asked for it, and the run continues",
  async () => {
    const slept = vi.spyOn(Stop.prototype, "sleep");
    const store = await startMock("the animal store", {
      before: (passing) =>
        passing.serial === 1 ? { status: 429, headers: { "retry-after": "1" }, body: "" } : passing,
    });
    const run = await judge(await contractOf("the animal store"), store, { checks: ofFamilies(CHECKS, ["fetch"]) });
    expect(complaints(run, ["fail", "error", "inconclusive"])).toEqual([]);
    expect(run.session.record.filter(({ intent }) => intent === "deferred")).toHaveLength(1);
    expect(slept.mock.calls).toContainEqual([1000]);
    slept.mockRestore();
  },
);

test("a deferred creation is sent again as long as the write budget allows", async () => {
  const runWith = async (maxWrites: number): Promise<Run> => {
    let creations = 0;
    const store = await startMock("the animal store", {
      before: (passing) =>
        passing.method === "POST" && ++creations === 1
          ? { status: 429, headers: { "retry-after": "0" }, body: "" }
          : passing,
    });
    const checks = CHECKS.filter(({ id }) => id === "create.accepts");
    return judge(await contractOf("the animal store"), store, { checks, maxWrites });
  };
  const run = await runWith(25);
  expect(run.session.record.filter(({ intent }) => intent === "deferred")).toHaveLength(1);
  expect(complaints(run, ["fail", "error", "inconclusive"])).toEqual([]);
  expect(run.session.writes).toBeLessThanOrEqual(25);
  expect(complaints(await runWith(1), ["inconclusive"])).not.toEqual([]);
});
